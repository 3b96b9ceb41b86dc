#include "supervisor/manifest_schema.h"

namespace oarlock::supervisor {

const std::string_view kManifestSchemaJson = R"json({
"type": "object",
"required": ["apiVersion", "kind", "metadata", "spec"],
"properties": {
  "apiVersion": {"type": "string", "enum": ["oarlock.dev/v1alpha1"]},
  "kind": {"type": "string", "enum": ["PluginManifest"]},
  "metadata": {
    "type": "object", "required": ["name"], "x-kubernetes-preserve-unknown-fields": true,
    "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 253}}
  },
  "spec": {
    "type": "object",
    "properties": {
      "allOrNothing": {"type": "boolean", "default": false},
      "plugins": {
        "type": "array", "maxItems": 200,
        "items": {
          "type": "object", "required": ["name", "library"],
          "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 63,
                     "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},
            "library": {"type": "string", "minLength": 1, "maxLength": 1024},
            "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "enabled": {"type": "boolean", "default": true},
            "required": {"type": "boolean", "default": false},
            "leaderElection": {"type": "boolean", "default": true},
            "serviceAccount": {
              "type": "object", "required": ["namespace", "name"],
              "properties": {"namespace": {"type": "string"}, "name": {"type": "string"}}
            },
            "signature": {"type": "string"},
            "drafts": {"type": "array", "items": {"type": "string"}},
            "isolation": {"type": "string", "enum": ["inProcess", "child"]},
            "unload": {"type": "string", "enum": ["verify", "never"]},
            "crds": {"type": "string", "enum": ["ignore", "install"]},
            "config": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "configFrom": {"type": "array", "items": {
              "type": "object", "required": ["secretRef"],
              "properties": {"secretRef": {"type": "object", "required": ["name", "key"],
                "properties": {"name": {"type": "string"}, "key": {"type": "string"}}}}
            }},
            "permissions": {"type": "array", "maxItems": 200, "items": {
              "type": "object", "required": ["apiGroups", "resources", "verbs"],
              "properties": {
                "apiGroups": {"type": "array", "minItems": 1, "maxItems": 100,
                  "items": {"type": "string"}},
                "resources": {"type": "array", "minItems": 1, "maxItems": 100,
                  "items": {"type": "string", "minLength": 1}},
                "verbs": {"type": "array", "minItems": 1, "maxItems": 100,
                  "items": {"type": "string", "enum": ["*", "get", "list", "watch", "create",
                    "update", "patch", "delete", "deletecollection"]}},
                "namespaces": {"type": "array", "maxItems": 1000, "items": {"type": "string",
                  "maxLength": 63, "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"}},
                "resourceNames": {"type": "array", "maxItems": 1000,
                  "items": {"type": "string", "minLength": 1}}
              }
            }},
            "namespaces": {"type": "array", "maxItems": 1000, "items": {"type": "string",
              "maxLength": 63, "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"}},
            "limits": {
              "type": "object",
              "properties": {
                "apiInFlight": {"type": "integer", "minimum": 1, "maximum": 10000},
                "apiQps": {"type": "number", "minimum": 0},
                "reconcileDeadline": {"type": "string"}
              }
            },
            "controllers": {"type": "object", "additionalProperties": {
              "type": "object",
              "properties": {
                "maxConcurrentReconciles": {"type": "integer", "minimum": 1, "maximum": 256},
                "resyncPeriod": {"type": "string"}
              }
            }},
            "reload": {
              "type": "object",
              "properties": {
                "drainTimeout": {"type": "string"},
                "probation": {"type": "string"},
                "requeue": {"type": "string", "enum": ["all", "none"]},
                "rollbackOn": {"type": "array", "items": {
                  "type": "string", "enum": ["crash", "errorRatio"]}}
              }
            }
          }
        }
      }
    }
  },
  "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}
}
})json";

}  // namespace oarlock::supervisor
