#include "queue/key.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace oarlock::queue {

KeyText::KeyText(std::string_view ns, std::string_view name) {
  if (ns.empty() && name.empty()) return;
  void* const memory = ::operator new(sizeof(Block) + ns.size() + name.size());
  const auto hash = static_cast<uint32_t>(base::HashBytes(name, base::HashBytes(ns)));
  block_ = new (memory)
      Block{hash, 1, static_cast<uint32_t>(ns.size()), static_cast<uint32_t>(name.size())};
  char* const text = static_cast<char*>(memory) + sizeof(Block);
  std::copy(name.begin(), name.end(), std::copy(ns.begin(), ns.end(), text));
}

void KeyText::Free(const Block* block) {
  block->~Block();
  ::operator delete(const_cast<Block*>(block));
}

bool KeyText::SameText(const KeyText& other) const {
  return ns() == other.ns() && name() == other.name();
}

std::string Key::ToString() const {
  std::string out(ns());
  if (!out.empty()) out += '/';
  out += name();
  return out;
}

}  // namespace oarlock::queue
