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
constexpr size_t kPodsOfTemplate = 33;

// What Pods of one template do not have in common, and what templates have not.
constexpr std::string_view kOwnOfPod[] = {
    "0b6f6c2e-6d0d-4f5e-9a35-2b8f6f4b7c11", "10.244.3.91",
    "a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4"};
constexpr std::string_view kOwnOfTemplate[] = {"3c1f0d52-9d1e-4a53-8e0b-6f2d3c7a9b10"};

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

// The i-th text in the manner of `sample` and as long as it is, so that protobuf stays what it was:
// its last five digits count.
std::string Numbered(std::string_view sample, size_t i) {
  std::string text(sample);
  int digits = 5;
  for (size_t at = text.size(); at-- > 0 && digits > 0;) {
    if (text[at] < '0' || text[at] > '9') continue;
    text[at] = static_cast<char>('0' + i % 10);
    i /= 10;
    --digits;
  }
  return text;
}

void ReplaceAll(std::string& text, std::string_view from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void MakeItsOwn(std::string& pod, size_t i) {
  for (const std::string_view own : kOwnOfPod) ReplaceAll(pod, own, Numbered(own, i));
  const size_t of = i / kPodsOfTemplate;
  for (const std::string_view own : kOwnOfTemplate) ReplaceAll(pod, own, Numbered(own, of));
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
  MakeItsOwn(text, i);
  return text;
}

std::string PodProtobuf(size_t i) {
  std::string suffix = std::to_string(i);
  suffix.insert(0, kPodSuffix.size() - suffix.size(), '0');
  std::string pod = PodProtobuf();
  ReplaceOnce(pod, kPodSuffix, suffix);
  MakeItsOwn(pod, i);
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
