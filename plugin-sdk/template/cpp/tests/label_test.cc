// The decision alone, without a host.
#include "label.h"

#include <cstdio>

namespace {

int failed = 0;

void Expect(std::string_view annotation, std::string_view label) {
  const std::string got = LabelFrom(annotation);
  if (got == label) return;
  std::printf("LabelFrom(\"%.*s\") is \"%s\"\n", static_cast<int>(annotation.size()),
              annotation.data(), got.c_str());
  failed = 1;
}

}  // namespace

int main() {
  Expect("red", "red");
  Expect("Team-7", "team-7");
  Expect("", "");
  Expect("-red", "");
  Expect("two words", "");
  Expect(std::string(64, 'a'), "");
  return failed;
}
