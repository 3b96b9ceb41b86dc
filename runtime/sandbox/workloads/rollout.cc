#include "sandbox/workloads/rollout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

namespace oarlock::sandbox {
namespace {

std::vector<int64_t> WantedOf(const std::vector<SetSize>& sets) {
  std::vector<int64_t> out;
  for (const SetSize& set : sets) out.push_back(set.wanted);
  return out;
}

int64_t Sum(const std::vector<int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
}

// All old ones end before the first new one starts.
std::vector<int64_t> NextRecreated(const RolloutPlan& plan, const std::vector<SetSize>& sets) {
  std::vector<int64_t> sizes(sets.size(), 0);
  const bool empty = std::all_of(sets.begin() + 1, sets.end(), [](const SetSize& set) {
    return set.wanted == 0 && set.pods == 0;
  });
  sizes[0] = empty ? plan.replicas : std::min(sets[0].wanted, plan.replicas);
  return sizes;
}

int64_t NextNewest(const RolloutPlan& plan, const SetSize& newest, int64_t all) {
  if (newest.wanted >= plan.replicas) return plan.replicas;
  const int64_t room = std::max<int64_t>(plan.most() - all, 0);
  return newest.wanted + std::min(room, plan.replicas - newest.wanted);
}

// Old ones shrink as far as enough stay available; first by what is not available anyway.
void ShrinkOld(const RolloutPlan& plan, const std::vector<SetSize>& sets,
               std::vector<int64_t>& sizes) {
  const int64_t missing = std::max<int64_t>(sizes[0] - sets[0].available, 0);
  int64_t room = Sum(sizes) - plan.least() - missing;
  for (size_t i = 1; i < sets.size() && room > 0; ++i) {
    const int64_t less = std::min(room, std::max<int64_t>(sizes[i] - sets[i].available, 0));
    sizes[i] -= less;
    room -= less;
  }
  int64_t available = 0;
  for (const SetSize& set : sets) available += set.available;
  int64_t spare = std::min(available - plan.least(), room);
  for (size_t i = 1; i < sets.size() && spare > 0; ++i) {
    const int64_t less = std::min(spare, sizes[i]);
    sizes[i] -= less;
    spare -= less;
  }
}

}  // namespace

int64_t CountOf(const Json& value, int64_t whole, bool up) {
  if (value.is_number_integer()) return value.get<int64_t>();
  const int64_t percent = std::strtoll(std::string(TextOf(value)).c_str(), nullptr, 10);
  return (whole * percent + (up ? 99 : 0)) / 100;
}

RolloutPlan RolloutPlan::Of(const Json& deployment) {
  const Json& spec = Member(deployment, "spec");
  const Json& replicas = Member(spec, "replicas");
  RolloutPlan plan;
  plan.replicas = replicas.is_number_integer() ? replicas.get<int64_t>() : 1;
  plan.recreate = TextAt(spec, {"strategy", "type"}) == "Recreate";
  if (plan.recreate) {
    plan.fewer = plan.replicas;
    return plan;
  }
  const Json& rolling = At(spec, {"strategy", "rollingUpdate"});
  plan.more = CountOf(Member(rolling, "maxSurge"), plan.replicas, true);
  plan.fewer = CountOf(Member(rolling, "maxUnavailable"), plan.replicas, false);
  if (plan.more == 0 && plan.fewer == 0) plan.fewer = 1;  // or nothing would ever move
  plan.fewer = std::min(plan.fewer, plan.replicas);
  return plan;
}

std::vector<int64_t> NextSizes(const RolloutPlan& plan, const std::vector<SetSize>& sets) {
  if (plan.recreate) return NextRecreated(plan, sets);
  std::vector<int64_t> sizes = WantedOf(sets);
  const int64_t newest = NextNewest(plan, sets[0], Sum(sizes));
  if (newest != sizes[0]) {
    sizes[0] = newest;
  } else {
    ShrinkOld(plan, sets, sizes);
  }
  return sizes;
}

std::vector<int64_t> ScaledSizes(const RolloutPlan& plan, const std::vector<SetSize>& sets) {
  std::vector<int64_t> sizes = WantedOf(sets);
  const auto active = static_cast<size_t>(
      std::count_if(sizes.begin(), sizes.end(), [](int64_t size) { return size > 0; }));
  if (active <= 1) {
    const auto only = std::find_if(sizes.begin(), sizes.end(), [](int64_t n) { return n > 0; });
    (only == sizes.end() ? sizes[0] : *only) = plan.replicas;
    return sizes;
  }
  if (plan.recreate) return sizes;
  const int64_t most = plan.replicas > 0 ? plan.most() : 0;
  const int64_t change = most - Sum(sizes);
  int64_t left = change;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0 || sets[i].limit == 0) continue;
    const double share = static_cast<double>(sizes[i]) * static_cast<double>(most) /
                         static_cast<double>(sets[i].limit);
    int64_t part = std::llround(share) - sizes[i];
    part = change > 0 ? std::clamp<int64_t>(part, 0, left) : std::clamp<int64_t>(part, left, 0);
    sizes[i] = std::max<int64_t>(sizes[i] + part, 0);
    left -= part;
  }
  const auto largest = std::max_element(sizes.begin(), sizes.end());
  *largest = std::max<int64_t>(*largest + left, 0);
  return sizes;
}

}  // namespace oarlock::sandbox
