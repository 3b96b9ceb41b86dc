#include "kube/value.h"

#include <charconv>

#include "kube/json_text.h"
#include "kube/tape/key_lookup.h"
#include "kube/tape/tape.h"

namespace oarlock::kube {
namespace {

template <typename T>
T ParseNumber(std::string_view text, T fallback) {
  T value{};
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : fallback;
}

bool HasText(ValueType type) { return type >= ValueType::kInt && type <= ValueType::kString; }

uint32_t KeysOf(const std::byte* tape, uint32_t map) { return tape::ReadWord(tape, map + 1); }

}  // namespace

ValueType Value::type() const {
  if (node_ == 0) return ValueType::kMissing;
  return tape::TypeOf(tape::ReadWord(tape_, node_));
}

bool Value::is_number() const {
  const ValueType t = type();
  return t >= ValueType::kInt && t <= ValueType::kNumberText;
}

bool Value::AsBool(bool fallback) const {
  if (type() != ValueType::kBool) return fallback;
  return tape::CountOf(tape::ReadWord(tape_, node_)) != 0;
}

int64_t Value::AsInt(int64_t fallback) const {
  return type() == ValueType::kInt ? ParseNumber(NumberText(), fallback) : fallback;
}

uint64_t Value::AsUint(uint64_t fallback) const {
  const ValueType t = type();
  const bool whole = t == ValueType::kInt || t == ValueType::kUint;
  return whole ? ParseNumber(NumberText(), fallback) : fallback;
}

double Value::AsDouble(double fallback) const {
  return is_number() ? ParseNumber(NumberText(), fallback) : fallback;
}

std::string_view Value::AsString(std::string_view fallback) const {
  if (node_ == 0) return fallback;
  const uint32_t word = tape::ReadWord(tape_, node_);
  if (tape::TypeOf(word) != ValueType::kString) return fallback;
  return tape::TextOf(tape_, node_, word);
}

std::string_view Value::NumberText() const {
  return is_number() ? tape::TextAt(tape_, node_) : std::string_view();
}

uint32_t Value::size() const {
  const ValueType t = type();
  if (t != ValueType::kArray && t != ValueType::kMap) return 0;
  return tape::CountOf(tape::ReadWord(tape_, node_));
}

uint32_t Value::IndexOf(std::string_view key) const {
  if (!is_map()) return 0;
  const uint32_t count = size();
  if (count == 0) return 0;
  return tape::FindKey(tape_, KeysOf(tape_, node_), count, key);
}

Value Value::operator[](std::string_view key) const {
  if (node_ == 0) return {};
  const std::byte* const map = tape::AddressOf(tape_, node_);
  const uint32_t word = tape::ReadWord(map, 0);
  if (tape::TypeOf(word) != ValueType::kMap) return {};
  const uint32_t count = tape::CountOf(word);
  const uint32_t i = tape::FindKey(tape_, tape::ReadWord(map, 1), count, key);
  if (i == count) return {};
  return {tape_, tape::ReadWord(map, tape::ValueSlot(0, i))};
}

Value Value::At(uint32_t i) const {
  if (i >= size()) return {};
  const uint32_t slot = is_map() ? tape::ValueSlot(node_, i) : node_ + 1 + i;
  return {tape_, tape::ReadWord(tape_, slot)};
}

std::string_view Value::KeyAt(uint32_t i) const {
  if (!is_map() || i >= size()) return {};
  return tape::KeyText(tape_, KeysOf(tape_, node_), i);
}

void Value::AppendJson(std::string& out) const {
  switch (type()) {
    case ValueType::kMissing:
    case ValueType::kNull: out += "null"; return;
    case ValueType::kBool: out += AsBool() ? "true" : "false"; return;
    case ValueType::kString: AppendJsonString(AsString(), out); return;
    case ValueType::kArray:
    case ValueType::kMap: break;
    default: out += NumberText(); return;
  }
  const bool map = is_map();
  out += map ? '{' : '[';
  for (uint32_t i = 0; i < size(); ++i) {
    if (i > 0) out += ',';
    if (map) {
      AppendJsonString(KeyAt(i), out);
      out += ':';
    }
    At(i).AppendJson(out);
  }
  out += map ? '}' : ']';
}

std::string Value::ToJson() const {
  std::string out;
  AppendJson(out);
  return out;
}

std::vector<Member> DistinctMembers(Value container) {
  std::vector<Member> out;
  out.reserve(container.size());
  for (uint32_t i = 0; i < container.size(); ++i) {
    const std::string_view key = container.KeyAt(i);
    if (container.is_map() && container.IndexOf(key) != i) continue;
    out.push_back({key, container.At(i)});
  }
  return out;
}

bool DeepEqual(Value a, Value b) {
  const ValueType type = a.type();
  if (type != b.type() || a.size() != b.size()) return false;
  if (a.tape_ == b.tape_ && a.node_ == b.node_) return true;
  if (HasText(type)) return tape::TextAt(a.tape_, a.node_) == tape::TextAt(b.tape_, b.node_);
  if (type == ValueType::kBool) return a.AsBool() == b.AsBool();
  for (uint32_t i = 0; i < a.size(); ++i) {
    if (type == ValueType::kArray) {
      if (!DeepEqual(a.At(i), b.At(i))) return false;
      continue;
    }
    const std::string_view key = a.KeyAt(i);
    const bool same_place = b.KeyAt(i) == key;  // spares the search in the usual case
    const Value right = same_place ? b.At(i) : b[key];
    if (!right.exists() || !DeepEqual(same_place ? a.At(i) : a[key], right)) return false;
  }
  return true;
}

}  // namespace oarlock::kube
