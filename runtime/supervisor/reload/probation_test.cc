#include "supervisor/reload/probation.h"

#include <gtest/gtest.h>

namespace oarlock::supervisor {
namespace {

constexpr base::MonoTime kStart{};

GenerationHealth Health(uint64_t runs, uint64_t errors, uint64_t faults = 0) {
  return {runs, errors, faults, faults > 0 ? "demo/main: a/b: boom" : ""};
}

TEST(Probation, LastsAsLongAsTheManifestSays) {
  ReloadSpec spec;
  spec.probation = std::chrono::seconds(5);
  const Probation probation(spec, {}, kStart);
  EXPECT_FALSE(probation.Over(kStart + std::chrono::milliseconds(4999)));
  EXPECT_TRUE(probation.Over(kStart + std::chrono::seconds(5)));
}

TEST(Probation, OneCrashIsEnoughAndSaysWhere) {
  const Probation probation({}, {}, kStart);
  EXPECT_FALSE(probation.Judge(Health(100, 0)));
  const auto reason = probation.Judge(Health(100, 1, 1));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->cause, RollbackCause::kCrash);
  EXPECT_NE(reason->text.find("a/b: boom"), std::string::npos);
}

TEST(Probation, AJumpOfTheErrorRatioNeedsSomeErrorsAndAHighShare) {
  const Probation probation({}, Health(1000, 0), kStart);
  EXPECT_FALSE(probation.Judge(Health(9, 9))) << "too few to tell";
  EXPECT_FALSE(probation.Judge(Health(100, 49))) << "less than half";
  const auto reason = probation.Judge(Health(20, 10));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->cause, RollbackCause::kErrorRatio);
  EXPECT_NE(reason->text.find("10 of 20"), std::string::npos) << reason->text;
}

TEST(Probation, APluginThatFailedAsOftenBeforeIsNoWorseNow) {
  const Probation probation({}, Health(100, 60), kStart);
  EXPECT_FALSE(probation.Judge(Health(100, 80)));
  EXPECT_TRUE(probation.Judge(Health(100, 85)));
}

TEST(Probation, LooksOnlyAtWhatTheManifestNames) {
  ReloadSpec spec;
  spec.rollback_on_crash = false;
  EXPECT_FALSE(Probation(spec, {}, kStart).Judge(Health(100, 1, 1)));
  EXPECT_TRUE(Probation(spec, {}, kStart).Judge(Health(100, 100, 1)));
  spec.rollback_on_error_ratio = false;
  EXPECT_FALSE(Probation(spec, {}, kStart).Judge(Health(100, 100, 1)));
}

}  // namespace
}  // namespace oarlock::supervisor
