#include "label.h"

void label_from(const char* annotation, size_t size, char out[LABEL_VALUE_MAX + 1]) {
  size_t i;
  out[0] = 0;
  if (size == 0 || size > LABEL_VALUE_MAX) return;
  if (annotation[0] == '-' || annotation[size - 1] == '-') return;
  for (i = 0; i < size; ++i) {
    char c = annotation[i];
    if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
      out[0] = 0;
      return;
    }
    out[i] = c;
  }
  out[size] = 0;
}
