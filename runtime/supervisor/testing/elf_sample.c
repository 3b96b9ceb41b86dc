// A library with one note and one section for ElfImage's test.
#include <stdint.h>

struct SampleNote {
  uint32_t name_size, data_size, type;
  char name[8];
  char data[4];
};

__attribute__((section(".note.sample"), used, aligned(4))) static const struct SampleNote kNote = {
    7, 4, 7, "SAMPLE", {'f', 'o', 'u', 'r'}};
__attribute__((section(".oarlock.sample"), used)) static const char kText[] = "{\"a\":1}";

int oarlock_elf_sample(void) { return kText[0] + kNote.data[0]; }
