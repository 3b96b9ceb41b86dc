#include "sandbox/types/field_error.h"

#include <gtest/gtest.h>

namespace oarlock::sandbox {
namespace {

TEST(FieldError, SpeaksAsTheServer) {
  EXPECT_EQ(FieldError::Required("a").message, "Required value");
  EXPECT_EQ(FieldError::Required("a", "why").message, "Required value: why");
  EXPECT_EQ(FieldError::Invalid("a", "X", "bad").message, "Invalid value: \"X\": bad");
  EXPECT_EQ(FieldError::Invalid("a", -1, "bad").message, "Invalid value: -1: bad");
  EXPECT_EQ(FieldError::NotSupported("a", "Foo", {"", "Warn"}).message,
            "Unsupported value: \"Foo\": supported values: \"\", \"Warn\"");
  EXPECT_EQ(FieldError::TooLong("a", 63).message, "Too long: may not be more than 63 bytes");
  EXPECT_EQ(FieldError::TooMany("a", 5, 4).message, "Too many: 5: must have at most 4 items");
  EXPECT_EQ(FieldError::Forbidden("a", "no").message, "Forbidden: no");
  EXPECT_EQ(FieldError::Duplicate("a", "x").reason, "FieldValueDuplicate");
  EXPECT_EQ(FieldError::NotFound("a", "x").message, "Not found: \"x\"");
}

TEST(InvalidStatus, ListsCausesAndBracketsSeveral) {
  const FieldErrors errors{FieldError::Required("spec.selector"),
                           FieldError::Invalid("spec.x", nullptr, "bad")};
  const Json status = InvalidStatus("apps", "Deployment", "a", errors);
  EXPECT_EQ(status["message"],
            "Deployment.apps \"a\" is invalid: [spec.selector: Required value, spec.x: Invalid "
            "value: null: bad]");
  EXPECT_EQ(status["code"], 422);
  EXPECT_EQ(WriteJson(status["details"]),
            R"({"causes":[{"field":"spec.selector","message":"Required value","reason":)"
            R"("FieldValueRequired"},{"field":"spec.x","message":"Invalid value: null: bad",)"
            R"("reason":"FieldValueInvalid"}],"group":"apps","kind":"Deployment","name":"a"})");
  const Json one = InvalidStatus("", "Pod", "", {FieldError::Required("metadata.name")});
  EXPECT_EQ(one["message"], "Pod \"\" is invalid: metadata.name: Required value");
}

}  // namespace
}  // namespace oarlock::sandbox
