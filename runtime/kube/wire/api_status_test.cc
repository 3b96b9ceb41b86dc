#include "kube/api_status.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::kube {
namespace {

using base::StatusCode;

std::string Body(int code, std::string_view reason, std::string_view rest = "") {
  return R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"m",)"
         R"("reason":")" +
         std::string(reason) + "\",\"code\":" + std::to_string(code) + std::string(rest) + "}";
}

base::Status Event(const std::string& json) {
  return StatusFromObject(ObjectFromJson(json)->root());
}

TEST(ApiStatus, MapsEveryCode) {
  struct Case {
    int http;
    const char* reason;
    StatusCode want;
  };
  for (const Case& c :
       std::vector<Case>{{400, "BadRequest", StatusCode::kInvalidArgument},
                         {422, "Invalid", StatusCode::kInvalidArgument},
                         {401, "Unauthorized", StatusCode::kUnauthenticated},
                         {403, "Forbidden", StatusCode::kPermissionDenied},
                         {404, "NotFound", StatusCode::kNotFound},
                         {405, "MethodNotAllowed", StatusCode::kUnimplemented},
                         {409, "AlreadyExists", StatusCode::kAlreadyExists},
                         {409, "Conflict", StatusCode::kConflict},
                         {409, "", StatusCode::kConflict},
                         {410, "Expired", StatusCode::kGone},
                         {413, "RequestEntityTooLarge", StatusCode::kTooLarge},
                         {415, "UnsupportedMediaType", StatusCode::kInvalidArgument},
                         {429, "TooManyRequests", StatusCode::kResourceExhausted},
                         {500, "InternalError", StatusCode::kUnavailable},
                         {500, "ServerTimeout", StatusCode::kUnavailable},
                         {503, "ServiceUnavailable", StatusCode::kUnavailable},
                         {504, "Timeout", StatusCode::kDeadlineExceeded},
                         {504, "", StatusCode::kDeadlineExceeded},
                         {500, "Timeout", StatusCode::kDeadlineExceeded},
                         {599, "", StatusCode::kUnavailable}}) {
    const std::string body = Body(c.http, c.reason);
    for (const base::Status& status : {StatusFromResponse(c.http, body), Event(body)}) {
      EXPECT_EQ(status.code(), c.want) << c.http << c.reason;
      EXPECT_EQ(status.detail().http_status, c.http);
      EXPECT_EQ(status.detail().reason, c.reason);
      EXPECT_EQ(status.message(), "m");
    }
    if (c.reason[0] == '\0') {
      EXPECT_EQ(StatusFromResponse(c.http, "").code(), c.want);
    }
  }
}

