#include "server/metrics_page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "server/openmetrics.h"
#include "server/prometheus.h"

namespace oarlock::server {
namespace {

std::vector<base::MetricFamily> Families() {
  base::MetricRegistry registry;
  const auto counter =
      registry.MakeCounter("c_total", "C \"quoted\".", {{"l", "a\"b\\c\nd \xF0\x9F\x98\x80"}});
  counter->Add(3);
  const auto gauge = registry.MakeGauge("g", "G.");
  gauge->Set(0.25);
  const auto histogram = registry.MakeHistogram("h_seconds", "H.", {0.5, 1}, {{"x", "y"}});
  histogram->Observe(0.7);
  histogram->Observe(70);
  std::vector<base::MetricFamily> families = registry.Collect();
  std::erase_if(families,
                [](const base::MetricFamily& f) { return f.name.starts_with("oarlock"); });
  return families;
}

Response Scrape(std::string_view accept, std::string_view encoding = {}) {
  return MetricsPage(Families(), {"GET", "/metrics", "", accept, "", encoding});
}

std::string Unpacked(const std::string& packed) {
  std::string out(1 << 16, '\0');
  z_stream stream{};
  EXPECT_EQ(::inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  ::inflateEnd(&stream);
  return out;
}

TEST(MetricsPage, C_MET_04_OpenMetricsWhereItIsAskedFor) {
  const Response page = Scrape("application/openmetrics-text; version=1.0.0");
  EXPECT_EQ(page.content_type, kOpenMetricsContentType);
  EXPECT_EQ(page.body,
            "# TYPE c counter\n# HELP c C \\\"quoted\\\".\n"
            "c_total{l=\"a\\\"b\\\\c\\nd \xF0\x9F\x98\x80\"} 3.0\n"
            "# TYPE g gauge\n# HELP g G.\ng 0.25\n"
            "# TYPE h_seconds histogram\n# HELP h_seconds H.\n"
            "h_seconds_bucket{x=\"y\",le=\"0.5\"} 0\n"
            "h_seconds_bucket{x=\"y\",le=\"1.0\"} 1\n"
            "h_seconds_bucket{x=\"y\",le=\"+Inf\"} 2\n"
            "h_seconds_count{x=\"y\"} 2\nh_seconds_sum{x=\"y\"} 70.7\n"
            "# EOF\n");
}

TEST(MetricsPage, C_MET_04_TextForEverybodyElse) {
  for (const char* accept :
       {"", "text/plain", "*/*", "application/openmetrics-text; version=9.0.0", ";;=,,q",
        "application/openmetrics-text;q=0.1, text/plain;version=0.0.4;q=0.5"}) {
    const Response page = Scrape(accept);
    EXPECT_EQ(page.content_type, kPrometheusContentType) << accept;
    EXPECT_NE(page.body.find(
                  "# TYPE c_total counter\nc_total{l=\"a\\\"b\\\\c\\nd \xF0\x9F\x98\x80\"} 3\n"),
              std::string::npos)
        << page.body;
    EXPECT_TRUE(page.headers.empty());
  }
}

// What a Prometheus sends.
TEST(MetricsPage, C_MET_04_TheFormatThatIsLikedBest) {
  EXPECT_EQ(Scrape("application/openmetrics-text;version=1.0.0,application/openmetrics-text;"
                   "version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
                .content_type,
            kOpenMetricsContentType);
}

TEST(MetricsPage, C_MET_04_GzipOnlyIfAskedFor) {
  const Response page = Scrape("", "deflate, gzip;q=0.8");
  ASSERT_EQ(page.headers.size(), 1u);
  EXPECT_EQ(page.headers[0].second, "gzip");
  EXPECT_EQ(Unpacked(page.body), Scrape("").body);
  for (const char* encoding : {"", "identity", "gzip;q=0", "br"}) {
    EXPECT_TRUE(Scrape("", encoding).headers.empty()) << encoding;
  }
}

}  // namespace
}  // namespace oarlock::server
