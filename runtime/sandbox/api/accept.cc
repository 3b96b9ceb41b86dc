#include "sandbox/api/accept.h"

#include "kube/decode.h"
#include "kube/yaml.h"

namespace oarlock::sandbox {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Takes the part up to `separator` away from `text`.
std::string_view Take(std::string_view& text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return Trim(part);
}

enum class Fit { kYes, kNo, kOtherForm };

// Whether one clause of the header can be served, and how.
Fit ReadClause(std::string_view clause, Accept& accept) {
  const std::string_view media = Take(clause, ';');
  const bool any = media == "*/*" || media == "application/*";
  accept.yaml = media == "application/yaml";
  if (!any && !accept.yaml && media != "application/json") return Fit::kNo;
  std::string_view as;
  std::string_view group;
  while (!clause.empty()) {
    std::string_view parameter = Take(clause, ';');
    const std::string_view name = Take(parameter, '=');
    if (name == "as") as = parameter;
    if (name == "g") group = parameter;
    if (name == "v") accept.meta_version = parameter;
  }
  if (as.empty()) return Fit::kYes;
  if (group != "meta.k8s.io" || (accept.meta_version != "v1" && accept.meta_version != "v1beta1")) {
    return Fit::kOtherForm;
  }
  if (as == "Table") accept.form = Form::kTable;
  if (as == "PartialObjectMetadata") accept.form = Form::kMetadata;
  if (as == "PartialObjectMetadataList") accept.form = Form::kMetadataList;
  return accept.form == Form::kObject ? Fit::kOtherForm : Fit::kYes;
}

}  // namespace

ApiResult<Accept> Accept::Parse(std::string_view header) {
  if (Trim(header).empty()) return Accept{};
  bool other_form = false;
  while (!header.empty()) {
    Accept accept;
    const Fit fit = ReadClause(Take(header, ','), accept);
    if (fit == Fit::kYes) return accept;
    other_form = other_form || fit == Fit::kOtherForm;
  }
  return other_form ? NotAcceptableForm() : NotAcceptable();
}

server::HttpResponse TextAnswer(int status, std::string json, const Accept& accept) {
  server::HttpResponse answer;
  answer.status = status;
  answer.content_type = accept.content_type();
  answer.headers.emplace_back("Cache-Control", "no-cache, private");
  answer.body = std::move(json);
  if (accept.yaml) {
    // Members in the order of their names.
    const std::string sorted = WriteJson(ParseTrustedJson(answer.body));
    if (const auto document = kube::DocumentFromJson(sorted); document.ok()) {
      answer.body = kube::WriteYaml(document->root());
    }
  } else {
    answer.body += '\n';
  }
  return answer;
}

server::HttpResponse JsonAnswer(int status, const Json& value, const Accept& accept) {
  return TextAnswer(status, WriteJson(value), accept);
}

server::HttpResponse ErrorAnswer(const ApiError& error, const Accept& accept) {
  server::HttpResponse answer = JsonAnswer(error.code, error.ToStatus(), accept);
  if (error.retry_after > 0) {
    answer.headers.emplace_back("Retry-After", std::to_string(error.retry_after));
  }
  return answer;
}

}  // namespace oarlock::sandbox