TEST(ApiStatus, KeepsTheServersWords) {
  const base::Status status = StatusFromResponse(
      422, R"({"kind":"Status","status":"Failure","reason":"Invalid","code":422,)"
           R"("message":"Pod \"a\" is invalid","details":{"retryAfterSeconds":3,"causes":[)"
           R"({"reason":"FieldValueInvalid","message":"bad","field":"spec.x"},null,5]}})");
  EXPECT_EQ(status.message(), "Pod \"a\" is invalid");
  ASSERT_EQ(status.detail().causes.size(), 3u);
  EXPECT_EQ(status.detail().causes[0].field, "spec.x");
  EXPECT_EQ(status.detail().causes[0].reason, "FieldValueInvalid");
  EXPECT_EQ(status.detail().retry_after, std::chrono::seconds(3));
}

TEST(ApiStatus, RetryAfterHeaderWinsAndOddSecondsAreIgnored) {
  const std::string two = Body(429, "TooManyRequests", R"(,"details":{"retryAfterSeconds":2})");
  EXPECT_EQ(StatusFromResponse(429, two).detail().retry_after, std::chrono::seconds(2));
  EXPECT_EQ(StatusFromResponse(429, two, std::chrono::seconds(7)).detail().retry_after,
            std::chrono::seconds(7));
  EXPECT_EQ(StatusFromResponse(503, "busy", std::chrono::seconds(1)).detail().retry_after,
            std::chrono::seconds(1));
  for (const char* odd : {"0", "-5", "\"2\"", "1.5", "null"}) {
    const std::string rest = std::string(R"(,"details":{"retryAfterSeconds":)") + odd + "}";
    EXPECT_FALSE(Event(Body(429, "TooManyRequests", rest)).detail().retry_after.has_value());
  }
  EXPECT_EQ(Event(Body(429, "", R"(,"details":{"retryAfterSeconds":9223372036854775807})"))
                .detail()
                .retry_after,
            kRetryAfterMax);
}

TEST(ApiStatus, C_WAT_18_BodiesThatAreNoStatusBecomeHttpErrors) {
  const base::Status null_body = StatusFromResponse(500, "null");
  EXPECT_EQ(null_body.code(), StatusCode::kUnavailable);
  EXPECT_EQ(null_body.message(), "HTTP 500: null");
  EXPECT_EQ(StatusFromResponse(503, "<html>upstream</html>").message(),
            "HTTP 503: <html>upstream</html>");
  EXPECT_EQ(StatusFromResponse(502, "").message(), "HTTP 502: no body");
  EXPECT_EQ(StatusFromResponse(500, std::string(5000, 'x')).message(),
            "HTTP 500: " + std::string(200, 'x') + "...");
  EXPECT_EQ(StatusFromResponse(404, "[]").code(), StatusCode::kNotFound);
  EXPECT_EQ(StatusFromResponse(500, R"({"kind":"Pod"})").message(), R"(HTTP 500: {"kind":"Pod"})");
  EXPECT_EQ(StatusFromResponse(500, std::string_view("a\n\xff\0b", 5)).message(),
            "HTTP 500: a ? b");
}

TEST(ApiStatus, CutsLongTextBetweenCharacters) {
  std::string body(199, 'x');
  body += "\xC3\xA9y";
  EXPECT_EQ(StatusFromResponse(500, body).message(), "HTTP 500: " + std::string(199, 'x') + "...");
}

TEST(ApiStatus, AWatchErrorIsNeverOk) {
  for (const char* json : {"{}", R"({"kind":"Status","status":"Success","code":200})",
                           R"({"code":"500"})", R"({"kind":"Pod"})", R"({"code":-1})"}) {
    const base::Status status = Event(json);
    EXPECT_FALSE(status.ok()) << json;
    EXPECT_FALSE(status.message().empty()) << json;
  }
  EXPECT_FALSE(StatusFromObject(Value()).ok());
  EXPECT_EQ(Event(R"({"reason":"Forbidden"})").code(), StatusCode::kPermissionDenied);
}

TEST(ApiStatus, LST_6_ExpiredAndGoneAreAlike) {
  for (const std::string& body : {Body(410, "Expired"), Body(410, "Gone"), Body(410, ""),
                                  Body(0, "Expired"), Body(0, "Gone")}) {
    EXPECT_TRUE(IsExpired(Event(body))) << body;
  }
  EXPECT_FALSE(IsExpired(Event(Body(404, "NotFound"))));
  EXPECT_FALSE(IsExpired(base::Status::Ok()));
}

TEST(ApiStatus, C_WAT_07_LST_5_RecognisesEverySpellingOfTooLargeVersion) {
  const std::string by_cause =
      Body(504, "Timeout",
           R"(,"details":{"retryAfterSeconds":1,"causes":[{"reason":"ResourceVersionTooLarge"}]})");
  EXPECT_TRUE(IsTooLargeResourceVersion(StatusFromResponse(504, by_cause)));
  EXPECT_EQ(StatusFromResponse(504, by_cause).detail().retry_after, std::chrono::seconds(1));
  const std::string by_cause_message =
      Body(504, "Timeout", R"(,"details":{"causes":[{"message":"Too large resource version"}]})");
  EXPECT_TRUE(IsTooLargeResourceVersion(StatusFromResponse(504, by_cause_message)));
  const std::string by_message = R"({"kind":"Status","reason":"Timeout","code":504,)"
                                 R"("message":"Too large resource version: 500, current: 480"})";
  EXPECT_TRUE(IsTooLargeResourceVersion(StatusFromResponse(504, by_message)));

  EXPECT_FALSE(IsTooLargeResourceVersion(StatusFromResponse(504, Body(504, "Timeout"))));
  EXPECT_FALSE(IsTooLargeResourceVersion(StatusFromResponse(504, "")));
  EXPECT_FALSE(IsTooLargeResourceVersion(
      Event(R"({"reason":"Invalid","code":422,"message":"Too large resource version"})")));
}

TEST(ApiStatus, BoundsWhatAServerCanMakeUsKeep) {
  std::string causes = R"(,"details":{"causes":[{})";
  for (int i = 0; i < 100; ++i) causes += ",{}";
  EXPECT_EQ(Event(Body(422, "Invalid", causes + "]}")).detail().causes.size(), kErrorCausesMax);
  const std::string big = R"({"message":")" + std::string(100'000, 'x') + "\"}";
  EXPECT_EQ(Event(big).message().size(), kErrorMessageBytesMax + 3);
}

}  // namespace
}  // namespace oarlock::kube
