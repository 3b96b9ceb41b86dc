#include "bench/samples.h"

#include <fstream>
#include <iterator>

#include "base/check.h"
#include "kube/decode.h"

namespace oarlock::bench {
namespace {

constexpr std::string_view kPodName = "checkout-6d8f7c9b54-q2x7m";
constexpr std::string_view kPodSuffix = "q2x7m";
constexpr std::string_view kPodVersion = "184467";

std::string ReadSample(const char* name) {
  std::ifstream in(std::string(OARLOCK_BENCH_DATA "/") + name, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  OARLOCK_CHECK(!text.empty());
  return text;
}

void ReplaceOnce(std::string& text, std::string_view from, const std::string& to) {
  const size_t at = text.find(from);
  OARLOCK_CHECK(at != std::string::npos);
  text.replace(at, from.size(), to);
}

std::string PodName(size_t i) { return "checkout-" + std::to_string(i); }

}  // namespace

const std::string& PodJson() {
  static const std::string text = ReadSample("pod.json");
  return text;
}

const std::string& PodProtobuf() {
  static const std::string bytes = ReadSample("pod.pb");
  return bytes;
}

const std::string& ConfigMapJson() {
  static const std::string text = ReadSample("configmap.json");
  return text;
}

std::string PodJson(size_t i, size_t version) {
  std::string text = PodJson();
  ReplaceOnce(text, kPodName, PodName(i));
  ReplaceOnce(text, kPodVersion, std::to_string(version));
  return text;
}

std::string PodProtobuf(size_t i) {
  std::string suffix = std::to_string(i);
  suffix.insert(0, kPodSuffix.size() - suffix.size(), '0');
  std::string pod = PodProtobuf();
  ReplaceOnce(pod, kPodSuffix, suffix);
  return pod;
}

std::vector<kube::Object> Pods(size_t count, size_t version) {
  std::vector<kube::Object> pods;
  for (size_t i = 0; i < count; ++i) {
    pods.push_back(kube::ObjectFromJson(PodJson(i, version)).value());
  }
  return pods;
}

std::string PodKey(size_t i) { return "shop/" + PodName(i); }

std::string PodListJson(size_t count) {
  std::string text =
      R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[)";
  for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + PodJson(i, 1);
  return text + "]}";
}

}  // namespace oarlock::bench
