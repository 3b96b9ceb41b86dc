#include "pluginhost/abi/abi_convert.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "kube/decode.h"
#include "pluginhost/abi/slot_table.h"

namespace oarlock::pluginhost {
namespace {

constexpr uint32_t kPrefix = 2 * sizeof(uint32_t);

// A struct in memory of exactly `size` bytes, so that ASan sees any touch beyond it.
template <typename T>
std::unique_ptr<char[]> Memory(uint32_t size, char fill, uint32_t flags = 0) {
  std::unique_ptr<char[]> bytes(new char[std::max<uint32_t>(size, kPrefix)]);
  std::memset(bytes.get(), fill, std::max<uint32_t>(size, kPrefix));
  std::memcpy(bytes.get(), &size, sizeof(size));
  std::memcpy(bytes.get() + sizeof(size), &flags, sizeof(flags));
  return bytes;
}

// A word that is cut is not there: no pointer is read by half.
TEST(AbiConvert, ReadStructTakesEverySizeAndZeroesTheRest) {
  for (uint32_t size = 0; size <= 2 * sizeof(oar_key); ++size) {
    const auto bytes = Memory<oar_key>(size, 0x5A);
    const auto copy = ReadStruct(reinterpret_cast<const oar_key*>(bytes.get()));
    ASSERT_EQ(copy.has_value(), size >= kPrefix) << size;
    if (!copy) continue;
    EXPECT_EQ(copy->struct_size, sizeof(oar_key));
    const char* raw = reinterpret_cast<const char*>(&*copy);
    for (uint32_t i = kPrefix; i < sizeof(oar_key); ++i) {
      ASSERT_EQ(raw[i], i < size / 8 * 8 ? 0x5A : 0) << "size " << size << " byte " << i;
    }
  }
}

TEST(AbiConvert, ReadStructRefusesNullAndUnknownFlags) {
  EXPECT_FALSE(ReadStruct<oar_key>(nullptr));
  for (uint32_t bit = 0; bit < 32; ++bit) {
    const auto bytes = Memory<oar_key>(sizeof(oar_key), 0, 1u << bit);
    EXPECT_FALSE(ReadStruct(reinterpret_cast<const oar_key*>(bytes.get()))) << bit;
  }
}

TEST(AbiConvert, ReadOptionsGivesDefaultsForNullOnly) {
  const auto defaults = ReadOptions<oar_write_options>(nullptr);
  ASSERT_TRUE(defaults);
  EXPECT_EQ(defaults->dry_run, 0);
  const auto bytes = Memory<oar_write_options>(4, 0);
  EXPECT_FALSE(ReadOptions(reinterpret_cast<const oar_write_options*>(bytes.get())));
}

TEST(AbiConvert, ReadArrayStepsByTheStrideOfTheOtherSide) {
  constexpr uint32_t kOurs = sizeof(oar_primary_decl);
  for (uint32_t stride = 0; stride <= 2 * kOurs; ++stride) {
    const uint32_t size = std::max(stride, kPrefix);
    std::unique_ptr<char[]> bytes(new char[size * 3]());
    for (uint32_t i = 0; i < 3; ++i) {
      std::memcpy(bytes.get() + i * size, &size, sizeof(size));
      const uint32_t type = 10 + i;
      if (size >= OAR_END_OF(oar_primary_decl, type)) {
        std::memcpy(bytes.get() + i * size + offsetof(oar_primary_decl, type), &type, sizeof(type));
      }
    }
    // Misaligned strides, too: elements are copied out byte by byte.
    const auto all = ReadArray(reinterpret_cast<const oar_primary_decl*>(bytes.get()), 3, stride);
    ASSERT_EQ(all.has_value(), stride >= kPrefix) << stride;
    if (!all) continue;
    ASSERT_EQ(all->size(), 3u);
    const bool whole = stride >= OAR_END_OF(oar_primary_decl, priority);  // the word is whole
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ((*all)[i].type, whole ? 10 + i : 0) << stride;
  }
}

TEST(AbiConvert, ReadArrayRefusesWhatIsNoArray) {
  oar_primary_decl one{};
  one.struct_size = sizeof(one);
  EXPECT_TRUE(ReadArray<oar_primary_decl>(nullptr, 0, 0)->empty()) << "count 0: nothing is read";
  EXPECT_FALSE(ReadArray<oar_primary_decl>(nullptr, 1, sizeof(one)));
  EXPECT_FALSE(ReadArray(&one, kAbiArrayMax + 1, sizeof(one)));
  one.struct_size = sizeof(one) + 1;
  EXPECT_FALSE(ReadArray(&one, 1, sizeof(one))) << "reaches into the next element";
  one.struct_size = sizeof(one);
  one.flags = 4;
  EXPECT_FALSE(ReadArray(&one, 1, sizeof(one)));
}

TEST(AbiConvert, FillStructWritesWhatFitsAndNoByteMore) {
  oar_list_info full{};
  std::memset(static_cast<void*>(&full), 0x77, sizeof(full));
  for (uint32_t size = 0; size <= 2 * sizeof(full); ++size) {
    const auto bytes = Memory<oar_list_info>(size, 0x11);
    FillStruct(reinterpret_cast<oar_list_info*>(bytes.get()), full);
    uint32_t told = 0;
    std::memcpy(&told, bytes.get(), sizeof(told));
    EXPECT_EQ(told, size) << "the filler never changes it";
    for (uint32_t i = kPrefix; i < size; ++i) {
      ASSERT_EQ(bytes[i], i < sizeof(full) ? 0x77 : 0) << "size " << size << " byte " << i;
    }
  }
}

TEST(AbiConvert, ViewsOfNothingAreNotTheSameAsEmptyOnes) {
  EXPECT_TRUE(IsView({nullptr, 0}));
  EXPECT_TRUE(IsView({"", 0}));
  EXPECT_FALSE(IsView({nullptr, 1}));
  EXPECT_EQ(FromView({nullptr, 7}), "") << "never followed";
  EXPECT_NE(ToView({}).ptr, nullptr) << "empty, not absent";
}

TEST(AbiConvert, WriteTextCutsAtACharacter) {
  const std::string text = "a\u00e4\u20ac\U0001F600z";  // of 1, 2, 3, 4 and 1 bytes
  const std::vector<size_t> borders = {0, 1, 3, 6, 10, 11};
  for (size_t capacity = 0; capacity <= text.size() + 2; ++capacity) {
    std::unique_ptr<char[]> room(new char[capacity]);
    oar_text out{room.get(), capacity, 99};
    WriteText(out, text);
    size_t expected = 0;
    for (const size_t border : borders) {
      if (border <= capacity) expected = border;
    }
    EXPECT_EQ(out.len, expected) << capacity;
    EXPECT_EQ(TextOf(out), text.substr(0, expected));
  }
  oar_text none{nullptr, 5, 3};
  WriteText(none, text);
  EXPECT_EQ(none.len, 0u);
  EXPECT_EQ(TextOf(none), "");
  char two[2] = {'x', 'y'};
  EXPECT_EQ(TextOf(oar_text{two, 2, 1000}), "xy") << "never past the room";
}

TEST(AbiConvert, EveryStatusCodeComesBackAsItself) {
  for (int32_t status = OAR_E_UNAVAILABLE; status < 0; ++status) {
    const base::StatusCode code = FromAbi(status);
    EXPECT_NE(code, base::StatusCode::kOk) << status;
    switch (status) {
      case OAR_E_STALE:
      case OAR_E_UNDECLARED: EXPECT_EQ(code, base::StatusCode::kPluginFault); break;
      default: EXPECT_EQ(ToAbi(code), status) << AbiStatusName(status);
    }
    EXPECT_NE(AbiStatusName(status), "UNKNOWN");
  }
  EXPECT_EQ(FromAbi(1), base::StatusCode::kOk) << "successes are successes";
  EXPECT_EQ(FromAbi(-4000), base::StatusCode::kInternal);
  EXPECT_EQ(FromAbi(INT32_MIN), base::StatusCode::kInternal);
  EXPECT_EQ(AbiStatusName(INT32_MIN), "UNKNOWN");
  EXPECT_EQ(AbiStatusName(OAR_E_NOT_FOUND), "NOT_FOUND");
  EXPECT_EQ(ToAbi(base::StatusCode::kDataLoss), OAR_E_INVALID);
}

TEST(AbiConvert, ValuesKeepTypeAndDigits) {
  const auto object = kube::ObjectFromJson(
      R"({"b":true,"i":-5,"u":18446744073709551615,"d":0.5,"t":1.000000000000000000001,)"
      R"("s":"x","n":null,"a":[1,2],"m":{"k":1}})");
  ASSERT_TRUE(object.ok());
  const auto value = [&](std::string_view key) { return ToAbi((*object)[key]); };
  EXPECT_EQ(value("b").as.i64, 1);
  EXPECT_EQ(value("i").as.i64, -5);
  EXPECT_EQ(FromView(value("i").text), "-5");
  EXPECT_EQ(value("u").type, OAR_TYPE_U64);
  EXPECT_EQ(value("u").as.u64, UINT64_MAX);
  EXPECT_EQ(value("d").as.f64, 0.5);
  EXPECT_EQ(value("t").type, OAR_TYPE_NUMBER_TEXT);
  EXPECT_EQ(FromView(value("t").text), "1.000000000000000000001");
  EXPECT_EQ(FromView(value("s").text), "x");
  EXPECT_EQ(value("n").type, OAR_TYPE_NULL);
  EXPECT_EQ(value("a").as.u64, 2u);
  EXPECT_EQ(value("m").as.u64, 1u);
  const oar_value missing = value("none");
  EXPECT_EQ(missing.type, OAR_TYPE_MISSING);
  EXPECT_EQ(missing.node.id, OAR_NODE_NONE);
}

TEST(SlotTable, FindsOnlyItsOwnLivingHandles) {
  SlotTable<std::string> table(10);
  SlotTable<std::string> other(10);
  const uint64_t a = table.Insert("a");
  const uint64_t foreign = other.Insert("b");
  ASSERT_NE(a, 0u);
  EXPECT_EQ(*table.Find(a), "a");
  EXPECT_EQ(table.Find(foreign), nullptr);
  EXPECT_EQ(table.Find(0), nullptr);
  EXPECT_EQ(table.Find(~uint64_t{0}), nullptr);
  EXPECT_TRUE(table.Erase(a));
  EXPECT_FALSE(table.Erase(a));
  EXPECT_EQ(table.Find(a), nullptr);
  const uint64_t again = table.Insert("c");
  EXPECT_NE(again, a) << "another turn of the same slot";
  EXPECT_EQ(table.Find(a), nullptr);
  EXPECT_EQ(table.size(), 1u);
}

TEST(SlotTable, RefusesPastItsLimitAndTakesAgainWhatWasErased) {
  SlotTable<int> table(3);
  std::vector<uint64_t> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(table.Insert(i));
  EXPECT_EQ(table.Insert(3), 0u);
  EXPECT_TRUE(table.Erase(ids[1]));
  EXPECT_NE(table.Insert(4), 0u);
  EXPECT_EQ(table.Insert(5), 0u);
}

TEST(SlotTable, HandlesOfCallsAreNeverThoseOfAPlugin) {
  SlotTable<int> kept(1, TableLife::kPlugin);
  const uint64_t id = kept.Insert(1);
  for (int i = 0; i < 1000; ++i) {
    SlotTable<int> call(1);
    EXPECT_EQ(call.Insert(2) >> 63, 0u);
    EXPECT_EQ(call.Find(id), nullptr);
  }
  EXPECT_EQ(id >> 63, 1u);
}

TEST(SlotTable, AgreesWithAMapUnderRandomUse) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  SlotTable<int> table(50);
  std::vector<std::pair<uint64_t, int>> live;
  std::vector<uint64_t> ended;
  for (int i = 0; i < 5000; ++i) {
    if (live.empty() || random() % 2 == 0) {
      const uint64_t id = table.Insert(i);
      ASSERT_EQ(id == 0, live.size() == 50);
      if (id != 0) live.emplace_back(id, i);
    } else {
      const size_t at = random() % live.size();
      ASSERT_TRUE(table.Erase(live[at].first));
      ended.push_back(live[at].first);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  for (const auto& [id, value] : live) EXPECT_EQ(*table.Find(id), value);
  for (const uint64_t id : ended) EXPECT_EQ(table.Find(id), nullptr);
}

}  // namespace
}  // namespace oarlock::pluginhost
