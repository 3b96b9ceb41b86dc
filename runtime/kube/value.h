#pragma once
// Value: a view of one JSON value inside an Object's tape, by offset.
//
// Cheap to copy (pointer + offset). Never owns: valid while the Object it came from (or a copy of
// that handle) lives. Strings are zero-copy views of unescaped UTF-8 text.
// A value that is not there is a Value of type kMissing; reading through it gives missing values,
// so `object.root()["spec"]["replicas"].AsInt(1)` needs no checks.
// Numbers: integers stay integers; a number that a double holds so that printing it again gives the
// same decimal value (1.0, 1e3, 0.1) is kDouble; any other is kNumberText. All keep their digits.
// Threads: [any] (immutable).

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oarlock::kube {

enum class ValueType : uint8_t {
  kMissing = 0,
  kNull = 1,
  kBool = 2,
  kInt = 3,         // int64
  kUint = 4,        // uint64 above INT64_MAX
  kDouble = 5,      // its text is kept too
  kNumberText = 6,  // any other number, verbatim
  kString = 7,
  kArray = 8,
  kMap = 9,
};

class Value {
 public:
  Value() = default;
  Value(const std::byte* tape, uint32_t node) : tape_(tape), node_(node) {}

  ValueType type() const;
  bool exists() const { return type() != ValueType::kMissing; }
  bool is_null() const { return type() == ValueType::kNull; }
  bool is_string() const { return type() == ValueType::kString; }
  bool is_array() const { return type() == ValueType::kArray; }
  bool is_map() const { return type() == ValueType::kMap; }
  bool is_number() const;

  // The value when it has exactly that type (AsInt also takes kUint that fits, AsDouble any
  // number), else `fallback`.
  bool AsBool(bool fallback = false) const;
  int64_t AsInt(int64_t fallback = 0) const;
  uint64_t AsUint(uint64_t fallback = 0) const;
  double AsDouble(double fallback = 0) const;
  std::string_view AsString(std::string_view fallback = {}) const;
  // The digits of any number as they stood in the input; empty for other types.
  std::string_view NumberText() const;

  // Elements of an array or members of a map; 0 otherwise.
  uint32_t size() const;
  bool empty() const { return size() == 0; }
  // Member by key (the last one wins if the input repeated it).
  Value operator[](std::string_view key) const;
  // i-th element, or value of the i-th member in input order. Missing when out of range.
  Value At(uint32_t i) const;
  // Key of the i-th member of a map; empty otherwise.
  std::string_view KeyAt(uint32_t i) const;

  // Where `key` stands among the members, the last place if the input repeated it; size() when it
  // is not there.
  uint32_t IndexOf(std::string_view key) const;

  // Node id: the offset in the tape. 0 = missing. Stable for the object's life; Object::ValueAt.
  // Equal values of one object or of several may have one id.
  uint32_t node() const { return node_; }

  // Canonical compact JSON: member order as in the input, numbers verbatim.
  void AppendJson(std::string& out) const;
  std::string ToJson() const;

  // Deep equality of content; member order does not matter, number spelling does (1 != 1.0).
  friend bool DeepEqual(Value a, Value b);

 private:
  const std::byte* tape_ = nullptr;
  uint32_t node_ = 0;
};

// for (uint32_t i …) loops read better as: for (const auto& [key, value] : Members(v))
struct Member {
  std::string_view key;
  Value value;
};

class MemberIterator {
 public:
  using value_type = Member;
  using difference_type = std::ptrdiff_t;
  MemberIterator() = default;
  MemberIterator(Value container, uint32_t index) : container_(container), index_(index) {}
  Member operator*() const { return {container_.KeyAt(index_), container_.At(index_)}; }
  MemberIterator& operator++() {
    ++index_;
    return *this;
  }
  MemberIterator operator++(int) {
    auto old = *this;
    ++index_;
    return old;
  }
  friend bool operator==(const MemberIterator& a, const MemberIterator& b) {
    return a.index_ == b.index_;
  }

 private:
  Value container_;
  uint32_t index_ = 0;
};

// Range over the members of a map or, with empty keys, the elements of an array. Constant time per
// step.
class Members {
 public:
  explicit Members(Value container) : container_(container) {}
  MemberIterator begin() const { return {container_, 0}; }
  MemberIterator end() const { return {container_, container_.size()}; }

 private:
  Value container_;
};

// The same without those that a later one of the same key replaces: what operator[] finds.
std::vector<Member> DistinctMembers(Value container);

}  // namespace oarlock::kube
