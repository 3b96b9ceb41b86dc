#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::Text;
using testing::View;

constexpr std::string_view kObject =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"v"}})";

class Edit : public testing::CallFixture {
 protected:
  oar_doc Of(std::string_view json) {
    oar_doc out{};
    EXPECT_EQ(edit.from_object(ctx(), FromJson(*call, json), &out), OAR_OK);
    return out;
  }
  std::string Json(oar_doc doc) {
    oar_view out{};
    EXPECT_EQ(edit.json(ctx(), doc, &out), OAR_OK);
    return Text(out);
  }
  std::string Diff(oar_doc doc, int32_t kind) {
    oar_view out{};
    const int32_t code = edit.diff(ctx(), doc, kind, &out, nullptr);
    return code == OAR_OK ? Text(out) : std::string(AbiStatusName(code));
  }
  int32_t SetScalar(oar_doc doc, std::string_view path, oar_value value, oar_error* err = nullptr) {
    return edit.set(ctx(), doc, View(path), &value, err);
  }
  static oar_value Scalar(int32_t type, std::string_view text = {}, int64_t number = 0) {
    oar_value value{};
    value.type = type;
    value.as.i64 = number;
    value.text = View(text);
    return value;
  }
  oar_ctx ctx() const { return call->handle(); }

  std::unique_ptr<Context> call = Call();
  const oar_edit_api& edit = EditApi();
};

TEST_F(Edit, ScalarsAreSetByTheirType) {
  oar_doc doc{};
  ASSERT_EQ(edit.empty(ctx(), &doc), OAR_OK);
  EXPECT_EQ(SetScalar(doc, "/n", Scalar(OAR_TYPE_NULL)), OAR_OK);
  EXPECT_EQ(SetScalar(doc, "/b", Scalar(OAR_TYPE_BOOL, {}, 1)), OAR_OK);
  EXPECT_EQ(SetScalar(doc, "/i", Scalar(OAR_TYPE_I64, {}, -5)), OAR_OK);
  oar_value number = Scalar(OAR_TYPE_U64);
  number.as.u64 = UINT64_MAX;
  EXPECT_EQ(SetScalar(doc, "/u", number), OAR_OK);
  number.type = OAR_TYPE_F64;
  number.as.f64 = 0.25;
  EXPECT_EQ(SetScalar(doc, "/f", number), OAR_OK);
  EXPECT_EQ(SetScalar(doc, "/t", Scalar(OAR_TYPE_NUMBER_TEXT, "1e400")), OAR_OK);
  EXPECT_EQ(SetScalar(doc, "/s", Scalar(OAR_TYPE_STRING, "a\"b")), OAR_OK);
  const oar_value last = Scalar(OAR_TYPE_STRING, "x");
  EXPECT_EQ(edit.append(ctx(), doc, View("/l"), &last, nullptr), OAR_OK);
  EXPECT_EQ(Json(doc), R"({"n":null,"b":true,"i":-5,"u":18446744073709551615,"f":0.25,)"
                       R"("t":1e400,"s":"a\"b","l":["x"]})");
  number.as.f64 = std::numeric_limits<double>::infinity();
  EXPECT_EQ(SetScalar(doc, "/f", number), OAR_E_INVALID);
  EXPECT_EQ(SetScalar(doc, "/t", Scalar(OAR_TYPE_NUMBER_TEXT, "one")), OAR_E_INVALID);
  EXPECT_EQ(SetScalar(doc, "/t", Scalar(OAR_TYPE_MAP)), OAR_E_INVALID);
  EXPECT_EQ(edit.set(ctx(), doc, View("/t"), nullptr, nullptr), OAR_E_INVALID);
}

TEST_F(Edit, DiffsAreMadeFromWhatTheDocumentWasMadeFrom) {
  const oar_doc doc = Of(kObject);
  EXPECT_EQ(Diff(doc, OAR_PATCH_MERGE), "") << "nothing changed";
  oar_view none{"x", 1};
  ASSERT_EQ(edit.diff(ctx(), doc, OAR_PATCH_JSON, &none, nullptr), OAR_OK);
  EXPECT_EQ(none.ptr, nullptr) << "absent";
  ASSERT_EQ(edit.set_json(ctx(), doc, View("/data/k"), View(R"("w")"), nullptr), OAR_OK);
  ASSERT_EQ(edit.merge(ctx(), doc, View("/metadata"), View(R"({"labels":{"l":"1"}})"), nullptr),
            OAR_OK);
  EXPECT_EQ(Diff(doc, OAR_PATCH_MERGE), R"({"metadata":{"labels":{"l":"1"}},"data":{"k":"w"}})");
  EXPECT_EQ(Diff(doc, OAR_PATCH_JSON),
            R"([{"op":"add","path":"/metadata/labels","value":{"l":"1"}},)"
            R"({"op":"replace","path":"/data/k","value":"w"}])");
  EXPECT_EQ(Diff(doc, OAR_PATCH_APPLY),
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"l":"1"}},)"
            R"("data":{"k":"w"}})");
  EXPECT_EQ(Diff(doc, OAR_PATCH_STRATEGIC), "INVALID");
  EXPECT_EQ(edit.remove(ctx(), doc, View("/data"), nullptr), OAR_OK);
  EXPECT_EQ(Json(doc), R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a",)"
                       R"("labels":{"l":"1"}}})");
}

