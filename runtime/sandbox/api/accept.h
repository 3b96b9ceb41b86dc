#pragma once
// Accept: in which format and form a client wants its answer, and the answers made so.
//
// JSON and YAML; whole objects, their metadata alone, or a table of columns. Protobuf is not
// served: a client that also takes JSON gets JSON.
// Threads: values. Errors: ApiError 406 where nothing that is asked for can be made.

#include <string>
#include <string_view>

#include "sandbox/api/api_error.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

enum class Form { kObject, kMetadata, kMetadataList, kTable };

struct Accept {
  Form form = Form::kObject;
  bool yaml = false;
  std::string meta_version = "v1";  // of meta.k8s.io, for the forms

  static ApiResult<Accept> Parse(std::string_view header);
  std::string_view content_type() const { return yaml ? "application/yaml" : "application/json"; }
};

server::HttpResponse TextAnswer(int status, std::string json, const Accept& accept = {});
server::HttpResponse JsonAnswer(int status, const Json& value, const Accept& accept = {});
server::HttpResponse ErrorAnswer(const ApiError& error, const Accept& accept = {});

}  // namespace oarlock::sandbox
