#pragma once
// The schema of a fault script: every key there is, as a Kubernetes structural schema. Read by
// fault_script.cc alone. A constant.

namespace oarlock::sandbox {

// maxItems of the rules is kFaultRulesMax.
inline constexpr char kFaultSchemaJson[] = R"json({
"type": "object", "required": ["rules"], "properties": {
"rules": {"type": "array", "minItems": 1, "maxItems": 1000, "items": {
"type": "object", "required": ["name"], "properties": {
"name": {"type": "string", "minLength": 1},
"match": {"type": "object", "properties": {
  "verbs": {"type": "array", "items": {"type": "string", "enum": ["get", "list", "watch", "create",
    "update", "patch", "apply", "delete", "deletecollection"]}},
  "resources": {"type": "array", "items": {"type": "string", "minLength": 1}},
  "namespace": {"type": "string"}, "name": {"type": "string"},
  "userAgent": {"type": "string"}, "path": {"type": "string"}}},
"from": {"type": "integer", "minimum": 1},
"every": {"type": "integer", "minimum": 1},
"times": {"type": "integer", "minimum": 1},
"delay": {"type": "string"}, "delayAnswer": {"type": "string"},
"answer": {"type": "object", "required": ["status"], "properties": {
  "when": {"type": "string", "enum": ["beforeCommit", "afterCommit"]},
  "status": {"type": "integer", "minimum": 200, "maximum": 599},
  "reason": {"type": "string"}, "message": {"type": "string"},
  "retryAfter": {"type": "string"},
  "body": {"type": "string"}, "contentType": {"type": "string"}}},
"drop": {"type": "object", "properties": {
  "when": {"type": "string", "enum": ["beforeCommit", "afterCommit"]},
  "ending": {"type": "string", "enum": ["close", "reset"]}}},
"silence": {"type": "object", "properties": {
  "when": {"type": "string", "enum": ["beforeCommit", "afterCommit"]}}},
"stale": {"type": "object", "properties": {
  "versions": {"type": "integer", "minimum": 1}, "age": {"type": "string"}}},
"expired": {"type": "string", "enum": ["stream", "http"]},
"duplicate": {"type": "object", "properties": {
  "types": {"type": "array", "items": {"type": "string",
    "enum": ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"]}}}},
"mute": {"type": "object", "properties": {"afterEvents": {"type": "integer", "minimum": 0}}},
"error": {"type": "object", "required": ["status"], "properties": {
  "afterEvents": {"type": "integer", "minimum": 0},
  "status": {"type": "integer", "minimum": 400, "maximum": 599},
  "reason": {"type": "string"}, "message": {"type": "string"}}},
"chunks": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 1}},
"pause": {"type": "string"},
"cut": {"type": "object", "properties": {
  "afterEvents": {"type": "integer", "minimum": 0}, "bytes": {"type": "integer", "minimum": 0},
  "ending": {"type": "string", "enum": ["close", "reset"]}}}
}}}}})json";

}  // namespace oarlock::sandbox
