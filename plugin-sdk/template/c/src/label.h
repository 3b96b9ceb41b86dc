#pragma once
/* What the label should be, decided without any host, so that it can be tested alone. */

#include <stddef.h>

#define LABEL_VALUE_MAX 63

/* A label's value from an annotation's text: lower case, with a NUL; empty where it cannot be one.
 */
void label_from(const char* annotation, size_t size, char out[LABEL_VALUE_MAX + 1]);
