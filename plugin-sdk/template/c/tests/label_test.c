/* The decision alone, without a host. */
#include "label.h"

#include <stdio.h>
#include <string.h>

static int failed = 0;

static void expect(const char* annotation, const char* label) {
  char got[LABEL_VALUE_MAX + 1];
  label_from(annotation, strlen(annotation), got);
  if (strcmp(got, label) == 0) return;
  printf("label_from(\"%s\") is \"%s\"\n", annotation, got);
  failed = 1;
}

int main(void) {
  char longer[LABEL_VALUE_MAX + 2];
  memset(longer, 'a', sizeof(longer));
  longer[sizeof(longer) - 1] = 0;
  expect("red", "red");
  expect("Team-7", "team-7");
  expect("", "");
  expect("-red", "");
  expect("two words", "");
  expect(longer, "");
  return failed;
}
