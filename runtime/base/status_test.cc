#include "base/status.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

Result<int> Half(int n) {
  if (n % 2 != 0) return InvalidArgument("odd");
  return n / 2;
}

Status UseHalf(int n, int& out) {
  OARLOCK_ASSIGN_OR_RETURN(out, Half(n));
  return Status::Ok();
}

TEST(Status, NamesCodeAndMessage) {
  EXPECT_EQ(Status::Ok().ToString(), "OK");
  EXPECT_EQ(NotFound("pods \"a\"").ToString(), "NOT_FOUND: pods \"a\"");
}

TEST(Status, KeepsDetailWhenContextIsAdded) {
  const Status status(StatusCode::kConflict, "changed", {.http_status = 409, .reason = "Conflict"});
  const Status outer = status.WithContext("update t/a");
  EXPECT_EQ(outer.message(), "update t/a: changed");
  EXPECT_EQ(outer.detail().http_status, 409);
  EXPECT_EQ(outer.code(), StatusCode::kConflict);
  EXPECT_EQ(Status::Ok().WithContext("x"), Status::Ok());
}

TEST(Result, CarriesValueOrStatus) {
  int out = 0;
  EXPECT_TRUE(UseHalf(8, out).ok());
  EXPECT_EQ(out, 4);
  EXPECT_EQ(UseHalf(3, out).code(), StatusCode::kInvalidArgument);
}

TEST(ResultDeathTest, AbortsWhenAFailedResultIsRead) {
  EXPECT_DEATH({ (void)Half(3).value(); }, "check failed");
}

}  // namespace
}  // namespace oarlock::base
