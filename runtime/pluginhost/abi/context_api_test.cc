#include <atomic>
#include <thread>

#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::Text;
using testing::View;

class ContextApi : public testing::CallFixture {
 protected:
  const oar_context_api& context() { return *api.context; }
  const oar_buffer_api& buffer() { return *api.buffer; }
};

TEST_F(ContextApi, TellsItsDeadline) {
  const auto open = Call();
  oar_mono out{};
  ASSERT_EQ(context().deadline(open->handle(), &out), OAR_OK);
  EXPECT_EQ(out.ns, OAR_NEVER);
  const base::MonoTime until = host.clock.Now() + std::chrono::seconds(3);
  const auto call = Call(testing::kTestReconcile, until);
  ASSERT_EQ(context().deadline(call->handle(), &out), OAR_OK);
  oar_mono now{};
  ASSERT_EQ(api.clock->now_mono(instance.handle(), &now), OAR_OK);
  EXPECT_EQ(out.ns - now.ns, 3'000'000'000);
  EXPECT_EQ(context().deadline({12345}, &out), OAR_E_STALE);
  EXPECT_EQ(out.ns, 0);
}

TEST_F(ContextApi, TellsWhetherAndWhyItIsCancelled) {
  const auto call = Call();
  int32_t reason = 9;
  EXPECT_EQ(context().is_cancelled(call->handle()), OAR_OK);
  ASSERT_EQ(context().cancel_reason(call->handle(), &reason), OAR_OK);
  EXPECT_EQ(reason, OAR_CANCEL_NONE);
  call->cancellation()->Cancel(controller::CancelReason::kDrain);
  EXPECT_EQ(context().is_cancelled(call->handle()), OAR_E_CANCELLED);
  ASSERT_EQ(context().cancel_reason(call->handle(), &reason), OAR_OK);
  EXPECT_EQ(reason, OAR_CANCEL_DRAIN);
  EXPECT_EQ(context().wait_cancel(call->handle(), OAR_NEVER), OAR_E_CANCELLED);
}

TEST_F(ContextApi, WaitCancelEndsAtTimeoutDeadlineOrCancellation) {
  const auto wait = [&](base::MonoTime deadline, int64_t timeout, base::Duration step) {
    const auto call = Call(testing::kTestReconcile, deadline);
    std::atomic<int32_t> status{0};
    const base::MonoTime begin = host.clock.Now();
    std::thread waiter([&] { status = context().wait_cancel(call->handle(), timeout); });
    EXPECT_TRUE(host.WaitFor([&] { return status != 0; }, step));
    waiter.join();
    return std::pair(status.load(), host.clock.Now() - begin);
  };
  const auto second = std::chrono::seconds(1);
  auto [status, took] = wait(base::kNever, 5'000'000'000, second);
  EXPECT_EQ(status, OAR_E_TIMEOUT);
  EXPECT_GE(took, std::chrono::seconds(5));
  std::tie(status, took) = wait(host.clock.Now() + std::chrono::seconds(2), OAR_NEVER, second);
  EXPECT_EQ(status, OAR_E_TIMEOUT) << "the deadline of the context";
  std::tie(status, took) = wait(base::kNever, -5, second);
  EXPECT_EQ(status, OAR_E_TIMEOUT) << "a negative timeout has passed";
  std::tie(status, took) = wait(host.clock.Now() - second, OAR_NEVER, second);
  EXPECT_EQ(status, OAR_E_TIMEOUT) << "a deadline that has passed";

  const auto call = Call();
  std::thread waiter(
      [&] { EXPECT_EQ(context().wait_cancel(call->handle(), OAR_NEVER), OAR_E_CANCELLED); });
  call->cancellation()->Cancel(controller::CancelReason::kShutdown);
  waiter.join();
}

TEST_F(ContextApi, ForksHaveOwnHandlesAndAreCancelledWithTheirParent) {
  const auto call = Call(testing::kTestReconcile, host.clock.Now() + std::chrono::seconds(9));
  oar_ctx fork{};
  ASSERT_EQ(context().fork(call->handle(), &fork), OAR_OK);
  EXPECT_NE(fork.id, call->handle().id);
  const oar_obj obj = FromJson(*call, "{}");
  uint64_t len = 0;
  EXPECT_EQ(api.object->len(fork, obj, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
  oar_mono parents{};
  oar_mono forks{};
  ASSERT_EQ(context().deadline(call->handle(), &parents), OAR_OK);
  ASSERT_EQ(context().deadline(fork, &forks), OAR_OK);
  EXPECT_EQ(parents.ns, forks.ns);
  call->cancellation()->Cancel(controller::CancelReason::kDeadline);
  EXPECT_EQ(context().is_cancelled(fork), OAR_E_CANCELLED);
  oar_ctx late{4};
  EXPECT_EQ(context().fork(call->handle(), &late), OAR_E_SHUTTING_DOWN);
  EXPECT_EQ(late.id, 0u);
  EXPECT_EQ(context().release(call->handle()), OAR_E_INVALID) << "no fork";
  EXPECT_EQ(context().release(fork), OAR_OK);
  EXPECT_EQ(context().release(fork), OAR_E_STALE);
  EXPECT_EQ(context().is_cancelled(fork), OAR_E_STALE);
}

TEST_F(ContextApi, ForksOfActivateStayUntilDrainCancelsThem) {
  constexpr CallRights kActivate{"activate", true, true, true};
  oar_ctx fork{};
  {
    const auto call = Call(kActivate, host.clock.Now() + std::chrono::seconds(1));
    ASSERT_EQ(context().fork(call->handle(), &fork), OAR_OK);
  }
  const auto run = Call();
  oar_ctx of_run{};
  ASSERT_EQ(context().fork(run->handle(), &of_run), OAR_OK);
  host.clock.Advance(std::chrono::hours(1));
  oar_mono deadline{};
  ASSERT_EQ(context().deadline(fork, &deadline), OAR_OK);
  EXPECT_EQ(deadline.ns, OAR_NEVER);
  EXPECT_EQ(context().is_cancelled(fork), OAR_OK);
  instance.CancelForks(controller::CancelReason::kDrain);
  EXPECT_EQ(context().is_cancelled(fork), OAR_E_CANCELLED);
  EXPECT_EQ(context().is_cancelled(of_run), OAR_OK) << "the run may end by itself";
  EXPECT_EQ(instance.ReleaseForks(), 2u);
  EXPECT_EQ(context().is_cancelled(fork), OAR_E_STALE);
}

TEST_F(ContextApi, RefusesMoreForksThanThereMayBe) {
  const auto call = Call();
  oar_ctx fork{};
  for (size_t i = 0; i < kForksMax; ++i) {
    ASSERT_EQ(context().fork(call->handle(), &fork), OAR_OK);
  }
  oar_ctx more{3};
  EXPECT_EQ(context().fork(call->handle(), &more), OAR_E_THROTTLED);
  EXPECT_EQ(more.id, 0u);
  EXPECT_EQ(context().release(fork), OAR_OK);
  EXPECT_EQ(context().fork(call->handle(), &more), OAR_OK);
  EXPECT_EQ(instance.ReleaseForks(), kForksMax);
}

TEST_F(ContextApi, ErrorInfoTellsEverythingTheServerSaid) {
  const auto call = Call();
  base::ErrorDetail detail;
  detail.http_status = 422;
  detail.reason = "Invalid";
  detail.retry_after = std::chrono::seconds(2);
  detail.causes = {{"FieldValueRequired", "is missing", "spec.a"}, {"Other", "m", "f"}};
  oar_error err{};
  EXPECT_EQ(call->Fail({base::StatusCode::kInvalidArgument, "bad object", detail}, &err),
            OAR_E_INVALID);
  oar_error_info info{};
  info.struct_size = sizeof(info);
  ASSERT_EQ(context().error_info(call->handle(), err, &info), OAR_OK);
  EXPECT_EQ(info.code, OAR_E_INVALID);
  EXPECT_EQ(info.http_status, 422);
  EXPECT_EQ(Text(info.reason), "Invalid");
  EXPECT_EQ(Text(info.message), "bad object");
  EXPECT_EQ(info.retry_after_ns, 2'000'000'000);
  ASSERT_EQ(info.causes_count, 2u);
  const auto causes = ReadArray(info.causes, info.causes_count, info.causes_stride);
  ASSERT_TRUE(causes);
  EXPECT_EQ(Text((*causes)[0].field), "spec.a");
  EXPECT_EQ(Text((*causes)[1].message), "m");
  oar_error plain{};
  EXPECT_EQ(call->Fail(OAR_E_STALE, "old", &plain), OAR_E_STALE);
  ASSERT_EQ(context().error_info(call->handle(), plain, &info), OAR_OK);
  EXPECT_EQ(info.code, OAR_E_STALE) << "not what it maps to";
  EXPECT_EQ(info.retry_after_ns, -1);
  EXPECT_EQ(info.http_status, 0);
  EXPECT_EQ(context().error_info(call->handle(), {77}, &info), OAR_E_STALE);
  EXPECT_EQ(info.message.ptr, nullptr);
  EXPECT_EQ(call->Fail(OAR_E_STALE, "nobody asks", nullptr), OAR_E_STALE);
}

TEST_F(ContextApi, SetErrorIsTheReasonOfTheCall) {
  const auto call = Call();
  EXPECT_EQ(call->Outcome(OAR_E_TIMEOUT).message(), "reconcile returned TIMEOUT");
  ASSERT_EQ(context().set_error(call->handle(), OAR_E_INVALID, View("first")), OAR_OK);
  ASSERT_EQ(context().set_error(call->handle(), OAR_E_INVALID, View("last counts")), OAR_OK);
  EXPECT_EQ(call->Outcome(OAR_E_TIMEOUT).message(), "last counts");
  EXPECT_EQ(call->Outcome(OAR_E_TIMEOUT).code(), base::StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(call->Outcome(OAR_OK).ok());
  EXPECT_EQ(context().set_error(call->handle(), OAR_E_INVALID, {nullptr, 1}), OAR_E_INVALID);
}

TEST_F(ContextApi, BuffersBuildTextOnce) {
  const auto call = Call();
  oar_buf buf{};
  ASSERT_EQ(buffer().create(call->handle(), UINT64_MAX, &buf), OAR_OK) << "a hint only";
  EXPECT_EQ(buffer().append(call->handle(), buf, View("ab")), OAR_OK);
  EXPECT_EQ(buffer().append(call->handle(), buf, {nullptr, 0}), OAR_OK);
  EXPECT_EQ(buffer().append(call->handle(), buf, View("c")), OAR_OK);
  oar_view out{};
  ASSERT_EQ(buffer().finish(call->handle(), buf, &out), OAR_OK);
  EXPECT_EQ(Text(out), "abc");
  EXPECT_EQ(buffer().append(call->handle(), buf, View("d")), OAR_E_INVALID);
  EXPECT_EQ(buffer().release(call->handle(), buf), OAR_OK);
  EXPECT_EQ(buffer().finish(call->handle(), buf, &out), OAR_E_STALE);
  EXPECT_EQ(out.ptr, nullptr);
  EXPECT_EQ(buffer().release(call->handle(), buf), OAR_E_STALE);
}

TEST_F(ContextApi, BuffersTogetherHaveALimitThatReleaseGivesBack) {
  const auto call = Call();
  const std::string half(kBufferBytesMax / 2, 'x');
  oar_buf first{};
  oar_buf second{};
  ASSERT_EQ(buffer().create(call->handle(), 0, &first), OAR_OK);
  ASSERT_EQ(buffer().create(call->handle(), 0, &second), OAR_OK);
  EXPECT_EQ(buffer().append(call->handle(), first, View(half)), OAR_OK);
  EXPECT_EQ(buffer().append(call->handle(), second, View(half)), OAR_OK);
  EXPECT_EQ(buffer().append(call->handle(), second, View("x")), OAR_E_TOO_LARGE);
  EXPECT_EQ(buffer().release(call->handle(), first), OAR_OK);
  EXPECT_EQ(buffer().append(call->handle(), second, View("x")), OAR_OK);
}

TEST_F(ContextApi, BuffersHaveALimitOfTheirNumber) {
  const auto call = Call();
  oar_buf buf{};
  for (size_t i = 0; i < kBuffersMax; ++i) {
    ASSERT_EQ(buffer().create(call->handle(), 0, &buf), OAR_OK);
  }
  EXPECT_EQ(buffer().create(call->handle(), 0, &buf), OAR_E_THROTTLED);
  EXPECT_EQ(buf.id, 0u);
}

TEST_F(ContextApi, TheHostTableAnswersOnlyItsOwnHandles) {
  const auto call = Call();
  Instance other(host.env(), Name());
  const void* table = &table;
  EXPECT_EQ(api.get_extension(instance.handle(), View(OAR_EXT_CLIENT), &table), OAR_OK);
  EXPECT_NE(table, nullptr);
  EXPECT_EQ(api.get_extension(instance.handle(), View("oarlock.none/1"), &table), OAR_E_NOT_FOUND);
  EXPECT_EQ(table, nullptr);
  EXPECT_EQ(api.get_extension({1}, View(OAR_EXT_CLIENT), &table), OAR_E_STALE);
  oar_log_record record{};
  record.struct_size = sizeof(record);
  record.level = OAR_LOG_WARNING;
  record.message = View("words of the plugin");
  oar_field field{};
  field.key = View("answer");
  field.value.type = OAR_TYPE_I64;
  field.value.as.i64 = 42;
  record.fields = &field;
  record.fields_count = 1;
  EXPECT_EQ(api.log(instance.handle(), {0}, &record), OAR_OK);
  EXPECT_TRUE(host.log_lines->Has("words of the plugin"));
  EXPECT_TRUE(host.log_lines->Has("answer=42"));
  EXPECT_FALSE(host.log_lines->Has("ns/a"));
  EXPECT_EQ(api.log(instance.handle(), call->handle(), &record), OAR_OK);
  EXPECT_TRUE(host.log_lines->Has("ns/a"));
  EXPECT_EQ(api.log(other.handle(), call->handle(), &record), OAR_E_STALE);
  EXPECT_EQ(api.log(instance.handle(), {4711}, &record), OAR_E_STALE);
  record.flags = 1;
  EXPECT_EQ(api.log(instance.handle(), {0}, &record), OAR_E_INVALID);
  oar_time now{};
  EXPECT_EQ(api.clock->now_unix(instance.handle(), &now), OAR_OK);
  EXPECT_EQ(now.unix_ns, host.clock.UnixNow().time_since_epoch().count());
}

TEST_F(ContextApi, OneNoisyPlaceDoesNotDrownTheOthers) {
  const auto log = [&](uint64_t site, std::string_view message) {
    oar_log_record record{};
    record.struct_size = sizeof(record);
    record.level = OAR_LOG_INFO;
    record.message = View(message);
    record.call_site = site;
    return api.log(instance.handle(), {0}, &record);
  };
  for (int i = 0; i < static_cast<int>(kLogBurst); ++i) {
    ASSERT_EQ(log(7, "noise " + std::to_string(i)), OAR_OK) << i;
  }
  EXPECT_EQ(log(7, "one too many"), OAR_E_THROTTLED);
  EXPECT_FALSE(host.log_lines->Has("one too many"));
  EXPECT_EQ(log(8, "another place"), OAR_OK);
  EXPECT_EQ(log(0, "no place"), OAR_OK);
  host.clock.Advance(std::chrono::seconds(1));
  EXPECT_EQ(log(7, "later"), OAR_OK);
}

}  // namespace
}  // namespace oarlock::pluginhost
