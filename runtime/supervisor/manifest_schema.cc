#include "supervisor/manifest_schema.h"

namespace oarlock::supervisor {

const std::string_view kManifestSchemaJson = R"json({
"type": "object",
"description": "Which plugins an oarlock host runs. A change is applied live.",
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
      "allOrNothing": {"type": "boolean", "default": false,
        "description": "A change moves all plugins, or none."},
      "plugins": {
        "type": "array", "maxItems": 200,
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
        "items": {
          "type": "object", "required": ["name", "library"],
          "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 63,
              "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
              "description": "Names the plugin in logs, metrics and commands; unique."},
            "library": {"type": "string", "minLength": 1, "maxLength": 1024,
              "description": "A file (in --plugin-dir), or oci://REGISTRY/NAME@sha256:DIGEST."},
            "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$",
              "description": "Any other bytes of the library are refused."},
            "enabled": {"type": "boolean", "default": true,
              "description": "False: taken down, and shown as disabled."},
            "required": {"type": "boolean", "default": false,
              "description": "A failure at the host's start ends the host."},
            "leaderElection": {"type": "boolean", "default": true,
              "description": "False: works on every replica, whoever leads."},
            "serviceAccount": {
              "type": "object", "required": ["namespace", "name"],
              "description": "Whom the plugin's own calls are made as; none: the host.",
              "properties": {"namespace": {"type": "string"}, "name": {"type": "string"}}
            },
            "signature": {"type": "string",
              "description": "A file with the Ed25519 signature of the library's bytes."},
            "drafts": {"type": "array", "items": {"type": "string"},
              "description": "Draft extensions it may use; none are built yet."},
            "isolation": {"type": "string", "enum": ["inProcess", "child"],
              "description": "Where it runs; only inProcess is built yet."},
            "unload": {"type": "string", "enum": ["verify", "never"],
              "description": "never: the library stays mapped when it is replaced."},
            "crds": {"type": "string", "enum": ["ignore", "install"],
              "description": "install: CRDs that it carries are applied before it starts."},
            "config": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
              "description": "Checked against the plugin's own schema before its code runs."},
            "configFrom": {"type": "array", "maxItems": 20,
              "description": "Merged over config, in this order.",
              "items": {
                "type": "object", "required": ["secretRef"],
                "properties": {"secretRef": {"type": "object", "required": ["name", "key"],
                  "description": "A key of a Secret beside the host: a YAML or JSON mapping.",
                  "properties": {
                    "name": {"type": "string", "maxLength": 253, "pattern":
                      "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"},
                    "key": {"type": "string", "minLength": 1, "maxLength": 253}}}}
            }},
            "permissions": {"type": "array", "maxItems": 200,
              "description": "Bounds what it may do below what it declares; none said: that.",
              "items": {
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
            "namespaces": {"type": "array", "maxItems": 1000,
              "description": "That it may see and change; empty: all.",
              "items": {"type": "string",
                "maxLength": 63, "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"}},
            "limits": {
              "type": "object",
              "properties": {
                "apiInFlight": {"type": "integer", "minimum": 1, "maximum": 10000,
                  "description": "Calls of the plugin at once; 20 where nothing is said."},
                "apiQps": {"type": "number", "minimum": 0,
                  "description": "Calls that begin per second; 0: no bound."},
                "reconcileDeadline": {"type": "string",
                  "description": "Of one run; 5m where nothing is said."}
              }
            },
            "controllers": {"type": "object",
              "description": "Settings of its controllers, by their names.",
              "additionalProperties": {
                "type": "object",
                "properties": {
                  "maxConcurrentReconciles": {"type": "integer", "minimum": 1, "maximum": 256},
                  "resyncPeriod": {"type": "string"}
                }
            }},
            "reload": {
              "type": "object",
              "description": "How it is replaced by its next version.",
              "properties": {
                "drainTimeout": {"type": "string",
                  "description": "How long runs under way are waited for."},
                "probation": {"type": "string",
                  "description": "How long the version before stays loaded; 0s: not at all."},
                "requeue": {"type": "string", "enum": ["all", "none"],
                  "description": "Whether every object is looked at anew."},
                "rollbackOn": {"type": "array",
                  "description": "What brings the version before back during probation.",
                  "items": {"type": "string", "enum": ["crash", "errorRatio"]}}
              }
            }
          }
        }
      }
    }
  },
  "status": {
    "type": "object", "x-kubernetes-preserve-unknown-fields": true,
    "description": "Written by the host: with leader election by the replica that leads.",
    "properties": {
      "observedGeneration": {"type": "integer", "format": "int64",
        "description": "The generation that the host has looked at, valid or not."},
      "conditions": {
        "type": "array",
        "description": "Valid: the host can apply it. Ready: every plugin is what it says.",
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
        "items": {
          "type": "object", "required": ["type", "status"],
          "properties": {
            "type": {"type": "string"},
            "status": {"type": "string", "enum": ["True", "False", "Unknown"]},
            "observedGeneration": {"type": "integer", "format": "int64"},
            "lastTransitionTime": {"type": "string", "format": "date-time"},
            "reason": {"type": "string"},
            "message": {"type": "string"}
          }
        }
      },
      "plugins": {
        "type": "array",
        "description": "Where each plugin stands.",
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
        "items": {
          "type": "object", "required": ["name"],
          "properties": {
            "name": {"type": "string"},
            "phase": {"type": "string",
              "description": "active, standby, disabled, starting, waiting, degraded, stopping."},
            "generation": {"type": "string",
              "description": "NAME@N: the N-th load of it in the host's process."},
            "version": {"type": "string", "description": "The library's own."},
            "sha256": {"type": "string", "description": "Of the library's bytes."},
            "reason": {"type": "string",
              "description": "Why it is not active, or not what the manifest says."}
          }
        }
      },
      "records": {
        "type": "object",
        "description": "What was rolled back and is refused until the manifest changes.",
        "additionalProperties": {
          "type": "object",
          "properties": {
            "plugin": {"type": "string"},
            "library": {"type": "string"},
            "entry": {"type": "string"},
            "reason": {"type": "string"},
            "host": {"type": "string"},
            "time": {"type": "integer", "format": "int64"}
          }
        }
      }
    }
  }
}
})json";

}  // namespace oarlock::supervisor