TEST_F(Edit, PartsOfObjectsAreCopied) {
  const oar_obj from = FromJson(*call, R"({"kind":"A","spec":{"x":[1,{"y":2.50}]}})");
  oar_value spec{};
  ASSERT_EQ(api.object->member(ctx(), from, {OAR_NODE_ROOT}, View("spec"), &spec), OAR_OK);
  const oar_doc doc = Of(kObject);
  ASSERT_EQ(edit.set_node(ctx(), doc, View("/data/copy"), from, spec.node, nullptr), OAR_OK);
  EXPECT_NE(Json(doc).find(R"("copy":{"x":[1,{"y":2.50}]})"), std::string::npos);
  const oar_obj other = FromJson(*call, R"({"kind":"B"})");
  EXPECT_EQ(edit.set_node(ctx(), doc, View("/x"), other, spec.node, nullptr), OAR_E_STALE);
  EXPECT_EQ(edit.set_node(ctx(), doc, View("/x"), {9}, spec.node, nullptr), OAR_E_STALE);
}

TEST_F(Edit, TheDocumentCanBeReadAsAnObject) {
  const oar_doc doc = Of(kObject);
  oar_obj object{};
  ASSERT_EQ(edit.object(ctx(), doc, &object, nullptr), OAR_OK);
  EXPECT_EQ(JsonOf(*call, object), kObject);
  ASSERT_EQ(edit.set_json(ctx(), doc, View(""), View("[1]"), nullptr), OAR_OK);
  EXPECT_EQ(edit.object(ctx(), doc, &object, nullptr), OAR_E_INVALID);
  EXPECT_EQ(object.id, 0u);
}

TEST_F(Edit, ErrorsSayWhatIsWrong) {
  const oar_doc doc = Of(kObject);
  oar_error err{};
  EXPECT_EQ(edit.set_json(ctx(), doc, View("/data/k/x"), View("1"), &err), OAR_E_INVALID);
  oar_error_info info{};
  info.struct_size = sizeof(info);
  ASSERT_EQ(api.context->error_info(ctx(), err, &info), OAR_OK);
  EXPECT_NE(Text(info.message).find("\"x\""), std::string::npos);
  EXPECT_EQ(edit.set_json(ctx(), doc, View("/data"), View("{"), nullptr), OAR_E_INVALID);
  EXPECT_EQ(edit.set_json(ctx(), doc, {nullptr, 4}, View("1"), nullptr), OAR_E_INVALID);
  EXPECT_EQ(edit.from_json(ctx(), View("{"), nullptr, nullptr), OAR_E_INVALID);
  oar_doc none{7};
  EXPECT_EQ(edit.from_json(ctx(), View("{"), &none, nullptr), OAR_E_INVALID);
  EXPECT_EQ(none.id, 0u);
}

TEST_F(Edit, DocumentsEndWithTheirContextOrBefore) {
  const oar_doc doc = Of(kObject);
  ASSERT_EQ(edit.release(ctx(), doc), OAR_OK);
  oar_view text{};
  EXPECT_EQ(edit.json(ctx(), doc, &text), OAR_E_STALE);
  EXPECT_EQ(edit.release(ctx(), doc), OAR_E_STALE);
  oar_doc foreign{};
  ASSERT_EQ(edit.empty(ctx(), &foreign), OAR_OK);
  oar_doc out{};
  for (size_t i = 1; i < kDocumentsMax; ++i) ASSERT_EQ(edit.empty(ctx(), &out), OAR_OK);
  EXPECT_EQ(edit.empty(ctx(), &out), OAR_E_THROTTLED);
  EXPECT_EQ(out.id, 0u);
  const auto other = Call();
  EXPECT_EQ(edit.json(other->handle(), foreign, &text), OAR_E_STALE);
}

}  // namespace
}  // namespace oarlock::pluginhost
