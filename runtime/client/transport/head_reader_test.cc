#include "client/transport/head_reader.h"

#include <gtest/gtest.h>

#include "client/transport_options.h"

namespace oarlock::client {
namespace {

using Step = HeadReader::Step;

Step AddAll(HeadReader& reader, std::initializer_list<std::string_view> lines) {
  Step last = Step::kMore;
  for (const std::string_view line : lines) last = reader.Add(line);
  return last;
}

TEST(HeadReader, AnEmptyLineEndsIt) {
  HeadReader reader;
  EXPECT_EQ(AddAll(reader,
                   {"HTTP/2 429 \r\n", "Content-Type:  application/json\r\n", "RETRY-AFTER: 7\r\n",
                    "warning: 299 - \"a\"\r\n", "Warning: 299 - \"b\"\r\n", "no field\r\n"}),
            Step::kMore);
  EXPECT_FALSE(reader.done());
  EXPECT_EQ(reader.Add("\r\n"), Step::kWhole);
  EXPECT_TRUE(reader.done());
  const ResponseHead& head = reader.head();
  EXPECT_EQ(head.status, 429);
  EXPECT_TRUE(head.http2);
  EXPECT_EQ(head.content_type, "application/json");
  EXPECT_EQ(head.retry_after, std::chrono::seconds(7));
  EXPECT_EQ(head.warnings, (std::vector<std::string>{"299 - \"a\"", "299 - \"b\""}));
  EXPECT_EQ(reader.Add("Content-Type: text/plain\r\n"), Step::kMore) << "a trailer";
  EXPECT_EQ(head.content_type, "application/json");
}

TEST(HeadReader, InterimAnswersAndDatesToWaitForAreNotTheHead) {
  HeadReader reader;
  EXPECT_EQ(AddAll(reader, {"HTTP/1.1 100 Continue\r\n", "Location: x\r\n", "\r\n"}), Step::kMore);
  EXPECT_EQ(AddAll(reader, {"HTTP/1.1 503 Service Unavailable\r\n",
                            "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n", "\r\n"}),
            Step::kWhole);
  EXPECT_EQ(reader.head().status, 503);
  EXPECT_FALSE(reader.head().http2);
  EXPECT_EQ(reader.head().location, "");
  EXPECT_FALSE(reader.head().retry_after);
}

TEST(HeadReader, TheAnswerToARequestThatIsSentAgainIsTheHead) {
  HeadReader reader;
  EXPECT_EQ(AddAll(reader, {"HTTP/1.1 407 x\r\n", "\r\n"}), Step::kWhole);
  EXPECT_EQ(reader.Add("HTTP/1.1 200 OK\r\n"), Step::kMore);
  EXPECT_FALSE(reader.done());
  EXPECT_EQ(reader.Add("\r\n"), Step::kWhole);
  EXPECT_EQ(reader.head().status, 200);
}

TEST(HeadReader, HasALimit) {
  HeadReader reader;
  EXPECT_EQ(reader.Add(std::string(kHeaderBytesMax, 'x')), Step::kMore);
  EXPECT_FALSE(reader.too_long());
  EXPECT_EQ(reader.Add("y"), Step::kTooLong);
  EXPECT_TRUE(reader.too_long());
  EXPECT_EQ(reader.Add("\r\n"), Step::kTooLong);
}

}  // namespace
}  // namespace oarlock::client
