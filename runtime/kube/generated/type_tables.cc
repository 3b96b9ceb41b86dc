// Written by tests/kube/tools/typetables. Do not edit.
#include "kube/protobuf/type_table.h"

namespace oarlock::kube::protobuf {
namespace {

// meta.v1.ListMeta
constexpr Field kF0[] = {
    {1, "selfLink", Kind::kString, kOmitEmpty, 0},
    {2, "resourceVersion", Kind::kString, kOmitEmpty, 0},
    {3, "continue", Kind::kString, kOmitEmpty, 0},
    {4, "remainingItemCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "shardInfo", Kind::kMessage, kOmitEmpty | kPointer, 1},
};
// meta.v1.ShardInfo
constexpr Field kF1[] = {
    {1, "selector", Kind::kString, 0, 0},
};
// meta.v1.ObjectMeta
constexpr Field kF2[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "generateName", Kind::kString, kOmitEmpty, 0},
    {3, "namespace", Kind::kString, kOmitEmpty, 0},
    {4, "selfLink", Kind::kString, kOmitEmpty, 0},
    {5, "uid", Kind::kString, kOmitEmpty, 0},
    {6, "resourceVersion", Kind::kString, kOmitEmpty, 0},
    {7, "generation", Kind::kInt, kOmitEmpty, 0},
    {8, "creationTimestamp", Kind::kTime, kOmitEmpty | kOmitZero, 0},
    {9, "deletionTimestamp", Kind::kTime, kOmitEmpty | kPointer, 0},
    {10, "deletionGracePeriodSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {11, "labels", Kind::kString, kOmitEmpty | kMap, 0},
    {12, "annotations", Kind::kString, kOmitEmpty | kMap, 0},
    {13, "ownerReferences", Kind::kMessage, kOmitEmpty | kRepeated, 3},
    {14, "finalizers", Kind::kString, kOmitEmpty | kRepeated, 0},
    {17, "managedFields", Kind::kMessage, kOmitEmpty | kRepeated, 4},
};
// meta.v1.OwnerReference
constexpr Field kF3[] = {
    {5, "apiVersion", Kind::kString, 0, 0},
    {1, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "uid", Kind::kString, 0, 0},
    {6, "controller", Kind::kBool, kOmitEmpty | kPointer, 0},
    {7, "blockOwnerDeletion", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// meta.v1.ManagedFieldsEntry
constexpr Field kF4[] = {
    {1, "manager", Kind::kString, kOmitEmpty, 0},
    {2, "operation", Kind::kString, kOmitEmpty, 0},
    {3, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {4, "time", Kind::kTime, kOmitEmpty | kPointer, 0},
    {6, "fieldsType", Kind::kString, kOmitEmpty, 0},
    {7, "fieldsV1", Kind::kRawJson, kOmitEmpty | kPointer, 0},
    {8, "subresource", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1.MutatingAdmissionPolicy
constexpr Field kF5[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 6},
};
// admissionregistration.v1.MutatingAdmissionPolicySpec
constexpr Field kF6[] = {
    {1, "paramKind", Kind::kMessage, kOmitEmpty | kPointer, 7},
    {2, "matchConstraints", Kind::kMessage, kOmitEmpty | kPointer, 8},
    {3, "variables", Kind::kMessage, kOmitEmpty | kRepeated, 14},
    {4, "mutations", Kind::kMessage, kOmitEmpty | kRepeated, 15},
    {5, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 18},
    {7, "reinvocationPolicy", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1.ParamKind
constexpr Field kF7[] = {
    {1, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {2, "kind", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1.MatchResources
constexpr Field kF8[] = {
    {1, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 11},
    {4, "excludeResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 11},
    {7, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// meta.v1.LabelSelector
constexpr Field kF9[] = {
    {1, "matchLabels", Kind::kString, kOmitEmpty | kMap, 0},
    {2, "matchExpressions", Kind::kMessage, kOmitEmpty | kRepeated, 10},
};
// meta.v1.LabelSelectorRequirement
constexpr Field kF10[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "operator", Kind::kString, 0, 0},
    {3, "values", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// admissionregistration.v1.NamedRuleWithOperations
constexpr Field kF11[] = {
    {1, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 12},
};
// admissionregistration.v1.RuleWithOperations
constexpr Field kF12[] = {
    {1, "operations", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 13},
};
// admissionregistration.v1.Rule
constexpr Field kF13[] = {
    {1, "apiGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "apiVersions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "resources", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "scope", Kind::kString, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1.Variable
constexpr Field kF14[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// admissionregistration.v1.Mutation
constexpr Field kF15[] = {
    {2, "patchType", Kind::kString, 0, 0},
    {3, "applyConfiguration", Kind::kMessage, kOmitEmpty | kPointer, 16},
    {4, "jsonPatch", Kind::kMessage, kOmitEmpty | kPointer, 17},
};
// admissionregistration.v1.ApplyConfiguration
constexpr Field kF16[] = {
    {1, "expression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1.JSONPatch
constexpr Field kF17[] = {
    {1, "expression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1.MatchCondition
constexpr Field kF18[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// admissionregistration.v1.MutatingAdmissionPolicyBinding
constexpr Field kF19[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 20},
};
// admissionregistration.v1.MutatingAdmissionPolicyBindingSpec
constexpr Field kF20[] = {
    {1, "policyName", Kind::kString, kOmitEmpty, 0},
    {2, "paramRef", Kind::kMessage, kOmitEmpty | kPointer, 21},
    {3, "matchResources", Kind::kMessage, kOmitEmpty | kPointer, 8},
};
// admissionregistration.v1.ParamRef
constexpr Field kF21[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "namespace", Kind::kString, kOmitEmpty, 0},
    {3, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {4, "parameterNotFoundAction", Kind::kString, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1.MutatingWebhookConfiguration
constexpr Field kF22[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "webhooks", Kind::kMessage, kOmitEmpty | kRepeated, 23},
};
// admissionregistration.v1.MutatingWebhook
constexpr Field kF23[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "clientConfig", Kind::kMessage, 0, 24},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 12},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {9, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {11, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {6, "sideEffects", Kind::kString, kPointer, 0},
    {7, "timeoutSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "admissionReviewVersions", Kind::kString, kRepeated, 0},
    {10, "reinvocationPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {12, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 18},
};
// admissionregistration.v1.WebhookClientConfig
constexpr Field kF24[] = {
    {3, "url", Kind::kString, kOmitEmpty | kPointer, 0},
    {1, "service", Kind::kMessage, kOmitEmpty | kPointer, 25},
    {2, "caBundle", Kind::kBytes, kOmitEmpty, 0},
};
// admissionregistration.v1.ServiceReference
constexpr Field kF25[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
    {3, "path", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "port", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1.ValidatingAdmissionPolicy
constexpr Field kF26[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 27},
    {3, "status", Kind::kMessage, kOmitEmpty, 30},
};
// admissionregistration.v1.ValidatingAdmissionPolicySpec
constexpr Field kF27[] = {
    {1, "paramKind", Kind::kMessage, kOmitEmpty | kPointer, 7},
    {2, "matchConstraints", Kind::kMessage, kOmitEmpty | kPointer, 8},
    {3, "validations", Kind::kMessage, kOmitEmpty | kRepeated, 28},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "auditAnnotations", Kind::kMessage, kOmitEmpty | kRepeated, 29},
    {6, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 18},
    {7, "variables", Kind::kMessage, kOmitEmpty | kRepeated, 14},
};
// admissionregistration.v1.Validation
constexpr Field kF28[] = {
    {1, "expression", Kind::kString, 0, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "reason", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "messageExpression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1.AuditAnnotation
constexpr Field kF29[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "valueExpression", Kind::kString, 0, 0},
};
// admissionregistration.v1.ValidatingAdmissionPolicyStatus
constexpr Field kF30[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "typeChecking", Kind::kMessage, kOmitEmpty | kPointer, 31},
    {3, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// admissionregistration.v1.TypeChecking
constexpr Field kF31[] = {
    {1, "expressionWarnings", Kind::kMessage, kOmitEmpty | kRepeated, 32},
};
// admissionregistration.v1.ExpressionWarning
constexpr Field kF32[] = {
    {2, "fieldRef", Kind::kString, 0, 0},
    {3, "warning", Kind::kString, 0, 0},
};
// meta.v1.Condition
constexpr Field kF33[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {4, "lastTransitionTime", Kind::kTime, 0, 0},
    {5, "reason", Kind::kString, 0, 0},
    {6, "message", Kind::kString, 0, 0},
};
// admissionregistration.v1.ValidatingAdmissionPolicyBinding
constexpr Field kF34[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 35},
};
// admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec
constexpr Field kF35[] = {
    {1, "policyName", Kind::kString, kOmitEmpty, 0},
    {2, "paramRef", Kind::kMessage, kOmitEmpty | kPointer, 21},
    {3, "matchResources", Kind::kMessage, kOmitEmpty | kPointer, 8},
    {4, "validationActions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// admissionregistration.v1.ValidatingWebhookConfiguration
constexpr Field kF36[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "webhooks", Kind::kMessage, kOmitEmpty | kRepeated, 37},
};
// admissionregistration.v1.ValidatingWebhook
constexpr Field kF37[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "clientConfig", Kind::kMessage, 0, 24},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 12},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {9, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {10, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {6, "sideEffects", Kind::kString, kPointer, 0},
    {7, "timeoutSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "admissionReviewVersions", Kind::kString, kRepeated, 0},
    {11, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 18},
};
// admissionregistration.v1alpha1.MutatingAdmissionPolicy
constexpr Field kF38[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 39},
};
// admissionregistration.v1alpha1.MutatingAdmissionPolicySpec
constexpr Field kF39[] = {
    {1, "paramKind", Kind::kMessage, kOmitEmpty | kPointer, 40},
    {2, "matchConstraints", Kind::kMessage, kOmitEmpty | kPointer, 41},
    {3, "variables", Kind::kMessage, kOmitEmpty | kRepeated, 43},
    {4, "mutations", Kind::kMessage, kOmitEmpty | kRepeated, 44},
    {5, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 47},
    {7, "reinvocationPolicy", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1alpha1.ParamKind
constexpr Field kF40[] = {
    {1, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {2, "kind", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1alpha1.MatchResources
constexpr Field kF41[] = {
    {1, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 42},
    {4, "excludeResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 42},
    {7, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1alpha1.NamedRuleWithOperations
constexpr Field kF42[] = {
    {1, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 12},
};
// admissionregistration.v1alpha1.Variable
constexpr Field kF43[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// admissionregistration.v1alpha1.Mutation
constexpr Field kF44[] = {
    {2, "patchType", Kind::kString, 0, 0},
    {3, "applyConfiguration", Kind::kMessage, kOmitEmpty | kPointer, 45},
    {4, "jsonPatch", Kind::kMessage, kOmitEmpty | kPointer, 46},
};
// admissionregistration.v1alpha1.ApplyConfiguration
constexpr Field kF45[] = {
    {1, "expression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1alpha1.JSONPatch
constexpr Field kF46[] = {
    {1, "expression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1alpha1.MatchCondition
constexpr Field kF47[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding
constexpr Field kF48[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 49},
};
// admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec
constexpr Field kF49[] = {
    {1, "policyName", Kind::kString, kOmitEmpty, 0},
    {2, "paramRef", Kind::kMessage, kOmitEmpty | kPointer, 50},
    {3, "matchResources", Kind::kMessage, kOmitEmpty | kPointer, 41},
};
// admissionregistration.v1alpha1.ParamRef
constexpr Field kF50[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "namespace", Kind::kString, kOmitEmpty, 0},
    {3, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {4, "parameterNotFoundAction", Kind::kString, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1alpha1.ValidatingAdmissionPolicy
constexpr Field kF51[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 52},
    {3, "status", Kind::kMessage, kOmitEmpty, 55},
};
// admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec
constexpr Field kF52[] = {
    {1, "paramKind", Kind::kMessage, kOmitEmpty | kPointer, 40},
    {2, "matchConstraints", Kind::kMessage, kOmitEmpty | kPointer, 41},
    {3, "validations", Kind::kMessage, kOmitEmpty | kRepeated, 53},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "auditAnnotations", Kind::kMessage, kOmitEmpty | kRepeated, 54},
    {6, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 47},
    {7, "variables", Kind::kMessage, kOmitEmpty | kRepeated, 43},
};
// admissionregistration.v1alpha1.Validation
constexpr Field kF53[] = {
    {1, "expression", Kind::kString, 0, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "reason", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "messageExpression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1alpha1.AuditAnnotation
constexpr Field kF54[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "valueExpression", Kind::kString, 0, 0},
};
// admissionregistration.v1alpha1.ValidatingAdmissionPolicyStatus
constexpr Field kF55[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "typeChecking", Kind::kMessage, kOmitEmpty | kPointer, 56},
    {3, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// admissionregistration.v1alpha1.TypeChecking
constexpr Field kF56[] = {
    {1, "expressionWarnings", Kind::kMessage, kOmitEmpty | kRepeated, 57},
};
// admissionregistration.v1alpha1.ExpressionWarning
constexpr Field kF57[] = {
    {2, "fieldRef", Kind::kString, 0, 0},
    {3, "warning", Kind::kString, 0, 0},
};
// admissionregistration.v1alpha1.ValidatingAdmissionPolicyBinding
constexpr Field kF58[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 59},
};
// admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec
constexpr Field kF59[] = {
    {1, "policyName", Kind::kString, kOmitEmpty, 0},
    {2, "paramRef", Kind::kMessage, kOmitEmpty | kPointer, 50},
    {3, "matchResources", Kind::kMessage, kOmitEmpty | kPointer, 41},
    {4, "validationActions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// admissionregistration.v1beta1.MutatingAdmissionPolicy
constexpr Field kF60[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 61},
};
// admissionregistration.v1beta1.MutatingAdmissionPolicySpec
constexpr Field kF61[] = {
    {1, "paramKind", Kind::kMessage, kOmitEmpty | kPointer, 62},
    {2, "matchConstraints", Kind::kMessage, kOmitEmpty | kPointer, 63},
    {3, "variables", Kind::kMessage, kOmitEmpty | kRepeated, 65},
    {4, "mutations", Kind::kMessage, kOmitEmpty | kRepeated, 66},
    {5, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 69},
    {7, "reinvocationPolicy", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1beta1.ParamKind
constexpr Field kF62[] = {
    {1, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {2, "kind", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1beta1.MatchResources
constexpr Field kF63[] = {
    {1, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 64},
    {4, "excludeResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 64},
    {7, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1beta1.NamedRuleWithOperations
constexpr Field kF64[] = {
    {1, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 12},
};
// admissionregistration.v1beta1.Variable
constexpr Field kF65[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// admissionregistration.v1beta1.Mutation
constexpr Field kF66[] = {
    {2, "patchType", Kind::kString, 0, 0},
    {3, "applyConfiguration", Kind::kMessage, kOmitEmpty | kPointer, 67},
    {4, "jsonPatch", Kind::kMessage, kOmitEmpty | kPointer, 68},
};
// admissionregistration.v1beta1.ApplyConfiguration
constexpr Field kF67[] = {
    {1, "expression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1beta1.JSONPatch
constexpr Field kF68[] = {
    {1, "expression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1beta1.MatchCondition
constexpr Field kF69[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// admissionregistration.v1beta1.MutatingAdmissionPolicyBinding
constexpr Field kF70[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 71},
};
// admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec
constexpr Field kF71[] = {
    {1, "policyName", Kind::kString, kOmitEmpty, 0},
    {2, "paramRef", Kind::kMessage, kOmitEmpty | kPointer, 72},
    {3, "matchResources", Kind::kMessage, kOmitEmpty | kPointer, 63},
};
// admissionregistration.v1beta1.ParamRef
constexpr Field kF72[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "namespace", Kind::kString, kOmitEmpty, 0},
    {3, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {4, "parameterNotFoundAction", Kind::kString, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1beta1.MutatingWebhookConfiguration
constexpr Field kF73[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "webhooks", Kind::kMessage, kOmitEmpty | kRepeated, 74},
};
// admissionregistration.v1beta1.MutatingWebhook
constexpr Field kF74[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "clientConfig", Kind::kMessage, 0, 75},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 12},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {9, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {11, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {6, "sideEffects", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "timeoutSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "admissionReviewVersions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {10, "reinvocationPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {12, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 69},
};
// admissionregistration.v1beta1.WebhookClientConfig
constexpr Field kF75[] = {
    {3, "url", Kind::kString, kOmitEmpty | kPointer, 0},
    {1, "service", Kind::kMessage, kOmitEmpty | kPointer, 76},
    {2, "caBundle", Kind::kBytes, kOmitEmpty, 0},
};
// admissionregistration.v1beta1.ServiceReference
constexpr Field kF76[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
    {3, "path", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "port", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// admissionregistration.v1beta1.ValidatingAdmissionPolicy
constexpr Field kF77[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 78},
    {3, "status", Kind::kMessage, kOmitEmpty, 81},
};
// admissionregistration.v1beta1.ValidatingAdmissionPolicySpec
constexpr Field kF78[] = {
    {1, "paramKind", Kind::kMessage, kOmitEmpty | kPointer, 62},
    {2, "matchConstraints", Kind::kMessage, kOmitEmpty | kPointer, 63},
    {3, "validations", Kind::kMessage, kOmitEmpty | kRepeated, 79},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "auditAnnotations", Kind::kMessage, kOmitEmpty | kRepeated, 80},
    {6, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 69},
    {7, "variables", Kind::kMessage, kOmitEmpty | kRepeated, 65},
};
// admissionregistration.v1beta1.Validation
constexpr Field kF79[] = {
    {1, "expression", Kind::kString, 0, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "reason", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "messageExpression", Kind::kString, kOmitEmpty, 0},
};
// admissionregistration.v1beta1.AuditAnnotation
constexpr Field kF80[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "valueExpression", Kind::kString, 0, 0},
};
// admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus
constexpr Field kF81[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "typeChecking", Kind::kMessage, kOmitEmpty | kPointer, 82},
    {3, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// admissionregistration.v1beta1.TypeChecking
constexpr Field kF82[] = {
    {1, "expressionWarnings", Kind::kMessage, kOmitEmpty | kRepeated, 83},
};
// admissionregistration.v1beta1.ExpressionWarning
constexpr Field kF83[] = {
    {2, "fieldRef", Kind::kString, 0, 0},
    {3, "warning", Kind::kString, 0, 0},
};
// admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding
constexpr Field kF84[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 85},
};
// admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec
constexpr Field kF85[] = {
    {1, "policyName", Kind::kString, kOmitEmpty, 0},
    {2, "paramRef", Kind::kMessage, kOmitEmpty | kPointer, 72},
    {3, "matchResources", Kind::kMessage, kOmitEmpty | kPointer, 63},
    {4, "validationActions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// admissionregistration.v1beta1.ValidatingWebhookConfiguration
constexpr Field kF86[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "webhooks", Kind::kMessage, kOmitEmpty | kRepeated, 87},
};
// admissionregistration.v1beta1.ValidatingWebhook
constexpr Field kF87[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "clientConfig", Kind::kMessage, 0, 75},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 12},
    {4, "failurePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {9, "matchPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {10, "objectSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {6, "sideEffects", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "timeoutSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "admissionReviewVersions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {11, "matchConditions", Kind::kMessage, kOmitEmpty | kRepeated, 69},
};
// apiextensions.v1.CustomResourceDefinition
constexpr Field kF88[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 89},
    {3, "status", Kind::kMessage, kOmitEmpty, 105},
};
// apiextensions.v1.CustomResourceDefinitionSpec
constexpr Field kF89[] = {
    {1, "group", Kind::kString, 0, 0},
    {3, "names", Kind::kMessage, 0, 90},
    {4, "scope", Kind::kString, 0, 0},
    {7, "versions", Kind::kMessage, kRepeated, 91},
    {9, "conversion", Kind::kMessage, kOmitEmpty | kPointer, 101},
    {10, "preserveUnknownFields", Kind::kBool, kOmitEmpty, 0},
};
// apiextensions.v1.CustomResourceDefinitionNames
constexpr Field kF90[] = {
    {1, "plural", Kind::kString, 0, 0},
    {2, "singular", Kind::kString, kOmitEmpty, 0},
    {3, "shortNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "kind", Kind::kString, 0, 0},
    {5, "listKind", Kind::kString, kOmitEmpty, 0},
    {6, "categories", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// apiextensions.v1.CustomResourceDefinitionVersion
constexpr Field kF91[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "served", Kind::kBool, 0, 0},
    {3, "storage", Kind::kBool, 0, 0},
    {7, "deprecated", Kind::kBool, kOmitEmpty, 0},
    {8, "deprecationWarning", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "schema", Kind::kMessage, kOmitEmpty | kPointer, 92},
    {5, "subresources", Kind::kMessage, kOmitEmpty | kPointer, 96},
    {6, "additionalPrinterColumns", Kind::kMessage, kOmitEmpty | kRepeated, 99},
    {9, "selectableFields", Kind::kMessage, kOmitEmpty | kRepeated, 100},
};
// apiextensions.v1.CustomResourceValidation
constexpr Field kF92[] = {
    {1, "openAPIV3Schema", Kind::kMessage, kOmitEmpty | kPointer, 93},
};
// apiextensions.v1.JSONSchemaProps
constexpr Field kF93[] = {
    {1, "id", Kind::kString, kOmitEmpty, 0},
    {2, "$schema", Kind::kString, kOmitEmpty, 0},
    {3, "$ref", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "description", Kind::kString, kOmitEmpty, 0},
    {5, "type", Kind::kString, kOmitEmpty, 0},
    {6, "format", Kind::kString, kOmitEmpty, 0},
    {7, "title", Kind::kString, kOmitEmpty, 0},
    {8, "default", Kind::kRawJson, kOmitEmpty | kPointer, 0},
    {9, "maximum", Kind::kDouble, kOmitEmpty | kPointer, 0},
    {10, "exclusiveMaximum", Kind::kBool, kOmitEmpty, 0},
    {11, "minimum", Kind::kDouble, kOmitEmpty | kPointer, 0},
    {12, "exclusiveMinimum", Kind::kBool, kOmitEmpty, 0},
    {13, "maxLength", Kind::kInt, kOmitEmpty | kPointer, 0},
    {14, "minLength", Kind::kInt, kOmitEmpty | kPointer, 0},
    {15, "pattern", Kind::kString, kOmitEmpty, 0},
    {16, "maxItems", Kind::kInt, kOmitEmpty | kPointer, 0},
    {17, "minItems", Kind::kInt, kOmitEmpty | kPointer, 0},
    {18, "uniqueItems", Kind::kBool, kOmitEmpty, 0},
    {19, "multipleOf", Kind::kDouble, kOmitEmpty | kPointer, 0},
    {20, "enum", Kind::kRawJson, kOmitEmpty | kRepeated, 0},
    {21, "maxProperties", Kind::kInt, kOmitEmpty | kPointer, 0},
    {22, "minProperties", Kind::kInt, kOmitEmpty | kPointer, 0},
    {23, "required", Kind::kString, kOmitEmpty | kRepeated, 0},
    {24, "items", Kind::kSchemaOrArray, kOmitEmpty | kPointer, 93},
    {25, "allOf", Kind::kMessage, kOmitEmpty | kRepeated, 93},
    {26, "oneOf", Kind::kMessage, kOmitEmpty | kRepeated, 93},
    {27, "anyOf", Kind::kMessage, kOmitEmpty | kRepeated, 93},
    {28, "not", Kind::kMessage, kOmitEmpty | kPointer, 93},
    {29, "properties", Kind::kMessage, kOmitEmpty | kMap, 93},
    {30, "additionalProperties", Kind::kSchemaOrBool, kOmitEmpty | kPointer, 93},
    {31, "patternProperties", Kind::kMessage, kOmitEmpty | kMap, 93},
    {32, "dependencies", Kind::kSchemaOrStrings, kOmitEmpty | kMap, 93},
    {33, "additionalItems", Kind::kSchemaOrBool, kOmitEmpty | kPointer, 93},
    {34, "definitions", Kind::kMessage, kOmitEmpty | kMap, 93},
    {35, "externalDocs", Kind::kMessage, kOmitEmpty | kPointer, 94},
    {36, "example", Kind::kRawJson, kOmitEmpty | kPointer, 0},
    {37, "nullable", Kind::kBool, kOmitEmpty, 0},
    {38, "x-kubernetes-preserve-unknown-fields", Kind::kBool, kOmitEmpty | kPointer, 0},
    {39, "x-kubernetes-embedded-resource", Kind::kBool, kOmitEmpty, 0},
    {40, "x-kubernetes-int-or-string", Kind::kBool, kOmitEmpty, 0},
    {41, "x-kubernetes-list-map-keys", Kind::kString, kOmitEmpty | kRepeated, 0},
    {42, "x-kubernetes-list-type", Kind::kString, kOmitEmpty | kPointer, 0},
    {43, "x-kubernetes-map-type", Kind::kString, kOmitEmpty | kPointer, 0},
    {44, "x-kubernetes-validations", Kind::kMessage, kOmitEmpty | kRepeated, 95},
};
// apiextensions.v1.ExternalDocumentation
constexpr Field kF94[] = {
    {1, "description", Kind::kString, kOmitEmpty, 0},
    {2, "url", Kind::kString, kOmitEmpty, 0},
};
// apiextensions.v1.ValidationRule
constexpr Field kF95[] = {
    {1, "rule", Kind::kString, 0, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "messageExpression", Kind::kString, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "fieldPath", Kind::kString, kOmitEmpty, 0},
    {6, "optionalOldSelf", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// apiextensions.v1.CustomResourceSubresources
constexpr Field kF96[] = {
    {1, "status", Kind::kMessage, kOmitEmpty | kPointer, 97},
    {2, "scale", Kind::kMessage, kOmitEmpty | kPointer, 98},
};
// apiextensions.v1.CustomResourceSubresourceStatus
// apiextensions.v1.CustomResourceSubresourceScale
constexpr Field kF98[] = {
    {1, "specReplicasPath", Kind::kString, 0, 0},
    {2, "statusReplicasPath", Kind::kString, 0, 0},
    {3, "labelSelectorPath", Kind::kString, kOmitEmpty | kPointer, 0},
};
// apiextensions.v1.CustomResourceColumnDefinition
constexpr Field kF99[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "type", Kind::kString, 0, 0},
    {3, "format", Kind::kString, kOmitEmpty, 0},
    {4, "description", Kind::kString, kOmitEmpty, 0},
    {5, "priority", Kind::kInt, kOmitEmpty, 0},
    {6, "jsonPath", Kind::kString, 0, 0},
};
// apiextensions.v1.SelectableField
constexpr Field kF100[] = {
    {1, "jsonPath", Kind::kString, 0, 0},
};
// apiextensions.v1.CustomResourceConversion
constexpr Field kF101[] = {
    {1, "strategy", Kind::kString, 0, 0},
    {2, "webhook", Kind::kMessage, kOmitEmpty | kPointer, 102},
};
// apiextensions.v1.WebhookConversion
constexpr Field kF102[] = {
    {2, "clientConfig", Kind::kMessage, kOmitEmpty | kPointer, 103},
    {3, "conversionReviewVersions", Kind::kString, kRepeated, 0},
};
// apiextensions.v1.WebhookClientConfig
constexpr Field kF103[] = {
    {3, "url", Kind::kString, kOmitEmpty | kPointer, 0},
    {1, "service", Kind::kMessage, kOmitEmpty | kPointer, 104},
    {2, "caBundle", Kind::kBytes, kOmitEmpty, 0},
};
// apiextensions.v1.ServiceReference
constexpr Field kF104[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
    {3, "path", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "port", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apiextensions.v1.CustomResourceDefinitionStatus
constexpr Field kF105[] = {
    {1, "conditions", Kind::kMessage, kRepeated, 106},
    {2, "acceptedNames", Kind::kMessage, 0, 90},
    {3, "storedVersions", Kind::kString, kRepeated, 0},
    {4, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
};
// apiextensions.v1.CustomResourceDefinitionCondition
constexpr Field kF106[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
    {6, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
};
// apiregistration.v1.APIService
constexpr Field kF107[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 108},
    {3, "status", Kind::kMessage, kOmitEmpty, 110},
};
// apiregistration.v1.APIServiceSpec
constexpr Field kF108[] = {
    {1, "service", Kind::kMessage, kOmitEmpty | kPointer, 109},
    {2, "group", Kind::kString, kOmitEmpty, 0},
    {3, "version", Kind::kString, kOmitEmpty, 0},
    {4, "insecureSkipTLSVerify", Kind::kBool, kOmitEmpty, 0},
    {5, "caBundle", Kind::kBytes, kOmitEmpty, 0},
    {7, "groupPriorityMinimum", Kind::kInt, 0, 0},
    {8, "versionPriority", Kind::kInt, 0, 0},
};
// apiregistration.v1.ServiceReference
constexpr Field kF109[] = {
    {1, "namespace", Kind::kString, kOmitEmpty, 0},
    {2, "name", Kind::kString, kOmitEmpty, 0},
    {3, "port", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apiregistration.v1.APIServiceStatus
constexpr Field kF110[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 111},
};
// apiregistration.v1.APIServiceCondition
constexpr Field kF111[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1.ControllerRevision
constexpr Field kF112[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "data", Kind::kRawExtension, 0, 0},
    {3, "revision", Kind::kInt, 0, 0},
};
// apps.v1.DaemonSet
constexpr Field kF113[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 114},
    {3, "status", Kind::kMessage, kOmitEmpty, 226},
};
// apps.v1.DaemonSetSpec
constexpr Field kF114[] = {
    {1, "selector", Kind::kMessage, kPointer, 9},
    {2, "template", Kind::kMessage, 0, 115},
    {3, "updateStrategy", Kind::kMessage, kOmitEmpty, 224},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.PodTemplateSpec
constexpr Field kF115[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 116},
};
// core.v1.PodSpec
constexpr Field kF116[] = {
    {1, "volumes", Kind::kMessage, kOmitEmpty | kRepeated, 117},
    {20, "initContainers", Kind::kMessage, kOmitEmpty | kRepeated, 166},
    {2, "containers", Kind::kMessage, kRepeated, 166},
    {34, "ephemeralContainers", Kind::kMessage, kOmitEmpty | kRepeated, 199},
    {3, "restartPolicy", Kind::kString, kOmitEmpty, 0},
    {4, "terminationGracePeriodSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "activeDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "dnsPolicy", Kind::kString, kOmitEmpty, 0},
    {7, "nodeSelector", Kind::kString, kOmitEmpty | kMap, 0},
    {8, "serviceAccountName", Kind::kString, kOmitEmpty, 0},
    {9, "serviceAccount", Kind::kString, kOmitEmpty, 0},
    {21, "automountServiceAccountToken", Kind::kBool, kOmitEmpty | kPointer, 0},
    {10, "nodeName", Kind::kString, kOmitEmpty, 0},
    {11, "hostNetwork", Kind::kBool, kOmitEmpty, 0},
    {12, "hostPID", Kind::kBool, kOmitEmpty, 0},
    {13, "hostIPC", Kind::kBool, kOmitEmpty, 0},
    {27, "shareProcessNamespace", Kind::kBool, kOmitEmpty | kPointer, 0},
    {14, "securityContext", Kind::kMessage, kOmitEmpty | kPointer, 201},
    {15, "imagePullSecrets", Kind::kMessage, kOmitEmpty | kRepeated, 128},
    {16, "hostname", Kind::kString, kOmitEmpty, 0},
    {17, "subdomain", Kind::kString, kOmitEmpty, 0},
    {18, "affinity", Kind::kMessage, kOmitEmpty | kPointer, 203},
    {19, "schedulerName", Kind::kString, kOmitEmpty, 0},
    {22, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 213},
    {23, "hostAliases", Kind::kMessage, kOmitEmpty | kRepeated, 214},
    {24, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {25, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {26, "dnsConfig", Kind::kMessage, kOmitEmpty | kPointer, 215},
    {28, "readinessGates", Kind::kMessage, kOmitEmpty | kRepeated, 217},
    {29, "runtimeClassName", Kind::kString, kOmitEmpty | kPointer, 0},
    {30, "enableServiceLinks", Kind::kBool, kOmitEmpty | kPointer, 0},
    {31, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {32, "overhead", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {33, "topologySpreadConstraints", Kind::kMessage, kOmitEmpty | kRepeated, 218},
    {35, "setHostnameAsFQDN", Kind::kBool, kOmitEmpty | kPointer, 0},
    {36, "os", Kind::kMessage, kOmitEmpty | kPointer, 219},
    {37, "hostUsers", Kind::kBool, kOmitEmpty | kPointer, 0},
    {38, "schedulingGates", Kind::kMessage, kOmitEmpty | kRepeated, 220},
    {39, "resourceClaims", Kind::kMessage, kOmitEmpty | kRepeated, 221},
    {40, "resources", Kind::kMessage, kOmitEmpty | kPointer, 176},
    {41, "hostnameOverride", Kind::kString, kOmitEmpty | kPointer, 0},
    {43, "schedulingGroup", Kind::kMessage, kOmitEmpty | kPointer, 222},
    {44, "evictionResponders", Kind::kMessage, kOmitEmpty | kRepeated, 223},
};
// core.v1.Volume
constexpr Field kF117[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "", Kind::kMessage, kInline, 118},
};
// core.v1.VolumeSource
constexpr Field kF118[] = {
    {1, "hostPath", Kind::kMessage, kOmitEmpty | kPointer, 119},
    {2, "emptyDir", Kind::kMessage, kOmitEmpty | kPointer, 120},
    {3, "gcePersistentDisk", Kind::kMessage, kOmitEmpty | kPointer, 121},
    {4, "awsElasticBlockStore", Kind::kMessage, kOmitEmpty | kPointer, 122},
    {5, "gitRepo", Kind::kMessage, kOmitEmpty | kPointer, 123},
    {6, "secret", Kind::kMessage, kOmitEmpty | kPointer, 124},
    {7, "nfs", Kind::kMessage, kOmitEmpty | kPointer, 126},
    {8, "iscsi", Kind::kMessage, kOmitEmpty | kPointer, 127},
    {9, "glusterfs", Kind::kMessage, kOmitEmpty | kPointer, 129},
    {10, "persistentVolumeClaim", Kind::kMessage, kOmitEmpty | kPointer, 130},
    {11, "rbd", Kind::kMessage, kOmitEmpty | kPointer, 131},
    {12, "flexVolume", Kind::kMessage, kOmitEmpty | kPointer, 132},
    {13, "cinder", Kind::kMessage, kOmitEmpty | kPointer, 133},
    {14, "cephfs", Kind::kMessage, kOmitEmpty | kPointer, 134},
    {15, "flocker", Kind::kMessage, kOmitEmpty | kPointer, 135},
    {16, "downwardAPI", Kind::kMessage, kOmitEmpty | kPointer, 136},
    {17, "fc", Kind::kMessage, kOmitEmpty | kPointer, 140},
    {18, "azureFile", Kind::kMessage, kOmitEmpty | kPointer, 141},
    {19, "configMap", Kind::kMessage, kOmitEmpty | kPointer, 142},
    {20, "vsphereVolume", Kind::kMessage, kOmitEmpty | kPointer, 143},
    {21, "quobyte", Kind::kMessage, kOmitEmpty | kPointer, 144},
    {22, "azureDisk", Kind::kMessage, kOmitEmpty | kPointer, 145},
    {23, "photonPersistentDisk", Kind::kMessage, kOmitEmpty | kPointer, 146},
    {26, "projected", Kind::kMessage, kOmitEmpty | kPointer, 147},
    {24, "portworxVolume", Kind::kMessage, kOmitEmpty | kPointer, 155},
    {25, "scaleIO", Kind::kMessage, kOmitEmpty | kPointer, 156},
    {27, "storageos", Kind::kMessage, kOmitEmpty | kPointer, 157},
    {28, "csi", Kind::kMessage, kOmitEmpty | kPointer, 158},
    {29, "ephemeral", Kind::kMessage, kOmitEmpty | kPointer, 159},
    {30, "image", Kind::kMessage, kOmitEmpty | kPointer, 165},
};
// core.v1.HostPathVolumeSource
constexpr Field kF119[] = {
    {1, "path", Kind::kString, 0, 0},
    {2, "type", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.EmptyDirVolumeSource
constexpr Field kF120[] = {
    {1, "medium", Kind::kString, kOmitEmpty, 0},
    {2, "sizeLimit", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "mode", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.GCEPersistentDiskVolumeSource
constexpr Field kF121[] = {
    {1, "pdName", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "partition", Kind::kInt, kOmitEmpty, 0},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.AWSElasticBlockStoreVolumeSource
constexpr Field kF122[] = {
    {1, "volumeID", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "partition", Kind::kInt, kOmitEmpty, 0},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.GitRepoVolumeSource
constexpr Field kF123[] = {
    {1, "repository", Kind::kString, 0, 0},
    {2, "revision", Kind::kString, kOmitEmpty, 0},
    {3, "directory", Kind::kString, kOmitEmpty, 0},
};
// core.v1.SecretVolumeSource
constexpr Field kF124[] = {
    {1, "secretName", Kind::kString, kOmitEmpty, 0},
    {2, "items", Kind::kMessage, kOmitEmpty | kRepeated, 125},
    {3, "defaultMode", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
    {5, "defaultUser", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.KeyToPath
constexpr Field kF125[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "path", Kind::kString, 0, 0},
    {3, "mode", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "user", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.NFSVolumeSource
constexpr Field kF126[] = {
    {1, "server", Kind::kString, 0, 0},
    {2, "path", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.ISCSIVolumeSource
constexpr Field kF127[] = {
    {1, "targetPortal", Kind::kString, 0, 0},
    {2, "iqn", Kind::kString, 0, 0},
    {3, "lun", Kind::kInt, 0, 0},
    {4, "iscsiInterface", Kind::kString, kOmitEmpty, 0},
    {5, "fsType", Kind::kString, kOmitEmpty, 0},
    {6, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {7, "portals", Kind::kString, kOmitEmpty | kRepeated, 0},
    {8, "chapAuthDiscovery", Kind::kBool, kOmitEmpty, 0},
    {11, "chapAuthSession", Kind::kBool, kOmitEmpty, 0},
    {10, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
    {12, "initiatorName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.LocalObjectReference
constexpr Field kF128[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
};
// core.v1.GlusterfsVolumeSource
constexpr Field kF129[] = {
    {1, "endpoints", Kind::kString, 0, 0},
    {2, "path", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.PersistentVolumeClaimVolumeSource
constexpr Field kF130[] = {
    {1, "claimName", Kind::kString, 0, 0},
    {2, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.RBDVolumeSource
constexpr Field kF131[] = {
    {1, "monitors", Kind::kString, kRepeated, 0},
    {2, "image", Kind::kString, 0, 0},
    {3, "fsType", Kind::kString, kOmitEmpty, 0},
    {4, "pool", Kind::kString, kOmitEmpty, 0},
    {5, "user", Kind::kString, kOmitEmpty, 0},
    {6, "keyring", Kind::kString, kOmitEmpty, 0},
    {7, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
    {8, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.FlexVolumeSource
constexpr Field kF132[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {5, "options", Kind::kString, kOmitEmpty | kMap, 0},
};
// core.v1.CinderVolumeSource
constexpr Field kF133[] = {
    {1, "volumeID", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
};
// core.v1.CephFSVolumeSource
constexpr Field kF134[] = {
    {1, "monitors", Kind::kString, kRepeated, 0},
    {2, "path", Kind::kString, kOmitEmpty, 0},
    {3, "user", Kind::kString, kOmitEmpty, 0},
    {4, "secretFile", Kind::kString, kOmitEmpty, 0},
    {5, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
    {6, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.FlockerVolumeSource
constexpr Field kF135[] = {
    {1, "datasetName", Kind::kString, kOmitEmpty, 0},
    {2, "datasetUUID", Kind::kString, kOmitEmpty, 0},
};
// core.v1.DownwardAPIVolumeSource
constexpr Field kF136[] = {
    {1, "items", Kind::kMessage, kOmitEmpty | kRepeated, 137},
    {2, "defaultMode", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "defaultUser", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.DownwardAPIVolumeFile
constexpr Field kF137[] = {
    {1, "path", Kind::kString, 0, 0},
    {2, "fieldRef", Kind::kMessage, kOmitEmpty | kPointer, 138},
    {3, "resourceFieldRef", Kind::kMessage, kOmitEmpty | kPointer, 139},
    {4, "mode", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "user", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.ObjectFieldSelector
constexpr Field kF138[] = {
    {1, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {2, "fieldPath", Kind::kString, 0, 0},
};
// core.v1.ResourceFieldSelector
constexpr Field kF139[] = {
    {1, "containerName", Kind::kString, kOmitEmpty, 0},
    {2, "resource", Kind::kString, 0, 0},
    {3, "divisor", Kind::kQuantity, kOmitEmpty, 0},
};
// core.v1.FCVolumeSource
constexpr Field kF140[] = {
    {1, "targetWWNs", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "lun", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "fsType", Kind::kString, kOmitEmpty, 0},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {5, "wwids", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.AzureFileVolumeSource
constexpr Field kF141[] = {
    {1, "secretName", Kind::kString, 0, 0},
    {2, "shareName", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.ConfigMapVolumeSource
constexpr Field kF142[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "items", Kind::kMessage, kOmitEmpty | kRepeated, 125},
    {3, "defaultMode", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
    {5, "defaultUser", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.VsphereVirtualDiskVolumeSource
constexpr Field kF143[] = {
    {1, "volumePath", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "storagePolicyName", Kind::kString, kOmitEmpty, 0},
    {4, "storagePolicyID", Kind::kString, kOmitEmpty, 0},
};
// core.v1.QuobyteVolumeSource
constexpr Field kF144[] = {
    {1, "registry", Kind::kString, 0, 0},
    {2, "volume", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "user", Kind::kString, kOmitEmpty, 0},
    {5, "group", Kind::kString, kOmitEmpty, 0},
    {6, "tenant", Kind::kString, kOmitEmpty, 0},
};
// core.v1.AzureDiskVolumeSource
constexpr Field kF145[] = {
    {1, "diskName", Kind::kString, 0, 0},
    {2, "diskURI", Kind::kString, 0, 0},
    {3, "cachingMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "fsType", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "readOnly", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "kind", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.PhotonPersistentDiskVolumeSource
constexpr Field kF146[] = {
    {1, "pdID", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ProjectedVolumeSource
constexpr Field kF147[] = {
    {1, "sources", Kind::kMessage, kRepeated, 148},
    {2, "defaultMode", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "defaultUser", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.VolumeProjection
constexpr Field kF148[] = {
    {1, "secret", Kind::kMessage, kOmitEmpty | kPointer, 149},
    {2, "downwardAPI", Kind::kMessage, kOmitEmpty | kPointer, 150},
    {3, "configMap", Kind::kMessage, kOmitEmpty | kPointer, 151},
    {4, "serviceAccountToken", Kind::kMessage, kOmitEmpty | kPointer, 152},
    {5, "clusterTrustBundle", Kind::kMessage, kOmitEmpty | kPointer, 153},
    {6, "podCertificate", Kind::kMessage, kOmitEmpty | kPointer, 154},
};
// core.v1.SecretProjection
constexpr Field kF149[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "items", Kind::kMessage, kOmitEmpty | kRepeated, 125},
    {4, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.DownwardAPIProjection
constexpr Field kF150[] = {
    {1, "items", Kind::kMessage, kOmitEmpty | kRepeated, 137},
};
// core.v1.ConfigMapProjection
constexpr Field kF151[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "items", Kind::kMessage, kOmitEmpty | kRepeated, 125},
    {4, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.ServiceAccountTokenProjection
constexpr Field kF152[] = {
    {1, "audience", Kind::kString, kOmitEmpty, 0},
    {2, "expirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "path", Kind::kString, 0, 0},
    {4, "user", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.ClusterTrustBundleProjection
constexpr Field kF153[] = {
    {1, "name", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "signerName", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "labelSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {5, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
    {4, "path", Kind::kString, 0, 0},
    {6, "user", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.PodCertificateProjection
constexpr Field kF154[] = {
    {1, "signerName", Kind::kString, kOmitEmpty, 0},
    {2, "keyType", Kind::kString, kOmitEmpty, 0},
    {3, "maxExpirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "credentialBundlePath", Kind::kString, kOmitEmpty, 0},
    {5, "keyPath", Kind::kString, kOmitEmpty, 0},
    {6, "certificateChainPath", Kind::kString, kOmitEmpty, 0},
    {7, "userAnnotations", Kind::kString, kOmitEmpty | kMap, 0},
    {8, "user", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.PortworxVolumeSource
constexpr Field kF155[] = {
    {1, "volumeID", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.ScaleIOVolumeSource
constexpr Field kF156[] = {
    {1, "gateway", Kind::kString, 0, 0},
    {2, "system", Kind::kString, 0, 0},
    {3, "secretRef", Kind::kMessage, kPointer, 128},
    {4, "sslEnabled", Kind::kBool, kOmitEmpty, 0},
    {5, "protectionDomain", Kind::kString, kOmitEmpty, 0},
    {6, "storagePool", Kind::kString, kOmitEmpty, 0},
    {7, "storageMode", Kind::kString, kOmitEmpty, 0},
    {8, "volumeName", Kind::kString, kOmitEmpty, 0},
    {9, "fsType", Kind::kString, kOmitEmpty, 0},
    {10, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.StorageOSVolumeSource
constexpr Field kF157[] = {
    {1, "volumeName", Kind::kString, kOmitEmpty, 0},
    {2, "volumeNamespace", Kind::kString, kOmitEmpty, 0},
    {3, "fsType", Kind::kString, kOmitEmpty, 0},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {5, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
};
// core.v1.CSIVolumeSource
constexpr Field kF158[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "readOnly", Kind::kBool, kOmitEmpty | kPointer, 0},
    {3, "fsType", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "volumeAttributes", Kind::kString, kOmitEmpty | kMap, 0},
    {5, "nodePublishSecretRef", Kind::kMessage, kOmitEmpty | kPointer, 128},
};
// core.v1.EphemeralVolumeSource
constexpr Field kF159[] = {
    {1, "volumeClaimTemplate", Kind::kMessage, kOmitEmpty | kPointer, 160},
};
// core.v1.PersistentVolumeClaimTemplate
constexpr Field kF160[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 161},
};
// core.v1.PersistentVolumeClaimSpec
constexpr Field kF161[] = {
    {1, "accessModes", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "resources", Kind::kMessage, kOmitEmpty, 162},
    {3, "volumeName", Kind::kString, kOmitEmpty, 0},
    {5, "storageClassName", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "volumeMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "dataSource", Kind::kMessage, kOmitEmpty | kPointer, 163},
    {8, "dataSourceRef", Kind::kMessage, kOmitEmpty | kPointer, 164},
    {9, "volumeAttributesClassName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.VolumeResourceRequirements
constexpr Field kF162[] = {
    {1, "limits", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {2, "requests", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// core.v1.TypedLocalObjectReference
constexpr Field kF163[] = {
    {1, "apiGroup", Kind::kString, kPointer, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
};
// core.v1.TypedObjectReference
constexpr Field kF164[] = {
    {1, "apiGroup", Kind::kString, kPointer, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "namespace", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.ImageVolumeSource
constexpr Field kF165[] = {
    {1, "reference", Kind::kString, kOmitEmpty, 0},
    {2, "pullPolicy", Kind::kString, kOmitEmpty, 0},
};
// core.v1.Container
constexpr Field kF166[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "image", Kind::kString, kOmitEmpty, 0},
    {3, "command", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "args", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "workingDir", Kind::kString, kOmitEmpty, 0},
    {6, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 167},
    {19, "envFrom", Kind::kMessage, kOmitEmpty | kRepeated, 168},
    {7, "env", Kind::kMessage, kOmitEmpty | kRepeated, 171},
    {8, "resources", Kind::kMessage, kOmitEmpty, 176},
    {23, "resizePolicy", Kind::kMessage, kOmitEmpty | kRepeated, 178},
    {24, "restartPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {25, "restartPolicyRules", Kind::kMessage, kOmitEmpty | kRepeated, 179},
    {9, "volumeMounts", Kind::kMessage, kOmitEmpty | kRepeated, 181},
    {21, "volumeDevices", Kind::kMessage, kOmitEmpty | kRepeated, 182},
    {10, "livenessProbe", Kind::kMessage, kOmitEmpty | kPointer, 183},
    {11, "readinessProbe", Kind::kMessage, kOmitEmpty | kPointer, 183},
    {22, "startupProbe", Kind::kMessage, kOmitEmpty | kPointer, 183},
    {12, "lifecycle", Kind::kMessage, kOmitEmpty | kPointer, 190},
    {13, "terminationMessagePath", Kind::kString, kOmitEmpty, 0},
    {20, "terminationMessagePolicy", Kind::kString, kOmitEmpty, 0},
    {14, "imagePullPolicy", Kind::kString, kOmitEmpty, 0},
    {15, "securityContext", Kind::kMessage, kOmitEmpty | kPointer, 193},
    {16, "stdin", Kind::kBool, kOmitEmpty, 0},
    {17, "stdinOnce", Kind::kBool, kOmitEmpty, 0},
    {18, "tty", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.ContainerPort
constexpr Field kF167[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "hostPort", Kind::kInt, kOmitEmpty, 0},
    {3, "containerPort", Kind::kInt, 0, 0},
    {4, "protocol", Kind::kString, kOmitEmpty, 0},
    {5, "hostIP", Kind::kString, kOmitEmpty, 0},
};
// core.v1.EnvFromSource
constexpr Field kF168[] = {
    {1, "prefix", Kind::kString, kOmitEmpty, 0},
    {2, "configMapRef", Kind::kMessage, kOmitEmpty | kPointer, 169},
    {3, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 170},
};
// core.v1.ConfigMapEnvSource
constexpr Field kF169[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.SecretEnvSource
constexpr Field kF170[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.EnvVar
constexpr Field kF171[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "value", Kind::kString, kOmitEmpty, 0},
    {3, "valueFrom", Kind::kMessage, kOmitEmpty | kPointer, 172},
};
// core.v1.EnvVarSource
constexpr Field kF172[] = {
    {1, "fieldRef", Kind::kMessage, kOmitEmpty | kPointer, 138},
    {2, "resourceFieldRef", Kind::kMessage, kOmitEmpty | kPointer, 139},
    {3, "configMapKeyRef", Kind::kMessage, kOmitEmpty | kPointer, 173},
    {4, "secretKeyRef", Kind::kMessage, kOmitEmpty | kPointer, 174},
    {5, "fileKeyRef", Kind::kMessage, kOmitEmpty | kPointer, 175},
};
// core.v1.ConfigMapKeySelector
constexpr Field kF173[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "key", Kind::kString, 0, 0},
    {3, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.SecretKeySelector
constexpr Field kF174[] = {
    {1, "", Kind::kMessage, kInline, 128},
    {2, "key", Kind::kString, 0, 0},
    {3, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.FileKeySelector
constexpr Field kF175[] = {
    {1, "volumeName", Kind::kString, 0, 0},
    {2, "path", Kind::kString, 0, 0},
    {3, "key", Kind::kString, 0, 0},
    {4, "optional", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.ResourceRequirements
constexpr Field kF176[] = {
    {1, "limits", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {2, "requests", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {3, "claims", Kind::kMessage, kOmitEmpty | kRepeated, 177},
};
// core.v1.ResourceClaim
constexpr Field kF177[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "request", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ContainerResizePolicy
constexpr Field kF178[] = {
    {1, "resourceName", Kind::kString, 0, 0},
    {2, "restartPolicy", Kind::kString, 0, 0},
};
// core.v1.ContainerRestartRule
constexpr Field kF179[] = {
    {1, "action", Kind::kString, kOmitEmpty, 0},
    {2, "exitCodes", Kind::kMessage, kOmitEmpty | kPointer, 180},
};
// core.v1.ContainerRestartRuleOnExitCodes
constexpr Field kF180[] = {
    {1, "operator", Kind::kString, kOmitEmpty, 0},
    {2, "values", Kind::kInt, kOmitEmpty | kRepeated, 0},
};
// core.v1.VolumeMount
constexpr Field kF181[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {7, "recursiveReadOnly", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "mountPath", Kind::kString, 0, 0},
    {4, "subPath", Kind::kString, kOmitEmpty, 0},
    {5, "mountPropagation", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "subPathExpr", Kind::kString, kOmitEmpty, 0},
    {8, "bindMountOptions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.VolumeDevice
constexpr Field kF182[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "devicePath", Kind::kString, 0, 0},
};
// core.v1.Probe
constexpr Field kF183[] = {
    {1, "", Kind::kMessage, kInline, 184},
    {2, "initialDelaySeconds", Kind::kInt, kOmitEmpty, 0},
    {3, "timeoutSeconds", Kind::kInt, kOmitEmpty, 0},
    {4, "periodSeconds", Kind::kInt, kOmitEmpty, 0},
    {5, "successThreshold", Kind::kInt, kOmitEmpty, 0},
    {6, "failureThreshold", Kind::kInt, kOmitEmpty, 0},
    {7, "terminationGracePeriodSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.ProbeHandler
constexpr Field kF184[] = {
    {1, "exec", Kind::kMessage, kOmitEmpty | kPointer, 185},
    {2, "httpGet", Kind::kMessage, kOmitEmpty | kPointer, 186},
    {3, "tcpSocket", Kind::kMessage, kOmitEmpty | kPointer, 188},
    {4, "grpc", Kind::kMessage, kOmitEmpty | kPointer, 189},
};
// core.v1.ExecAction
constexpr Field kF185[] = {
    {1, "command", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.HTTPGetAction
constexpr Field kF186[] = {
    {1, "path", Kind::kString, kOmitEmpty, 0},
    {2, "port", Kind::kIntOrString, 0, 0},
    {3, "host", Kind::kString, kOmitEmpty, 0},
    {4, "scheme", Kind::kString, kOmitEmpty, 0},
    {5, "httpHeaders", Kind::kMessage, kOmitEmpty | kRepeated, 187},
    {6, "protocol", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.HTTPHeader
constexpr Field kF187[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "value", Kind::kString, 0, 0},
};
// core.v1.TCPSocketAction
constexpr Field kF188[] = {
    {1, "port", Kind::kIntOrString, 0, 0},
    {2, "host", Kind::kString, kOmitEmpty, 0},
};
// core.v1.GRPCAction
constexpr Field kF189[] = {
    {1, "port", Kind::kInt, 0, 0},
    {2, "service", Kind::kString, kPointer, 0},
    {3, "mode", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.Lifecycle
constexpr Field kF190[] = {
    {1, "postStart", Kind::kMessage, kOmitEmpty | kPointer, 191},
    {2, "preStop", Kind::kMessage, kOmitEmpty | kPointer, 191},
    {3, "stopSignal", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.LifecycleHandler
constexpr Field kF191[] = {
    {1, "exec", Kind::kMessage, kOmitEmpty | kPointer, 185},
    {2, "httpGet", Kind::kMessage, kOmitEmpty | kPointer, 186},
    {3, "tcpSocket", Kind::kMessage, kOmitEmpty | kPointer, 188},
    {4, "sleep", Kind::kMessage, kOmitEmpty | kPointer, 192},
};
// core.v1.SleepAction
constexpr Field kF192[] = {
    {1, "seconds", Kind::kInt, 0, 0},
};
// core.v1.SecurityContext
constexpr Field kF193[] = {
    {1, "capabilities", Kind::kMessage, kOmitEmpty | kPointer, 194},
    {2, "privileged", Kind::kBool, kOmitEmpty | kPointer, 0},
    {3, "seLinuxOptions", Kind::kMessage, kOmitEmpty | kPointer, 195},
    {10, "windowsOptions", Kind::kMessage, kOmitEmpty | kPointer, 196},
    {4, "runAsUser", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "runAsGroup", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "runAsNonRoot", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "readOnlyRootFilesystem", Kind::kBool, kOmitEmpty | kPointer, 0},
    {7, "allowPrivilegeEscalation", Kind::kBool, kOmitEmpty | kPointer, 0},
    {9, "procMount", Kind::kString, kOmitEmpty | kPointer, 0},
    {11, "seccompProfile", Kind::kMessage, kOmitEmpty | kPointer, 197},
    {12, "appArmorProfile", Kind::kMessage, kOmitEmpty | kPointer, 198},
};
// core.v1.Capabilities
constexpr Field kF194[] = {
    {1, "add", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "drop", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.SELinuxOptions
constexpr Field kF195[] = {
    {1, "user", Kind::kString, kOmitEmpty, 0},
    {2, "role", Kind::kString, kOmitEmpty, 0},
    {3, "type", Kind::kString, kOmitEmpty, 0},
    {4, "level", Kind::kString, kOmitEmpty, 0},
};
// core.v1.WindowsSecurityContextOptions
constexpr Field kF196[] = {
    {1, "gmsaCredentialSpecName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "gmsaCredentialSpec", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "runAsUserName", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "hostProcess", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.SeccompProfile
constexpr Field kF197[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "localhostProfile", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.AppArmorProfile
constexpr Field kF198[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "localhostProfile", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.EphemeralContainer
constexpr Field kF199[] = {
    {1, "", Kind::kMessage, kInline, 200},
    {2, "targetContainerName", Kind::kString, kOmitEmpty, 0},
};
// core.v1.EphemeralContainerCommon
constexpr Field kF200[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "image", Kind::kString, kOmitEmpty, 0},
    {3, "command", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "args", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "workingDir", Kind::kString, kOmitEmpty, 0},
    {6, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 167},
    {19, "envFrom", Kind::kMessage, kOmitEmpty | kRepeated, 168},
    {7, "env", Kind::kMessage, kOmitEmpty | kRepeated, 171},
    {8, "resources", Kind::kMessage, kOmitEmpty, 176},
    {23, "resizePolicy", Kind::kMessage, kOmitEmpty | kRepeated, 178},
    {24, "restartPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {25, "restartPolicyRules", Kind::kMessage, kOmitEmpty | kRepeated, 179},
    {9, "volumeMounts", Kind::kMessage, kOmitEmpty | kRepeated, 181},
    {21, "volumeDevices", Kind::kMessage, kOmitEmpty | kRepeated, 182},
    {10, "livenessProbe", Kind::kMessage, kOmitEmpty | kPointer, 183},
    {11, "readinessProbe", Kind::kMessage, kOmitEmpty | kPointer, 183},
    {22, "startupProbe", Kind::kMessage, kOmitEmpty | kPointer, 183},
    {12, "lifecycle", Kind::kMessage, kOmitEmpty | kPointer, 190},
    {13, "terminationMessagePath", Kind::kString, kOmitEmpty, 0},
    {20, "terminationMessagePolicy", Kind::kString, kOmitEmpty, 0},
    {14, "imagePullPolicy", Kind::kString, kOmitEmpty, 0},
    {15, "securityContext", Kind::kMessage, kOmitEmpty | kPointer, 193},
    {16, "stdin", Kind::kBool, kOmitEmpty, 0},
    {17, "stdinOnce", Kind::kBool, kOmitEmpty, 0},
    {18, "tty", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.PodSecurityContext
constexpr Field kF201[] = {
    {1, "seLinuxOptions", Kind::kMessage, kOmitEmpty | kPointer, 195},
    {8, "windowsOptions", Kind::kMessage, kOmitEmpty | kPointer, 196},
    {2, "runAsUser", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "runAsGroup", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "runAsNonRoot", Kind::kBool, kOmitEmpty | kPointer, 0},
    {4, "supplementalGroups", Kind::kInt, kOmitEmpty | kRepeated, 0},
    {12, "supplementalGroupsPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "fsGroup", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "sysctls", Kind::kMessage, kOmitEmpty | kRepeated, 202},
    {9, "fsGroupChangePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "seccompProfile", Kind::kMessage, kOmitEmpty | kPointer, 197},
    {11, "appArmorProfile", Kind::kMessage, kOmitEmpty | kPointer, 198},
    {13, "seLinuxChangePolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.Sysctl
constexpr Field kF202[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "value", Kind::kString, 0, 0},
};
// core.v1.Affinity
constexpr Field kF203[] = {
    {1, "nodeAffinity", Kind::kMessage, kOmitEmpty | kPointer, 204},
    {2, "podAffinity", Kind::kMessage, kOmitEmpty | kPointer, 209},
    {3, "podAntiAffinity", Kind::kMessage, kOmitEmpty | kPointer, 212},
};
// core.v1.NodeAffinity
constexpr Field kF204[] = {
    {1, "requiredDuringSchedulingIgnoredDuringExecution", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {2, "preferredDuringSchedulingIgnoredDuringExecution", Kind::kMessage, kOmitEmpty | kRepeated, 208},
};
// core.v1.NodeSelector
constexpr Field kF205[] = {
    {1, "nodeSelectorTerms", Kind::kMessage, kRepeated, 206},
};
// core.v1.NodeSelectorTerm
constexpr Field kF206[] = {
    {1, "matchExpressions", Kind::kMessage, kOmitEmpty | kRepeated, 207},
    {2, "matchFields", Kind::kMessage, kOmitEmpty | kRepeated, 207},
};
// core.v1.NodeSelectorRequirement
constexpr Field kF207[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "operator", Kind::kString, 0, 0},
    {3, "values", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.PreferredSchedulingTerm
constexpr Field kF208[] = {
    {1, "weight", Kind::kInt, 0, 0},
    {2, "preference", Kind::kMessage, 0, 206},
};
// core.v1.PodAffinity
constexpr Field kF209[] = {
    {1, "requiredDuringSchedulingIgnoredDuringExecution", Kind::kMessage, kOmitEmpty | kRepeated, 210},
    {2, "preferredDuringSchedulingIgnoredDuringExecution", Kind::kMessage, kOmitEmpty | kRepeated, 211},
};
// core.v1.PodAffinityTerm
constexpr Field kF210[] = {
    {1, "labelSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "namespaces", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "topologyKey", Kind::kString, 0, 0},
    {4, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {5, "matchLabelKeys", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "mismatchLabelKeys", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.WeightedPodAffinityTerm
constexpr Field kF211[] = {
    {1, "weight", Kind::kInt, 0, 0},
    {2, "podAffinityTerm", Kind::kMessage, 0, 210},
};
// core.v1.PodAntiAffinity
constexpr Field kF212[] = {
    {1, "requiredDuringSchedulingIgnoredDuringExecution", Kind::kMessage, kOmitEmpty | kRepeated, 210},
    {2, "preferredDuringSchedulingIgnoredDuringExecution", Kind::kMessage, kOmitEmpty | kRepeated, 211},
};
// core.v1.Toleration
constexpr Field kF213[] = {
    {1, "key", Kind::kString, kOmitEmpty, 0},
    {2, "operator", Kind::kString, kOmitEmpty, 0},
    {3, "value", Kind::kString, kOmitEmpty, 0},
    {4, "effect", Kind::kString, kOmitEmpty, 0},
    {5, "tolerationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.HostAlias
constexpr Field kF214[] = {
    {1, "ip", Kind::kString, 0, 0},
    {2, "hostnames", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.PodDNSConfig
constexpr Field kF215[] = {
    {1, "nameservers", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "searches", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "options", Kind::kMessage, kOmitEmpty | kRepeated, 216},
};
// core.v1.PodDNSConfigOption
constexpr Field kF216[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "value", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.PodReadinessGate
constexpr Field kF217[] = {
    {1, "conditionType", Kind::kString, 0, 0},
};
// core.v1.TopologySpreadConstraint
constexpr Field kF218[] = {
    {1, "maxSkew", Kind::kInt, 0, 0},
    {2, "topologyKey", Kind::kString, 0, 0},
    {3, "whenUnsatisfiable", Kind::kString, 0, 0},
    {4, "labelSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {5, "minDomains", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "nodeAffinityPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "nodeTaintsPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "matchLabelKeys", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.PodOS
constexpr Field kF219[] = {
    {1, "name", Kind::kString, 0, 0},
};
// core.v1.PodSchedulingGate
constexpr Field kF220[] = {
    {1, "name", Kind::kString, 0, 0},
};
// core.v1.PodResourceClaim
constexpr Field kF221[] = {
    {1, "name", Kind::kString, 0, 0},
    {3, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "resourceClaimTemplateName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.PodSchedulingGroup
constexpr Field kF222[] = {
    {1, "podGroupName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.EvictionResponder
constexpr Field kF223[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "priority", Kind::kInt, kPointer, 0},
};
// apps.v1.DaemonSetUpdateStrategy
constexpr Field kF224[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 225},
};
// apps.v1.RollingUpdateDaemonSet
constexpr Field kF225[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1.DaemonSetStatus
constexpr Field kF226[] = {
    {1, "currentNumberScheduled", Kind::kInt, 0, 0},
    {2, "numberMisscheduled", Kind::kInt, 0, 0},
    {3, "desiredNumberScheduled", Kind::kInt, 0, 0},
    {4, "numberReady", Kind::kInt, 0, 0},
    {5, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "updatedNumberScheduled", Kind::kInt, kOmitEmpty, 0},
    {7, "numberAvailable", Kind::kInt, kOmitEmpty, 0},
    {8, "numberUnavailable", Kind::kInt, kOmitEmpty, 0},
    {9, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 227},
};
// apps.v1.DaemonSetCondition
constexpr Field kF227[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1.Deployment
constexpr Field kF228[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 229},
    {3, "status", Kind::kMessage, kOmitEmpty, 232},
};
// apps.v1.DeploymentSpec
constexpr Field kF229[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "strategy", Kind::kMessage, kOmitEmpty, 230},
    {5, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "paused", Kind::kBool, kOmitEmpty, 0},
    {9, "progressDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1.DeploymentStrategy
constexpr Field kF230[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 231},
};
// apps.v1.RollingUpdateDeployment
constexpr Field kF231[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1.DeploymentStatus
constexpr Field kF232[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "replicas", Kind::kInt, kOmitEmpty, 0},
    {3, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "unavailableReplicas", Kind::kInt, kOmitEmpty, 0},
    {9, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 233},
    {8, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1.DeploymentCondition
constexpr Field kF233[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {6, "lastUpdateTime", Kind::kTime, kOmitEmpty, 0},
    {7, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1.ReplicaSet
constexpr Field kF234[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 235},
    {3, "status", Kind::kMessage, kOmitEmpty, 236},
};
// apps.v1.ReplicaSetSpec
constexpr Field kF235[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {2, "selector", Kind::kMessage, kPointer, 9},
    {3, "template", Kind::kMessage, kOmitEmpty, 115},
};
// apps.v1.ReplicaSetStatus
constexpr Field kF236[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "fullyLabeledReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 237},
};
// apps.v1.ReplicaSetCondition
constexpr Field kF237[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1.StatefulSet
constexpr Field kF238[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 239},
    {3, "status", Kind::kMessage, kOmitEmpty, 250},
};
// apps.v1.StatefulSetSpec
constexpr Field kF239[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "volumeClaimTemplates", Kind::kMessage, kOmitEmpty | kRepeated | kTyped, 240},
    {5, "serviceName", Kind::kString, 0, 0},
    {6, "podManagementPolicy", Kind::kString, kOmitEmpty, 0},
    {7, "updateStrategy", Kind::kMessage, kOmitEmpty, 246},
    {8, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {10, "persistentVolumeClaimRetentionPolicy", Kind::kMessage, kOmitEmpty | kPointer, 248},
    {11, "ordinals", Kind::kMessage, kOmitEmpty | kPointer, 249},
};
// core.v1.PersistentVolumeClaim
constexpr Field kF240[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 161},
    {3, "status", Kind::kMessage, kOmitEmpty, 241},
};
// core.v1.PersistentVolumeClaimStatus
constexpr Field kF241[] = {
    {1, "phase", Kind::kString, kOmitEmpty, 0},
    {2, "accessModes", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "capacity", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {4, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 242},
    {5, "allocatedResources", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {7, "allocatedResourceStatuses", Kind::kString, kOmitEmpty | kMap, 0},
    {8, "currentVolumeAttributesClassName", Kind::kString, kOmitEmpty | kPointer, 0},
    {9, "modifyVolumeStatus", Kind::kMessage, kOmitEmpty | kPointer, 243},
    {10, "healthStatus", Kind::kMessage, kOmitEmpty | kPointer, 244},
};
// core.v1.PersistentVolumeClaimCondition
constexpr Field kF242[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastProbeTime", Kind::kTime, kOmitEmpty, 0},
    {4, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {5, "reason", Kind::kString, kOmitEmpty, 0},
    {6, "message", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ModifyVolumeStatus
constexpr Field kF243[] = {
    {1, "targetVolumeAttributesClassName", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, 0, 0},
};
// core.v1.VolumeHealthStatus
constexpr Field kF244[] = {
    {1, "healthConditions", Kind::kMessage, kOmitEmpty | kRepeated, 245},
    {2, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
};
// core.v1.VolumeHealthCondition
constexpr Field kF245[] = {
    {1, "status", Kind::kString, 0, 0},
    {2, "reason", Kind::kString, 0, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1.StatefulSetUpdateStrategy
constexpr Field kF246[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 247},
};
// apps.v1.RollingUpdateStatefulSetStrategy
constexpr Field kF247[] = {
    {1, "partition", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy
constexpr Field kF248[] = {
    {1, "whenDeleted", Kind::kString, kOmitEmpty, 0},
    {2, "whenScaled", Kind::kString, kOmitEmpty, 0},
};
// apps.v1.StatefulSetOrdinals
constexpr Field kF249[] = {
    {1, "start", Kind::kInt, 0, 0},
};
// apps.v1.StatefulSetStatus
constexpr Field kF250[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "replicas", Kind::kInt, 0, 0},
    {3, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "currentReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {6, "currentRevision", Kind::kString, kOmitEmpty, 0},
    {7, "updateRevision", Kind::kString, kOmitEmpty, 0},
    {9, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 251},
    {11, "availableReplicas", Kind::kInt, 0, 0},
};
// apps.v1.StatefulSetCondition
constexpr Field kF251[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta1.ControllerRevision
constexpr Field kF252[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "data", Kind::kRawExtension, 0, 0},
    {3, "revision", Kind::kInt, 0, 0},
};
// apps.v1beta1.Deployment
constexpr Field kF253[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 254},
    {3, "status", Kind::kMessage, kOmitEmpty, 258},
};
// apps.v1beta1.DeploymentSpec
constexpr Field kF254[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "strategy", Kind::kMessage, kOmitEmpty, 255},
    {5, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "paused", Kind::kBool, kOmitEmpty, 0},
    {8, "rollbackTo", Kind::kMessage, kOmitEmpty | kPointer, 257},
    {9, "progressDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1beta1.DeploymentStrategy
constexpr Field kF255[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 256},
};
// apps.v1beta1.RollingUpdateDeployment
constexpr Field kF256[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1beta1.RollbackConfig
constexpr Field kF257[] = {
    {1, "revision", Kind::kInt, kOmitEmpty, 0},
};
// apps.v1beta1.DeploymentStatus
constexpr Field kF258[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "replicas", Kind::kInt, kOmitEmpty, 0},
    {3, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "unavailableReplicas", Kind::kInt, kOmitEmpty, 0},
    {9, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 259},
    {8, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1beta1.DeploymentCondition
constexpr Field kF259[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {6, "lastUpdateTime", Kind::kTime, kOmitEmpty, 0},
    {7, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta1.Scale
constexpr Field kF260[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 261},
    {3, "status", Kind::kMessage, kOmitEmpty, 262},
};
// apps.v1beta1.ScaleSpec
constexpr Field kF261[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty, 0},
};
// apps.v1beta1.ScaleStatus
constexpr Field kF262[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "selector", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "targetSelector", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta1.StatefulSet
constexpr Field kF263[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 264},
    {3, "status", Kind::kMessage, kOmitEmpty, 269},
};
// apps.v1beta1.StatefulSetSpec
constexpr Field kF264[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "volumeClaimTemplates", Kind::kMessage, kOmitEmpty | kRepeated | kTyped, 240},
    {5, "serviceName", Kind::kString, 0, 0},
    {6, "podManagementPolicy", Kind::kString, kOmitEmpty, 0},
    {7, "updateStrategy", Kind::kMessage, kOmitEmpty, 265},
    {8, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {10, "persistentVolumeClaimRetentionPolicy", Kind::kMessage, kOmitEmpty | kPointer, 267},
    {11, "ordinals", Kind::kMessage, kOmitEmpty | kPointer, 268},
};
// apps.v1beta1.StatefulSetUpdateStrategy
constexpr Field kF265[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 266},
};
// apps.v1beta1.RollingUpdateStatefulSetStrategy
constexpr Field kF266[] = {
    {1, "partition", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1beta1.StatefulSetPersistentVolumeClaimRetentionPolicy
constexpr Field kF267[] = {
    {1, "whenDeleted", Kind::kString, kOmitEmpty, 0},
    {2, "whenScaled", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta1.StatefulSetOrdinals
constexpr Field kF268[] = {
    {1, "start", Kind::kInt, 0, 0},
};
// apps.v1beta1.StatefulSetStatus
constexpr Field kF269[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "replicas", Kind::kInt, 0, 0},
    {3, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "currentReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {6, "currentRevision", Kind::kString, kOmitEmpty, 0},
    {7, "updateRevision", Kind::kString, kOmitEmpty, 0},
    {9, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 270},
    {11, "availableReplicas", Kind::kInt, 0, 0},
};
// apps.v1beta1.StatefulSetCondition
constexpr Field kF270[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta2.ControllerRevision
constexpr Field kF271[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "data", Kind::kRawExtension, 0, 0},
    {3, "revision", Kind::kInt, 0, 0},
};
// apps.v1beta2.DaemonSet
constexpr Field kF272[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 273},
    {3, "status", Kind::kMessage, kOmitEmpty, 276},
};
// apps.v1beta2.DaemonSetSpec
constexpr Field kF273[] = {
    {1, "selector", Kind::kMessage, kPointer, 9},
    {2, "template", Kind::kMessage, 0, 115},
    {3, "updateStrategy", Kind::kMessage, kOmitEmpty, 274},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1beta2.DaemonSetUpdateStrategy
constexpr Field kF274[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 275},
};
// apps.v1beta2.RollingUpdateDaemonSet
constexpr Field kF275[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1beta2.DaemonSetStatus
constexpr Field kF276[] = {
    {1, "currentNumberScheduled", Kind::kInt, 0, 0},
    {2, "numberMisscheduled", Kind::kInt, 0, 0},
    {3, "desiredNumberScheduled", Kind::kInt, 0, 0},
    {4, "numberReady", Kind::kInt, 0, 0},
    {5, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "updatedNumberScheduled", Kind::kInt, kOmitEmpty, 0},
    {7, "numberAvailable", Kind::kInt, kOmitEmpty, 0},
    {8, "numberUnavailable", Kind::kInt, kOmitEmpty, 0},
    {9, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 277},
};
// apps.v1beta2.DaemonSetCondition
constexpr Field kF277[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta2.Deployment
constexpr Field kF278[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 279},
    {3, "status", Kind::kMessage, kOmitEmpty, 282},
};
// apps.v1beta2.DeploymentSpec
constexpr Field kF279[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "strategy", Kind::kMessage, kOmitEmpty, 280},
    {5, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "paused", Kind::kBool, kOmitEmpty, 0},
    {9, "progressDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1beta2.DeploymentStrategy
constexpr Field kF280[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 281},
};
// apps.v1beta2.RollingUpdateDeployment
constexpr Field kF281[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1beta2.DeploymentStatus
constexpr Field kF282[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "replicas", Kind::kInt, kOmitEmpty, 0},
    {3, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "unavailableReplicas", Kind::kInt, kOmitEmpty, 0},
    {9, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 283},
    {8, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// apps.v1beta2.DeploymentCondition
constexpr Field kF283[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {6, "lastUpdateTime", Kind::kTime, kOmitEmpty, 0},
    {7, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta2.ReplicaSet
constexpr Field kF284[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 285},
    {3, "status", Kind::kMessage, kOmitEmpty, 286},
};
// apps.v1beta2.ReplicaSetSpec
constexpr Field kF285[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {2, "selector", Kind::kMessage, kPointer, 9},
    {3, "template", Kind::kMessage, kOmitEmpty, 115},
};
// apps.v1beta2.ReplicaSetStatus
constexpr Field kF286[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "fullyLabeledReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 287},
};
// apps.v1beta2.ReplicaSetCondition
constexpr Field kF287[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta2.Scale
constexpr Field kF288[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 289},
    {3, "status", Kind::kMessage, kOmitEmpty, 290},
};
// apps.v1beta2.ScaleSpec
constexpr Field kF289[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty, 0},
};
// apps.v1beta2.ScaleStatus
constexpr Field kF290[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "selector", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "targetSelector", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta2.StatefulSet
constexpr Field kF291[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 292},
    {3, "status", Kind::kMessage, kOmitEmpty, 297},
};
// apps.v1beta2.StatefulSetSpec
constexpr Field kF292[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "volumeClaimTemplates", Kind::kMessage, kOmitEmpty | kRepeated | kTyped, 240},
    {5, "serviceName", Kind::kString, 0, 0},
    {6, "podManagementPolicy", Kind::kString, kOmitEmpty, 0},
    {7, "updateStrategy", Kind::kMessage, kOmitEmpty, 293},
    {8, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {10, "persistentVolumeClaimRetentionPolicy", Kind::kMessage, kOmitEmpty | kPointer, 295},
    {11, "ordinals", Kind::kMessage, kOmitEmpty | kPointer, 296},
};
// apps.v1beta2.StatefulSetUpdateStrategy
constexpr Field kF293[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 294},
};
// apps.v1beta2.RollingUpdateStatefulSetStrategy
constexpr Field kF294[] = {
    {1, "partition", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// apps.v1beta2.StatefulSetPersistentVolumeClaimRetentionPolicy
constexpr Field kF295[] = {
    {1, "whenDeleted", Kind::kString, kOmitEmpty, 0},
    {2, "whenScaled", Kind::kString, kOmitEmpty, 0},
};
// apps.v1beta2.StatefulSetOrdinals
constexpr Field kF296[] = {
    {1, "start", Kind::kInt, 0, 0},
};
// apps.v1beta2.StatefulSetStatus
constexpr Field kF297[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "replicas", Kind::kInt, 0, 0},
    {3, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "currentReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {6, "currentRevision", Kind::kString, kOmitEmpty, 0},
    {7, "updateRevision", Kind::kString, kOmitEmpty, 0},
    {9, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 298},
    {11, "availableReplicas", Kind::kInt, 0, 0},
};
// apps.v1beta2.StatefulSetCondition
constexpr Field kF298[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// authentication.v1.SelfSubjectReview
constexpr Field kF299[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "status", Kind::kMessage, kOmitEmpty, 300},
};
// authentication.v1.SelfSubjectReviewStatus
constexpr Field kF300[] = {
    {1, "userInfo", Kind::kMessage, kOmitEmpty, 301},
};
// authentication.v1.UserInfo
constexpr Field kF301[] = {
    {1, "username", Kind::kString, kOmitEmpty, 0},
    {2, "uid", Kind::kString, kOmitEmpty, 0},
    {3, "groups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "extra", Kind::kStringList, kOmitEmpty | kMap, 0},
};
// authentication.v1.TokenRequest
constexpr Field kF302[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 303},
    {3, "status", Kind::kMessage, kOmitEmpty, 305},
};
// authentication.v1.TokenRequestSpec
constexpr Field kF303[] = {
    {1, "audiences", Kind::kString, kRepeated, 0},
    {4, "expirationSeconds", Kind::kInt, kPointer, 0},
    {3, "boundObjectRef", Kind::kMessage, kPointer, 304},
    {5, "attestations", Kind::kStringList, kOmitEmpty | kMap, 0},
};
// authentication.v1.BoundObjectReference
constexpr Field kF304[] = {
    {1, "kind", Kind::kString, kOmitEmpty, 0},
    {2, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {3, "name", Kind::kString, kOmitEmpty, 0},
    {4, "uid", Kind::kString, kOmitEmpty, 0},
};
// authentication.v1.TokenRequestStatus
constexpr Field kF305[] = {
    {1, "token", Kind::kString, 0, 0},
    {2, "expirationTimestamp", Kind::kTime, 0, 0},
};
// authentication.v1.TokenReview
constexpr Field kF306[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 307},
    {3, "status", Kind::kMessage, kOmitEmpty, 308},
};
// authentication.v1.TokenReviewSpec
constexpr Field kF307[] = {
    {1, "token", Kind::kString, kOmitEmpty, 0},
    {2, "audiences", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authentication.v1.TokenReviewStatus
constexpr Field kF308[] = {
    {1, "authenticated", Kind::kBool, kOmitEmpty, 0},
    {2, "user", Kind::kMessage, kOmitEmpty, 301},
    {4, "audiences", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "error", Kind::kString, kOmitEmpty, 0},
};
// authentication.v1alpha1.SelfSubjectReview
constexpr Field kF309[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "status", Kind::kMessage, kOmitEmpty, 310},
};
// authentication.v1alpha1.SelfSubjectReviewStatus
constexpr Field kF310[] = {
    {1, "userInfo", Kind::kMessage, kOmitEmpty, 301},
};
// authentication.v1beta1.SelfSubjectReview
constexpr Field kF311[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "status", Kind::kMessage, kOmitEmpty, 312},
};
// authentication.v1beta1.SelfSubjectReviewStatus
constexpr Field kF312[] = {
    {1, "userInfo", Kind::kMessage, kOmitEmpty, 301},
};
// authentication.v1beta1.TokenReview
constexpr Field kF313[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 314},
    {3, "status", Kind::kMessage, kOmitEmpty, 315},
};
// authentication.v1beta1.TokenReviewSpec
constexpr Field kF314[] = {
    {1, "token", Kind::kString, kOmitEmpty, 0},
    {2, "audiences", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authentication.v1beta1.TokenReviewStatus
constexpr Field kF315[] = {
    {1, "authenticated", Kind::kBool, kOmitEmpty, 0},
    {2, "user", Kind::kMessage, kOmitEmpty, 316},
    {4, "audiences", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "error", Kind::kString, kOmitEmpty, 0},
};
// authentication.v1beta1.UserInfo
constexpr Field kF316[] = {
    {1, "username", Kind::kString, kOmitEmpty, 0},
    {2, "uid", Kind::kString, kOmitEmpty, 0},
    {3, "groups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "extra", Kind::kStringList, kOmitEmpty | kMap, 0},
};
// authorization.v1.LocalSubjectAccessReview
constexpr Field kF317[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 318},
    {3, "status", Kind::kMessage, kOmitEmpty, 324},
};
// authorization.v1.SubjectAccessReviewSpec
constexpr Field kF318[] = {
    {1, "resourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 319},
    {2, "nonResourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 323},
    {3, "user", Kind::kString, kOmitEmpty, 0},
    {4, "groups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "extra", Kind::kStringList, kOmitEmpty | kMap, 0},
    {6, "uid", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1.ResourceAttributes
constexpr Field kF319[] = {
    {1, "namespace", Kind::kString, kOmitEmpty, 0},
    {2, "verb", Kind::kString, kOmitEmpty, 0},
    {3, "group", Kind::kString, kOmitEmpty, 0},
    {4, "version", Kind::kString, kOmitEmpty, 0},
    {5, "resource", Kind::kString, kOmitEmpty, 0},
    {6, "subresource", Kind::kString, kOmitEmpty, 0},
    {7, "name", Kind::kString, kOmitEmpty, 0},
    {8, "fieldSelector", Kind::kMessage, kOmitEmpty | kPointer, 320},
    {9, "labelSelector", Kind::kMessage, kOmitEmpty | kPointer, 322},
};
// authorization.v1.FieldSelectorAttributes
constexpr Field kF320[] = {
    {1, "rawSelector", Kind::kString, kOmitEmpty, 0},
    {2, "requirements", Kind::kMessage, kOmitEmpty | kRepeated, 321},
};
// meta.v1.FieldSelectorRequirement
constexpr Field kF321[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "operator", Kind::kString, 0, 0},
    {3, "values", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authorization.v1.LabelSelectorAttributes
constexpr Field kF322[] = {
    {1, "rawSelector", Kind::kString, kOmitEmpty, 0},
    {2, "requirements", Kind::kMessage, kOmitEmpty | kRepeated, 10},
};
// authorization.v1.NonResourceAttributes
constexpr Field kF323[] = {
    {1, "path", Kind::kString, kOmitEmpty, 0},
    {2, "verb", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1.SubjectAccessReviewStatus
constexpr Field kF324[] = {
    {1, "allowed", Kind::kBool, 0, 0},
    {4, "denied", Kind::kBool, kOmitEmpty, 0},
    {2, "reason", Kind::kString, kOmitEmpty, 0},
    {3, "evaluationError", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1.SelfSubjectAccessReview
constexpr Field kF325[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 326},
    {3, "status", Kind::kMessage, kOmitEmpty, 324},
};
// authorization.v1.SelfSubjectAccessReviewSpec
constexpr Field kF326[] = {
    {1, "resourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 319},
    {2, "nonResourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 323},
};
// authorization.v1.SelfSubjectRulesReview
constexpr Field kF327[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 328},
    {3, "status", Kind::kMessage, kOmitEmpty, 329},
};
// authorization.v1.SelfSubjectRulesReviewSpec
constexpr Field kF328[] = {
    {1, "namespace", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1.SubjectRulesReviewStatus
constexpr Field kF329[] = {
    {1, "resourceRules", Kind::kMessage, kRepeated, 330},
    {2, "nonResourceRules", Kind::kMessage, kRepeated, 331},
    {3, "incomplete", Kind::kBool, 0, 0},
    {4, "evaluationError", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1.ResourceRule
constexpr Field kF330[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "resources", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authorization.v1.NonResourceRule
constexpr Field kF331[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "nonResourceURLs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authorization.v1.SubjectAccessReview
constexpr Field kF332[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 318},
    {3, "status", Kind::kMessage, kOmitEmpty, 324},
};
// authorization.v1beta1.LocalSubjectAccessReview
constexpr Field kF333[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 334},
    {3, "status", Kind::kMessage, kOmitEmpty, 337},
};
// authorization.v1beta1.SubjectAccessReviewSpec
constexpr Field kF334[] = {
    {1, "resourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 335},
    {2, "nonResourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 336},
    {3, "user", Kind::kString, kOmitEmpty, 0},
    {4, "group", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "extra", Kind::kStringList, kOmitEmpty | kMap, 0},
    {6, "uid", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1beta1.ResourceAttributes
constexpr Field kF335[] = {
    {1, "namespace", Kind::kString, kOmitEmpty, 0},
    {2, "verb", Kind::kString, kOmitEmpty, 0},
    {3, "group", Kind::kString, kOmitEmpty, 0},
    {4, "version", Kind::kString, kOmitEmpty, 0},
    {5, "resource", Kind::kString, kOmitEmpty, 0},
    {6, "subresource", Kind::kString, kOmitEmpty, 0},
    {7, "name", Kind::kString, kOmitEmpty, 0},
    {8, "fieldSelector", Kind::kMessage, kOmitEmpty | kPointer, 320},
    {9, "labelSelector", Kind::kMessage, kOmitEmpty | kPointer, 322},
};
// authorization.v1beta1.NonResourceAttributes
constexpr Field kF336[] = {
    {1, "path", Kind::kString, kOmitEmpty, 0},
    {2, "verb", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1beta1.SubjectAccessReviewStatus
constexpr Field kF337[] = {
    {1, "allowed", Kind::kBool, 0, 0},
    {4, "denied", Kind::kBool, kOmitEmpty, 0},
    {2, "reason", Kind::kString, kOmitEmpty, 0},
    {3, "evaluationError", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1beta1.SelfSubjectAccessReview
constexpr Field kF338[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 339},
    {3, "status", Kind::kMessage, kOmitEmpty, 337},
};
// authorization.v1beta1.SelfSubjectAccessReviewSpec
constexpr Field kF339[] = {
    {1, "resourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 335},
    {2, "nonResourceAttributes", Kind::kMessage, kOmitEmpty | kPointer, 336},
};
// authorization.v1beta1.SelfSubjectRulesReview
constexpr Field kF340[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 341},
    {3, "status", Kind::kMessage, kOmitEmpty, 342},
};
// authorization.v1beta1.SelfSubjectRulesReviewSpec
constexpr Field kF341[] = {
    {1, "namespace", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1beta1.SubjectRulesReviewStatus
constexpr Field kF342[] = {
    {1, "resourceRules", Kind::kMessage, kRepeated, 343},
    {2, "nonResourceRules", Kind::kMessage, kRepeated, 344},
    {3, "incomplete", Kind::kBool, 0, 0},
    {4, "evaluationError", Kind::kString, kOmitEmpty, 0},
};
// authorization.v1beta1.ResourceRule
constexpr Field kF343[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "resources", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authorization.v1beta1.NonResourceRule
constexpr Field kF344[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "nonResourceURLs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// authorization.v1beta1.SubjectAccessReview
constexpr Field kF345[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 334},
    {3, "status", Kind::kMessage, kOmitEmpty, 337},
};
// autoscaling.v1.HorizontalPodAutoscaler
constexpr Field kF346[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 347},
    {3, "status", Kind::kMessage, kOmitEmpty, 349},
};
// autoscaling.v1.HorizontalPodAutoscalerSpec
constexpr Field kF347[] = {
    {1, "scaleTargetRef", Kind::kMessage, 0, 348},
    {2, "minReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "maxReplicas", Kind::kInt, 0, 0},
    {4, "targetCPUUtilizationPercentage", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// autoscaling.v1.CrossVersionObjectReference
constexpr Field kF348[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
    {3, "apiVersion", Kind::kString, kOmitEmpty, 0},
};
// autoscaling.v1.HorizontalPodAutoscalerStatus
constexpr Field kF349[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "lastScaleTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {3, "currentReplicas", Kind::kInt, 0, 0},
    {4, "desiredReplicas", Kind::kInt, 0, 0},
    {5, "currentCPUUtilizationPercentage", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// autoscaling.v1.Scale
constexpr Field kF350[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 351},
    {3, "status", Kind::kMessage, kOmitEmpty, 352},
};
// autoscaling.v1.ScaleSpec
constexpr Field kF351[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty, 0},
};
// autoscaling.v1.ScaleStatus
constexpr Field kF352[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "selector", Kind::kString, kOmitEmpty, 0},
};
// autoscaling.v2.HorizontalPodAutoscaler
constexpr Field kF353[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 354},
    {3, "status", Kind::kMessage, kOmitEmpty, 367},
};
// autoscaling.v2.HorizontalPodAutoscalerSpec
constexpr Field kF354[] = {
    {1, "scaleTargetRef", Kind::kMessage, 0, 355},
    {2, "minReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "maxReplicas", Kind::kInt, 0, 0},
    {4, "metrics", Kind::kMessage, kOmitEmpty | kRepeated, 356},
    {5, "behavior", Kind::kMessage, kOmitEmpty | kPointer, 364},
};
// autoscaling.v2.CrossVersionObjectReference
constexpr Field kF355[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
    {3, "apiVersion", Kind::kString, kOmitEmpty, 0},
};
// autoscaling.v2.MetricSpec
constexpr Field kF356[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "object", Kind::kMessage, kOmitEmpty | kPointer, 357},
    {3, "pods", Kind::kMessage, kOmitEmpty | kPointer, 360},
    {4, "resource", Kind::kMessage, kOmitEmpty | kPointer, 361},
    {7, "containerResource", Kind::kMessage, kOmitEmpty | kPointer, 362},
    {5, "external", Kind::kMessage, kOmitEmpty | kPointer, 363},
};
// autoscaling.v2.ObjectMetricSource
constexpr Field kF357[] = {
    {1, "describedObject", Kind::kMessage, 0, 355},
    {2, "target", Kind::kMessage, 0, 358},
    {3, "metric", Kind::kMessage, 0, 359},
};
// autoscaling.v2.MetricTarget
constexpr Field kF358[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "value", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "averageValue", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {4, "averageUtilization", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// autoscaling.v2.MetricIdentifier
constexpr Field kF359[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
};
// autoscaling.v2.PodsMetricSource
constexpr Field kF360[] = {
    {1, "metric", Kind::kMessage, 0, 359},
    {2, "target", Kind::kMessage, 0, 358},
};
// autoscaling.v2.ResourceMetricSource
constexpr Field kF361[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "target", Kind::kMessage, 0, 358},
};
// autoscaling.v2.ContainerResourceMetricSource
constexpr Field kF362[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "target", Kind::kMessage, 0, 358},
    {3, "container", Kind::kString, 0, 0},
};
// autoscaling.v2.ExternalMetricSource
constexpr Field kF363[] = {
    {1, "metric", Kind::kMessage, 0, 359},
    {2, "target", Kind::kMessage, 0, 358},
};
// autoscaling.v2.HorizontalPodAutoscalerBehavior
constexpr Field kF364[] = {
    {1, "scaleUp", Kind::kMessage, kOmitEmpty | kPointer, 365},
    {2, "scaleDown", Kind::kMessage, kOmitEmpty | kPointer, 365},
};
// autoscaling.v2.HPAScalingRules
constexpr Field kF365[] = {
    {3, "stabilizationWindowSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {1, "selectPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "policies", Kind::kMessage, kOmitEmpty | kRepeated, 366},
    {4, "tolerance", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// autoscaling.v2.HPAScalingPolicy
constexpr Field kF366[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "value", Kind::kInt, 0, 0},
    {3, "periodSeconds", Kind::kInt, 0, 0},
};
// autoscaling.v2.HorizontalPodAutoscalerStatus
constexpr Field kF367[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "lastScaleTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {3, "currentReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "desiredReplicas", Kind::kInt, 0, 0},
    {5, "currentMetrics", Kind::kMessage, kRepeated, 368},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 375},
};
// autoscaling.v2.MetricStatus
constexpr Field kF368[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "object", Kind::kMessage, kOmitEmpty | kPointer, 369},
    {3, "pods", Kind::kMessage, kOmitEmpty | kPointer, 371},
    {4, "resource", Kind::kMessage, kOmitEmpty | kPointer, 372},
    {7, "containerResource", Kind::kMessage, kOmitEmpty | kPointer, 373},
    {5, "external", Kind::kMessage, kOmitEmpty | kPointer, 374},
};
// autoscaling.v2.ObjectMetricStatus
constexpr Field kF369[] = {
    {1, "metric", Kind::kMessage, 0, 359},
    {2, "current", Kind::kMessage, 0, 370},
    {3, "describedObject", Kind::kMessage, 0, 355},
};
// autoscaling.v2.MetricValueStatus
constexpr Field kF370[] = {
    {1, "value", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "averageValue", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "averageUtilization", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// autoscaling.v2.PodsMetricStatus
constexpr Field kF371[] = {
    {1, "metric", Kind::kMessage, 0, 359},
    {2, "current", Kind::kMessage, 0, 370},
};
// autoscaling.v2.ResourceMetricStatus
constexpr Field kF372[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "current", Kind::kMessage, 0, 370},
};
// autoscaling.v2.ContainerResourceMetricStatus
constexpr Field kF373[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "current", Kind::kMessage, 0, 370},
    {3, "container", Kind::kString, 0, 0},
};
// autoscaling.v2.ExternalMetricStatus
constexpr Field kF374[] = {
    {1, "metric", Kind::kMessage, 0, 359},
    {2, "current", Kind::kMessage, 0, 370},
};
// autoscaling.v2.HorizontalPodAutoscalerCondition
constexpr Field kF375[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
    {6, "observedGeneration", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// batch.v1.CronJob
constexpr Field kF376[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 377},
    {3, "status", Kind::kMessage, kOmitEmpty, 396},
};
// batch.v1.CronJobSpec
constexpr Field kF377[] = {
    {1, "schedule", Kind::kString, 0, 0},
    {8, "timeZone", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "startingDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "concurrencyPolicy", Kind::kString, kOmitEmpty, 0},
    {4, "suspend", Kind::kBool, kOmitEmpty | kPointer, 0},
    {5, "jobTemplate", Kind::kMessage, 0, 378},
    {6, "successfulJobsHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "failedJobsHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// batch.v1.JobTemplateSpec
constexpr Field kF378[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 379},
};
// batch.v1.JobSpec
constexpr Field kF379[] = {
    {1, "parallelism", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "completions", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "activeDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {11, "podFailurePolicy", Kind::kMessage, kOmitEmpty | kPointer, 380},
    {16, "successPolicy", Kind::kMessage, kOmitEmpty | kPointer, 384},
    {7, "backoffLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {12, "backoffLimitPerIndex", Kind::kInt, kOmitEmpty | kPointer, 0},
    {13, "maxFailedIndexes", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {5, "manualSelector", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "template", Kind::kMessage, 0, 115},
    {8, "ttlSecondsAfterFinished", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "completionMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "suspend", Kind::kBool, kOmitEmpty | kPointer, 0},
    {14, "podReplacementPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {15, "managedBy", Kind::kString, kOmitEmpty | kPointer, 0},
    {17, "scheduling", Kind::kMessage, kOmitEmpty | kPointer, 386},
};
// batch.v1.PodFailurePolicy
constexpr Field kF380[] = {
    {1, "rules", Kind::kMessage, kRepeated, 381},
};
// batch.v1.PodFailurePolicyRule
constexpr Field kF381[] = {
    {1, "action", Kind::kString, 0, 0},
    {2, "onExitCodes", Kind::kMessage, kOmitEmpty | kPointer, 382},
    {3, "onPodConditions", Kind::kMessage, kOmitEmpty | kRepeated, 383},
};
// batch.v1.PodFailurePolicyOnExitCodesRequirement
constexpr Field kF382[] = {
    {1, "containerName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "operator", Kind::kString, 0, 0},
    {3, "values", Kind::kInt, kRepeated, 0},
};
// batch.v1.PodFailurePolicyOnPodConditionsPattern
constexpr Field kF383[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
};
// batch.v1.SuccessPolicy
constexpr Field kF384[] = {
    {1, "rules", Kind::kMessage, kRepeated, 385},
};
// batch.v1.SuccessPolicyRule
constexpr Field kF385[] = {
    {1, "succeededIndexes", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "succeededCount", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// batch.v1.JobSchedulingConfiguration
constexpr Field kF386[] = {
    {1, "schedulingPolicy", Kind::kMessage, kOmitEmpty | kPointer, 387},
    {2, "schedulingConstraints", Kind::kMessage, kOmitEmpty | kPointer, 390},
    {3, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 392},
    {4, "resourceClaims", Kind::kMessage, kOmitEmpty | kRepeated, 395},
};
// scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
constexpr Field kF387[] = {
    {1, "basic", Kind::kMessage, kOmitEmpty | kPointer, 388},
    {2, "gang", Kind::kMessage, kOmitEmpty | kPointer, 389},
};
// scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
// scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy
constexpr Field kF389[] = {
    {1, "minCount", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
constexpr Field kF390[] = {
    {1, "topology", Kind::kMessage, kOmitEmpty | kRepeated, 391},
};
// scheduling.v1alpha3.TopologyConstraint
constexpr Field kF391[] = {
    {1, "key", Kind::kString, 0, 0},
};
// scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
constexpr Field kF392[] = {
    {1, "single", Kind::kMessage, kOmitEmpty | kPointer, 393},
    {2, "all", Kind::kMessage, kOmitEmpty | kPointer, 394},
};
// scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode
// scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode
// scheduling.v1alpha3.WorkloadPodGroupResourceClaim
constexpr Field kF395[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "resourceClaimTemplateName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// batch.v1.CronJobStatus
constexpr Field kF396[] = {
    {1, "active", Kind::kMessage, kOmitEmpty | kRepeated, 397},
    {4, "lastScheduleTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {5, "lastSuccessfulTime", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// core.v1.ObjectReference
constexpr Field kF397[] = {
    {1, "kind", Kind::kString, kOmitEmpty, 0},
    {2, "namespace", Kind::kString, kOmitEmpty, 0},
    {3, "name", Kind::kString, kOmitEmpty, 0},
    {4, "uid", Kind::kString, kOmitEmpty, 0},
    {5, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {6, "resourceVersion", Kind::kString, kOmitEmpty, 0},
    {7, "fieldPath", Kind::kString, kOmitEmpty, 0},
};
// batch.v1.Job
constexpr Field kF398[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 379},
    {3, "status", Kind::kMessage, kOmitEmpty, 399},
};
// batch.v1.JobStatus
constexpr Field kF399[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 400},
    {2, "startTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {3, "completionTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {4, "active", Kind::kInt, kOmitEmpty, 0},
    {5, "succeeded", Kind::kInt, kOmitEmpty, 0},
    {6, "failed", Kind::kInt, kOmitEmpty, 0},
    {11, "terminating", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "completedIndexes", Kind::kString, kOmitEmpty, 0},
    {10, "failedIndexes", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "uncountedTerminatedPods", Kind::kMessage, kOmitEmpty | kPointer, 401},
    {9, "ready", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// batch.v1.JobCondition
constexpr Field kF400[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastProbeTime", Kind::kTime, kOmitEmpty, 0},
    {4, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {5, "reason", Kind::kString, kOmitEmpty, 0},
    {6, "message", Kind::kString, kOmitEmpty, 0},
};
// batch.v1.UncountedTerminatedPods
constexpr Field kF401[] = {
    {1, "succeeded", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "failed", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// batch.v1beta1.CronJob
constexpr Field kF402[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 403},
    {3, "status", Kind::kMessage, kOmitEmpty, 405},
};
// batch.v1beta1.CronJobSpec
constexpr Field kF403[] = {
    {1, "schedule", Kind::kString, 0, 0},
    {8, "timeZone", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "startingDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "concurrencyPolicy", Kind::kString, kOmitEmpty, 0},
    {4, "suspend", Kind::kBool, kOmitEmpty | kPointer, 0},
    {5, "jobTemplate", Kind::kMessage, 0, 404},
    {6, "successfulJobsHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "failedJobsHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// batch.v1beta1.JobTemplateSpec
constexpr Field kF404[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 379},
};
// batch.v1beta1.CronJobStatus
constexpr Field kF405[] = {
    {1, "active", Kind::kMessage, kOmitEmpty | kRepeated, 397},
    {4, "lastScheduleTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {5, "lastSuccessfulTime", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// certificates.v1.CertificateSigningRequest
constexpr Field kF406[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 407},
    {3, "status", Kind::kMessage, kOmitEmpty, 408},
};
// certificates.v1.CertificateSigningRequestSpec
constexpr Field kF407[] = {
    {1, "request", Kind::kBytes, 0, 0},
    {7, "signerName", Kind::kString, 0, 0},
    {8, "expirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "usages", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "username", Kind::kString, kOmitEmpty, 0},
    {3, "uid", Kind::kString, kOmitEmpty, 0},
    {4, "groups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "extra", Kind::kStringList, kOmitEmpty | kMap, 0},
};
// certificates.v1.CertificateSigningRequestStatus
constexpr Field kF408[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 409},
    {2, "certificate", Kind::kBytes, kOmitEmpty, 0},
};
// certificates.v1.CertificateSigningRequestCondition
constexpr Field kF409[] = {
    {1, "type", Kind::kString, 0, 0},
    {6, "status", Kind::kString, 0, 0},
    {2, "reason", Kind::kString, kOmitEmpty, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "lastUpdateTime", Kind::kTime, kOmitEmpty, 0},
    {5, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
};
// certificates.v1.ClusterTrustBundle
constexpr Field kF410[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 411},
};
// certificates.v1.ClusterTrustBundleSpec
constexpr Field kF411[] = {
    {1, "signerName", Kind::kString, kOmitEmpty, 0},
    {2, "trustBundle", Kind::kString, 0, 0},
};
// certificates.v1.PodCertificateRequest
constexpr Field kF412[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 413},
    {3, "status", Kind::kMessage, kOmitEmpty, 414},
};
// certificates.v1.PodCertificateRequestSpec
constexpr Field kF413[] = {
    {1, "signerName", Kind::kString, 0, 0},
    {2, "podName", Kind::kString, 0, 0},
    {3, "podUID", Kind::kString, 0, 0},
    {4, "serviceAccountName", Kind::kString, 0, 0},
    {5, "serviceAccountUID", Kind::kString, 0, 0},
    {6, "nodeName", Kind::kString, 0, 0},
    {7, "nodeUID", Kind::kString, 0, 0},
    {8, "maxExpirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {12, "stubPKCS10Request", Kind::kBytes, 0, 0},
    {11, "unverifiedUserAnnotations", Kind::kString, kOmitEmpty | kMap, 0},
};
// certificates.v1.PodCertificateRequestStatus
constexpr Field kF414[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "certificateChain", Kind::kString, kOmitEmpty, 0},
    {4, "notBefore", Kind::kTime, kOmitEmpty | kPointer, 0},
    {5, "beginRefreshAt", Kind::kTime, kOmitEmpty | kPointer, 0},
    {6, "notAfter", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// certificates.v1alpha1.ClusterTrustBundle
constexpr Field kF415[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 416},
};
// certificates.v1alpha1.ClusterTrustBundleSpec
constexpr Field kF416[] = {
    {1, "signerName", Kind::kString, kOmitEmpty, 0},
    {2, "trustBundle", Kind::kString, 0, 0},
};
// certificates.v1beta1.CertificateSigningRequest
constexpr Field kF417[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 418},
    {3, "status", Kind::kMessage, kOmitEmpty, 419},
};
// certificates.v1beta1.CertificateSigningRequestSpec
constexpr Field kF418[] = {
    {1, "request", Kind::kBytes, 0, 0},
    {7, "signerName", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "expirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "usages", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "username", Kind::kString, kOmitEmpty, 0},
    {3, "uid", Kind::kString, kOmitEmpty, 0},
    {4, "groups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "extra", Kind::kStringList, kOmitEmpty | kMap, 0},
};
// certificates.v1beta1.CertificateSigningRequestStatus
constexpr Field kF419[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 420},
    {2, "certificate", Kind::kBytes, kOmitEmpty, 0},
};
// certificates.v1beta1.CertificateSigningRequestCondition
constexpr Field kF420[] = {
    {1, "type", Kind::kString, 0, 0},
    {6, "status", Kind::kString, 0, 0},
    {2, "reason", Kind::kString, kOmitEmpty, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "lastUpdateTime", Kind::kTime, kOmitEmpty, 0},
    {5, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
};
// certificates.v1beta1.ClusterTrustBundle
constexpr Field kF421[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 422},
};
// certificates.v1beta1.ClusterTrustBundleSpec
constexpr Field kF422[] = {
    {1, "signerName", Kind::kString, kOmitEmpty, 0},
    {2, "trustBundle", Kind::kString, 0, 0},
};
// certificates.v1beta1.PodCertificateRequest
constexpr Field kF423[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 424},
    {3, "status", Kind::kMessage, kOmitEmpty, 425},
};
// certificates.v1beta1.PodCertificateRequestSpec
constexpr Field kF424[] = {
    {1, "signerName", Kind::kString, 0, 0},
    {2, "podName", Kind::kString, 0, 0},
    {3, "podUID", Kind::kString, 0, 0},
    {4, "serviceAccountName", Kind::kString, 0, 0},
    {5, "serviceAccountUID", Kind::kString, 0, 0},
    {6, "nodeName", Kind::kString, 0, 0},
    {7, "nodeUID", Kind::kString, 0, 0},
    {8, "maxExpirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "pkixPublicKey", Kind::kBytes, 0, 0},
    {10, "proofOfPossession", Kind::kBytes, 0, 0},
    {12, "stubPKCS10Request", Kind::kBytes, 0, 0},
    {11, "unverifiedUserAnnotations", Kind::kString, kOmitEmpty | kMap, 0},
};
// certificates.v1beta1.PodCertificateRequestStatus
constexpr Field kF425[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "certificateChain", Kind::kString, kOmitEmpty, 0},
    {4, "notBefore", Kind::kTime, kOmitEmpty | kPointer, 0},
    {5, "beginRefreshAt", Kind::kTime, kOmitEmpty | kPointer, 0},
    {6, "notAfter", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// coordination.v1.Lease
constexpr Field kF426[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 427},
};
// coordination.v1.LeaseSpec
constexpr Field kF427[] = {
    {1, "holderIdentity", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "leaseDurationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "acquireTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {4, "renewTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {5, "leaseTransitions", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "strategy", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "preferredHolder", Kind::kString, kOmitEmpty | kPointer, 0},
};
// coordination.v1alpha2.LeaseCandidate
constexpr Field kF428[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 429},
};
// coordination.v1alpha2.LeaseCandidateSpec
constexpr Field kF429[] = {
    {1, "leaseName", Kind::kString, 0, 0},
    {2, "pingTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {3, "renewTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {4, "binaryVersion", Kind::kString, 0, 0},
    {5, "emulationVersion", Kind::kString, kOmitEmpty, 0},
    {6, "strategy", Kind::kString, kOmitEmpty, 0},
};
// coordination.v1beta1.Lease
constexpr Field kF430[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 431},
};
// coordination.v1beta1.LeaseSpec
constexpr Field kF431[] = {
    {1, "holderIdentity", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "leaseDurationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "acquireTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {4, "renewTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {5, "leaseTransitions", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "strategy", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "preferredHolder", Kind::kString, kOmitEmpty | kPointer, 0},
};
// coordination.v1beta1.LeaseCandidate
constexpr Field kF432[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 433},
};
// coordination.v1beta1.LeaseCandidateSpec
constexpr Field kF433[] = {
    {1, "leaseName", Kind::kString, 0, 0},
    {2, "pingTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {3, "renewTime", Kind::kMicroTime, kOmitEmpty | kPointer, 0},
    {4, "binaryVersion", Kind::kString, 0, 0},
    {5, "emulationVersion", Kind::kString, kOmitEmpty, 0},
    {6, "strategy", Kind::kString, kOmitEmpty, 0},
};
// discovery.v1.EndpointSlice
constexpr Field kF434[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {4, "addressType", Kind::kString, 0, 0},
    {2, "endpoints", Kind::kMessage, kRepeated, 435},
    {3, "ports", Kind::kMessage, kRepeated, 440},
};
// discovery.v1.Endpoint
constexpr Field kF435[] = {
    {1, "addresses", Kind::kString, kRepeated, 0},
    {2, "conditions", Kind::kMessage, kOmitEmpty, 436},
    {3, "hostname", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "targetRef", Kind::kMessage, kOmitEmpty | kPointer, 397},
    {5, "deprecatedTopology", Kind::kString, kOmitEmpty | kMap, 0},
    {6, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "zone", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "hints", Kind::kMessage, kOmitEmpty | kPointer, 437},
};
// discovery.v1.EndpointConditions
constexpr Field kF436[] = {
    {1, "ready", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "serving", Kind::kBool, kOmitEmpty | kPointer, 0},
    {3, "terminating", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// discovery.v1.EndpointHints
constexpr Field kF437[] = {
    {1, "forZones", Kind::kMessage, kOmitEmpty | kRepeated, 438},
    {2, "forNodes", Kind::kMessage, kOmitEmpty | kRepeated, 439},
};
// discovery.v1.ForZone
constexpr Field kF438[] = {
    {1, "name", Kind::kString, 0, 0},
};
// discovery.v1.ForNode
constexpr Field kF439[] = {
    {1, "name", Kind::kString, 0, 0},
};
// discovery.v1.EndpointPort
constexpr Field kF440[] = {
    {1, "name", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "protocol", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "port", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "appProtocol", Kind::kString, kOmitEmpty | kPointer, 0},
};
// discovery.v1beta1.EndpointSlice
constexpr Field kF441[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {4, "addressType", Kind::kString, 0, 0},
    {2, "endpoints", Kind::kMessage, kRepeated, 442},
    {3, "ports", Kind::kMessage, kRepeated, 447},
};
// discovery.v1beta1.Endpoint
constexpr Field kF442[] = {
    {1, "addresses", Kind::kString, kRepeated, 0},
    {2, "conditions", Kind::kMessage, kOmitEmpty, 443},
    {3, "hostname", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "targetRef", Kind::kMessage, kOmitEmpty | kPointer, 397},
    {5, "topology", Kind::kString, kOmitEmpty | kMap, 0},
    {6, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {7, "hints", Kind::kMessage, kOmitEmpty | kPointer, 444},
};
// discovery.v1beta1.EndpointConditions
constexpr Field kF443[] = {
    {1, "ready", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "serving", Kind::kBool, kOmitEmpty | kPointer, 0},
    {3, "terminating", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// discovery.v1beta1.EndpointHints
constexpr Field kF444[] = {
    {1, "forZones", Kind::kMessage, kOmitEmpty | kRepeated, 445},
    {2, "forNodes", Kind::kMessage, kOmitEmpty | kRepeated, 446},
};
// discovery.v1beta1.ForZone
constexpr Field kF445[] = {
    {1, "name", Kind::kString, 0, 0},
};
// discovery.v1beta1.ForNode
constexpr Field kF446[] = {
    {1, "name", Kind::kString, 0, 0},
};
// discovery.v1beta1.EndpointPort
constexpr Field kF447[] = {
    {1, "name", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "protocol", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "port", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "appProtocol", Kind::kString, kOmitEmpty | kPointer, 0},
};
// events.v1.Event
constexpr Field kF448[] = {
    {1, "metadata", Kind::kMessage, 0, 2},
    {2, "eventTime", Kind::kMicroTime, 0, 0},
    {3, "series", Kind::kMessage, kOmitEmpty | kPointer, 449},
    {4, "reportingController", Kind::kString, kOmitEmpty, 0},
    {5, "reportingInstance", Kind::kString, kOmitEmpty, 0},
    {6, "action", Kind::kString, kOmitEmpty, 0},
    {7, "reason", Kind::kString, kOmitEmpty, 0},
    {8, "regarding", Kind::kMessage, kOmitEmpty, 397},
    {9, "related", Kind::kMessage, kOmitEmpty | kPointer, 397},
    {10, "note", Kind::kString, kOmitEmpty, 0},
    {11, "type", Kind::kString, kOmitEmpty, 0},
    {12, "deprecatedSource", Kind::kMessage, kOmitEmpty, 450},
    {13, "deprecatedFirstTimestamp", Kind::kTime, kOmitEmpty, 0},
    {14, "deprecatedLastTimestamp", Kind::kTime, kOmitEmpty, 0},
    {15, "deprecatedCount", Kind::kInt, kOmitEmpty, 0},
};
// events.v1.EventSeries
constexpr Field kF449[] = {
    {1, "count", Kind::kInt, 0, 0},
    {2, "lastObservedTime", Kind::kMicroTime, 0, 0},
};
// core.v1.EventSource
constexpr Field kF450[] = {
    {1, "component", Kind::kString, kOmitEmpty, 0},
    {2, "host", Kind::kString, kOmitEmpty, 0},
};
// events.v1beta1.Event
constexpr Field kF451[] = {
    {1, "metadata", Kind::kMessage, 0, 2},
    {2, "eventTime", Kind::kMicroTime, 0, 0},
    {3, "series", Kind::kMessage, kOmitEmpty | kPointer, 452},
    {4, "reportingController", Kind::kString, kOmitEmpty, 0},
    {5, "reportingInstance", Kind::kString, kOmitEmpty, 0},
    {6, "action", Kind::kString, kOmitEmpty, 0},
    {7, "reason", Kind::kString, kOmitEmpty, 0},
    {8, "regarding", Kind::kMessage, kOmitEmpty, 397},
    {9, "related", Kind::kMessage, kOmitEmpty | kPointer, 397},
    {10, "note", Kind::kString, kOmitEmpty, 0},
    {11, "type", Kind::kString, kOmitEmpty, 0},
    {12, "deprecatedSource", Kind::kMessage, kOmitEmpty, 450},
    {13, "deprecatedFirstTimestamp", Kind::kTime, kOmitEmpty, 0},
    {14, "deprecatedLastTimestamp", Kind::kTime, kOmitEmpty, 0},
    {15, "deprecatedCount", Kind::kInt, kOmitEmpty, 0},
};
// events.v1beta1.EventSeries
constexpr Field kF452[] = {
    {1, "count", Kind::kInt, 0, 0},
    {2, "lastObservedTime", Kind::kMicroTime, 0, 0},
};
// extensions.v1beta1.DaemonSet
constexpr Field kF453[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 454},
    {3, "status", Kind::kMessage, kOmitEmpty, 457},
};
// extensions.v1beta1.DaemonSetSpec
constexpr Field kF454[] = {
    {1, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "template", Kind::kMessage, 0, 115},
    {3, "updateStrategy", Kind::kMessage, kOmitEmpty, 455},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {5, "templateGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.DaemonSetUpdateStrategy
constexpr Field kF455[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 456},
};
// extensions.v1beta1.RollingUpdateDaemonSet
constexpr Field kF456[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.DaemonSetStatus
constexpr Field kF457[] = {
    {1, "currentNumberScheduled", Kind::kInt, 0, 0},
    {2, "numberMisscheduled", Kind::kInt, 0, 0},
    {3, "desiredNumberScheduled", Kind::kInt, 0, 0},
    {4, "numberReady", Kind::kInt, 0, 0},
    {5, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "updatedNumberScheduled", Kind::kInt, kOmitEmpty, 0},
    {7, "numberAvailable", Kind::kInt, kOmitEmpty, 0},
    {8, "numberUnavailable", Kind::kInt, kOmitEmpty, 0},
    {9, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 458},
};
// extensions.v1beta1.DaemonSetCondition
constexpr Field kF458[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// extensions.v1beta1.Deployment
constexpr Field kF459[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 460},
    {3, "status", Kind::kMessage, kOmitEmpty, 464},
};
// extensions.v1beta1.DeploymentSpec
constexpr Field kF460[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "template", Kind::kMessage, 0, 115},
    {4, "strategy", Kind::kMessage, kOmitEmpty, 461},
    {5, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {6, "revisionHistoryLimit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "paused", Kind::kBool, kOmitEmpty, 0},
    {8, "rollbackTo", Kind::kMessage, kOmitEmpty | kPointer, 463},
    {9, "progressDeadlineSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.DeploymentStrategy
constexpr Field kF461[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "rollingUpdate", Kind::kMessage, kOmitEmpty | kPointer, 462},
};
// extensions.v1beta1.RollingUpdateDeployment
constexpr Field kF462[] = {
    {1, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "maxSurge", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.RollbackConfig
constexpr Field kF463[] = {
    {1, "revision", Kind::kInt, kOmitEmpty, 0},
};
// extensions.v1beta1.DeploymentStatus
constexpr Field kF464[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "replicas", Kind::kInt, kOmitEmpty, 0},
    {3, "updatedReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "unavailableReplicas", Kind::kInt, kOmitEmpty, 0},
    {9, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 465},
    {8, "collisionCount", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.DeploymentCondition
constexpr Field kF465[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {6, "lastUpdateTime", Kind::kTime, kOmitEmpty, 0},
    {7, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// extensions.v1beta1.Ingress
constexpr Field kF466[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 467},
    {3, "status", Kind::kMessage, kOmitEmpty, 474},
};
// extensions.v1beta1.IngressSpec
constexpr Field kF467[] = {
    {4, "ingressClassName", Kind::kString, kOmitEmpty | kPointer, 0},
    {1, "backend", Kind::kMessage, kOmitEmpty | kPointer, 468},
    {2, "tls", Kind::kMessage, kOmitEmpty | kRepeated, 469},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 470},
};
// extensions.v1beta1.IngressBackend
constexpr Field kF468[] = {
    {1, "serviceName", Kind::kString, kOmitEmpty, 0},
    {2, "servicePort", Kind::kIntOrString, kOmitEmpty, 0},
    {3, "resource", Kind::kMessage, kOmitEmpty | kPointer, 163},
};
// extensions.v1beta1.IngressTLS
constexpr Field kF469[] = {
    {1, "hosts", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "secretName", Kind::kString, kOmitEmpty, 0},
};
// extensions.v1beta1.IngressRule
constexpr Field kF470[] = {
    {1, "host", Kind::kString, kOmitEmpty, 0},
    {2, "", Kind::kMessage, kInline, 471},
};
// extensions.v1beta1.IngressRuleValue
constexpr Field kF471[] = {
    {1, "http", Kind::kMessage, kOmitEmpty | kPointer, 472},
};
// extensions.v1beta1.HTTPIngressRuleValue
constexpr Field kF472[] = {
    {1, "paths", Kind::kMessage, kRepeated, 473},
};
// extensions.v1beta1.HTTPIngressPath
constexpr Field kF473[] = {
    {1, "path", Kind::kString, kOmitEmpty, 0},
    {3, "pathType", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "backend", Kind::kMessage, 0, 468},
};
// extensions.v1beta1.IngressStatus
constexpr Field kF474[] = {
    {1, "loadBalancer", Kind::kMessage, kOmitEmpty, 475},
};
// extensions.v1beta1.IngressLoadBalancerStatus
constexpr Field kF475[] = {
    {1, "ingress", Kind::kMessage, kOmitEmpty | kRepeated, 476},
};
// extensions.v1beta1.IngressLoadBalancerIngress
constexpr Field kF476[] = {
    {1, "ip", Kind::kString, kOmitEmpty, 0},
    {2, "hostname", Kind::kString, kOmitEmpty, 0},
    {4, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 477},
};
// extensions.v1beta1.IngressPortStatus
constexpr Field kF477[] = {
    {1, "port", Kind::kInt, 0, 0},
    {2, "protocol", Kind::kString, 0, 0},
    {3, "error", Kind::kString, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.NetworkPolicy
constexpr Field kF478[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 479},
};
// extensions.v1beta1.NetworkPolicySpec
constexpr Field kF479[] = {
    {1, "podSelector", Kind::kMessage, 0, 9},
    {2, "ingress", Kind::kMessage, kOmitEmpty | kRepeated, 480},
    {3, "egress", Kind::kMessage, kOmitEmpty | kRepeated, 484},
    {4, "policyTypes", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// extensions.v1beta1.NetworkPolicyIngressRule
constexpr Field kF480[] = {
    {1, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 481},
    {2, "from", Kind::kMessage, kOmitEmpty | kRepeated, 482},
};
// extensions.v1beta1.NetworkPolicyPort
constexpr Field kF481[] = {
    {1, "protocol", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "port", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {3, "endPort", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// extensions.v1beta1.NetworkPolicyPeer
constexpr Field kF482[] = {
    {1, "podSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "ipBlock", Kind::kMessage, kOmitEmpty | kPointer, 483},
};
// extensions.v1beta1.IPBlock
constexpr Field kF483[] = {
    {1, "cidr", Kind::kString, 0, 0},
    {2, "except", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// extensions.v1beta1.NetworkPolicyEgressRule
constexpr Field kF484[] = {
    {1, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 481},
    {2, "to", Kind::kMessage, kOmitEmpty | kRepeated, 482},
};
// extensions.v1beta1.ReplicaSet
constexpr Field kF485[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 486},
    {3, "status", Kind::kMessage, kOmitEmpty, 487},
};
// extensions.v1beta1.ReplicaSetSpec
constexpr Field kF486[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "template", Kind::kMessage, kOmitEmpty, 115},
};
// extensions.v1beta1.ReplicaSetStatus
constexpr Field kF487[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "fullyLabeledReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {7, "terminatingReplicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 488},
};
// extensions.v1beta1.ReplicaSetCondition
constexpr Field kF488[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// extensions.v1beta1.Scale
constexpr Field kF489[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 490},
    {3, "status", Kind::kMessage, kOmitEmpty, 491},
};
// extensions.v1beta1.ScaleSpec
constexpr Field kF490[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty, 0},
};
// extensions.v1beta1.ScaleStatus
constexpr Field kF491[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "selector", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "targetSelector", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1.FlowSchema
constexpr Field kF492[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 493},
    {3, "status", Kind::kMessage, kOmitEmpty, 503},
};
// flowcontrol.v1.FlowSchemaSpec
constexpr Field kF493[] = {
    {1, "priorityLevelConfiguration", Kind::kMessage, 0, 494},
    {2, "matchingPrecedence", Kind::kInt, 0, 0},
    {3, "distinguisherMethod", Kind::kMessage, kOmitEmpty | kPointer, 495},
    {4, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 496},
};
// flowcontrol.v1.PriorityLevelConfigurationReference
constexpr Field kF494[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1.FlowDistinguisherMethod
constexpr Field kF495[] = {
    {1, "type", Kind::kString, 0, 0},
};
// flowcontrol.v1.PolicyRulesWithSubjects
constexpr Field kF496[] = {
    {1, "subjects", Kind::kMessage, kRepeated, 497},
    {2, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 501},
    {3, "nonResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 502},
};
// flowcontrol.v1.Subject
constexpr Field kF497[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "user", Kind::kMessage, kOmitEmpty | kPointer, 498},
    {3, "group", Kind::kMessage, kOmitEmpty | kPointer, 499},
    {4, "serviceAccount", Kind::kMessage, kOmitEmpty | kPointer, 500},
};
// flowcontrol.v1.UserSubject
constexpr Field kF498[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1.GroupSubject
constexpr Field kF499[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1.ServiceAccountSubject
constexpr Field kF500[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1.ResourcePolicyRule
constexpr Field kF501[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kRepeated, 0},
    {3, "resources", Kind::kString, kRepeated, 0},
    {4, "clusterScope", Kind::kBool, kOmitEmpty, 0},
    {5, "namespaces", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1.NonResourcePolicyRule
constexpr Field kF502[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {6, "nonResourceURLs", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1.FlowSchemaStatus
constexpr Field kF503[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 504},
};
// flowcontrol.v1.FlowSchemaCondition
constexpr Field kF504[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1.PriorityLevelConfiguration
constexpr Field kF505[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 506},
    {3, "status", Kind::kMessage, kOmitEmpty, 511},
};
// flowcontrol.v1.PriorityLevelConfigurationSpec
constexpr Field kF506[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "limited", Kind::kMessage, kOmitEmpty | kPointer, 507},
    {3, "exempt", Kind::kMessage, kOmitEmpty | kPointer, 510},
};
// flowcontrol.v1.LimitedPriorityLevelConfiguration
constexpr Field kF507[] = {
    {1, "nominalConcurrencyShares", Kind::kInt, kPointer, 0},
    {2, "limitResponse", Kind::kMessage, kOmitEmpty, 508},
    {3, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "borrowingLimitPercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1.LimitResponse
constexpr Field kF508[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "queuing", Kind::kMessage, kOmitEmpty | kPointer, 509},
};
// flowcontrol.v1.QueuingConfiguration
constexpr Field kF509[] = {
    {1, "queues", Kind::kInt, 0, 0},
    {2, "handSize", Kind::kInt, 0, 0},
    {3, "queueLengthLimit", Kind::kInt, 0, 0},
};
// flowcontrol.v1.ExemptPriorityLevelConfiguration
constexpr Field kF510[] = {
    {1, "nominalConcurrencyShares", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1.PriorityLevelConfigurationStatus
constexpr Field kF511[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 512},
};
// flowcontrol.v1.PriorityLevelConfigurationCondition
constexpr Field kF512[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1beta1.FlowSchema
constexpr Field kF513[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 514},
    {3, "status", Kind::kMessage, kOmitEmpty, 524},
};
// flowcontrol.v1beta1.FlowSchemaSpec
constexpr Field kF514[] = {
    {1, "priorityLevelConfiguration", Kind::kMessage, 0, 515},
    {2, "matchingPrecedence", Kind::kInt, 0, 0},
    {3, "distinguisherMethod", Kind::kMessage, kOmitEmpty | kPointer, 516},
    {4, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 517},
};
// flowcontrol.v1beta1.PriorityLevelConfigurationReference
constexpr Field kF515[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta1.FlowDistinguisherMethod
constexpr Field kF516[] = {
    {1, "type", Kind::kString, 0, 0},
};
// flowcontrol.v1beta1.PolicyRulesWithSubjects
constexpr Field kF517[] = {
    {1, "subjects", Kind::kMessage, kRepeated, 518},
    {2, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 522},
    {3, "nonResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 523},
};
// flowcontrol.v1beta1.Subject
constexpr Field kF518[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "user", Kind::kMessage, kOmitEmpty | kPointer, 519},
    {3, "group", Kind::kMessage, kOmitEmpty | kPointer, 520},
    {4, "serviceAccount", Kind::kMessage, kOmitEmpty | kPointer, 521},
};
// flowcontrol.v1beta1.UserSubject
constexpr Field kF519[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta1.GroupSubject
constexpr Field kF520[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta1.ServiceAccountSubject
constexpr Field kF521[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta1.ResourcePolicyRule
constexpr Field kF522[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kRepeated, 0},
    {3, "resources", Kind::kString, kRepeated, 0},
    {4, "clusterScope", Kind::kBool, kOmitEmpty, 0},
    {5, "namespaces", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1beta1.NonResourcePolicyRule
constexpr Field kF523[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {6, "nonResourceURLs", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1beta1.FlowSchemaStatus
constexpr Field kF524[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 525},
};
// flowcontrol.v1beta1.FlowSchemaCondition
constexpr Field kF525[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1beta1.PriorityLevelConfiguration
constexpr Field kF526[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 527},
    {3, "status", Kind::kMessage, kOmitEmpty, 532},
};
// flowcontrol.v1beta1.PriorityLevelConfigurationSpec
constexpr Field kF527[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "limited", Kind::kMessage, kOmitEmpty | kPointer, 528},
    {3, "exempt", Kind::kMessage, kOmitEmpty | kPointer, 531},
};
// flowcontrol.v1beta1.LimitedPriorityLevelConfiguration
constexpr Field kF528[] = {
    {1, "assuredConcurrencyShares", Kind::kInt, 0, 0},
    {2, "limitResponse", Kind::kMessage, kOmitEmpty, 529},
    {3, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "borrowingLimitPercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1beta1.LimitResponse
constexpr Field kF529[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "queuing", Kind::kMessage, kOmitEmpty | kPointer, 530},
};
// flowcontrol.v1beta1.QueuingConfiguration
constexpr Field kF530[] = {
    {1, "queues", Kind::kInt, 0, 0},
    {2, "handSize", Kind::kInt, 0, 0},
    {3, "queueLengthLimit", Kind::kInt, 0, 0},
};
// flowcontrol.v1beta1.ExemptPriorityLevelConfiguration
constexpr Field kF531[] = {
    {1, "nominalConcurrencyShares", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1beta1.PriorityLevelConfigurationStatus
constexpr Field kF532[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 533},
};
// flowcontrol.v1beta1.PriorityLevelConfigurationCondition
constexpr Field kF533[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1beta2.FlowSchema
constexpr Field kF534[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 535},
    {3, "status", Kind::kMessage, kOmitEmpty, 545},
};
// flowcontrol.v1beta2.FlowSchemaSpec
constexpr Field kF535[] = {
    {1, "priorityLevelConfiguration", Kind::kMessage, 0, 536},
    {2, "matchingPrecedence", Kind::kInt, 0, 0},
    {3, "distinguisherMethod", Kind::kMessage, kOmitEmpty | kPointer, 537},
    {4, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 538},
};
// flowcontrol.v1beta2.PriorityLevelConfigurationReference
constexpr Field kF536[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta2.FlowDistinguisherMethod
constexpr Field kF537[] = {
    {1, "type", Kind::kString, 0, 0},
};
// flowcontrol.v1beta2.PolicyRulesWithSubjects
constexpr Field kF538[] = {
    {1, "subjects", Kind::kMessage, kRepeated, 539},
    {2, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 543},
    {3, "nonResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 544},
};
// flowcontrol.v1beta2.Subject
constexpr Field kF539[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "user", Kind::kMessage, kOmitEmpty | kPointer, 540},
    {3, "group", Kind::kMessage, kOmitEmpty | kPointer, 541},
    {4, "serviceAccount", Kind::kMessage, kOmitEmpty | kPointer, 542},
};
// flowcontrol.v1beta2.UserSubject
constexpr Field kF540[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta2.GroupSubject
constexpr Field kF541[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta2.ServiceAccountSubject
constexpr Field kF542[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta2.ResourcePolicyRule
constexpr Field kF543[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kRepeated, 0},
    {3, "resources", Kind::kString, kRepeated, 0},
    {4, "clusterScope", Kind::kBool, kOmitEmpty, 0},
    {5, "namespaces", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1beta2.NonResourcePolicyRule
constexpr Field kF544[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {6, "nonResourceURLs", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1beta2.FlowSchemaStatus
constexpr Field kF545[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 546},
};
// flowcontrol.v1beta2.FlowSchemaCondition
constexpr Field kF546[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1beta2.PriorityLevelConfiguration
constexpr Field kF547[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 548},
    {3, "status", Kind::kMessage, kOmitEmpty, 553},
};
// flowcontrol.v1beta2.PriorityLevelConfigurationSpec
constexpr Field kF548[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "limited", Kind::kMessage, kOmitEmpty | kPointer, 549},
    {3, "exempt", Kind::kMessage, kOmitEmpty | kPointer, 552},
};
// flowcontrol.v1beta2.LimitedPriorityLevelConfiguration
constexpr Field kF549[] = {
    {1, "assuredConcurrencyShares", Kind::kInt, 0, 0},
    {2, "limitResponse", Kind::kMessage, kOmitEmpty, 550},
    {3, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "borrowingLimitPercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1beta2.LimitResponse
constexpr Field kF550[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "queuing", Kind::kMessage, kOmitEmpty | kPointer, 551},
};
// flowcontrol.v1beta2.QueuingConfiguration
constexpr Field kF551[] = {
    {1, "queues", Kind::kInt, 0, 0},
    {2, "handSize", Kind::kInt, 0, 0},
    {3, "queueLengthLimit", Kind::kInt, 0, 0},
};
// flowcontrol.v1beta2.ExemptPriorityLevelConfiguration
constexpr Field kF552[] = {
    {1, "nominalConcurrencyShares", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1beta2.PriorityLevelConfigurationStatus
constexpr Field kF553[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 554},
};
// flowcontrol.v1beta2.PriorityLevelConfigurationCondition
constexpr Field kF554[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1beta3.FlowSchema
constexpr Field kF555[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 556},
    {3, "status", Kind::kMessage, kOmitEmpty, 566},
};
// flowcontrol.v1beta3.FlowSchemaSpec
constexpr Field kF556[] = {
    {1, "priorityLevelConfiguration", Kind::kMessage, 0, 557},
    {2, "matchingPrecedence", Kind::kInt, 0, 0},
    {3, "distinguisherMethod", Kind::kMessage, kOmitEmpty | kPointer, 558},
    {4, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 559},
};
// flowcontrol.v1beta3.PriorityLevelConfigurationReference
constexpr Field kF557[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta3.FlowDistinguisherMethod
constexpr Field kF558[] = {
    {1, "type", Kind::kString, 0, 0},
};
// flowcontrol.v1beta3.PolicyRulesWithSubjects
constexpr Field kF559[] = {
    {1, "subjects", Kind::kMessage, kRepeated, 560},
    {2, "resourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 564},
    {3, "nonResourceRules", Kind::kMessage, kOmitEmpty | kRepeated, 565},
};
// flowcontrol.v1beta3.Subject
constexpr Field kF560[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "user", Kind::kMessage, kOmitEmpty | kPointer, 561},
    {3, "group", Kind::kMessage, kOmitEmpty | kPointer, 562},
    {4, "serviceAccount", Kind::kMessage, kOmitEmpty | kPointer, 563},
};
// flowcontrol.v1beta3.UserSubject
constexpr Field kF561[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta3.GroupSubject
constexpr Field kF562[] = {
    {1, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta3.ServiceAccountSubject
constexpr Field kF563[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
};
// flowcontrol.v1beta3.ResourcePolicyRule
constexpr Field kF564[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kRepeated, 0},
    {3, "resources", Kind::kString, kRepeated, 0},
    {4, "clusterScope", Kind::kBool, kOmitEmpty, 0},
    {5, "namespaces", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1beta3.NonResourcePolicyRule
constexpr Field kF565[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {6, "nonResourceURLs", Kind::kString, kRepeated, 0},
};
// flowcontrol.v1beta3.FlowSchemaStatus
constexpr Field kF566[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 567},
};
// flowcontrol.v1beta3.FlowSchemaCondition
constexpr Field kF567[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// flowcontrol.v1beta3.PriorityLevelConfiguration
constexpr Field kF568[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 569},
    {3, "status", Kind::kMessage, kOmitEmpty, 574},
};
// flowcontrol.v1beta3.PriorityLevelConfigurationSpec
constexpr Field kF569[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "limited", Kind::kMessage, kOmitEmpty | kPointer, 570},
    {3, "exempt", Kind::kMessage, kOmitEmpty | kPointer, 573},
};
// flowcontrol.v1beta3.LimitedPriorityLevelConfiguration
constexpr Field kF570[] = {
    {1, "nominalConcurrencyShares", Kind::kInt, 0, 0},
    {2, "limitResponse", Kind::kMessage, kOmitEmpty, 571},
    {3, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "borrowingLimitPercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1beta3.LimitResponse
constexpr Field kF571[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "queuing", Kind::kMessage, kOmitEmpty | kPointer, 572},
};
// flowcontrol.v1beta3.QueuingConfiguration
constexpr Field kF572[] = {
    {1, "queues", Kind::kInt, 0, 0},
    {2, "handSize", Kind::kInt, 0, 0},
    {3, "queueLengthLimit", Kind::kInt, 0, 0},
};
// flowcontrol.v1beta3.ExemptPriorityLevelConfiguration
constexpr Field kF573[] = {
    {1, "nominalConcurrencyShares", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "lendablePercent", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// flowcontrol.v1beta3.PriorityLevelConfigurationStatus
constexpr Field kF574[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 575},
};
// flowcontrol.v1beta3.PriorityLevelConfigurationCondition
constexpr Field kF575[] = {
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// apiserverinternal.v1alpha1.StorageVersion
constexpr Field kF576[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 577},
    {3, "status", Kind::kMessage, 0, 578},
};
// apiserverinternal.v1alpha1.StorageVersionSpec
// apiserverinternal.v1alpha1.StorageVersionStatus
constexpr Field kF578[] = {
    {1, "storageVersions", Kind::kMessage, kOmitEmpty | kRepeated, 579},
    {2, "commonEncodingVersion", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 580},
};
// apiserverinternal.v1alpha1.ServerStorageVersion
constexpr Field kF579[] = {
    {1, "apiServerID", Kind::kString, kOmitEmpty, 0},
    {2, "encodingVersion", Kind::kString, kOmitEmpty, 0},
    {3, "decodableVersions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "servedVersions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// apiserverinternal.v1alpha1.StorageVersionCondition
constexpr Field kF580[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {4, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {5, "reason", Kind::kString, 0, 0},
    {6, "message", Kind::kString, kOmitEmpty, 0},
};
// lifecycle.v1alpha1.Eviction
constexpr Field kF581[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 582},
    {3, "status", Kind::kMessage, kOmitEmpty, 585},
};
// lifecycle.v1alpha1.EvictionSpec
constexpr Field kF582[] = {
    {1, "target", Kind::kMessage, 0, 583},
};
// lifecycle.v1alpha1.EvictionTarget
constexpr Field kF583[] = {
    {1, "pod", Kind::kMessage, kOmitEmpty | kPointer, 584},
};
// lifecycle.v1alpha1.EvictionPodReference
constexpr Field kF584[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "uid", Kind::kString, 0, 0},
};
// lifecycle.v1alpha1.EvictionStatus
constexpr Field kF585[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "observedGeneration", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "requesters", Kind::kMessage, kOmitEmpty | kRepeated, 586},
    {4, "targetResponders", Kind::kMessage, kOmitEmpty | kRepeated, 587},
    {5, "responders", Kind::kMessage, kOmitEmpty | kRepeated, 588},
};
// lifecycle.v1alpha1.Requester
constexpr Field kF586[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "intent", Kind::kString, 0, 0},
};
// lifecycle.v1alpha1.TargetResponder
constexpr Field kF587[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "priority", Kind::kInt, kPointer, 0},
    {3, "state", Kind::kString, 0, 0},
};
// lifecycle.v1alpha1.ResponderStatus
constexpr Field kF588[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "startTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {3, "heartbeatTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {4, "expectedCompletionTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {5, "completionTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {6, "message", Kind::kString, kOmitEmpty | kPointer, 0},
};
// lifecycle.v1alpha1.EvictionRequest
constexpr Field kF589[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 590},
    {3, "status", Kind::kMessage, kOmitEmpty, 593},
};
// lifecycle.v1alpha1.EvictionRequestSpec
constexpr Field kF590[] = {
    {1, "target", Kind::kMessage, 0, 591},
    {2, "requester", Kind::kString, 0, 0},
    {3, "intent", Kind::kString, 0, 0},
};
// lifecycle.v1alpha1.EvictionRequestTarget
constexpr Field kF591[] = {
    {1, "pod", Kind::kMessage, kOmitEmpty | kPointer, 592},
};
// lifecycle.v1alpha1.EvictionRequestPodReference
constexpr Field kF592[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "uid", Kind::kString, 0, 0},
};
// lifecycle.v1alpha1.EvictionRequestStatus
constexpr Field kF593[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "observedGeneration", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// meta.v1.PartialObjectMetadata
constexpr Field kF594[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
};
// networking.v1.IPAddress
constexpr Field kF595[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 596},
};
// networking.v1.IPAddressSpec
constexpr Field kF596[] = {
    {1, "parentRef", Kind::kMessage, kOmitEmpty | kPointer, 597},
};
// networking.v1.ParentReference
constexpr Field kF597[] = {
    {1, "group", Kind::kString, kOmitEmpty, 0},
    {2, "resource", Kind::kString, kOmitEmpty, 0},
    {3, "namespace", Kind::kString, kOmitEmpty, 0},
    {4, "name", Kind::kString, kOmitEmpty, 0},
};
// networking.v1.Ingress
constexpr Field kF598[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 599},
    {3, "status", Kind::kMessage, kOmitEmpty, 608},
};
// networking.v1.IngressSpec
constexpr Field kF599[] = {
    {4, "ingressClassName", Kind::kString, kOmitEmpty | kPointer, 0},
    {1, "defaultBackend", Kind::kMessage, kOmitEmpty | kPointer, 600},
    {2, "tls", Kind::kMessage, kOmitEmpty | kRepeated, 603},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 604},
};
// networking.v1.IngressBackend
constexpr Field kF600[] = {
    {4, "service", Kind::kMessage, kOmitEmpty | kPointer, 601},
    {3, "resource", Kind::kMessage, kOmitEmpty | kPointer, 163},
};
// networking.v1.IngressServiceBackend
constexpr Field kF601[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "port", Kind::kMessage, kOmitEmpty, 602},
};
// networking.v1.ServiceBackendPort
constexpr Field kF602[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "number", Kind::kInt, kOmitEmpty, 0},
};
// networking.v1.IngressTLS
constexpr Field kF603[] = {
    {1, "hosts", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "secretName", Kind::kString, kOmitEmpty, 0},
};
// networking.v1.IngressRule
constexpr Field kF604[] = {
    {1, "host", Kind::kString, kOmitEmpty, 0},
    {2, "", Kind::kMessage, kInline, 605},
};
// networking.v1.IngressRuleValue
constexpr Field kF605[] = {
    {1, "http", Kind::kMessage, kOmitEmpty | kPointer, 606},
};
// networking.v1.HTTPIngressRuleValue
constexpr Field kF606[] = {
    {1, "paths", Kind::kMessage, kRepeated, 607},
};
// networking.v1.HTTPIngressPath
constexpr Field kF607[] = {
    {1, "path", Kind::kString, kOmitEmpty, 0},
    {3, "pathType", Kind::kString, kPointer, 0},
    {2, "backend", Kind::kMessage, 0, 600},
};
// networking.v1.IngressStatus
constexpr Field kF608[] = {
    {1, "loadBalancer", Kind::kMessage, kOmitEmpty, 609},
};
// networking.v1.IngressLoadBalancerStatus
constexpr Field kF609[] = {
    {1, "ingress", Kind::kMessage, kOmitEmpty | kRepeated, 610},
};
// networking.v1.IngressLoadBalancerIngress
constexpr Field kF610[] = {
    {1, "ip", Kind::kString, kOmitEmpty, 0},
    {2, "hostname", Kind::kString, kOmitEmpty, 0},
    {4, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 611},
};
// networking.v1.IngressPortStatus
constexpr Field kF611[] = {
    {1, "port", Kind::kInt, 0, 0},
    {2, "protocol", Kind::kString, 0, 0},
    {3, "error", Kind::kString, kOmitEmpty | kPointer, 0},
};
// networking.v1.IngressClass
constexpr Field kF612[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 613},
};
// networking.v1.IngressClassSpec
constexpr Field kF613[] = {
    {1, "controller", Kind::kString, kOmitEmpty, 0},
    {2, "parameters", Kind::kMessage, kOmitEmpty | kPointer, 614},
};
// networking.v1.IngressClassParametersReference
constexpr Field kF614[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "scope", Kind::kString, kPointer, 0},
    {5, "namespace", Kind::kString, kOmitEmpty | kPointer, 0},
};
// networking.v1.NetworkPolicy
constexpr Field kF615[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 616},
};
// networking.v1.NetworkPolicySpec
constexpr Field kF616[] = {
    {1, "podSelector", Kind::kMessage, 0, 9},
    {2, "ingress", Kind::kMessage, kOmitEmpty | kRepeated, 617},
    {3, "egress", Kind::kMessage, kOmitEmpty | kRepeated, 621},
    {4, "policyTypes", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// networking.v1.NetworkPolicyIngressRule
constexpr Field kF617[] = {
    {1, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 618},
    {2, "from", Kind::kMessage, kOmitEmpty | kRepeated, 619},
};
// networking.v1.NetworkPolicyPort
constexpr Field kF618[] = {
    {1, "protocol", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "port", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {3, "endPort", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// networking.v1.NetworkPolicyPeer
constexpr Field kF619[] = {
    {1, "podSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {2, "namespaceSelector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "ipBlock", Kind::kMessage, kOmitEmpty | kPointer, 620},
};
// networking.v1.IPBlock
constexpr Field kF620[] = {
    {1, "cidr", Kind::kString, 0, 0},
    {2, "except", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// networking.v1.NetworkPolicyEgressRule
constexpr Field kF621[] = {
    {1, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 618},
    {2, "to", Kind::kMessage, kOmitEmpty | kRepeated, 619},
};
// networking.v1.ServiceCIDR
constexpr Field kF622[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 623},
    {3, "status", Kind::kMessage, kOmitEmpty, 624},
};
// networking.v1.ServiceCIDRSpec
constexpr Field kF623[] = {
    {1, "cidrs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// networking.v1.ServiceCIDRStatus
constexpr Field kF624[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// networking.v1beta1.IPAddress
constexpr Field kF625[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 626},
};
// networking.v1beta1.IPAddressSpec
constexpr Field kF626[] = {
    {1, "parentRef", Kind::kMessage, kOmitEmpty | kPointer, 627},
};
// networking.v1beta1.ParentReference
constexpr Field kF627[] = {
    {1, "group", Kind::kString, kOmitEmpty, 0},
    {2, "resource", Kind::kString, kOmitEmpty, 0},
    {3, "namespace", Kind::kString, kOmitEmpty, 0},
    {4, "name", Kind::kString, kOmitEmpty, 0},
};
// networking.v1beta1.Ingress
constexpr Field kF628[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 629},
    {3, "status", Kind::kMessage, kOmitEmpty, 636},
};
// networking.v1beta1.IngressSpec
constexpr Field kF629[] = {
    {4, "ingressClassName", Kind::kString, kOmitEmpty | kPointer, 0},
    {1, "backend", Kind::kMessage, kOmitEmpty | kPointer, 630},
    {2, "tls", Kind::kMessage, kOmitEmpty | kRepeated, 631},
    {3, "rules", Kind::kMessage, kOmitEmpty | kRepeated, 632},
};
// networking.v1beta1.IngressBackend
constexpr Field kF630[] = {
    {1, "serviceName", Kind::kString, kOmitEmpty, 0},
    {2, "servicePort", Kind::kIntOrString, kOmitEmpty, 0},
    {3, "resource", Kind::kMessage, kOmitEmpty | kPointer, 163},
};
// networking.v1beta1.IngressTLS
constexpr Field kF631[] = {
    {1, "hosts", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "secretName", Kind::kString, kOmitEmpty, 0},
};
// networking.v1beta1.IngressRule
constexpr Field kF632[] = {
    {1, "host", Kind::kString, kOmitEmpty, 0},
    {2, "", Kind::kMessage, kInline, 633},
};
// networking.v1beta1.IngressRuleValue
constexpr Field kF633[] = {
    {1, "http", Kind::kMessage, kOmitEmpty | kPointer, 634},
};
// networking.v1beta1.HTTPIngressRuleValue
constexpr Field kF634[] = {
    {1, "paths", Kind::kMessage, kRepeated, 635},
};
// networking.v1beta1.HTTPIngressPath
constexpr Field kF635[] = {
    {1, "path", Kind::kString, kOmitEmpty, 0},
    {3, "pathType", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "backend", Kind::kMessage, 0, 630},
};
// networking.v1beta1.IngressStatus
constexpr Field kF636[] = {
    {1, "loadBalancer", Kind::kMessage, kOmitEmpty, 637},
};
// networking.v1beta1.IngressLoadBalancerStatus
constexpr Field kF637[] = {
    {1, "ingress", Kind::kMessage, kOmitEmpty | kRepeated, 638},
};
// networking.v1beta1.IngressLoadBalancerIngress
constexpr Field kF638[] = {
    {1, "ip", Kind::kString, kOmitEmpty, 0},
    {2, "hostname", Kind::kString, kOmitEmpty, 0},
    {4, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 639},
};
// networking.v1beta1.IngressPortStatus
constexpr Field kF639[] = {
    {1, "port", Kind::kInt, 0, 0},
    {2, "protocol", Kind::kString, 0, 0},
    {3, "error", Kind::kString, kOmitEmpty | kPointer, 0},
};
// networking.v1beta1.IngressClass
constexpr Field kF640[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 641},
};
// networking.v1beta1.IngressClassSpec
constexpr Field kF641[] = {
    {1, "controller", Kind::kString, kOmitEmpty, 0},
    {2, "parameters", Kind::kMessage, kOmitEmpty | kPointer, 642},
};
// networking.v1beta1.IngressClassParametersReference
constexpr Field kF642[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "scope", Kind::kString, kPointer, 0},
    {5, "namespace", Kind::kString, kOmitEmpty | kPointer, 0},
};
// networking.v1beta1.ServiceCIDR
constexpr Field kF643[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 644},
    {3, "status", Kind::kMessage, kOmitEmpty, 645},
};
// networking.v1beta1.ServiceCIDRSpec
constexpr Field kF644[] = {
    {1, "cidrs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// networking.v1beta1.ServiceCIDRStatus
constexpr Field kF645[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// node.v1.RuntimeClass
constexpr Field kF646[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "handler", Kind::kString, 0, 0},
    {3, "overhead", Kind::kMessage, kOmitEmpty | kPointer, 647},
    {4, "scheduling", Kind::kMessage, kOmitEmpty | kPointer, 648},
};
// node.v1.Overhead
constexpr Field kF647[] = {
    {1, "podFixed", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// node.v1.Scheduling
constexpr Field kF648[] = {
    {1, "nodeSelector", Kind::kString, kOmitEmpty | kMap, 0},
    {2, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 213},
};
// node.v1alpha1.RuntimeClass
constexpr Field kF649[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 650},
};
// node.v1alpha1.RuntimeClassSpec
constexpr Field kF650[] = {
    {1, "runtimeHandler", Kind::kString, 0, 0},
    {2, "overhead", Kind::kMessage, kOmitEmpty | kPointer, 651},
    {3, "scheduling", Kind::kMessage, kOmitEmpty | kPointer, 652},
};
// node.v1alpha1.Overhead
constexpr Field kF651[] = {
    {1, "podFixed", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// node.v1alpha1.Scheduling
constexpr Field kF652[] = {
    {1, "nodeSelector", Kind::kString, kOmitEmpty | kMap, 0},
    {2, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 213},
};
// node.v1beta1.RuntimeClass
constexpr Field kF653[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "handler", Kind::kString, 0, 0},
    {3, "overhead", Kind::kMessage, kOmitEmpty | kPointer, 654},
    {4, "scheduling", Kind::kMessage, kOmitEmpty | kPointer, 655},
};
// node.v1beta1.Overhead
constexpr Field kF654[] = {
    {1, "podFixed", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// node.v1beta1.Scheduling
constexpr Field kF655[] = {
    {1, "nodeSelector", Kind::kString, kOmitEmpty | kMap, 0},
    {2, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 213},
};
// policy.v1.Eviction
constexpr Field kF656[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "deleteOptions", Kind::kMessage, kOmitEmpty | kPointer, 657},
};
// meta.v1.DeleteOptions
constexpr Field kF657[] = {
    {1, "gracePeriodSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "preconditions", Kind::kMessage, kOmitEmpty | kPointer, 658},
    {3, "orphanDependents", Kind::kBool, kOmitEmpty | kPointer, 0},
    {4, "propagationPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "dryRun", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "ignoreStoreReadErrorWithClusterBreakingPotential", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// meta.v1.Preconditions
constexpr Field kF658[] = {
    {1, "uid", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "resourceVersion", Kind::kString, kOmitEmpty | kPointer, 0},
};
// policy.v1.PodDisruptionBudget
constexpr Field kF659[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 660},
    {3, "status", Kind::kMessage, kOmitEmpty, 661},
};
// policy.v1.PodDisruptionBudgetSpec
constexpr Field kF660[] = {
    {1, "minAvailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {4, "unhealthyPodEvictionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// policy.v1.PodDisruptionBudgetStatus
constexpr Field kF661[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "disruptedPods", Kind::kTime, kOmitEmpty | kMap, 0},
    {3, "disruptionsAllowed", Kind::kInt, 0, 0},
    {4, "currentHealthy", Kind::kInt, 0, 0},
    {5, "desiredHealthy", Kind::kInt, 0, 0},
    {6, "expectedPods", Kind::kInt, 0, 0},
    {7, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// policy.v1beta1.Eviction
constexpr Field kF662[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "deleteOptions", Kind::kMessage, kOmitEmpty | kPointer, 657},
};
// policy.v1beta1.PodDisruptionBudget
constexpr Field kF663[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 664},
    {3, "status", Kind::kMessage, kOmitEmpty, 665},
};
// policy.v1beta1.PodDisruptionBudgetSpec
constexpr Field kF664[] = {
    {1, "minAvailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {2, "selector", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "maxUnavailable", Kind::kIntOrString, kOmitEmpty | kPointer, 0},
    {4, "unhealthyPodEvictionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// policy.v1beta1.PodDisruptionBudgetStatus
constexpr Field kF665[] = {
    {1, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "disruptedPods", Kind::kTime, kOmitEmpty | kMap, 0},
    {3, "disruptionsAllowed", Kind::kInt, 0, 0},
    {4, "currentHealthy", Kind::kInt, 0, 0},
    {5, "desiredHealthy", Kind::kInt, 0, 0},
    {6, "expectedPods", Kind::kInt, 0, 0},
    {7, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// rbac.v1.ClusterRole
constexpr Field kF666[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "rules", Kind::kMessage, kRepeated, 667},
    {3, "aggregationRule", Kind::kMessage, kOmitEmpty | kPointer, 668},
};
// rbac.v1.PolicyRule
constexpr Field kF667[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "resources", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "nonResourceURLs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// rbac.v1.AggregationRule
constexpr Field kF668[] = {
    {1, "clusterRoleSelectors", Kind::kMessage, kOmitEmpty | kRepeated, 9},
};
// rbac.v1.ClusterRoleBinding
constexpr Field kF669[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subjects", Kind::kMessage, kOmitEmpty | kRepeated, 670},
    {3, "roleRef", Kind::kMessage, 0, 671},
};
// rbac.v1.Subject
constexpr Field kF670[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "namespace", Kind::kString, kOmitEmpty, 0},
};
// rbac.v1.RoleRef
constexpr Field kF671[] = {
    {1, "apiGroup", Kind::kString, 0, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
};
// rbac.v1.Role
constexpr Field kF672[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "rules", Kind::kMessage, kRepeated, 667},
};
// rbac.v1.RoleBinding
constexpr Field kF673[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subjects", Kind::kMessage, kOmitEmpty | kRepeated, 670},
    {3, "roleRef", Kind::kMessage, 0, 671},
};
// rbac.v1alpha1.ClusterRole
constexpr Field kF674[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "rules", Kind::kMessage, kRepeated, 675},
    {3, "aggregationRule", Kind::kMessage, kOmitEmpty | kPointer, 676},
};
// rbac.v1alpha1.PolicyRule
constexpr Field kF675[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {3, "apiGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "resources", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "nonResourceURLs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// rbac.v1alpha1.AggregationRule
constexpr Field kF676[] = {
    {1, "clusterRoleSelectors", Kind::kMessage, kOmitEmpty | kRepeated, 9},
};
// rbac.v1alpha1.ClusterRoleBinding
constexpr Field kF677[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subjects", Kind::kMessage, kOmitEmpty | kRepeated, 678},
    {3, "roleRef", Kind::kMessage, 0, 679},
};
// rbac.v1alpha1.Subject
constexpr Field kF678[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "apiVersion", Kind::kString, kOmitEmpty, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "namespace", Kind::kString, kOmitEmpty, 0},
};
// rbac.v1alpha1.RoleRef
constexpr Field kF679[] = {
    {1, "apiGroup", Kind::kString, 0, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
};
// rbac.v1alpha1.Role
constexpr Field kF680[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "rules", Kind::kMessage, kRepeated, 675},
};
// rbac.v1alpha1.RoleBinding
constexpr Field kF681[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subjects", Kind::kMessage, kOmitEmpty | kRepeated, 678},
    {3, "roleRef", Kind::kMessage, 0, 679},
};
// rbac.v1beta1.ClusterRole
constexpr Field kF682[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "rules", Kind::kMessage, kRepeated, 683},
    {3, "aggregationRule", Kind::kMessage, kOmitEmpty | kPointer, 684},
};
// rbac.v1beta1.PolicyRule
constexpr Field kF683[] = {
    {1, "verbs", Kind::kString, kRepeated, 0},
    {2, "apiGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "resources", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "resourceNames", Kind::kString, kOmitEmpty | kRepeated, 0},
    {5, "nonResourceURLs", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// rbac.v1beta1.AggregationRule
constexpr Field kF684[] = {
    {1, "clusterRoleSelectors", Kind::kMessage, kOmitEmpty | kRepeated, 9},
};
// rbac.v1beta1.ClusterRoleBinding
constexpr Field kF685[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subjects", Kind::kMessage, kOmitEmpty | kRepeated, 686},
    {3, "roleRef", Kind::kMessage, 0, 687},
};
// rbac.v1beta1.Subject
constexpr Field kF686[] = {
    {1, "kind", Kind::kString, 0, 0},
    {2, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {3, "name", Kind::kString, 0, 0},
    {4, "namespace", Kind::kString, kOmitEmpty, 0},
};
// rbac.v1beta1.RoleRef
constexpr Field kF687[] = {
    {1, "apiGroup", Kind::kString, 0, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
};
// rbac.v1beta1.Role
constexpr Field kF688[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "rules", Kind::kMessage, kRepeated, 683},
};
// rbac.v1beta1.RoleBinding
constexpr Field kF689[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subjects", Kind::kMessage, kOmitEmpty | kRepeated, 686},
    {3, "roleRef", Kind::kMessage, 0, 687},
};
// resource.v1.DeviceClass
constexpr Field kF690[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 691},
};
// resource.v1.DeviceClassSpec
constexpr Field kF691[] = {
    {1, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 692},
    {2, "config", Kind::kMessage, kOmitEmpty | kRepeated, 694},
    {4, "extendedResourceName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1.DeviceSelector
constexpr Field kF692[] = {
    {1, "cel", Kind::kMessage, kOmitEmpty | kPointer, 693},
};
// resource.v1.CELDeviceSelector
constexpr Field kF693[] = {
    {1, "expression", Kind::kString, 0, 0},
};
// resource.v1.DeviceClassConfiguration
constexpr Field kF694[] = {
    {1, "", Kind::kMessage, kInline, 695},
};
// resource.v1.DeviceConfiguration
constexpr Field kF695[] = {
    {1, "opaque", Kind::kMessage, kOmitEmpty | kPointer, 696},
};
// resource.v1.OpaqueDeviceConfiguration
constexpr Field kF696[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "parameters", Kind::kRawExtension, 0, 0},
};
// resource.v1.DeviceTaintRule
constexpr Field kF697[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 698},
    {3, "status", Kind::kMessage, kOmitEmpty, 701},
};
// resource.v1.DeviceTaintRuleSpec
constexpr Field kF698[] = {
    {1, "deviceSelector", Kind::kMessage, kOmitEmpty | kPointer, 699},
    {2, "taint", Kind::kMessage, kOmitEmpty, 700},
};
// resource.v1.DeviceTaintSelector
constexpr Field kF699[] = {
    {2, "driver", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "pool", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "device", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1.DeviceTaint
constexpr Field kF700[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "value", Kind::kString, kOmitEmpty, 0},
    {3, "effect", Kind::kString, 0, 0},
    {4, "timeAdded", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1.DeviceTaintRuleStatus
constexpr Field kF701[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// resource.v1.ResourceClaim
constexpr Field kF702[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 703},
    {3, "status", Kind::kMessage, kOmitEmpty, 713},
};
// resource.v1.ResourceClaimSpec
constexpr Field kF703[] = {
    {1, "devices", Kind::kMessage, 0, 704},
};
// resource.v1.DeviceClaim
constexpr Field kF704[] = {
    {1, "requests", Kind::kMessage, kRepeated, 705},
    {2, "constraints", Kind::kMessage, kOmitEmpty | kRepeated, 711},
    {3, "config", Kind::kMessage, kOmitEmpty | kRepeated, 712},
};
// resource.v1.DeviceRequest
constexpr Field kF705[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "exactly", Kind::kMessage, kOmitEmpty | kPointer, 706},
    {3, "firstAvailable", Kind::kMessage, kOmitEmpty | kRepeated, 710},
};
// resource.v1.ExactDeviceRequest
constexpr Field kF706[] = {
    {1, "deviceClassName", Kind::kString, 0, 0},
    {2, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 692},
    {3, "allocationMode", Kind::kString, kOmitEmpty, 0},
    {4, "count", Kind::kInt, kOmitEmpty, 0},
    {5, "adminAccess", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 707},
    {7, "capacity", Kind::kMessage, kOmitEmpty | kPointer, 708},
    {8, "derivedAttributes", Kind::kMessage, kOmitEmpty | kRepeated, 709},
};
// resource.v1.DeviceToleration
constexpr Field kF707[] = {
    {1, "key", Kind::kString, kOmitEmpty, 0},
    {2, "operator", Kind::kString, kOmitEmpty, 0},
    {3, "value", Kind::kString, kOmitEmpty, 0},
    {4, "effect", Kind::kString, kOmitEmpty, 0},
    {5, "tolerationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// resource.v1.CapacityRequirements
constexpr Field kF708[] = {
    {1, "requests", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// resource.v1.DeviceDerivedAttribute
constexpr Field kF709[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// resource.v1.DeviceSubRequest
constexpr Field kF710[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "deviceClassName", Kind::kString, 0, 0},
    {3, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 692},
    {4, "allocationMode", Kind::kString, kOmitEmpty, 0},
    {5, "count", Kind::kInt, kOmitEmpty, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 707},
    {7, "capacity", Kind::kMessage, kOmitEmpty | kPointer, 708},
    {8, "derivedAttributes", Kind::kMessage, kOmitEmpty | kRepeated, 709},
};
// resource.v1.DeviceConstraint
constexpr Field kF711[] = {
    {1, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "matchAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "distinctAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1.DeviceClaimConfiguration
constexpr Field kF712[] = {
    {1, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 695},
};
// resource.v1.ResourceClaimStatus
constexpr Field kF713[] = {
    {1, "allocation", Kind::kMessage, kOmitEmpty | kPointer, 714},
    {2, "reservedFor", Kind::kMessage, kOmitEmpty | kRepeated, 718},
    {4, "devices", Kind::kMessage, kOmitEmpty | kRepeated, 719},
};
// resource.v1.AllocationResult
constexpr Field kF714[] = {
    {1, "devices", Kind::kMessage, kOmitEmpty, 715},
    {3, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {5, "allocationTimestamp", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1.DeviceAllocationResult
constexpr Field kF715[] = {
    {1, "results", Kind::kMessage, kOmitEmpty | kRepeated, 716},
    {2, "config", Kind::kMessage, kOmitEmpty | kRepeated, 717},
};
// resource.v1.DeviceRequestAllocationResult
constexpr Field kF716[] = {
    {1, "request", Kind::kString, 0, 0},
    {2, "driver", Kind::kString, 0, 0},
    {3, "pool", Kind::kString, 0, 0},
    {4, "device", Kind::kString, 0, 0},
    {5, "adminAccess", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 707},
    {7, "bindingConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {8, "bindingFailureConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {9, "shareID", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "consumedCapacity", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {11, "skipNodeOperations", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1.DeviceAllocationConfiguration
constexpr Field kF717[] = {
    {1, "source", Kind::kString, 0, 0},
    {2, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "", Kind::kMessage, kInline, 695},
};
// resource.v1.ResourceClaimConsumerReference
constexpr Field kF718[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {3, "resource", Kind::kString, 0, 0},
    {4, "name", Kind::kString, 0, 0},
    {5, "uid", Kind::kString, 0, 0},
};
// resource.v1.AllocatedDeviceStatus
constexpr Field kF719[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "pool", Kind::kString, 0, 0},
    {3, "device", Kind::kString, 0, 0},
    {7, "shareID", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "conditions", Kind::kMessage, kRepeated, 33},
    {5, "data", Kind::kRawExtension, kOmitEmpty | kPointer, 0},
    {6, "networkData", Kind::kMessage, kOmitEmpty | kPointer, 720},
};
// resource.v1.NetworkDeviceData
constexpr Field kF720[] = {
    {1, "interfaceName", Kind::kString, kOmitEmpty, 0},
    {2, "ips", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "hardwareAddress", Kind::kString, kOmitEmpty, 0},
};
// resource.v1.ResourceClaimTemplate
constexpr Field kF721[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 722},
};
// resource.v1.ResourceClaimTemplateSpec
constexpr Field kF722[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 703},
};
// resource.v1.ResourceSlice
constexpr Field kF723[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 724},
};
// resource.v1.ResourceSliceSpec
constexpr Field kF724[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "pool", Kind::kMessage, 0, 725},
    {3, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {5, "allNodes", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "devices", Kind::kMessage, kOmitEmpty | kRepeated, 726},
    {7, "perDeviceNodeSelection", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "sharedCounters", Kind::kMessage, kOmitEmpty | kRepeated, 736},
    {9, "partitionTypeAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "skipNodeOperations", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1.ResourcePool
constexpr Field kF725[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "generation", Kind::kInt, 0, 0},
    {3, "resourceSliceCount", Kind::kInt, 0, 0},
};
// resource.v1.Device
constexpr Field kF726[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "attributes", Kind::kMessage, kOmitEmpty | kMap, 727},
    {3, "capacity", Kind::kMessage, kOmitEmpty | kMap, 728},
    {4, "consumesCounters", Kind::kMessage, kOmitEmpty | kRepeated, 731},
    {5, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {7, "allNodes", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "taints", Kind::kMessage, kOmitEmpty | kRepeated, 700},
    {9, "bindsToNode", Kind::kBool, kOmitEmpty | kPointer, 0},
    {10, "bindingConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {11, "bindingFailureConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {12, "allowMultipleAllocations", Kind::kBool, kOmitEmpty | kPointer, 0},
    {14, "nodeAllocatableResources", Kind::kMessage, kOmitEmpty | kMap, 733},
};
// resource.v1.DeviceAttribute
constexpr Field kF727[] = {
    {2, "int", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "bool", Kind::kBool, kOmitEmpty | kPointer, 0},
    {4, "string", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "version", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "ints", Kind::kInt, kOmitEmpty | kRepeated, 0},
    {7, "bools", Kind::kBool, kOmitEmpty | kRepeated, 0},
    {8, "strings", Kind::kString, kOmitEmpty | kRepeated, 0},
    {9, "versions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1.DeviceCapacity
constexpr Field kF728[] = {
    {1, "value", Kind::kQuantity, 0, 0},
    {2, "requestPolicy", Kind::kMessage, kOmitEmpty | kPointer, 729},
};
// resource.v1.CapacityRequestPolicy
constexpr Field kF729[] = {
    {1, "default", Kind::kQuantity, kPointer, 0},
    {3, "validValues", Kind::kQuantity, kOmitEmpty | kRepeated, 0},
    {4, "validRange", Kind::kMessage, kOmitEmpty | kPointer, 730},
};
// resource.v1.CapacityRequestPolicyRange
constexpr Field kF730[] = {
    {1, "min", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "max", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "step", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1.DeviceCounterConsumption
constexpr Field kF731[] = {
    {1, "counterSet", Kind::kString, 0, 0},
    {2, "counters", Kind::kMessage, kOmitEmpty | kMap, 732},
    {3, "compatibilityGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1.Counter
constexpr Field kF732[] = {
    {1, "value", Kind::kQuantity, 0, 0},
};
// resource.v1.NodeAllocatableResource
constexpr Field kF733[] = {
    {3, "mapping", Kind::kMessage, kOmitEmpty | kPointer, 734},
    {4, "overhead", Kind::kMessage, kOmitEmpty | kPointer, 735},
};
// resource.v1.NodeAllocatableMapping
constexpr Field kF734[] = {
    {1, "capacityKey", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "capacityMultiplier", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "deviceMultiplier", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1.NodeAllocatableOverhead
constexpr Field kF735[] = {
    {1, "perPod", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "perContainer", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1.CounterSet
constexpr Field kF736[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "counters", Kind::kMessage, kOmitEmpty | kMap, 732},
};
// resource.v1alpha3.DeviceTaintRule
constexpr Field kF737[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 738},
    {3, "status", Kind::kMessage, kOmitEmpty, 741},
};
// resource.v1alpha3.DeviceTaintRuleSpec
constexpr Field kF738[] = {
    {1, "deviceSelector", Kind::kMessage, kOmitEmpty | kPointer, 739},
    {2, "taint", Kind::kMessage, kOmitEmpty, 740},
};
// resource.v1alpha3.DeviceTaintSelector
constexpr Field kF739[] = {
    {2, "driver", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "pool", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "device", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1alpha3.DeviceTaint
constexpr Field kF740[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "value", Kind::kString, kOmitEmpty, 0},
    {3, "effect", Kind::kString, 0, 0},
    {4, "timeAdded", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1alpha3.DeviceTaintRuleStatus
constexpr Field kF741[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// resource.v1alpha3.ResourcePoolStatusRequest
constexpr Field kF742[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 743},
    {3, "status", Kind::kMessage, kOmitEmpty | kPointer, 744},
};
// resource.v1alpha3.ResourcePoolStatusRequestSpec
constexpr Field kF743[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "poolName", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "limit", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "defaultPartitionTypeAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1alpha3.ResourcePoolStatusRequestStatus
constexpr Field kF744[] = {
    {6, "poolCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "pools", Kind::kMessage, kOmitEmpty | kRepeated, 745},
    {3, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// resource.v1alpha3.PoolStatus
constexpr Field kF745[] = {
    {1, "driver", Kind::kString, kOmitEmpty, 0},
    {2, "poolName", Kind::kString, kOmitEmpty, 0},
    {9, "generation", Kind::kInt, 0, 0},
    {8, "resourceSliceCount", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "totalDevices", Kind::kInt, kOmitEmpty | kPointer, 0},
    {5, "allocatedDevices", Kind::kInt, kOmitEmpty | kPointer, 0},
    {6, "availableDevices", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "unavailableDevices", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "validationError", Kind::kString, kOmitEmpty | kPointer, 0},
    {11, "partitionSummary", Kind::kMessage, kOmitEmpty | kRepeated, 746},
    {13, "shareableSummary", Kind::kMessage, kOmitEmpty | kPointer, 747},
};
// resource.v1alpha3.PartitionTypeStatus
constexpr Field kF746[] = {
    {4, "attribute", Kind::kString, kOmitEmpty, 0},
    {1, "type", Kind::kString, kOmitEmpty, 0},
    {2, "total", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "allocatable", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// resource.v1alpha3.ShareableSummaryStatus
constexpr Field kF747[] = {
    {1, "fullyAvailableDevices", Kind::kInt, kOmitEmpty | kPointer, 0},
    {2, "partiallyAvailableDevices", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "capacity", Kind::kMessage, kOmitEmpty | kRepeated, 748},
};
// resource.v1alpha3.ShareableCapacityStatus
constexpr Field kF748[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "total", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "consumed", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {4, "available", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.DeviceClass
constexpr Field kF749[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 750},
};
// resource.v1beta1.DeviceClassSpec
constexpr Field kF750[] = {
    {1, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 751},
    {2, "config", Kind::kMessage, kOmitEmpty | kRepeated, 753},
    {4, "extendedResourceName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.DeviceSelector
constexpr Field kF751[] = {
    {1, "cel", Kind::kMessage, kOmitEmpty | kPointer, 752},
};
// resource.v1beta1.CELDeviceSelector
constexpr Field kF752[] = {
    {1, "expression", Kind::kString, 0, 0},
};
// resource.v1beta1.DeviceClassConfiguration
constexpr Field kF753[] = {
    {1, "", Kind::kMessage, kInline, 754},
};
// resource.v1beta1.DeviceConfiguration
constexpr Field kF754[] = {
    {1, "opaque", Kind::kMessage, kOmitEmpty | kPointer, 755},
};
// resource.v1beta1.OpaqueDeviceConfiguration
constexpr Field kF755[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "parameters", Kind::kRawExtension, 0, 0},
};
// resource.v1beta1.ResourceClaim
constexpr Field kF756[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 757},
    {3, "status", Kind::kMessage, kOmitEmpty, 766},
};
// resource.v1beta1.ResourceClaimSpec
constexpr Field kF757[] = {
    {1, "devices", Kind::kMessage, 0, 758},
};
// resource.v1beta1.DeviceClaim
constexpr Field kF758[] = {
    {1, "requests", Kind::kMessage, kRepeated, 759},
    {2, "constraints", Kind::kMessage, kOmitEmpty | kRepeated, 764},
    {3, "config", Kind::kMessage, kOmitEmpty | kRepeated, 765},
};
// resource.v1beta1.DeviceRequest
constexpr Field kF759[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "deviceClassName", Kind::kString, 0, 0},
    {3, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 751},
    {4, "allocationMode", Kind::kString, kOmitEmpty, 0},
    {5, "count", Kind::kInt, kOmitEmpty, 0},
    {6, "adminAccess", Kind::kBool, kOmitEmpty | kPointer, 0},
    {7, "firstAvailable", Kind::kMessage, kOmitEmpty | kRepeated, 760},
    {8, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 761},
    {9, "capacity", Kind::kMessage, kOmitEmpty | kPointer, 762},
    {10, "derivedAttributes", Kind::kMessage, kOmitEmpty | kRepeated, 763},
};
// resource.v1beta1.DeviceSubRequest
constexpr Field kF760[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "deviceClassName", Kind::kString, 0, 0},
    {3, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 751},
    {4, "allocationMode", Kind::kString, kOmitEmpty, 0},
    {5, "count", Kind::kInt, kOmitEmpty, 0},
    {7, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 761},
    {8, "capacity", Kind::kMessage, kOmitEmpty | kPointer, 762},
    {9, "derivedAttributes", Kind::kMessage, kOmitEmpty | kRepeated, 763},
};
// resource.v1beta1.DeviceToleration
constexpr Field kF761[] = {
    {1, "key", Kind::kString, kOmitEmpty, 0},
    {2, "operator", Kind::kString, kOmitEmpty, 0},
    {3, "value", Kind::kString, kOmitEmpty, 0},
    {4, "effect", Kind::kString, kOmitEmpty, 0},
    {5, "tolerationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.CapacityRequirements
constexpr Field kF762[] = {
    {1, "requests", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// resource.v1beta1.DeviceDerivedAttribute
constexpr Field kF763[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// resource.v1beta1.DeviceConstraint
constexpr Field kF764[] = {
    {1, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "matchAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "distinctAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.DeviceClaimConfiguration
constexpr Field kF765[] = {
    {1, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 754},
};
// resource.v1beta1.ResourceClaimStatus
constexpr Field kF766[] = {
    {1, "allocation", Kind::kMessage, kOmitEmpty | kPointer, 767},
    {2, "reservedFor", Kind::kMessage, kOmitEmpty | kRepeated, 771},
    {4, "devices", Kind::kMessage, kOmitEmpty | kRepeated, 772},
};
// resource.v1beta1.AllocationResult
constexpr Field kF767[] = {
    {1, "devices", Kind::kMessage, kOmitEmpty, 768},
    {3, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {5, "allocationTimestamp", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.DeviceAllocationResult
constexpr Field kF768[] = {
    {1, "results", Kind::kMessage, kOmitEmpty | kRepeated, 769},
    {2, "config", Kind::kMessage, kOmitEmpty | kRepeated, 770},
};
// resource.v1beta1.DeviceRequestAllocationResult
constexpr Field kF769[] = {
    {1, "request", Kind::kString, 0, 0},
    {2, "driver", Kind::kString, 0, 0},
    {3, "pool", Kind::kString, 0, 0},
    {4, "device", Kind::kString, 0, 0},
    {5, "adminAccess", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 761},
    {7, "bindingConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {8, "bindingFailureConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {9, "shareID", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "consumedCapacity", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {11, "skipNodeOperations", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta1.DeviceAllocationConfiguration
constexpr Field kF770[] = {
    {1, "source", Kind::kString, 0, 0},
    {2, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "", Kind::kMessage, kInline, 754},
};
// resource.v1beta1.ResourceClaimConsumerReference
constexpr Field kF771[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {3, "resource", Kind::kString, 0, 0},
    {4, "name", Kind::kString, 0, 0},
    {5, "uid", Kind::kString, 0, 0},
};
// resource.v1beta1.AllocatedDeviceStatus
constexpr Field kF772[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "pool", Kind::kString, 0, 0},
    {3, "device", Kind::kString, 0, 0},
    {7, "shareID", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "conditions", Kind::kMessage, kRepeated, 33},
    {5, "data", Kind::kRawExtension, kOmitEmpty | kPointer, 0},
    {6, "networkData", Kind::kMessage, kOmitEmpty | kPointer, 773},
};
// resource.v1beta1.NetworkDeviceData
constexpr Field kF773[] = {
    {1, "interfaceName", Kind::kString, kOmitEmpty, 0},
    {2, "ips", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "hardwareAddress", Kind::kString, kOmitEmpty, 0},
};
// resource.v1beta1.ResourceClaimTemplate
constexpr Field kF774[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 775},
};
// resource.v1beta1.ResourceClaimTemplateSpec
constexpr Field kF775[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 757},
};
// resource.v1beta1.ResourceSlice
constexpr Field kF776[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 777},
};
// resource.v1beta1.ResourceSliceSpec
constexpr Field kF777[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "pool", Kind::kMessage, 0, 778},
    {3, "nodeName", Kind::kString, kOmitEmpty, 0},
    {4, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {5, "allNodes", Kind::kBool, kOmitEmpty, 0},
    {6, "devices", Kind::kMessage, kOmitEmpty | kRepeated, 779},
    {7, "perDeviceNodeSelection", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "sharedCounters", Kind::kMessage, kOmitEmpty | kRepeated, 791},
    {9, "partitionTypeAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "skipNodeOperations", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta1.ResourcePool
constexpr Field kF778[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "generation", Kind::kInt, 0, 0},
    {3, "resourceSliceCount", Kind::kInt, 0, 0},
};
// resource.v1beta1.Device
constexpr Field kF779[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "basic", Kind::kMessage, kOmitEmpty | kPointer, 780},
};
// resource.v1beta1.BasicDevice
constexpr Field kF780[] = {
    {1, "attributes", Kind::kMessage, kOmitEmpty | kMap, 781},
    {2, "capacity", Kind::kMessage, kOmitEmpty | kMap, 782},
    {3, "consumesCounters", Kind::kMessage, kOmitEmpty | kRepeated, 785},
    {4, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {6, "allNodes", Kind::kBool, kOmitEmpty | kPointer, 0},
    {7, "taints", Kind::kMessage, kOmitEmpty | kRepeated, 787},
    {8, "bindsToNode", Kind::kBool, kOmitEmpty | kPointer, 0},
    {9, "bindingConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {10, "bindingFailureConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {11, "allowMultipleAllocations", Kind::kBool, kOmitEmpty | kPointer, 0},
    {14, "nodeAllocatableResources", Kind::kMessage, kOmitEmpty | kMap, 788},
};
// resource.v1beta1.DeviceAttribute
constexpr Field kF781[] = {
    {2, "int", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "bool", Kind::kBool, kOmitEmpty | kPointer, 0},
    {4, "string", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "version", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "ints", Kind::kInt, kOmitEmpty | kRepeated, 0},
    {7, "bools", Kind::kBool, kOmitEmpty | kRepeated, 0},
    {8, "strings", Kind::kString, kOmitEmpty | kRepeated, 0},
    {9, "versions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta1.DeviceCapacity
constexpr Field kF782[] = {
    {1, "value", Kind::kQuantity, 0, 0},
    {2, "requestPolicy", Kind::kMessage, kOmitEmpty | kPointer, 783},
};
// resource.v1beta1.CapacityRequestPolicy
constexpr Field kF783[] = {
    {1, "default", Kind::kQuantity, kPointer, 0},
    {3, "validValues", Kind::kQuantity, kOmitEmpty | kRepeated, 0},
    {4, "validRange", Kind::kMessage, kOmitEmpty | kPointer, 784},
};
// resource.v1beta1.CapacityRequestPolicyRange
constexpr Field kF784[] = {
    {1, "min", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "max", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "step", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.DeviceCounterConsumption
constexpr Field kF785[] = {
    {1, "counterSet", Kind::kString, 0, 0},
    {2, "counters", Kind::kMessage, kOmitEmpty | kMap, 786},
    {3, "compatibilityGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta1.Counter
constexpr Field kF786[] = {
    {1, "value", Kind::kQuantity, 0, 0},
};
// resource.v1beta1.DeviceTaint
constexpr Field kF787[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "value", Kind::kString, kOmitEmpty, 0},
    {3, "effect", Kind::kString, 0, 0},
    {4, "timeAdded", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.NodeAllocatableResource
constexpr Field kF788[] = {
    {3, "mapping", Kind::kMessage, kOmitEmpty | kPointer, 789},
    {4, "overhead", Kind::kMessage, kOmitEmpty | kPointer, 790},
};
// resource.v1beta1.NodeAllocatableMapping
constexpr Field kF789[] = {
    {1, "capacityKey", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "capacityMultiplier", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "deviceMultiplier", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.NodeAllocatableOverhead
constexpr Field kF790[] = {
    {1, "perPod", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "perContainer", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta1.CounterSet
constexpr Field kF791[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "counters", Kind::kMessage, kOmitEmpty | kMap, 786},
};
// resource.v1beta2.DeviceClass
constexpr Field kF792[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 793},
};
// resource.v1beta2.DeviceClassSpec
constexpr Field kF793[] = {
    {1, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 794},
    {2, "config", Kind::kMessage, kOmitEmpty | kRepeated, 796},
    {4, "extendedResourceName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.DeviceSelector
constexpr Field kF794[] = {
    {1, "cel", Kind::kMessage, kOmitEmpty | kPointer, 795},
};
// resource.v1beta2.CELDeviceSelector
constexpr Field kF795[] = {
    {1, "expression", Kind::kString, 0, 0},
};
// resource.v1beta2.DeviceClassConfiguration
constexpr Field kF796[] = {
    {1, "", Kind::kMessage, kInline, 797},
};
// resource.v1beta2.DeviceConfiguration
constexpr Field kF797[] = {
    {1, "opaque", Kind::kMessage, kOmitEmpty | kPointer, 798},
};
// resource.v1beta2.OpaqueDeviceConfiguration
constexpr Field kF798[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "parameters", Kind::kRawExtension, 0, 0},
};
// resource.v1beta2.DeviceTaintRule
constexpr Field kF799[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 800},
    {3, "status", Kind::kMessage, kOmitEmpty, 803},
};
// resource.v1beta2.DeviceTaintRuleSpec
constexpr Field kF800[] = {
    {1, "deviceSelector", Kind::kMessage, kOmitEmpty | kPointer, 801},
    {2, "taint", Kind::kMessage, kOmitEmpty, 802},
};
// resource.v1beta2.DeviceTaintSelector
constexpr Field kF801[] = {
    {2, "driver", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "pool", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "device", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.DeviceTaint
constexpr Field kF802[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "value", Kind::kString, kOmitEmpty, 0},
    {3, "effect", Kind::kString, 0, 0},
    {4, "timeAdded", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.DeviceTaintRuleStatus
constexpr Field kF803[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// resource.v1beta2.ResourceClaim
constexpr Field kF804[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 805},
    {3, "status", Kind::kMessage, kOmitEmpty, 815},
};
// resource.v1beta2.ResourceClaimSpec
constexpr Field kF805[] = {
    {1, "devices", Kind::kMessage, 0, 806},
};
// resource.v1beta2.DeviceClaim
constexpr Field kF806[] = {
    {1, "requests", Kind::kMessage, kRepeated, 807},
    {2, "constraints", Kind::kMessage, kOmitEmpty | kRepeated, 813},
    {3, "config", Kind::kMessage, kOmitEmpty | kRepeated, 814},
};
// resource.v1beta2.DeviceRequest
constexpr Field kF807[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "exactly", Kind::kMessage, kOmitEmpty | kPointer, 808},
    {3, "firstAvailable", Kind::kMessage, kOmitEmpty | kRepeated, 812},
};
// resource.v1beta2.ExactDeviceRequest
constexpr Field kF808[] = {
    {1, "deviceClassName", Kind::kString, 0, 0},
    {2, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 794},
    {3, "allocationMode", Kind::kString, kOmitEmpty, 0},
    {4, "count", Kind::kInt, kOmitEmpty, 0},
    {5, "adminAccess", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 809},
    {7, "capacity", Kind::kMessage, kOmitEmpty | kPointer, 810},
    {8, "derivedAttributes", Kind::kMessage, kOmitEmpty | kRepeated, 811},
};
// resource.v1beta2.DeviceToleration
constexpr Field kF809[] = {
    {1, "key", Kind::kString, kOmitEmpty, 0},
    {2, "operator", Kind::kString, kOmitEmpty, 0},
    {3, "value", Kind::kString, kOmitEmpty, 0},
    {4, "effect", Kind::kString, kOmitEmpty, 0},
    {5, "tolerationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.CapacityRequirements
constexpr Field kF810[] = {
    {1, "requests", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// resource.v1beta2.DeviceDerivedAttribute
constexpr Field kF811[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "expression", Kind::kString, 0, 0},
};
// resource.v1beta2.DeviceSubRequest
constexpr Field kF812[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "deviceClassName", Kind::kString, 0, 0},
    {3, "selectors", Kind::kMessage, kOmitEmpty | kRepeated, 794},
    {4, "allocationMode", Kind::kString, kOmitEmpty, 0},
    {5, "count", Kind::kInt, kOmitEmpty, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 809},
    {7, "capacity", Kind::kMessage, kOmitEmpty | kPointer, 810},
    {8, "derivedAttributes", Kind::kMessage, kOmitEmpty | kRepeated, 811},
};
// resource.v1beta2.DeviceConstraint
constexpr Field kF813[] = {
    {1, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "matchAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "distinctAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.DeviceClaimConfiguration
constexpr Field kF814[] = {
    {1, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {2, "", Kind::kMessage, kInline, 797},
};
// resource.v1beta2.ResourceClaimStatus
constexpr Field kF815[] = {
    {1, "allocation", Kind::kMessage, kOmitEmpty | kPointer, 816},
    {2, "reservedFor", Kind::kMessage, kOmitEmpty | kRepeated, 820},
    {4, "devices", Kind::kMessage, kOmitEmpty | kRepeated, 821},
};
// resource.v1beta2.AllocationResult
constexpr Field kF816[] = {
    {1, "devices", Kind::kMessage, kOmitEmpty, 817},
    {3, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {5, "allocationTimestamp", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.DeviceAllocationResult
constexpr Field kF817[] = {
    {1, "results", Kind::kMessage, kOmitEmpty | kRepeated, 818},
    {2, "config", Kind::kMessage, kOmitEmpty | kRepeated, 819},
};
// resource.v1beta2.DeviceRequestAllocationResult
constexpr Field kF818[] = {
    {1, "request", Kind::kString, 0, 0},
    {2, "driver", Kind::kString, 0, 0},
    {3, "pool", Kind::kString, 0, 0},
    {4, "device", Kind::kString, 0, 0},
    {5, "adminAccess", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "tolerations", Kind::kMessage, kOmitEmpty | kRepeated, 809},
    {7, "bindingConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {8, "bindingFailureConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {9, "shareID", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "consumedCapacity", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {11, "skipNodeOperations", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta2.DeviceAllocationConfiguration
constexpr Field kF819[] = {
    {1, "source", Kind::kString, 0, 0},
    {2, "requests", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "", Kind::kMessage, kInline, 797},
};
// resource.v1beta2.ResourceClaimConsumerReference
constexpr Field kF820[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {3, "resource", Kind::kString, 0, 0},
    {4, "name", Kind::kString, 0, 0},
    {5, "uid", Kind::kString, 0, 0},
};
// resource.v1beta2.AllocatedDeviceStatus
constexpr Field kF821[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "pool", Kind::kString, 0, 0},
    {3, "device", Kind::kString, 0, 0},
    {7, "shareID", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "conditions", Kind::kMessage, kRepeated, 33},
    {5, "data", Kind::kRawExtension, kOmitEmpty | kPointer, 0},
    {6, "networkData", Kind::kMessage, kOmitEmpty | kPointer, 822},
};
// resource.v1beta2.NetworkDeviceData
constexpr Field kF822[] = {
    {1, "interfaceName", Kind::kString, kOmitEmpty, 0},
    {2, "ips", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "hardwareAddress", Kind::kString, kOmitEmpty, 0},
};
// resource.v1beta2.ResourceClaimTemplate
constexpr Field kF823[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 824},
};
// resource.v1beta2.ResourceClaimTemplateSpec
constexpr Field kF824[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 805},
};
// resource.v1beta2.ResourceSlice
constexpr Field kF825[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 826},
};
// resource.v1beta2.ResourceSliceSpec
constexpr Field kF826[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "pool", Kind::kMessage, 0, 827},
    {3, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {5, "allNodes", Kind::kBool, kOmitEmpty | kPointer, 0},
    {6, "devices", Kind::kMessage, kOmitEmpty | kRepeated, 828},
    {7, "perDeviceNodeSelection", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "sharedCounters", Kind::kMessage, kOmitEmpty | kRepeated, 838},
    {9, "partitionTypeAttribute", Kind::kString, kOmitEmpty | kPointer, 0},
    {10, "skipNodeOperations", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta2.ResourcePool
constexpr Field kF827[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "generation", Kind::kInt, 0, 0},
    {3, "resourceSliceCount", Kind::kInt, 0, 0},
};
// resource.v1beta2.Device
constexpr Field kF828[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "attributes", Kind::kMessage, kOmitEmpty | kMap, 829},
    {3, "capacity", Kind::kMessage, kOmitEmpty | kMap, 830},
    {4, "consumesCounters", Kind::kMessage, kOmitEmpty | kRepeated, 833},
    {5, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "nodeSelector", Kind::kMessage, kOmitEmpty | kPointer, 205},
    {7, "allNodes", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "taints", Kind::kMessage, kOmitEmpty | kRepeated, 802},
    {9, "bindsToNode", Kind::kBool, kOmitEmpty | kPointer, 0},
    {10, "bindingConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {11, "bindingFailureConditions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {12, "allowMultipleAllocations", Kind::kBool, kOmitEmpty | kPointer, 0},
    {14, "nodeAllocatableResources", Kind::kMessage, kOmitEmpty | kMap, 835},
};
// resource.v1beta2.DeviceAttribute
constexpr Field kF829[] = {
    {2, "int", Kind::kInt, kOmitEmpty | kPointer, 0},
    {3, "bool", Kind::kBool, kOmitEmpty | kPointer, 0},
    {4, "string", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "version", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "ints", Kind::kInt, kOmitEmpty | kRepeated, 0},
    {7, "bools", Kind::kBool, kOmitEmpty | kRepeated, 0},
    {8, "strings", Kind::kString, kOmitEmpty | kRepeated, 0},
    {9, "versions", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta2.DeviceCapacity
constexpr Field kF830[] = {
    {1, "value", Kind::kQuantity, 0, 0},
    {2, "requestPolicy", Kind::kMessage, kOmitEmpty | kPointer, 831},
};
// resource.v1beta2.CapacityRequestPolicy
constexpr Field kF831[] = {
    {1, "default", Kind::kQuantity, kPointer, 0},
    {3, "validValues", Kind::kQuantity, kOmitEmpty | kRepeated, 0},
    {4, "validRange", Kind::kMessage, kOmitEmpty | kPointer, 832},
};
// resource.v1beta2.CapacityRequestPolicyRange
constexpr Field kF832[] = {
    {1, "min", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "max", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "step", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.DeviceCounterConsumption
constexpr Field kF833[] = {
    {1, "counterSet", Kind::kString, 0, 0},
    {2, "counters", Kind::kMessage, kOmitEmpty | kMap, 834},
    {3, "compatibilityGroups", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// resource.v1beta2.Counter
constexpr Field kF834[] = {
    {1, "value", Kind::kQuantity, 0, 0},
};
// resource.v1beta2.NodeAllocatableResource
constexpr Field kF835[] = {
    {3, "mapping", Kind::kMessage, kOmitEmpty | kPointer, 836},
    {4, "overhead", Kind::kMessage, kOmitEmpty | kPointer, 837},
};
// resource.v1beta2.NodeAllocatableMapping
constexpr Field kF836[] = {
    {1, "capacityKey", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "capacityMultiplier", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "deviceMultiplier", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.NodeAllocatableOverhead
constexpr Field kF837[] = {
    {1, "perPod", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {2, "perContainer", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// resource.v1beta2.CounterSet
constexpr Field kF838[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "counters", Kind::kMessage, kOmitEmpty | kMap, 834},
};
// scheduling.v1.PriorityClass
constexpr Field kF839[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "value", Kind::kInt, 0, 0},
    {3, "globalDefault", Kind::kBool, kOmitEmpty, 0},
    {4, "description", Kind::kString, kOmitEmpty, 0},
    {5, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.CompositePodGroup
constexpr Field kF840[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 841},
    {3, "status", Kind::kMessage, kOmitEmpty, 850},
};
// scheduling.v1alpha3.CompositePodGroupSpec
constexpr Field kF841[] = {
    {1, "parentCompositePodGroupName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "workloadRef", Kind::kMessage, kPointer, 842},
    {3, "schedulingPolicy", Kind::kMessage, 0, 843},
    {4, "schedulingConstraints", Kind::kMessage, kOmitEmpty | kPointer, 846},
    {5, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 847},
    {6, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {7, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.WorkloadReference
constexpr Field kF842[] = {
    {1, "workloadName", Kind::kString, 0, 0},
    {2, "templateName", Kind::kString, 0, 0},
};
// scheduling.v1alpha3.CompositePodGroupSchedulingPolicy
constexpr Field kF843[] = {
    {1, "basic", Kind::kMessage, kOmitEmpty | kPointer, 844},
    {2, "gang", Kind::kMessage, kOmitEmpty | kPointer, 845},
};
// scheduling.v1alpha3.CompositeBasicSchedulingPolicy
// scheduling.v1alpha3.CompositeGangSchedulingPolicy
constexpr Field kF845[] = {
    {1, "minGroupCount", Kind::kInt, 0, 0},
};
// scheduling.v1alpha3.CompositePodGroupSchedulingConstraints
constexpr Field kF846[] = {
    {1, "topology", Kind::kMessage, kOmitEmpty | kRepeated, 391},
};
// scheduling.v1alpha3.CompositeDisruptionMode
constexpr Field kF847[] = {
    {1, "single", Kind::kMessage, kOmitEmpty | kPointer, 848},
    {2, "all", Kind::kMessage, kOmitEmpty | kPointer, 849},
};
// scheduling.v1alpha3.SingleCompositeDisruptionMode
// scheduling.v1alpha3.AllCompositeDisruptionMode
// scheduling.v1alpha3.CompositePodGroupStatus
constexpr Field kF850[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// scheduling.v1alpha3.PodGroup
constexpr Field kF851[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 852},
    {3, "status", Kind::kMessage, kOmitEmpty, 861},
};
// scheduling.v1alpha3.PodGroupSpec
constexpr Field kF852[] = {
    {1, "parentCompositePodGroupName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "workloadRef", Kind::kMessage, kOmitEmpty | kPointer, 842},
    {3, "schedulingPolicy", Kind::kMessage, 0, 853},
    {4, "schedulingConstraints", Kind::kMessage, kOmitEmpty | kPointer, 856},
    {5, "resourceClaims", Kind::kMessage, kOmitEmpty | kRepeated, 857},
    {6, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 858},
    {7, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {8, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.PodGroupSchedulingPolicy
constexpr Field kF853[] = {
    {1, "basic", Kind::kMessage, kOmitEmpty | kPointer, 854},
    {2, "gang", Kind::kMessage, kOmitEmpty | kPointer, 855},
};
// scheduling.v1alpha3.BasicSchedulingPolicy
// scheduling.v1alpha3.GangSchedulingPolicy
constexpr Field kF855[] = {
    {1, "minCount", Kind::kInt, 0, 0},
};
// scheduling.v1alpha3.PodGroupSchedulingConstraints
constexpr Field kF856[] = {
    {1, "topology", Kind::kMessage, kOmitEmpty | kRepeated, 391},
};
// scheduling.v1alpha3.PodGroupResourceClaim
constexpr Field kF857[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "resourceClaimTemplateName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.DisruptionMode
constexpr Field kF858[] = {
    {1, "single", Kind::kMessage, kOmitEmpty | kPointer, 859},
    {2, "all", Kind::kMessage, kOmitEmpty | kPointer, 860},
};
// scheduling.v1alpha3.SingleDisruptionMode
// scheduling.v1alpha3.AllDisruptionMode
// scheduling.v1alpha3.PodGroupStatus
constexpr Field kF861[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "resourceClaimStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 862},
};
// scheduling.v1alpha3.PodGroupResourceClaimStatus
constexpr Field kF862[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.Workload
constexpr Field kF863[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 864},
};
// scheduling.v1alpha3.WorkloadSpec
constexpr Field kF864[] = {
    {1, "controllerRef", Kind::kMessage, kOmitEmpty | kPointer, 865},
    {2, "podGroupTemplates", Kind::kMessage, kRepeated, 866},
    {3, "compositePodGroupTemplates", Kind::kMessage, kOmitEmpty | kRepeated, 867},
};
// scheduling.v1alpha3.TypedLocalObjectReference
constexpr Field kF865[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
};
// scheduling.v1alpha3.PodGroupTemplate
constexpr Field kF866[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "schedulingPolicy", Kind::kMessage, 0, 853},
    {3, "schedulingConstraints", Kind::kMessage, kPointer, 856},
    {4, "resourceClaims", Kind::kMessage, kOmitEmpty | kRepeated, 857},
    {5, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 858},
    {6, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {7, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1alpha3.CompositePodGroupTemplate
constexpr Field kF867[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "schedulingPolicy", Kind::kMessage, 0, 843},
    {3, "schedulingConstraints", Kind::kMessage, kOmitEmpty | kPointer, 846},
    {4, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 847},
    {5, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {6, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "podGroupTemplates", Kind::kMessage, kOmitEmpty | kRepeated, 866},
    {9, "compositePodGroupTemplates", Kind::kMessage, kOmitEmpty | kRepeated, 867},
};
// scheduling.v1beta1.PodGroup
constexpr Field kF868[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 869},
    {3, "status", Kind::kMessage, kOmitEmpty, 880},
};
// scheduling.v1beta1.PodGroupSpec
constexpr Field kF869[] = {
    {1, "parentCompositePodGroupName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "workloadRef", Kind::kMessage, kOmitEmpty | kPointer, 870},
    {3, "schedulingPolicy", Kind::kMessage, 0, 871},
    {4, "schedulingConstraints", Kind::kMessage, kOmitEmpty | kPointer, 874},
    {5, "resourceClaims", Kind::kMessage, kOmitEmpty | kRepeated, 876},
    {6, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 877},
    {7, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {8, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {9, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1beta1.WorkloadReference
constexpr Field kF870[] = {
    {1, "workloadName", Kind::kString, 0, 0},
    {2, "templateName", Kind::kString, 0, 0},
};
// scheduling.v1beta1.PodGroupSchedulingPolicy
constexpr Field kF871[] = {
    {1, "basic", Kind::kMessage, kOmitEmpty | kPointer, 872},
    {2, "gang", Kind::kMessage, kOmitEmpty | kPointer, 873},
};
// scheduling.v1beta1.BasicSchedulingPolicy
// scheduling.v1beta1.GangSchedulingPolicy
constexpr Field kF873[] = {
    {1, "minCount", Kind::kInt, 0, 0},
};
// scheduling.v1beta1.PodGroupSchedulingConstraints
constexpr Field kF874[] = {
    {1, "topology", Kind::kMessage, kOmitEmpty | kRepeated, 875},
};
// scheduling.v1beta1.TopologyConstraint
constexpr Field kF875[] = {
    {1, "key", Kind::kString, 0, 0},
};
// scheduling.v1beta1.PodGroupResourceClaim
constexpr Field kF876[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "resourceClaimTemplateName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1beta1.DisruptionMode
constexpr Field kF877[] = {
    {1, "single", Kind::kMessage, kOmitEmpty | kPointer, 878},
    {2, "all", Kind::kMessage, kOmitEmpty | kPointer, 879},
};
// scheduling.v1beta1.SingleDisruptionMode
// scheduling.v1beta1.AllDisruptionMode
// scheduling.v1beta1.PodGroupStatus
constexpr Field kF880[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "resourceClaimStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 881},
};
// scheduling.v1beta1.PodGroupResourceClaimStatus
constexpr Field kF881[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1beta1.PriorityClass
constexpr Field kF882[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "value", Kind::kInt, 0, 0},
    {3, "globalDefault", Kind::kBool, kOmitEmpty, 0},
    {4, "description", Kind::kString, kOmitEmpty, 0},
    {5, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1beta1.Workload
constexpr Field kF883[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 884},
};
// scheduling.v1beta1.WorkloadSpec
constexpr Field kF884[] = {
    {1, "controllerRef", Kind::kMessage, kOmitEmpty | kPointer, 885},
    {2, "podGroupTemplates", Kind::kMessage, kRepeated, 886},
    {3, "compositePodGroupTemplates", Kind::kMessage, kOmitEmpty | kRepeated, 887},
};
// scheduling.v1beta1.TypedLocalObjectReference
constexpr Field kF885[] = {
    {1, "apiGroup", Kind::kString, kOmitEmpty, 0},
    {2, "kind", Kind::kString, 0, 0},
    {3, "name", Kind::kString, 0, 0},
};
// scheduling.v1beta1.PodGroupTemplate
constexpr Field kF886[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "schedulingPolicy", Kind::kMessage, 0, 871},
    {3, "schedulingConstraints", Kind::kMessage, kPointer, 874},
    {4, "resourceClaims", Kind::kMessage, kOmitEmpty | kRepeated, 876},
    {5, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 877},
    {6, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {7, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {8, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
};
// scheduling.v1beta1.CompositePodGroupTemplate
constexpr Field kF887[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "schedulingPolicy", Kind::kMessage, 0, 888},
    {3, "schedulingConstraints", Kind::kMessage, kOmitEmpty | kPointer, 891},
    {4, "disruptionMode", Kind::kMessage, kOmitEmpty | kPointer, 892},
    {5, "priorityClassName", Kind::kString, kOmitEmpty, 0},
    {6, "priority", Kind::kInt, kOmitEmpty | kPointer, 0},
    {7, "preemptionPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "podGroupTemplates", Kind::kMessage, kOmitEmpty | kRepeated, 886},
    {9, "compositePodGroupTemplates", Kind::kMessage, kOmitEmpty | kRepeated, 887},
};
// scheduling.v1beta1.CompositePodGroupSchedulingPolicy
constexpr Field kF888[] = {
    {1, "basic", Kind::kMessage, kOmitEmpty | kPointer, 889},
    {2, "gang", Kind::kMessage, kOmitEmpty | kPointer, 890},
};
// scheduling.v1beta1.CompositeBasicSchedulingPolicy
// scheduling.v1beta1.CompositeGangSchedulingPolicy
constexpr Field kF890[] = {
    {1, "minGroupCount", Kind::kInt, 0, 0},
};
// scheduling.v1beta1.CompositePodGroupSchedulingConstraints
constexpr Field kF891[] = {
    {1, "topology", Kind::kMessage, kOmitEmpty | kRepeated, 875},
};
// scheduling.v1beta1.CompositeDisruptionMode
constexpr Field kF892[] = {
    {1, "single", Kind::kMessage, kOmitEmpty | kPointer, 893},
    {2, "all", Kind::kMessage, kOmitEmpty | kPointer, 894},
};
// scheduling.v1beta1.SingleCompositeDisruptionMode
// scheduling.v1beta1.AllCompositeDisruptionMode
// storage.v1.CSIDriver
constexpr Field kF895[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 896},
};
// storage.v1.CSIDriverSpec
constexpr Field kF896[] = {
    {1, "attachRequired", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "podInfoOnMount", Kind::kBool, kOmitEmpty | kPointer, 0},
    {3, "volumeLifecycleModes", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "storageCapacity", Kind::kBool, kOmitEmpty | kPointer, 0},
    {5, "fsGroupPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "tokenRequests", Kind::kMessage, kOmitEmpty | kRepeated, 897},
    {7, "requiresRepublish", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "seLinuxMount", Kind::kBool, kOmitEmpty | kPointer, 0},
    {9, "nodeAllocatableUpdatePeriodSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "serviceAccountTokenInSecrets", Kind::kBool, kOmitEmpty | kPointer, 0},
    {11, "preventPodSchedulingIfMissing", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// storage.v1.TokenRequest
constexpr Field kF897[] = {
    {1, "audience", Kind::kString, 0, 0},
    {2, "expirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1.CSINode
constexpr Field kF898[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 899},
    {3, "status", Kind::kMessage, kOmitEmpty, 902},
};
// storage.v1.CSINodeSpec
constexpr Field kF899[] = {
    {1, "drivers", Kind::kMessage, kRepeated, 900},
};
// storage.v1.CSINodeDriver
constexpr Field kF900[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "nodeID", Kind::kString, 0, 0},
    {3, "topologyKeys", Kind::kString, kRepeated, 0},
    {4, "allocatable", Kind::kMessage, kOmitEmpty | kPointer, 901},
};
// storage.v1.VolumeNodeResources
constexpr Field kF901[] = {
    {1, "count", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1.CSINodeStatus
constexpr Field kF902[] = {
    {1, "storageHealth", Kind::kMessage, kOmitEmpty | kRepeated, 903},
};
// storage.v1.StorageHealth
constexpr Field kF903[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "healthConditions", Kind::kMessage, kOmitEmpty | kRepeated, 904},
};
// storage.v1.StorageHealthCondition
constexpr Field kF904[] = {
    {1, "status", Kind::kString, 0, 0},
    {2, "reason", Kind::kString, 0, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "accessMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "volumeMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
};
// storage.v1.CSIStorageCapacity
constexpr Field kF905[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "nodeTopology", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "storageClassName", Kind::kString, 0, 0},
    {4, "capacity", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {5, "maximumVolumeSize", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// storage.v1.StorageClass
constexpr Field kF906[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "provisioner", Kind::kString, 0, 0},
    {3, "parameters", Kind::kString, kOmitEmpty | kMap, 0},
    {4, "reclaimPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "mountOptions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "allowVolumeExpansion", Kind::kBool, kOmitEmpty | kPointer, 0},
    {7, "volumeBindingMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "allowedTopologies", Kind::kMessage, kOmitEmpty | kRepeated, 907},
};
// core.v1.TopologySelectorTerm
constexpr Field kF907[] = {
    {1, "matchLabelExpressions", Kind::kMessage, kOmitEmpty | kRepeated, 908},
};
// core.v1.TopologySelectorLabelRequirement
constexpr Field kF908[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "values", Kind::kString, kRepeated, 0},
};
// storage.v1.VolumeAttachment
constexpr Field kF909[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 910},
    {3, "status", Kind::kMessage, kOmitEmpty, 927},
};
// storage.v1.VolumeAttachmentSpec
constexpr Field kF910[] = {
    {1, "attacher", Kind::kString, 0, 0},
    {2, "source", Kind::kMessage, 0, 911},
    {3, "nodeName", Kind::kString, 0, 0},
};
// storage.v1.VolumeAttachmentSource
constexpr Field kF911[] = {
    {1, "persistentVolumeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "inlineVolumeSpec", Kind::kMessage, kOmitEmpty | kPointer, 912},
};
// core.v1.PersistentVolumeSpec
constexpr Field kF912[] = {
    {1, "capacity", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {2, "", Kind::kMessage, kInline, 913},
    {3, "accessModes", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "claimRef", Kind::kMessage, kOmitEmpty | kPointer, 397},
    {5, "persistentVolumeReclaimPolicy", Kind::kString, kOmitEmpty, 0},
    {6, "storageClassName", Kind::kString, kOmitEmpty, 0},
    {7, "mountOptions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {8, "volumeMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {9, "nodeAffinity", Kind::kMessage, kOmitEmpty | kPointer, 926},
    {10, "volumeAttributesClassName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.PersistentVolumeSource
constexpr Field kF913[] = {
    {1, "gcePersistentDisk", Kind::kMessage, kOmitEmpty | kPointer, 121},
    {2, "awsElasticBlockStore", Kind::kMessage, kOmitEmpty | kPointer, 122},
    {3, "hostPath", Kind::kMessage, kOmitEmpty | kPointer, 119},
    {4, "glusterfs", Kind::kMessage, kOmitEmpty | kPointer, 914},
    {5, "nfs", Kind::kMessage, kOmitEmpty | kPointer, 126},
    {6, "rbd", Kind::kMessage, kOmitEmpty | kPointer, 915},
    {7, "iscsi", Kind::kMessage, kOmitEmpty | kPointer, 917},
    {8, "cinder", Kind::kMessage, kOmitEmpty | kPointer, 918},
    {9, "cephfs", Kind::kMessage, kOmitEmpty | kPointer, 919},
    {10, "fc", Kind::kMessage, kOmitEmpty | kPointer, 140},
    {11, "flocker", Kind::kMessage, kOmitEmpty | kPointer, 135},
    {12, "flexVolume", Kind::kMessage, kOmitEmpty | kPointer, 920},
    {13, "azureFile", Kind::kMessage, kOmitEmpty | kPointer, 921},
    {14, "vsphereVolume", Kind::kMessage, kOmitEmpty | kPointer, 143},
    {15, "quobyte", Kind::kMessage, kOmitEmpty | kPointer, 144},
    {16, "azureDisk", Kind::kMessage, kOmitEmpty | kPointer, 145},
    {17, "photonPersistentDisk", Kind::kMessage, kOmitEmpty | kPointer, 146},
    {18, "portworxVolume", Kind::kMessage, kOmitEmpty | kPointer, 155},
    {19, "scaleIO", Kind::kMessage, kOmitEmpty | kPointer, 922},
    {20, "local", Kind::kMessage, kOmitEmpty | kPointer, 923},
    {21, "storageos", Kind::kMessage, kOmitEmpty | kPointer, 924},
    {22, "csi", Kind::kMessage, kOmitEmpty | kPointer, 925},
};
// core.v1.GlusterfsPersistentVolumeSource
constexpr Field kF914[] = {
    {1, "endpoints", Kind::kString, 0, 0},
    {2, "path", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "endpointsNamespace", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.RBDPersistentVolumeSource
constexpr Field kF915[] = {
    {1, "monitors", Kind::kString, kRepeated, 0},
    {2, "image", Kind::kString, 0, 0},
    {3, "fsType", Kind::kString, kOmitEmpty, 0},
    {4, "pool", Kind::kString, kOmitEmpty, 0},
    {5, "user", Kind::kString, kOmitEmpty, 0},
    {6, "keyring", Kind::kString, kOmitEmpty, 0},
    {7, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {8, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.SecretReference
constexpr Field kF916[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "namespace", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ISCSIPersistentVolumeSource
constexpr Field kF917[] = {
    {1, "targetPortal", Kind::kString, 0, 0},
    {2, "iqn", Kind::kString, 0, 0},
    {3, "lun", Kind::kInt, 0, 0},
    {4, "iscsiInterface", Kind::kString, kOmitEmpty, 0},
    {5, "fsType", Kind::kString, kOmitEmpty, 0},
    {6, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {7, "portals", Kind::kString, kOmitEmpty | kRepeated, 0},
    {8, "chapAuthDiscovery", Kind::kBool, kOmitEmpty, 0},
    {11, "chapAuthSession", Kind::kBool, kOmitEmpty, 0},
    {10, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {12, "initiatorName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.CinderPersistentVolumeSource
constexpr Field kF918[] = {
    {1, "volumeID", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
};
// core.v1.CephFSPersistentVolumeSource
constexpr Field kF919[] = {
    {1, "monitors", Kind::kString, kRepeated, 0},
    {2, "path", Kind::kString, kOmitEmpty, 0},
    {3, "user", Kind::kString, kOmitEmpty, 0},
    {4, "secretFile", Kind::kString, kOmitEmpty, 0},
    {5, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {6, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.FlexPersistentVolumeSource
constexpr Field kF920[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty, 0},
    {3, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {5, "options", Kind::kString, kOmitEmpty | kMap, 0},
};
// core.v1.AzureFilePersistentVolumeSource
constexpr Field kF921[] = {
    {1, "secretName", Kind::kString, 0, 0},
    {2, "shareName", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "secretNamespace", Kind::kString, kPointer, 0},
};
// core.v1.ScaleIOPersistentVolumeSource
constexpr Field kF922[] = {
    {1, "gateway", Kind::kString, 0, 0},
    {2, "system", Kind::kString, 0, 0},
    {3, "secretRef", Kind::kMessage, kPointer, 916},
    {4, "sslEnabled", Kind::kBool, kOmitEmpty, 0},
    {5, "protectionDomain", Kind::kString, kOmitEmpty, 0},
    {6, "storagePool", Kind::kString, kOmitEmpty, 0},
    {7, "storageMode", Kind::kString, kOmitEmpty, 0},
    {8, "volumeName", Kind::kString, kOmitEmpty, 0},
    {9, "fsType", Kind::kString, kOmitEmpty, 0},
    {10, "readOnly", Kind::kBool, kOmitEmpty, 0},
};
// core.v1.LocalVolumeSource
constexpr Field kF923[] = {
    {1, "path", Kind::kString, 0, 0},
    {2, "fsType", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.StorageOSPersistentVolumeSource
constexpr Field kF924[] = {
    {1, "volumeName", Kind::kString, kOmitEmpty, 0},
    {2, "volumeNamespace", Kind::kString, kOmitEmpty, 0},
    {3, "fsType", Kind::kString, kOmitEmpty, 0},
    {4, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {5, "secretRef", Kind::kMessage, kOmitEmpty | kPointer, 397},
};
// core.v1.CSIPersistentVolumeSource
constexpr Field kF925[] = {
    {1, "driver", Kind::kString, 0, 0},
    {2, "volumeHandle", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "fsType", Kind::kString, kOmitEmpty, 0},
    {5, "volumeAttributes", Kind::kString, kOmitEmpty | kMap, 0},
    {6, "controllerPublishSecretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {7, "nodeStageSecretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {8, "nodePublishSecretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {9, "controllerExpandSecretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
    {10, "nodeExpandSecretRef", Kind::kMessage, kOmitEmpty | kPointer, 916},
};
// core.v1.VolumeNodeAffinity
constexpr Field kF926[] = {
    {1, "required", Kind::kMessage, kOmitEmpty | kPointer, 205},
};
// storage.v1.VolumeAttachmentStatus
constexpr Field kF927[] = {
    {1, "attached", Kind::kBool, 0, 0},
    {2, "attachmentMetadata", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "attachError", Kind::kMessage, kOmitEmpty | kPointer, 928},
    {4, "detachError", Kind::kMessage, kOmitEmpty | kPointer, 928},
};
// storage.v1.VolumeError
constexpr Field kF928[] = {
    {1, "time", Kind::kTime, kOmitEmpty, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "errorCode", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1.VolumeAttributesClass
constexpr Field kF929[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "driverName", Kind::kString, 0, 0},
    {3, "parameters", Kind::kString, kOmitEmpty | kMap, 0},
};
// storage.v1alpha1.CSIStorageCapacity
constexpr Field kF930[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "nodeTopology", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "storageClassName", Kind::kString, 0, 0},
    {4, "capacity", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {5, "maximumVolumeSize", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// storage.v1alpha1.VolumeAttachment
constexpr Field kF931[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 932},
    {3, "status", Kind::kMessage, kOmitEmpty, 934},
};
// storage.v1alpha1.VolumeAttachmentSpec
constexpr Field kF932[] = {
    {1, "attacher", Kind::kString, 0, 0},
    {2, "source", Kind::kMessage, 0, 933},
    {3, "nodeName", Kind::kString, 0, 0},
};
// storage.v1alpha1.VolumeAttachmentSource
constexpr Field kF933[] = {
    {1, "persistentVolumeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "inlineVolumeSpec", Kind::kMessage, kOmitEmpty | kPointer, 912},
};
// storage.v1alpha1.VolumeAttachmentStatus
constexpr Field kF934[] = {
    {1, "attached", Kind::kBool, 0, 0},
    {2, "attachmentMetadata", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "attachError", Kind::kMessage, kOmitEmpty | kPointer, 935},
    {4, "detachError", Kind::kMessage, kOmitEmpty | kPointer, 935},
};
// storage.v1alpha1.VolumeError
constexpr Field kF935[] = {
    {1, "time", Kind::kTime, kOmitEmpty, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "errorCode", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1alpha1.VolumeAttributesClass
constexpr Field kF936[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "driverName", Kind::kString, 0, 0},
    {3, "parameters", Kind::kString, kOmitEmpty | kMap, 0},
};
// storage.v1beta1.CSIDriver
constexpr Field kF937[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 938},
};
// storage.v1beta1.CSIDriverSpec
constexpr Field kF938[] = {
    {1, "attachRequired", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "podInfoOnMount", Kind::kBool, kOmitEmpty | kPointer, 0},
    {3, "volumeLifecycleModes", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "storageCapacity", Kind::kBool, kOmitEmpty | kPointer, 0},
    {5, "fsGroupPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "tokenRequests", Kind::kMessage, kOmitEmpty | kRepeated, 939},
    {7, "requiresRepublish", Kind::kBool, kOmitEmpty | kPointer, 0},
    {8, "seLinuxMount", Kind::kBool, kOmitEmpty | kPointer, 0},
    {9, "nodeAllocatableUpdatePeriodSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
    {10, "serviceAccountTokenInSecrets", Kind::kBool, kOmitEmpty | kPointer, 0},
    {11, "preventPodSchedulingIfMissing", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// storage.v1beta1.TokenRequest
constexpr Field kF939[] = {
    {1, "audience", Kind::kString, 0, 0},
    {2, "expirationSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1beta1.CSINode
constexpr Field kF940[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 941},
    {3, "status", Kind::kMessage, kOmitEmpty, 944},
};
// storage.v1beta1.CSINodeSpec
constexpr Field kF941[] = {
    {1, "drivers", Kind::kMessage, kRepeated, 942},
};
// storage.v1beta1.CSINodeDriver
constexpr Field kF942[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "nodeID", Kind::kString, 0, 0},
    {3, "topologyKeys", Kind::kString, kRepeated, 0},
    {4, "allocatable", Kind::kMessage, kOmitEmpty | kPointer, 943},
};
// storage.v1beta1.VolumeNodeResources
constexpr Field kF943[] = {
    {1, "count", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1beta1.CSINodeStatus
constexpr Field kF944[] = {
    {1, "storageHealth", Kind::kMessage, kOmitEmpty | kRepeated, 945},
};
// storage.v1beta1.StorageHealth
constexpr Field kF945[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "healthConditions", Kind::kMessage, kOmitEmpty | kRepeated, 946},
};
// storage.v1beta1.StorageHealthCondition
constexpr Field kF946[] = {
    {1, "status", Kind::kString, 0, 0},
    {2, "reason", Kind::kString, 0, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "accessMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "volumeMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {6, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
};
// storage.v1beta1.CSIStorageCapacity
constexpr Field kF947[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "nodeTopology", Kind::kMessage, kOmitEmpty | kPointer, 9},
    {3, "storageClassName", Kind::kString, 0, 0},
    {4, "capacity", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {5, "maximumVolumeSize", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// storage.v1beta1.StorageClass
constexpr Field kF948[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "provisioner", Kind::kString, 0, 0},
    {3, "parameters", Kind::kString, kOmitEmpty | kMap, 0},
    {4, "reclaimPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "mountOptions", Kind::kString, kOmitEmpty | kRepeated, 0},
    {6, "allowVolumeExpansion", Kind::kBool, kOmitEmpty | kPointer, 0},
    {7, "volumeBindingMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {8, "allowedTopologies", Kind::kMessage, kOmitEmpty | kRepeated, 907},
};
// storage.v1beta1.VolumeAttachment
constexpr Field kF949[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, 0, 950},
    {3, "status", Kind::kMessage, kOmitEmpty, 952},
};
// storage.v1beta1.VolumeAttachmentSpec
constexpr Field kF950[] = {
    {1, "attacher", Kind::kString, 0, 0},
    {2, "source", Kind::kMessage, 0, 951},
    {3, "nodeName", Kind::kString, 0, 0},
};
// storage.v1beta1.VolumeAttachmentSource
constexpr Field kF951[] = {
    {1, "persistentVolumeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "inlineVolumeSpec", Kind::kMessage, kOmitEmpty | kPointer, 912},
};
// storage.v1beta1.VolumeAttachmentStatus
constexpr Field kF952[] = {
    {1, "attached", Kind::kBool, 0, 0},
    {2, "attachmentMetadata", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "attachError", Kind::kMessage, kOmitEmpty | kPointer, 953},
    {4, "detachError", Kind::kMessage, kOmitEmpty | kPointer, 953},
};
// storage.v1beta1.VolumeError
constexpr Field kF953[] = {
    {1, "time", Kind::kTime, kOmitEmpty, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "errorCode", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// storage.v1beta1.VolumeAttributesClass
constexpr Field kF954[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "driverName", Kind::kString, 0, 0},
    {3, "parameters", Kind::kString, kOmitEmpty | kMap, 0},
};
// storagemigration.v1.StorageVersionMigration
constexpr Field kF955[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 956},
    {3, "status", Kind::kMessage, kOmitEmpty, 958},
};
// storagemigration.v1.StorageVersionMigrationSpec
constexpr Field kF956[] = {
    {1, "resource", Kind::kMessage, 0, 957},
};
// meta.v1.GroupResource
constexpr Field kF957[] = {
    {1, "group", Kind::kString, 0, 0},
    {2, "resource", Kind::kString, 0, 0},
};
// storagemigration.v1.StorageVersionMigrationStatus
constexpr Field kF958[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "resourceVersion", Kind::kString, kOmitEmpty, 0},
};
// storagemigration.v1beta1.StorageVersionMigration
constexpr Field kF959[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 960},
    {3, "status", Kind::kMessage, kOmitEmpty, 961},
};
// storagemigration.v1beta1.StorageVersionMigrationSpec
constexpr Field kF960[] = {
    {1, "resource", Kind::kMessage, 0, 957},
};
// storagemigration.v1beta1.StorageVersionMigrationStatus
constexpr Field kF961[] = {
    {1, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
    {2, "resourceVersion", Kind::kString, kOmitEmpty, 0},
};
// core.v1.Binding
constexpr Field kF962[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "target", Kind::kMessage, 0, 397},
};
// core.v1.ComponentStatus
constexpr Field kF963[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 964},
};
// core.v1.ComponentCondition
constexpr Field kF964[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "error", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ConfigMap
constexpr Field kF965[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {4, "immutable", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "data", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "binaryData", Kind::kBytes, kOmitEmpty | kMap, 0},
};
// core.v1.Endpoints
constexpr Field kF966[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "subsets", Kind::kMessage, kOmitEmpty | kRepeated, 967},
};
// core.v1.EndpointSubset
constexpr Field kF967[] = {
    {1, "addresses", Kind::kMessage, kOmitEmpty | kRepeated, 968},
    {2, "notReadyAddresses", Kind::kMessage, kOmitEmpty | kRepeated, 968},
    {3, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 969},
};
// core.v1.EndpointAddress
constexpr Field kF968[] = {
    {1, "ip", Kind::kString, 0, 0},
    {3, "hostname", Kind::kString, kOmitEmpty, 0},
    {4, "nodeName", Kind::kString, kOmitEmpty | kPointer, 0},
    {2, "targetRef", Kind::kMessage, kOmitEmpty | kPointer, 397},
};
// core.v1.EndpointPort
constexpr Field kF969[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "port", Kind::kInt, 0, 0},
    {3, "protocol", Kind::kString, kOmitEmpty, 0},
    {4, "appProtocol", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.Event
constexpr Field kF970[] = {
    {1, "metadata", Kind::kMessage, 0, 2},
    {2, "involvedObject", Kind::kMessage, 0, 397},
    {3, "reason", Kind::kString, kOmitEmpty, 0},
    {4, "message", Kind::kString, kOmitEmpty, 0},
    {5, "source", Kind::kMessage, kOmitEmpty, 450},
    {6, "firstTimestamp", Kind::kTime, kOmitEmpty, 0},
    {7, "lastTimestamp", Kind::kTime, kOmitEmpty, 0},
    {8, "count", Kind::kInt, kOmitEmpty, 0},
    {9, "type", Kind::kString, kOmitEmpty, 0},
    {10, "eventTime", Kind::kMicroTime, kOmitEmpty, 0},
    {11, "series", Kind::kMessage, kOmitEmpty | kPointer, 971},
    {12, "action", Kind::kString, kOmitEmpty, 0},
    {13, "related", Kind::kMessage, kOmitEmpty | kPointer, 397},
    {14, "reportingComponent", Kind::kString, 0, 0},
    {15, "reportingInstance", Kind::kString, 0, 0},
};
// core.v1.EventSeries
constexpr Field kF971[] = {
    {1, "count", Kind::kInt, kOmitEmpty, 0},
    {2, "lastObservedTime", Kind::kMicroTime, kOmitEmpty, 0},
};
// core.v1.LimitRange
constexpr Field kF972[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 973},
};
// core.v1.LimitRangeSpec
constexpr Field kF973[] = {
    {1, "limits", Kind::kMessage, kRepeated, 974},
};
// core.v1.LimitRangeItem
constexpr Field kF974[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "max", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {3, "min", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {4, "default", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {5, "defaultRequest", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {6, "maxLimitRequestRatio", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// core.v1.Namespace
constexpr Field kF975[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 976},
    {3, "status", Kind::kMessage, kOmitEmpty, 977},
};
// core.v1.NamespaceSpec
constexpr Field kF976[] = {
    {1, "finalizers", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.NamespaceStatus
constexpr Field kF977[] = {
    {1, "phase", Kind::kString, kOmitEmpty, 0},
    {2, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 978},
};
// core.v1.NamespaceCondition
constexpr Field kF978[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {4, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {5, "reason", Kind::kString, kOmitEmpty, 0},
    {6, "message", Kind::kString, kOmitEmpty, 0},
};
// core.v1.Node
constexpr Field kF979[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 980},
    {3, "status", Kind::kMessage, kOmitEmpty, 985},
};
// core.v1.NodeSpec
constexpr Field kF980[] = {
    {1, "podCIDR", Kind::kString, kOmitEmpty, 0},
    {7, "podCIDRs", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "providerID", Kind::kString, kOmitEmpty, 0},
    {4, "unschedulable", Kind::kBool, kOmitEmpty, 0},
    {5, "taints", Kind::kMessage, kOmitEmpty | kRepeated, 981},
    {6, "configSource", Kind::kMessage, kOmitEmpty | kPointer, 982},
    {2, "externalID", Kind::kString, kOmitEmpty, 0},
    {8, "podPreemptionPolicy", Kind::kMessage, kOmitEmpty | kPointer, 984},
};
// core.v1.Taint
constexpr Field kF981[] = {
    {1, "key", Kind::kString, 0, 0},
    {2, "value", Kind::kString, kOmitEmpty, 0},
    {3, "effect", Kind::kString, 0, 0},
    {4, "timeAdded", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// core.v1.NodeConfigSource
constexpr Field kF982[] = {
    {2, "configMap", Kind::kMessage, kOmitEmpty | kPointer, 983},
};
// core.v1.ConfigMapNodeConfigSource
constexpr Field kF983[] = {
    {1, "namespace", Kind::kString, 0, 0},
    {2, "name", Kind::kString, 0, 0},
    {3, "uid", Kind::kString, kOmitEmpty, 0},
    {4, "resourceVersion", Kind::kString, kOmitEmpty, 0},
    {5, "kubeletConfigKey", Kind::kString, 0, 0},
};
// core.v1.NodePodPreemptionPolicy
constexpr Field kF984[] = {
    {1, "disableResizePreemption", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.NodeStatus
constexpr Field kF985[] = {
    {1, "capacity", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {2, "allocatable", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {3, "phase", Kind::kString, kOmitEmpty, 0},
    {4, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 986},
    {5, "addresses", Kind::kMessage, kOmitEmpty | kRepeated, 987},
    {6, "daemonEndpoints", Kind::kMessage, kOmitEmpty, 988},
    {7, "nodeInfo", Kind::kMessage, kOmitEmpty, 990},
    {8, "images", Kind::kMessage, kOmitEmpty | kRepeated, 992},
    {9, "volumesInUse", Kind::kString, kOmitEmpty | kRepeated, 0},
    {10, "volumesAttached", Kind::kMessage, kOmitEmpty | kRepeated, 993},
    {11, "config", Kind::kMessage, kOmitEmpty | kPointer, 994},
    {12, "runtimeHandlers", Kind::kMessage, kOmitEmpty | kRepeated, 995},
    {13, "features", Kind::kMessage, kOmitEmpty | kPointer, 997},
    {14, "declaredFeatures", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.NodeCondition
constexpr Field kF986[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastHeartbeatTime", Kind::kTime, kOmitEmpty, 0},
    {4, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {5, "reason", Kind::kString, kOmitEmpty, 0},
    {6, "message", Kind::kString, kOmitEmpty, 0},
};
// core.v1.NodeAddress
constexpr Field kF987[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "address", Kind::kString, 0, 0},
};
// core.v1.NodeDaemonEndpoints
constexpr Field kF988[] = {
    {1, "kubeletEndpoint", Kind::kMessage, kOmitEmpty, 989},
};
// core.v1.DaemonEndpoint
constexpr Field kF989[] = {
    {1, "Port", Kind::kInt, 0, 0},
};
// core.v1.NodeSystemInfo
constexpr Field kF990[] = {
    {1, "machineID", Kind::kString, 0, 0},
    {2, "systemUUID", Kind::kString, 0, 0},
    {3, "bootID", Kind::kString, 0, 0},
    {4, "kernelVersion", Kind::kString, 0, 0},
    {5, "osImage", Kind::kString, 0, 0},
    {6, "containerRuntimeVersion", Kind::kString, 0, 0},
    {7, "kubeletVersion", Kind::kString, 0, 0},
    {8, "kubeProxyVersion", Kind::kString, 0, 0},
    {9, "operatingSystem", Kind::kString, 0, 0},
    {10, "architecture", Kind::kString, 0, 0},
    {11, "swap", Kind::kMessage, kOmitEmpty | kPointer, 991},
    {12, "runningInUserNamespace", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.NodeSwapStatus
constexpr Field kF991[] = {
    {1, "capacity", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.ContainerImage
constexpr Field kF992[] = {
    {1, "names", Kind::kString, kRepeated, 0},
    {2, "sizeBytes", Kind::kInt, kOmitEmpty, 0},
};
// core.v1.AttachedVolume
constexpr Field kF993[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "devicePath", Kind::kString, 0, 0},
};
// core.v1.NodeConfigStatus
constexpr Field kF994[] = {
    {1, "assigned", Kind::kMessage, kOmitEmpty | kPointer, 982},
    {2, "active", Kind::kMessage, kOmitEmpty | kPointer, 982},
    {3, "lastKnownGood", Kind::kMessage, kOmitEmpty | kPointer, 982},
    {4, "error", Kind::kString, kOmitEmpty, 0},
};
// core.v1.NodeRuntimeHandler
constexpr Field kF995[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "features", Kind::kMessage, kOmitEmpty | kPointer, 996},
};
// core.v1.NodeRuntimeHandlerFeatures
constexpr Field kF996[] = {
    {1, "recursiveReadOnlyMounts", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "userNamespaces", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.NodeFeatures
constexpr Field kF997[] = {
    {1, "supplementalGroupsPolicy", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// core.v1.PersistentVolume
constexpr Field kF998[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 912},
    {3, "status", Kind::kMessage, kOmitEmpty, 999},
};
// core.v1.PersistentVolumeStatus
constexpr Field kF999[] = {
    {1, "phase", Kind::kString, kOmitEmpty, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "reason", Kind::kString, kOmitEmpty, 0},
    {4, "lastPhaseTransitionTime", Kind::kTime, kOmitEmpty | kPointer, 0},
};
// core.v1.Pod
constexpr Field kF1000[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 116},
    {3, "status", Kind::kMessage, kOmitEmpty, 1001},
};
// core.v1.PodStatus
constexpr Field kF1001[] = {
    {17, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {1, "phase", Kind::kString, kOmitEmpty, 0},
    {2, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 1002},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {11, "nominatedNodeName", Kind::kString, kOmitEmpty, 0},
    {5, "hostIP", Kind::kString, kOmitEmpty, 0},
    {16, "hostIPs", Kind::kMessage, kOmitEmpty | kRepeated, 1003},
    {6, "podIP", Kind::kString, kOmitEmpty, 0},
    {12, "podIPs", Kind::kMessage, kOmitEmpty | kRepeated, 1004},
    {7, "startTime", Kind::kTime, kOmitEmpty | kPointer, 0},
    {10, "initContainerStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 1005},
    {8, "containerStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 1005},
    {9, "qosClass", Kind::kString, kOmitEmpty, 0},
    {13, "ephemeralContainerStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 1005},
    {14, "resize", Kind::kString, kOmitEmpty, 0},
    {15, "resourceClaimStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 1017},
    {18, "extendedResourceClaimStatus", Kind::kMessage, kOmitEmpty | kPointer, 1018},
    {19, "allocatedResources", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {20, "resources", Kind::kMessage, kOmitEmpty | kPointer, 176},
    {21, "nodeAllocatableResourceClaimStatuses", Kind::kMessage, kOmitEmpty | kRepeated, 1020},
    {22, "volumeHealth", Kind::kMessage, kOmitEmpty | kRepeated, 1023},
};
// core.v1.PodCondition
constexpr Field kF1002[] = {
    {1, "type", Kind::kString, 0, 0},
    {7, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastProbeTime", Kind::kTime, kOmitEmpty, 0},
    {4, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {5, "reason", Kind::kString, kOmitEmpty, 0},
    {6, "message", Kind::kString, kOmitEmpty, 0},
};
// core.v1.HostIP
constexpr Field kF1003[] = {
    {1, "ip", Kind::kString, 0, 0},
};
// core.v1.PodIP
constexpr Field kF1004[] = {
    {1, "ip", Kind::kString, 0, 0},
};
// core.v1.ContainerStatus
constexpr Field kF1005[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "state", Kind::kMessage, kOmitEmpty, 1006},
    {3, "lastState", Kind::kMessage, kOmitEmpty, 1006},
    {4, "ready", Kind::kBool, 0, 0},
    {5, "restartCount", Kind::kInt, 0, 0},
    {6, "image", Kind::kString, 0, 0},
    {7, "imageID", Kind::kString, 0, 0},
    {8, "containerID", Kind::kString, kOmitEmpty, 0},
    {9, "started", Kind::kBool, kOmitEmpty | kPointer, 0},
    {10, "allocatedResources", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {11, "resources", Kind::kMessage, kOmitEmpty | kPointer, 176},
    {12, "volumeMounts", Kind::kMessage, kOmitEmpty | kRepeated, 1010},
    {13, "user", Kind::kMessage, kOmitEmpty | kPointer, 1013},
    {14, "allocatedResourcesStatus", Kind::kMessage, kOmitEmpty | kRepeated, 1015},
    {15, "stopSignal", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.ContainerState
constexpr Field kF1006[] = {
    {1, "waiting", Kind::kMessage, kOmitEmpty | kPointer, 1007},
    {2, "running", Kind::kMessage, kOmitEmpty | kPointer, 1008},
    {3, "terminated", Kind::kMessage, kOmitEmpty | kPointer, 1009},
};
// core.v1.ContainerStateWaiting
constexpr Field kF1007[] = {
    {1, "reason", Kind::kString, kOmitEmpty, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ContainerStateRunning
constexpr Field kF1008[] = {
    {1, "startedAt", Kind::kTime, kOmitEmpty, 0},
};
// core.v1.ContainerStateTerminated
constexpr Field kF1009[] = {
    {1, "exitCode", Kind::kInt, 0, 0},
    {2, "signal", Kind::kInt, kOmitEmpty, 0},
    {3, "reason", Kind::kString, kOmitEmpty, 0},
    {4, "message", Kind::kString, kOmitEmpty, 0},
    {5, "startedAt", Kind::kTime, kOmitEmpty, 0},
    {6, "finishedAt", Kind::kTime, kOmitEmpty, 0},
    {7, "containerID", Kind::kString, kOmitEmpty, 0},
};
// core.v1.VolumeMountStatus
constexpr Field kF1010[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "mountPath", Kind::kString, 0, 0},
    {3, "readOnly", Kind::kBool, kOmitEmpty, 0},
    {4, "recursiveReadOnly", Kind::kString, kOmitEmpty | kPointer, 0},
    {5, "volumeStatus", Kind::kMessage, kOmitEmpty | kPointer, 1011},
};
// core.v1.VolumeStatus
constexpr Field kF1011[] = {
    {1, "image", Kind::kMessage, kOmitEmpty | kPointer, 1012},
};
// core.v1.ImageVolumeStatus
constexpr Field kF1012[] = {
    {1, "imageRef", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ContainerUser
constexpr Field kF1013[] = {
    {1, "linux", Kind::kMessage, kOmitEmpty | kPointer, 1014},
};
// core.v1.LinuxContainerUser
constexpr Field kF1014[] = {
    {1, "uid", Kind::kInt, 0, 0},
    {2, "gid", Kind::kInt, 0, 0},
    {3, "supplementalGroups", Kind::kInt, kOmitEmpty | kRepeated, 0},
};
// core.v1.ResourceStatus
constexpr Field kF1015[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resources", Kind::kMessage, kOmitEmpty | kRepeated, 1016},
};
// core.v1.ResourceHealth
constexpr Field kF1016[] = {
    {1, "resourceID", Kind::kString, 0, 0},
    {2, "health", Kind::kString, kOmitEmpty, 0},
    {6, "message", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.PodResourceClaimStatus
constexpr Field kF1017[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "resourceClaimName", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.PodExtendedResourceClaimStatus
constexpr Field kF1018[] = {
    {1, "requestMappings", Kind::kMessage, kRepeated, 1019},
    {2, "resourceClaimName", Kind::kString, 0, 0},
};
// core.v1.ContainerExtendedResourceRequest
constexpr Field kF1019[] = {
    {1, "containerName", Kind::kString, 0, 0},
    {2, "resourceName", Kind::kString, 0, 0},
    {3, "requestName", Kind::kString, 0, 0},
};
// core.v1.NodeAllocatableResourceClaimStatus
constexpr Field kF1020[] = {
    {1, "resourceClaimName", Kind::kString, 0, 0},
    {2, "containers", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "mapping", Kind::kMessage, kOmitEmpty | kRepeated, 1021},
    {5, "overhead", Kind::kMessage, kOmitEmpty | kRepeated, 1022},
};
// core.v1.NodeAllocatableMappedResources
constexpr Field kF1021[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "quantity", Kind::kQuantity, kPointer, 0},
};
// core.v1.NodeAllocatableOverheadResources
constexpr Field kF1022[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "perPod", Kind::kQuantity, kOmitEmpty | kPointer, 0},
    {3, "perContainer", Kind::kQuantity, kOmitEmpty | kPointer, 0},
};
// core.v1.PodVolumeHealth
constexpr Field kF1023[] = {
    {1, "name", Kind::kString, 0, 0},
    {2, "healthConditions", Kind::kMessage, kOmitEmpty | kRepeated, 245},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
};
// core.v1.PodTemplate
constexpr Field kF1024[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "template", Kind::kMessage, kOmitEmpty, 115},
};
// core.v1.RangeAllocation
constexpr Field kF1025[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "range", Kind::kString, 0, 0},
    {3, "data", Kind::kBytes, 0, 0},
};
// core.v1.ReplicationController
constexpr Field kF1026[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 1027},
    {3, "status", Kind::kMessage, kOmitEmpty, 1028},
};
// core.v1.ReplicationControllerSpec
constexpr Field kF1027[] = {
    {1, "replicas", Kind::kInt, kOmitEmpty | kPointer, 0},
    {4, "minReadySeconds", Kind::kInt, kOmitEmpty, 0},
    {2, "selector", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "template", Kind::kMessage, kOmitEmpty | kPointer, 115},
};
// core.v1.ReplicationControllerStatus
constexpr Field kF1028[] = {
    {1, "replicas", Kind::kInt, 0, 0},
    {2, "fullyLabeledReplicas", Kind::kInt, kOmitEmpty, 0},
    {4, "readyReplicas", Kind::kInt, kOmitEmpty, 0},
    {5, "availableReplicas", Kind::kInt, kOmitEmpty, 0},
    {3, "observedGeneration", Kind::kInt, kOmitEmpty, 0},
    {6, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 1029},
};
// core.v1.ReplicationControllerCondition
constexpr Field kF1029[] = {
    {1, "type", Kind::kString, 0, 0},
    {2, "status", Kind::kString, 0, 0},
    {3, "lastTransitionTime", Kind::kTime, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "message", Kind::kString, kOmitEmpty, 0},
};
// core.v1.ResourceQuota
constexpr Field kF1030[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 1031},
    {3, "status", Kind::kMessage, kOmitEmpty, 1034},
};
// core.v1.ResourceQuotaSpec
constexpr Field kF1031[] = {
    {1, "hard", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {2, "scopes", Kind::kString, kOmitEmpty | kRepeated, 0},
    {3, "scopeSelector", Kind::kMessage, kOmitEmpty | kPointer, 1032},
};
// core.v1.ScopeSelector
constexpr Field kF1032[] = {
    {1, "matchExpressions", Kind::kMessage, kOmitEmpty | kRepeated, 1033},
};
// core.v1.ScopedResourceSelectorRequirement
constexpr Field kF1033[] = {
    {1, "scopeName", Kind::kString, 0, 0},
    {2, "operator", Kind::kString, 0, 0},
    {3, "values", Kind::kString, kOmitEmpty | kRepeated, 0},
};
// core.v1.ResourceQuotaStatus
constexpr Field kF1034[] = {
    {1, "hard", Kind::kQuantity, kOmitEmpty | kMap, 0},
    {2, "used", Kind::kQuantity, kOmitEmpty | kMap, 0},
};
// core.v1.Secret
constexpr Field kF1035[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {5, "immutable", Kind::kBool, kOmitEmpty | kPointer, 0},
    {2, "data", Kind::kBytes, kOmitEmpty | kMap, 0},
    {4, "stringData", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "type", Kind::kString, kOmitEmpty, 0},
};
// core.v1.Service
constexpr Field kF1036[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "spec", Kind::kMessage, kOmitEmpty, 1037},
    {3, "status", Kind::kMessage, kOmitEmpty, 1041},
};
// core.v1.ServiceSpec
constexpr Field kF1037[] = {
    {1, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 1038},
    {2, "selector", Kind::kString, kOmitEmpty | kMap, 0},
    {3, "clusterIP", Kind::kString, kOmitEmpty, 0},
    {18, "clusterIPs", Kind::kString, kOmitEmpty | kRepeated, 0},
    {4, "type", Kind::kString, kOmitEmpty, 0},
    {5, "externalIPs", Kind::kString, kOmitEmpty | kRepeated, 0},
    {7, "sessionAffinity", Kind::kString, kOmitEmpty, 0},
    {8, "loadBalancerIP", Kind::kString, kOmitEmpty, 0},
    {9, "loadBalancerSourceRanges", Kind::kString, kOmitEmpty | kRepeated, 0},
    {10, "externalName", Kind::kString, kOmitEmpty, 0},
    {11, "externalTrafficPolicy", Kind::kString, kOmitEmpty, 0},
    {12, "healthCheckNodePort", Kind::kInt, kOmitEmpty, 0},
    {13, "publishNotReadyAddresses", Kind::kBool, kOmitEmpty, 0},
    {14, "sessionAffinityConfig", Kind::kMessage, kOmitEmpty | kPointer, 1039},
    {19, "ipFamilies", Kind::kString, kOmitEmpty | kRepeated, 0},
    {17, "ipFamilyPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {20, "allocateLoadBalancerNodePorts", Kind::kBool, kOmitEmpty | kPointer, 0},
    {21, "loadBalancerClass", Kind::kString, kOmitEmpty | kPointer, 0},
    {22, "internalTrafficPolicy", Kind::kString, kOmitEmpty | kPointer, 0},
    {23, "trafficDistribution", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.ServicePort
constexpr Field kF1038[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "protocol", Kind::kString, kOmitEmpty, 0},
    {6, "appProtocol", Kind::kString, kOmitEmpty | kPointer, 0},
    {3, "port", Kind::kInt, 0, 0},
    {4, "targetPort", Kind::kIntOrString, kOmitEmpty, 0},
    {5, "nodePort", Kind::kInt, kOmitEmpty, 0},
};
// core.v1.SessionAffinityConfig
constexpr Field kF1039[] = {
    {1, "clientIP", Kind::kMessage, kOmitEmpty | kPointer, 1040},
};
// core.v1.ClientIPConfig
constexpr Field kF1040[] = {
    {1, "timeoutSeconds", Kind::kInt, kOmitEmpty | kPointer, 0},
};
// core.v1.ServiceStatus
constexpr Field kF1041[] = {
    {1, "loadBalancer", Kind::kMessage, kOmitEmpty, 1042},
    {2, "conditions", Kind::kMessage, kOmitEmpty | kRepeated, 33},
};
// core.v1.LoadBalancerStatus
constexpr Field kF1042[] = {
    {1, "ingress", Kind::kMessage, kOmitEmpty | kRepeated, 1043},
};
// core.v1.LoadBalancerIngress
constexpr Field kF1043[] = {
    {1, "ip", Kind::kString, kOmitEmpty, 0},
    {2, "hostname", Kind::kString, kOmitEmpty, 0},
    {3, "ipMode", Kind::kString, kOmitEmpty | kPointer, 0},
    {4, "ports", Kind::kMessage, kOmitEmpty | kRepeated, 1044},
};
// core.v1.PortStatus
constexpr Field kF1044[] = {
    {1, "port", Kind::kInt, 0, 0},
    {2, "protocol", Kind::kString, 0, 0},
    {3, "error", Kind::kString, kOmitEmpty | kPointer, 0},
};
// core.v1.ServiceAccount
constexpr Field kF1045[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 2},
    {2, "secrets", Kind::kMessage, kOmitEmpty | kRepeated, 397},
    {3, "imagePullSecrets", Kind::kMessage, kOmitEmpty | kRepeated, 128},
    {4, "automountServiceAccountToken", Kind::kBool, kOmitEmpty | kPointer, 0},
};
// meta.v1.Status
constexpr Field kF1046[] = {
    {1, "metadata", Kind::kMessage, kOmitEmpty, 0},
    {2, "status", Kind::kString, kOmitEmpty, 0},
    {3, "message", Kind::kString, kOmitEmpty, 0},
    {4, "reason", Kind::kString, kOmitEmpty, 0},
    {5, "details", Kind::kMessage, kOmitEmpty | kPointer, 1047},
    {6, "code", Kind::kInt, kOmitEmpty, 0},
};
// meta.v1.StatusDetails
constexpr Field kF1047[] = {
    {1, "name", Kind::kString, kOmitEmpty, 0},
    {2, "group", Kind::kString, kOmitEmpty, 0},
    {3, "kind", Kind::kString, kOmitEmpty, 0},
    {6, "uid", Kind::kString, kOmitEmpty, 0},
    {4, "causes", Kind::kMessage, kOmitEmpty | kRepeated, 1048},
    {5, "retryAfterSeconds", Kind::kInt, kOmitEmpty, 0},
};
// meta.v1.StatusCause
constexpr Field kF1048[] = {
    {1, "reason", Kind::kString, kOmitEmpty, 0},
    {2, "message", Kind::kString, kOmitEmpty, 0},
    {3, "field", Kind::kString, kOmitEmpty, 0},
};

constexpr Message kAllMessages[] = {
    {"meta.v1.ListMeta", kF0},
    {"meta.v1.ShardInfo", kF1},
    {"meta.v1.ObjectMeta", kF2},
    {"meta.v1.OwnerReference", kF3},
    {"meta.v1.ManagedFieldsEntry", kF4},
    {"admissionregistration.v1.MutatingAdmissionPolicy", kF5},
    {"admissionregistration.v1.MutatingAdmissionPolicySpec", kF6},
    {"admissionregistration.v1.ParamKind", kF7},
    {"admissionregistration.v1.MatchResources", kF8},
    {"meta.v1.LabelSelector", kF9},
    {"meta.v1.LabelSelectorRequirement", kF10},
    {"admissionregistration.v1.NamedRuleWithOperations", kF11},
    {"admissionregistration.v1.RuleWithOperations", kF12},
    {"admissionregistration.v1.Rule", kF13},
    {"admissionregistration.v1.Variable", kF14},
    {"admissionregistration.v1.Mutation", kF15},
    {"admissionregistration.v1.ApplyConfiguration", kF16},
    {"admissionregistration.v1.JSONPatch", kF17},
    {"admissionregistration.v1.MatchCondition", kF18},
    {"admissionregistration.v1.MutatingAdmissionPolicyBinding", kF19},
    {"admissionregistration.v1.MutatingAdmissionPolicyBindingSpec", kF20},
    {"admissionregistration.v1.ParamRef", kF21},
    {"admissionregistration.v1.MutatingWebhookConfiguration", kF22},
    {"admissionregistration.v1.MutatingWebhook", kF23},
    {"admissionregistration.v1.WebhookClientConfig", kF24},
    {"admissionregistration.v1.ServiceReference", kF25},
    {"admissionregistration.v1.ValidatingAdmissionPolicy", kF26},
    {"admissionregistration.v1.ValidatingAdmissionPolicySpec", kF27},
    {"admissionregistration.v1.Validation", kF28},
    {"admissionregistration.v1.AuditAnnotation", kF29},
    {"admissionregistration.v1.ValidatingAdmissionPolicyStatus", kF30},
    {"admissionregistration.v1.TypeChecking", kF31},
    {"admissionregistration.v1.ExpressionWarning", kF32},
    {"meta.v1.Condition", kF33},
    {"admissionregistration.v1.ValidatingAdmissionPolicyBinding", kF34},
    {"admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec", kF35},
    {"admissionregistration.v1.ValidatingWebhookConfiguration", kF36},
    {"admissionregistration.v1.ValidatingWebhook", kF37},
    {"admissionregistration.v1alpha1.MutatingAdmissionPolicy", kF38},
    {"admissionregistration.v1alpha1.MutatingAdmissionPolicySpec", kF39},
    {"admissionregistration.v1alpha1.ParamKind", kF40},
    {"admissionregistration.v1alpha1.MatchResources", kF41},
    {"admissionregistration.v1alpha1.NamedRuleWithOperations", kF42},
    {"admissionregistration.v1alpha1.Variable", kF43},
    {"admissionregistration.v1alpha1.Mutation", kF44},
    {"admissionregistration.v1alpha1.ApplyConfiguration", kF45},
    {"admissionregistration.v1alpha1.JSONPatch", kF46},
    {"admissionregistration.v1alpha1.MatchCondition", kF47},
    {"admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding", kF48},
    {"admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec", kF49},
    {"admissionregistration.v1alpha1.ParamRef", kF50},
    {"admissionregistration.v1alpha1.ValidatingAdmissionPolicy", kF51},
    {"admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec", kF52},
    {"admissionregistration.v1alpha1.Validation", kF53},
    {"admissionregistration.v1alpha1.AuditAnnotation", kF54},
    {"admissionregistration.v1alpha1.ValidatingAdmissionPolicyStatus", kF55},
    {"admissionregistration.v1alpha1.TypeChecking", kF56},
    {"admissionregistration.v1alpha1.ExpressionWarning", kF57},
    {"admissionregistration.v1alpha1.ValidatingAdmissionPolicyBinding", kF58},
    {"admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec", kF59},
    {"admissionregistration.v1beta1.MutatingAdmissionPolicy", kF60},
    {"admissionregistration.v1beta1.MutatingAdmissionPolicySpec", kF61},
    {"admissionregistration.v1beta1.ParamKind", kF62},
    {"admissionregistration.v1beta1.MatchResources", kF63},
    {"admissionregistration.v1beta1.NamedRuleWithOperations", kF64},
    {"admissionregistration.v1beta1.Variable", kF65},
    {"admissionregistration.v1beta1.Mutation", kF66},
    {"admissionregistration.v1beta1.ApplyConfiguration", kF67},
    {"admissionregistration.v1beta1.JSONPatch", kF68},
    {"admissionregistration.v1beta1.MatchCondition", kF69},
    {"admissionregistration.v1beta1.MutatingAdmissionPolicyBinding", kF70},
    {"admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec", kF71},
    {"admissionregistration.v1beta1.ParamRef", kF72},
    {"admissionregistration.v1beta1.MutatingWebhookConfiguration", kF73},
    {"admissionregistration.v1beta1.MutatingWebhook", kF74},
    {"admissionregistration.v1beta1.WebhookClientConfig", kF75},
    {"admissionregistration.v1beta1.ServiceReference", kF76},
    {"admissionregistration.v1beta1.ValidatingAdmissionPolicy", kF77},
    {"admissionregistration.v1beta1.ValidatingAdmissionPolicySpec", kF78},
    {"admissionregistration.v1beta1.Validation", kF79},
    {"admissionregistration.v1beta1.AuditAnnotation", kF80},
    {"admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus", kF81},
    {"admissionregistration.v1beta1.TypeChecking", kF82},
    {"admissionregistration.v1beta1.ExpressionWarning", kF83},
    {"admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding", kF84},
    {"admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec", kF85},
    {"admissionregistration.v1beta1.ValidatingWebhookConfiguration", kF86},
    {"admissionregistration.v1beta1.ValidatingWebhook", kF87},
    {"apiextensions.v1.CustomResourceDefinition", kF88},
    {"apiextensions.v1.CustomResourceDefinitionSpec", kF89},
    {"apiextensions.v1.CustomResourceDefinitionNames", kF90},
    {"apiextensions.v1.CustomResourceDefinitionVersion", kF91},
    {"apiextensions.v1.CustomResourceValidation", kF92},
    {"apiextensions.v1.JSONSchemaProps", kF93},
    {"apiextensions.v1.ExternalDocumentation", kF94},
    {"apiextensions.v1.ValidationRule", kF95},
    {"apiextensions.v1.CustomResourceSubresources", kF96},
    {"apiextensions.v1.CustomResourceSubresourceStatus", {}},
    {"apiextensions.v1.CustomResourceSubresourceScale", kF98},
    {"apiextensions.v1.CustomResourceColumnDefinition", kF99},
    {"apiextensions.v1.SelectableField", kF100},
    {"apiextensions.v1.CustomResourceConversion", kF101},
    {"apiextensions.v1.WebhookConversion", kF102},
    {"apiextensions.v1.WebhookClientConfig", kF103},
    {"apiextensions.v1.ServiceReference", kF104},
    {"apiextensions.v1.CustomResourceDefinitionStatus", kF105},
    {"apiextensions.v1.CustomResourceDefinitionCondition", kF106},
    {"apiregistration.v1.APIService", kF107},
    {"apiregistration.v1.APIServiceSpec", kF108},
    {"apiregistration.v1.ServiceReference", kF109},
    {"apiregistration.v1.APIServiceStatus", kF110},
    {"apiregistration.v1.APIServiceCondition", kF111},
    {"apps.v1.ControllerRevision", kF112},
    {"apps.v1.DaemonSet", kF113},
    {"apps.v1.DaemonSetSpec", kF114},
    {"core.v1.PodTemplateSpec", kF115},
    {"core.v1.PodSpec", kF116},
    {"core.v1.Volume", kF117},
    {"core.v1.VolumeSource", kF118},
    {"core.v1.HostPathVolumeSource", kF119},
    {"core.v1.EmptyDirVolumeSource", kF120},
    {"core.v1.GCEPersistentDiskVolumeSource", kF121},
    {"core.v1.AWSElasticBlockStoreVolumeSource", kF122},
    {"core.v1.GitRepoVolumeSource", kF123},
    {"core.v1.SecretVolumeSource", kF124},
    {"core.v1.KeyToPath", kF125},
    {"core.v1.NFSVolumeSource", kF126},
    {"core.v1.ISCSIVolumeSource", kF127},
    {"core.v1.LocalObjectReference", kF128},
    {"core.v1.GlusterfsVolumeSource", kF129},
    {"core.v1.PersistentVolumeClaimVolumeSource", kF130},
    {"core.v1.RBDVolumeSource", kF131},
    {"core.v1.FlexVolumeSource", kF132},
    {"core.v1.CinderVolumeSource", kF133},
    {"core.v1.CephFSVolumeSource", kF134},
    {"core.v1.FlockerVolumeSource", kF135},
    {"core.v1.DownwardAPIVolumeSource", kF136},
    {"core.v1.DownwardAPIVolumeFile", kF137},
    {"core.v1.ObjectFieldSelector", kF138},
    {"core.v1.ResourceFieldSelector", kF139},
    {"core.v1.FCVolumeSource", kF140},
    {"core.v1.AzureFileVolumeSource", kF141},
    {"core.v1.ConfigMapVolumeSource", kF142},
    {"core.v1.VsphereVirtualDiskVolumeSource", kF143},
    {"core.v1.QuobyteVolumeSource", kF144},
    {"core.v1.AzureDiskVolumeSource", kF145},
    {"core.v1.PhotonPersistentDiskVolumeSource", kF146},
    {"core.v1.ProjectedVolumeSource", kF147},
    {"core.v1.VolumeProjection", kF148},
    {"core.v1.SecretProjection", kF149},
    {"core.v1.DownwardAPIProjection", kF150},
    {"core.v1.ConfigMapProjection", kF151},
    {"core.v1.ServiceAccountTokenProjection", kF152},
    {"core.v1.ClusterTrustBundleProjection", kF153},
    {"core.v1.PodCertificateProjection", kF154},
    {"core.v1.PortworxVolumeSource", kF155},
    {"core.v1.ScaleIOVolumeSource", kF156},
    {"core.v1.StorageOSVolumeSource", kF157},
    {"core.v1.CSIVolumeSource", kF158},
    {"core.v1.EphemeralVolumeSource", kF159},
    {"core.v1.PersistentVolumeClaimTemplate", kF160},
    {"core.v1.PersistentVolumeClaimSpec", kF161},
    {"core.v1.VolumeResourceRequirements", kF162},
    {"core.v1.TypedLocalObjectReference", kF163},
    {"core.v1.TypedObjectReference", kF164},
    {"core.v1.ImageVolumeSource", kF165},
    {"core.v1.Container", kF166},
    {"core.v1.ContainerPort", kF167},
    {"core.v1.EnvFromSource", kF168},
    {"core.v1.ConfigMapEnvSource", kF169},
    {"core.v1.SecretEnvSource", kF170},
    {"core.v1.EnvVar", kF171},
    {"core.v1.EnvVarSource", kF172},
    {"core.v1.ConfigMapKeySelector", kF173},
    {"core.v1.SecretKeySelector", kF174},
    {"core.v1.FileKeySelector", kF175},
    {"core.v1.ResourceRequirements", kF176},
    {"core.v1.ResourceClaim", kF177},
    {"core.v1.ContainerResizePolicy", kF178},
    {"core.v1.ContainerRestartRule", kF179},
    {"core.v1.ContainerRestartRuleOnExitCodes", kF180},
    {"core.v1.VolumeMount", kF181},
    {"core.v1.VolumeDevice", kF182},
    {"core.v1.Probe", kF183},
    {"core.v1.ProbeHandler", kF184},
    {"core.v1.ExecAction", kF185},
    {"core.v1.HTTPGetAction", kF186},
    {"core.v1.HTTPHeader", kF187},
    {"core.v1.TCPSocketAction", kF188},
    {"core.v1.GRPCAction", kF189},
    {"core.v1.Lifecycle", kF190},
    {"core.v1.LifecycleHandler", kF191},
    {"core.v1.SleepAction", kF192},
    {"core.v1.SecurityContext", kF193},
    {"core.v1.Capabilities", kF194},
    {"core.v1.SELinuxOptions", kF195},
    {"core.v1.WindowsSecurityContextOptions", kF196},
    {"core.v1.SeccompProfile", kF197},
    {"core.v1.AppArmorProfile", kF198},
    {"core.v1.EphemeralContainer", kF199},
    {"core.v1.EphemeralContainerCommon", kF200},
    {"core.v1.PodSecurityContext", kF201},
    {"core.v1.Sysctl", kF202},
    {"core.v1.Affinity", kF203},
    {"core.v1.NodeAffinity", kF204},
    {"core.v1.NodeSelector", kF205},
    {"core.v1.NodeSelectorTerm", kF206},
    {"core.v1.NodeSelectorRequirement", kF207},
    {"core.v1.PreferredSchedulingTerm", kF208},
    {"core.v1.PodAffinity", kF209},
    {"core.v1.PodAffinityTerm", kF210},
    {"core.v1.WeightedPodAffinityTerm", kF211},
    {"core.v1.PodAntiAffinity", kF212},
    {"core.v1.Toleration", kF213},
    {"core.v1.HostAlias", kF214},
    {"core.v1.PodDNSConfig", kF215},
    {"core.v1.PodDNSConfigOption", kF216},
    {"core.v1.PodReadinessGate", kF217},
    {"core.v1.TopologySpreadConstraint", kF218},
    {"core.v1.PodOS", kF219},
    {"core.v1.PodSchedulingGate", kF220},
    {"core.v1.PodResourceClaim", kF221},
    {"core.v1.PodSchedulingGroup", kF222},
    {"core.v1.EvictionResponder", kF223},
    {"apps.v1.DaemonSetUpdateStrategy", kF224},
    {"apps.v1.RollingUpdateDaemonSet", kF225},
    {"apps.v1.DaemonSetStatus", kF226},
    {"apps.v1.DaemonSetCondition", kF227},
    {"apps.v1.Deployment", kF228},
    {"apps.v1.DeploymentSpec", kF229},
    {"apps.v1.DeploymentStrategy", kF230},
    {"apps.v1.RollingUpdateDeployment", kF231},
    {"apps.v1.DeploymentStatus", kF232},
    {"apps.v1.DeploymentCondition", kF233},
    {"apps.v1.ReplicaSet", kF234},
    {"apps.v1.ReplicaSetSpec", kF235},
    {"apps.v1.ReplicaSetStatus", kF236},
    {"apps.v1.ReplicaSetCondition", kF237},
    {"apps.v1.StatefulSet", kF238},
    {"apps.v1.StatefulSetSpec", kF239},
    {"core.v1.PersistentVolumeClaim", kF240},
    {"core.v1.PersistentVolumeClaimStatus", kF241},
    {"core.v1.PersistentVolumeClaimCondition", kF242},
    {"core.v1.ModifyVolumeStatus", kF243},
    {"core.v1.VolumeHealthStatus", kF244},
    {"core.v1.VolumeHealthCondition", kF245},
    {"apps.v1.StatefulSetUpdateStrategy", kF246},
    {"apps.v1.RollingUpdateStatefulSetStrategy", kF247},
    {"apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy", kF248},
    {"apps.v1.StatefulSetOrdinals", kF249},
    {"apps.v1.StatefulSetStatus", kF250},
    {"apps.v1.StatefulSetCondition", kF251},
    {"apps.v1beta1.ControllerRevision", kF252},
    {"apps.v1beta1.Deployment", kF253},
    {"apps.v1beta1.DeploymentSpec", kF254},
    {"apps.v1beta1.DeploymentStrategy", kF255},
    {"apps.v1beta1.RollingUpdateDeployment", kF256},
    {"apps.v1beta1.RollbackConfig", kF257},
    {"apps.v1beta1.DeploymentStatus", kF258},
    {"apps.v1beta1.DeploymentCondition", kF259},
    {"apps.v1beta1.Scale", kF260},
    {"apps.v1beta1.ScaleSpec", kF261},
    {"apps.v1beta1.ScaleStatus", kF262},
    {"apps.v1beta1.StatefulSet", kF263},
    {"apps.v1beta1.StatefulSetSpec", kF264},
    {"apps.v1beta1.StatefulSetUpdateStrategy", kF265},
    {"apps.v1beta1.RollingUpdateStatefulSetStrategy", kF266},
    {"apps.v1beta1.StatefulSetPersistentVolumeClaimRetentionPolicy", kF267},
    {"apps.v1beta1.StatefulSetOrdinals", kF268},
    {"apps.v1beta1.StatefulSetStatus", kF269},
    {"apps.v1beta1.StatefulSetCondition", kF270},
    {"apps.v1beta2.ControllerRevision", kF271},
    {"apps.v1beta2.DaemonSet", kF272},
    {"apps.v1beta2.DaemonSetSpec", kF273},
    {"apps.v1beta2.DaemonSetUpdateStrategy", kF274},
    {"apps.v1beta2.RollingUpdateDaemonSet", kF275},
    {"apps.v1beta2.DaemonSetStatus", kF276},
    {"apps.v1beta2.DaemonSetCondition", kF277},
    {"apps.v1beta2.Deployment", kF278},
    {"apps.v1beta2.DeploymentSpec", kF279},
    {"apps.v1beta2.DeploymentStrategy", kF280},
    {"apps.v1beta2.RollingUpdateDeployment", kF281},
    {"apps.v1beta2.DeploymentStatus", kF282},
    {"apps.v1beta2.DeploymentCondition", kF283},
    {"apps.v1beta2.ReplicaSet", kF284},
    {"apps.v1beta2.ReplicaSetSpec", kF285},
    {"apps.v1beta2.ReplicaSetStatus", kF286},
    {"apps.v1beta2.ReplicaSetCondition", kF287},
    {"apps.v1beta2.Scale", kF288},
    {"apps.v1beta2.ScaleSpec", kF289},
    {"apps.v1beta2.ScaleStatus", kF290},
    {"apps.v1beta2.StatefulSet", kF291},
    {"apps.v1beta2.StatefulSetSpec", kF292},
    {"apps.v1beta2.StatefulSetUpdateStrategy", kF293},
    {"apps.v1beta2.RollingUpdateStatefulSetStrategy", kF294},
    {"apps.v1beta2.StatefulSetPersistentVolumeClaimRetentionPolicy", kF295},
    {"apps.v1beta2.StatefulSetOrdinals", kF296},
    {"apps.v1beta2.StatefulSetStatus", kF297},
    {"apps.v1beta2.StatefulSetCondition", kF298},
    {"authentication.v1.SelfSubjectReview", kF299},
    {"authentication.v1.SelfSubjectReviewStatus", kF300},
    {"authentication.v1.UserInfo", kF301},
    {"authentication.v1.TokenRequest", kF302},
    {"authentication.v1.TokenRequestSpec", kF303},
    {"authentication.v1.BoundObjectReference", kF304},
    {"authentication.v1.TokenRequestStatus", kF305},
    {"authentication.v1.TokenReview", kF306},
    {"authentication.v1.TokenReviewSpec", kF307},
    {"authentication.v1.TokenReviewStatus", kF308},
    {"authentication.v1alpha1.SelfSubjectReview", kF309},
    {"authentication.v1alpha1.SelfSubjectReviewStatus", kF310},
    {"authentication.v1beta1.SelfSubjectReview", kF311},
    {"authentication.v1beta1.SelfSubjectReviewStatus", kF312},
    {"authentication.v1beta1.TokenReview", kF313},
    {"authentication.v1beta1.TokenReviewSpec", kF314},
    {"authentication.v1beta1.TokenReviewStatus", kF315},
    {"authentication.v1beta1.UserInfo", kF316},
    {"authorization.v1.LocalSubjectAccessReview", kF317},
    {"authorization.v1.SubjectAccessReviewSpec", kF318},
    {"authorization.v1.ResourceAttributes", kF319},
    {"authorization.v1.FieldSelectorAttributes", kF320},
    {"meta.v1.FieldSelectorRequirement", kF321},
    {"authorization.v1.LabelSelectorAttributes", kF322},
    {"authorization.v1.NonResourceAttributes", kF323},
    {"authorization.v1.SubjectAccessReviewStatus", kF324},
    {"authorization.v1.SelfSubjectAccessReview", kF325},
    {"authorization.v1.SelfSubjectAccessReviewSpec", kF326},
    {"authorization.v1.SelfSubjectRulesReview", kF327},
    {"authorization.v1.SelfSubjectRulesReviewSpec", kF328},
    {"authorization.v1.SubjectRulesReviewStatus", kF329},
    {"authorization.v1.ResourceRule", kF330},
    {"authorization.v1.NonResourceRule", kF331},
    {"authorization.v1.SubjectAccessReview", kF332},
    {"authorization.v1beta1.LocalSubjectAccessReview", kF333},
    {"authorization.v1beta1.SubjectAccessReviewSpec", kF334},
    {"authorization.v1beta1.ResourceAttributes", kF335},
    {"authorization.v1beta1.NonResourceAttributes", kF336},
    {"authorization.v1beta1.SubjectAccessReviewStatus", kF337},
    {"authorization.v1beta1.SelfSubjectAccessReview", kF338},
    {"authorization.v1beta1.SelfSubjectAccessReviewSpec", kF339},
    {"authorization.v1beta1.SelfSubjectRulesReview", kF340},
    {"authorization.v1beta1.SelfSubjectRulesReviewSpec", kF341},
    {"authorization.v1beta1.SubjectRulesReviewStatus", kF342},
    {"authorization.v1beta1.ResourceRule", kF343},
    {"authorization.v1beta1.NonResourceRule", kF344},
    {"authorization.v1beta1.SubjectAccessReview", kF345},
    {"autoscaling.v1.HorizontalPodAutoscaler", kF346},
    {"autoscaling.v1.HorizontalPodAutoscalerSpec", kF347},
    {"autoscaling.v1.CrossVersionObjectReference", kF348},
    {"autoscaling.v1.HorizontalPodAutoscalerStatus", kF349},
    {"autoscaling.v1.Scale", kF350},
    {"autoscaling.v1.ScaleSpec", kF351},
    {"autoscaling.v1.ScaleStatus", kF352},
    {"autoscaling.v2.HorizontalPodAutoscaler", kF353},
    {"autoscaling.v2.HorizontalPodAutoscalerSpec", kF354},
    {"autoscaling.v2.CrossVersionObjectReference", kF355},
    {"autoscaling.v2.MetricSpec", kF356},
    {"autoscaling.v2.ObjectMetricSource", kF357},
    {"autoscaling.v2.MetricTarget", kF358},
    {"autoscaling.v2.MetricIdentifier", kF359},
    {"autoscaling.v2.PodsMetricSource", kF360},
    {"autoscaling.v2.ResourceMetricSource", kF361},
    {"autoscaling.v2.ContainerResourceMetricSource", kF362},
    {"autoscaling.v2.ExternalMetricSource", kF363},
    {"autoscaling.v2.HorizontalPodAutoscalerBehavior", kF364},
    {"autoscaling.v2.HPAScalingRules", kF365},
    {"autoscaling.v2.HPAScalingPolicy", kF366},
    {"autoscaling.v2.HorizontalPodAutoscalerStatus", kF367},
    {"autoscaling.v2.MetricStatus", kF368},
    {"autoscaling.v2.ObjectMetricStatus", kF369},
    {"autoscaling.v2.MetricValueStatus", kF370},
    {"autoscaling.v2.PodsMetricStatus", kF371},
    {"autoscaling.v2.ResourceMetricStatus", kF372},
    {"autoscaling.v2.ContainerResourceMetricStatus", kF373},
    {"autoscaling.v2.ExternalMetricStatus", kF374},
    {"autoscaling.v2.HorizontalPodAutoscalerCondition", kF375},
    {"batch.v1.CronJob", kF376},
    {"batch.v1.CronJobSpec", kF377},
    {"batch.v1.JobTemplateSpec", kF378},
    {"batch.v1.JobSpec", kF379},
    {"batch.v1.PodFailurePolicy", kF380},
    {"batch.v1.PodFailurePolicyRule", kF381},
    {"batch.v1.PodFailurePolicyOnExitCodesRequirement", kF382},
    {"batch.v1.PodFailurePolicyOnPodConditionsPattern", kF383},
    {"batch.v1.SuccessPolicy", kF384},
    {"batch.v1.SuccessPolicyRule", kF385},
    {"batch.v1.JobSchedulingConfiguration", kF386},
    {"scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy", kF387},
    {"scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy", {}},
    {"scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy", kF389},
    {"scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints", kF390},
    {"scheduling.v1alpha3.TopologyConstraint", kF391},
    {"scheduling.v1alpha3.WorkloadPodGroupDisruptionMode", kF392},
    {"scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode", {}},
    {"scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode", {}},
    {"scheduling.v1alpha3.WorkloadPodGroupResourceClaim", kF395},
    {"batch.v1.CronJobStatus", kF396},
    {"core.v1.ObjectReference", kF397},
    {"batch.v1.Job", kF398},
    {"batch.v1.JobStatus", kF399},
    {"batch.v1.JobCondition", kF400},
    {"batch.v1.UncountedTerminatedPods", kF401},
    {"batch.v1beta1.CronJob", kF402},
    {"batch.v1beta1.CronJobSpec", kF403},
    {"batch.v1beta1.JobTemplateSpec", kF404},
    {"batch.v1beta1.CronJobStatus", kF405},
    {"certificates.v1.CertificateSigningRequest", kF406},
    {"certificates.v1.CertificateSigningRequestSpec", kF407},
    {"certificates.v1.CertificateSigningRequestStatus", kF408},
    {"certificates.v1.CertificateSigningRequestCondition", kF409},
    {"certificates.v1.ClusterTrustBundle", kF410},
    {"certificates.v1.ClusterTrustBundleSpec", kF411},
    {"certificates.v1.PodCertificateRequest", kF412},
    {"certificates.v1.PodCertificateRequestSpec", kF413},
    {"certificates.v1.PodCertificateRequestStatus", kF414},
    {"certificates.v1alpha1.ClusterTrustBundle", kF415},
    {"certificates.v1alpha1.ClusterTrustBundleSpec", kF416},
    {"certificates.v1beta1.CertificateSigningRequest", kF417},
    {"certificates.v1beta1.CertificateSigningRequestSpec", kF418},
    {"certificates.v1beta1.CertificateSigningRequestStatus", kF419},
    {"certificates.v1beta1.CertificateSigningRequestCondition", kF420},
    {"certificates.v1beta1.ClusterTrustBundle", kF421},
    {"certificates.v1beta1.ClusterTrustBundleSpec", kF422},
    {"certificates.v1beta1.PodCertificateRequest", kF423},
    {"certificates.v1beta1.PodCertificateRequestSpec", kF424},
    {"certificates.v1beta1.PodCertificateRequestStatus", kF425},
    {"coordination.v1.Lease", kF426},
    {"coordination.v1.LeaseSpec", kF427},
    {"coordination.v1alpha2.LeaseCandidate", kF428},
    {"coordination.v1alpha2.LeaseCandidateSpec", kF429},
    {"coordination.v1beta1.Lease", kF430},
    {"coordination.v1beta1.LeaseSpec", kF431},
    {"coordination.v1beta1.LeaseCandidate", kF432},
    {"coordination.v1beta1.LeaseCandidateSpec", kF433},
    {"discovery.v1.EndpointSlice", kF434},
    {"discovery.v1.Endpoint", kF435},
    {"discovery.v1.EndpointConditions", kF436},
    {"discovery.v1.EndpointHints", kF437},
    {"discovery.v1.ForZone", kF438},
    {"discovery.v1.ForNode", kF439},
    {"discovery.v1.EndpointPort", kF440},
    {"discovery.v1beta1.EndpointSlice", kF441},
    {"discovery.v1beta1.Endpoint", kF442},
    {"discovery.v1beta1.EndpointConditions", kF443},
    {"discovery.v1beta1.EndpointHints", kF444},
    {"discovery.v1beta1.ForZone", kF445},
    {"discovery.v1beta1.ForNode", kF446},
    {"discovery.v1beta1.EndpointPort", kF447},
    {"events.v1.Event", kF448},
    {"events.v1.EventSeries", kF449},
    {"core.v1.EventSource", kF450},
    {"events.v1beta1.Event", kF451},
    {"events.v1beta1.EventSeries", kF452},
    {"extensions.v1beta1.DaemonSet", kF453},
    {"extensions.v1beta1.DaemonSetSpec", kF454},
    {"extensions.v1beta1.DaemonSetUpdateStrategy", kF455},
    {"extensions.v1beta1.RollingUpdateDaemonSet", kF456},
    {"extensions.v1beta1.DaemonSetStatus", kF457},
    {"extensions.v1beta1.DaemonSetCondition", kF458},
    {"extensions.v1beta1.Deployment", kF459},
    {"extensions.v1beta1.DeploymentSpec", kF460},
    {"extensions.v1beta1.DeploymentStrategy", kF461},
    {"extensions.v1beta1.RollingUpdateDeployment", kF462},
    {"extensions.v1beta1.RollbackConfig", kF463},
    {"extensions.v1beta1.DeploymentStatus", kF464},
    {"extensions.v1beta1.DeploymentCondition", kF465},
    {"extensions.v1beta1.Ingress", kF466},
    {"extensions.v1beta1.IngressSpec", kF467},
    {"extensions.v1beta1.IngressBackend", kF468},
    {"extensions.v1beta1.IngressTLS", kF469},
    {"extensions.v1beta1.IngressRule", kF470},
    {"extensions.v1beta1.IngressRuleValue", kF471},
    {"extensions.v1beta1.HTTPIngressRuleValue", kF472},
    {"extensions.v1beta1.HTTPIngressPath", kF473},
    {"extensions.v1beta1.IngressStatus", kF474},
    {"extensions.v1beta1.IngressLoadBalancerStatus", kF475},
    {"extensions.v1beta1.IngressLoadBalancerIngress", kF476},
    {"extensions.v1beta1.IngressPortStatus", kF477},
    {"extensions.v1beta1.NetworkPolicy", kF478},
    {"extensions.v1beta1.NetworkPolicySpec", kF479},
    {"extensions.v1beta1.NetworkPolicyIngressRule", kF480},
    {"extensions.v1beta1.NetworkPolicyPort", kF481},
    {"extensions.v1beta1.NetworkPolicyPeer", kF482},
    {"extensions.v1beta1.IPBlock", kF483},
    {"extensions.v1beta1.NetworkPolicyEgressRule", kF484},
    {"extensions.v1beta1.ReplicaSet", kF485},
    {"extensions.v1beta1.ReplicaSetSpec", kF486},
    {"extensions.v1beta1.ReplicaSetStatus", kF487},
    {"extensions.v1beta1.ReplicaSetCondition", kF488},
    {"extensions.v1beta1.Scale", kF489},
    {"extensions.v1beta1.ScaleSpec", kF490},
    {"extensions.v1beta1.ScaleStatus", kF491},
    {"flowcontrol.v1.FlowSchema", kF492},
    {"flowcontrol.v1.FlowSchemaSpec", kF493},
    {"flowcontrol.v1.PriorityLevelConfigurationReference", kF494},
    {"flowcontrol.v1.FlowDistinguisherMethod", kF495},
    {"flowcontrol.v1.PolicyRulesWithSubjects", kF496},
    {"flowcontrol.v1.Subject", kF497},
    {"flowcontrol.v1.UserSubject", kF498},
    {"flowcontrol.v1.GroupSubject", kF499},
    {"flowcontrol.v1.ServiceAccountSubject", kF500},
    {"flowcontrol.v1.ResourcePolicyRule", kF501},
    {"flowcontrol.v1.NonResourcePolicyRule", kF502},
    {"flowcontrol.v1.FlowSchemaStatus", kF503},
    {"flowcontrol.v1.FlowSchemaCondition", kF504},
    {"flowcontrol.v1.PriorityLevelConfiguration", kF505},
    {"flowcontrol.v1.PriorityLevelConfigurationSpec", kF506},
    {"flowcontrol.v1.LimitedPriorityLevelConfiguration", kF507},
    {"flowcontrol.v1.LimitResponse", kF508},
    {"flowcontrol.v1.QueuingConfiguration", kF509},
    {"flowcontrol.v1.ExemptPriorityLevelConfiguration", kF510},
    {"flowcontrol.v1.PriorityLevelConfigurationStatus", kF511},
    {"flowcontrol.v1.PriorityLevelConfigurationCondition", kF512},
    {"flowcontrol.v1beta1.FlowSchema", kF513},
    {"flowcontrol.v1beta1.FlowSchemaSpec", kF514},
    {"flowcontrol.v1beta1.PriorityLevelConfigurationReference", kF515},
    {"flowcontrol.v1beta1.FlowDistinguisherMethod", kF516},
    {"flowcontrol.v1beta1.PolicyRulesWithSubjects", kF517},
    {"flowcontrol.v1beta1.Subject", kF518},
    {"flowcontrol.v1beta1.UserSubject", kF519},
    {"flowcontrol.v1beta1.GroupSubject", kF520},
    {"flowcontrol.v1beta1.ServiceAccountSubject", kF521},
    {"flowcontrol.v1beta1.ResourcePolicyRule", kF522},
    {"flowcontrol.v1beta1.NonResourcePolicyRule", kF523},
    {"flowcontrol.v1beta1.FlowSchemaStatus", kF524},
    {"flowcontrol.v1beta1.FlowSchemaCondition", kF525},
    {"flowcontrol.v1beta1.PriorityLevelConfiguration", kF526},
    {"flowcontrol.v1beta1.PriorityLevelConfigurationSpec", kF527},
    {"flowcontrol.v1beta1.LimitedPriorityLevelConfiguration", kF528},
    {"flowcontrol.v1beta1.LimitResponse", kF529},
    {"flowcontrol.v1beta1.QueuingConfiguration", kF530},
    {"flowcontrol.v1beta1.ExemptPriorityLevelConfiguration", kF531},
    {"flowcontrol.v1beta1.PriorityLevelConfigurationStatus", kF532},
    {"flowcontrol.v1beta1.PriorityLevelConfigurationCondition", kF533},
    {"flowcontrol.v1beta2.FlowSchema", kF534},
    {"flowcontrol.v1beta2.FlowSchemaSpec", kF535},
    {"flowcontrol.v1beta2.PriorityLevelConfigurationReference", kF536},
    {"flowcontrol.v1beta2.FlowDistinguisherMethod", kF537},
    {"flowcontrol.v1beta2.PolicyRulesWithSubjects", kF538},
    {"flowcontrol.v1beta2.Subject", kF539},
    {"flowcontrol.v1beta2.UserSubject", kF540},
    {"flowcontrol.v1beta2.GroupSubject", kF541},
    {"flowcontrol.v1beta2.ServiceAccountSubject", kF542},
    {"flowcontrol.v1beta2.ResourcePolicyRule", kF543},
    {"flowcontrol.v1beta2.NonResourcePolicyRule", kF544},
    {"flowcontrol.v1beta2.FlowSchemaStatus", kF545},
    {"flowcontrol.v1beta2.FlowSchemaCondition", kF546},
    {"flowcontrol.v1beta2.PriorityLevelConfiguration", kF547},
    {"flowcontrol.v1beta2.PriorityLevelConfigurationSpec", kF548},
    {"flowcontrol.v1beta2.LimitedPriorityLevelConfiguration", kF549},
    {"flowcontrol.v1beta2.LimitResponse", kF550},
    {"flowcontrol.v1beta2.QueuingConfiguration", kF551},
    {"flowcontrol.v1beta2.ExemptPriorityLevelConfiguration", kF552},
    {"flowcontrol.v1beta2.PriorityLevelConfigurationStatus", kF553},
    {"flowcontrol.v1beta2.PriorityLevelConfigurationCondition", kF554},
    {"flowcontrol.v1beta3.FlowSchema", kF555},
    {"flowcontrol.v1beta3.FlowSchemaSpec", kF556},
    {"flowcontrol.v1beta3.PriorityLevelConfigurationReference", kF557},
    {"flowcontrol.v1beta3.FlowDistinguisherMethod", kF558},
    {"flowcontrol.v1beta3.PolicyRulesWithSubjects", kF559},
    {"flowcontrol.v1beta3.Subject", kF560},
    {"flowcontrol.v1beta3.UserSubject", kF561},
    {"flowcontrol.v1beta3.GroupSubject", kF562},
    {"flowcontrol.v1beta3.ServiceAccountSubject", kF563},
    {"flowcontrol.v1beta3.ResourcePolicyRule", kF564},
    {"flowcontrol.v1beta3.NonResourcePolicyRule", kF565},
    {"flowcontrol.v1beta3.FlowSchemaStatus", kF566},
    {"flowcontrol.v1beta3.FlowSchemaCondition", kF567},
    {"flowcontrol.v1beta3.PriorityLevelConfiguration", kF568},
    {"flowcontrol.v1beta3.PriorityLevelConfigurationSpec", kF569},
    {"flowcontrol.v1beta3.LimitedPriorityLevelConfiguration", kF570},
    {"flowcontrol.v1beta3.LimitResponse", kF571},
    {"flowcontrol.v1beta3.QueuingConfiguration", kF572},
    {"flowcontrol.v1beta3.ExemptPriorityLevelConfiguration", kF573},
    {"flowcontrol.v1beta3.PriorityLevelConfigurationStatus", kF574},
    {"flowcontrol.v1beta3.PriorityLevelConfigurationCondition", kF575},
    {"apiserverinternal.v1alpha1.StorageVersion", kF576},
    {"apiserverinternal.v1alpha1.StorageVersionSpec", {}},
    {"apiserverinternal.v1alpha1.StorageVersionStatus", kF578},
    {"apiserverinternal.v1alpha1.ServerStorageVersion", kF579},
    {"apiserverinternal.v1alpha1.StorageVersionCondition", kF580},
    {"lifecycle.v1alpha1.Eviction", kF581},
    {"lifecycle.v1alpha1.EvictionSpec", kF582},
    {"lifecycle.v1alpha1.EvictionTarget", kF583},
    {"lifecycle.v1alpha1.EvictionPodReference", kF584},
    {"lifecycle.v1alpha1.EvictionStatus", kF585},
    {"lifecycle.v1alpha1.Requester", kF586},
    {"lifecycle.v1alpha1.TargetResponder", kF587},
    {"lifecycle.v1alpha1.ResponderStatus", kF588},
    {"lifecycle.v1alpha1.EvictionRequest", kF589},
    {"lifecycle.v1alpha1.EvictionRequestSpec", kF590},
    {"lifecycle.v1alpha1.EvictionRequestTarget", kF591},
    {"lifecycle.v1alpha1.EvictionRequestPodReference", kF592},
    {"lifecycle.v1alpha1.EvictionRequestStatus", kF593},
    {"meta.v1.PartialObjectMetadata", kF594},
    {"networking.v1.IPAddress", kF595},
    {"networking.v1.IPAddressSpec", kF596},
    {"networking.v1.ParentReference", kF597},
    {"networking.v1.Ingress", kF598},
    {"networking.v1.IngressSpec", kF599},
    {"networking.v1.IngressBackend", kF600},
    {"networking.v1.IngressServiceBackend", kF601},
    {"networking.v1.ServiceBackendPort", kF602},
    {"networking.v1.IngressTLS", kF603},
    {"networking.v1.IngressRule", kF604},
    {"networking.v1.IngressRuleValue", kF605},
    {"networking.v1.HTTPIngressRuleValue", kF606},
    {"networking.v1.HTTPIngressPath", kF607},
    {"networking.v1.IngressStatus", kF608},
    {"networking.v1.IngressLoadBalancerStatus", kF609},
    {"networking.v1.IngressLoadBalancerIngress", kF610},
    {"networking.v1.IngressPortStatus", kF611},
    {"networking.v1.IngressClass", kF612},
    {"networking.v1.IngressClassSpec", kF613},
    {"networking.v1.IngressClassParametersReference", kF614},
    {"networking.v1.NetworkPolicy", kF615},
    {"networking.v1.NetworkPolicySpec", kF616},
    {"networking.v1.NetworkPolicyIngressRule", kF617},
    {"networking.v1.NetworkPolicyPort", kF618},
    {"networking.v1.NetworkPolicyPeer", kF619},
    {"networking.v1.IPBlock", kF620},
    {"networking.v1.NetworkPolicyEgressRule", kF621},
    {"networking.v1.ServiceCIDR", kF622},
    {"networking.v1.ServiceCIDRSpec", kF623},
    {"networking.v1.ServiceCIDRStatus", kF624},
    {"networking.v1beta1.IPAddress", kF625},
    {"networking.v1beta1.IPAddressSpec", kF626},
    {"networking.v1beta1.ParentReference", kF627},
    {"networking.v1beta1.Ingress", kF628},
    {"networking.v1beta1.IngressSpec", kF629},
    {"networking.v1beta1.IngressBackend", kF630},
    {"networking.v1beta1.IngressTLS", kF631},
    {"networking.v1beta1.IngressRule", kF632},
    {"networking.v1beta1.IngressRuleValue", kF633},
    {"networking.v1beta1.HTTPIngressRuleValue", kF634},
    {"networking.v1beta1.HTTPIngressPath", kF635},
    {"networking.v1beta1.IngressStatus", kF636},
    {"networking.v1beta1.IngressLoadBalancerStatus", kF637},
    {"networking.v1beta1.IngressLoadBalancerIngress", kF638},
    {"networking.v1beta1.IngressPortStatus", kF639},
    {"networking.v1beta1.IngressClass", kF640},
    {"networking.v1beta1.IngressClassSpec", kF641},
    {"networking.v1beta1.IngressClassParametersReference", kF642},
    {"networking.v1beta1.ServiceCIDR", kF643},
    {"networking.v1beta1.ServiceCIDRSpec", kF644},
    {"networking.v1beta1.ServiceCIDRStatus", kF645},
    {"node.v1.RuntimeClass", kF646},
    {"node.v1.Overhead", kF647},
    {"node.v1.Scheduling", kF648},
    {"node.v1alpha1.RuntimeClass", kF649},
    {"node.v1alpha1.RuntimeClassSpec", kF650},
    {"node.v1alpha1.Overhead", kF651},
    {"node.v1alpha1.Scheduling", kF652},
    {"node.v1beta1.RuntimeClass", kF653},
    {"node.v1beta1.Overhead", kF654},
    {"node.v1beta1.Scheduling", kF655},
    {"policy.v1.Eviction", kF656},
    {"meta.v1.DeleteOptions", kF657},
    {"meta.v1.Preconditions", kF658},
    {"policy.v1.PodDisruptionBudget", kF659},
    {"policy.v1.PodDisruptionBudgetSpec", kF660},
    {"policy.v1.PodDisruptionBudgetStatus", kF661},
    {"policy.v1beta1.Eviction", kF662},
    {"policy.v1beta1.PodDisruptionBudget", kF663},
    {"policy.v1beta1.PodDisruptionBudgetSpec", kF664},
    {"policy.v1beta1.PodDisruptionBudgetStatus", kF665},
    {"rbac.v1.ClusterRole", kF666},
    {"rbac.v1.PolicyRule", kF667},
    {"rbac.v1.AggregationRule", kF668},
    {"rbac.v1.ClusterRoleBinding", kF669},
    {"rbac.v1.Subject", kF670},
    {"rbac.v1.RoleRef", kF671},
    {"rbac.v1.Role", kF672},
    {"rbac.v1.RoleBinding", kF673},
    {"rbac.v1alpha1.ClusterRole", kF674},
    {"rbac.v1alpha1.PolicyRule", kF675},
    {"rbac.v1alpha1.AggregationRule", kF676},
    {"rbac.v1alpha1.ClusterRoleBinding", kF677},
    {"rbac.v1alpha1.Subject", kF678},
    {"rbac.v1alpha1.RoleRef", kF679},
    {"rbac.v1alpha1.Role", kF680},
    {"rbac.v1alpha1.RoleBinding", kF681},
    {"rbac.v1beta1.ClusterRole", kF682},
    {"rbac.v1beta1.PolicyRule", kF683},
    {"rbac.v1beta1.AggregationRule", kF684},
    {"rbac.v1beta1.ClusterRoleBinding", kF685},
    {"rbac.v1beta1.Subject", kF686},
    {"rbac.v1beta1.RoleRef", kF687},
    {"rbac.v1beta1.Role", kF688},
    {"rbac.v1beta1.RoleBinding", kF689},
    {"resource.v1.DeviceClass", kF690},
    {"resource.v1.DeviceClassSpec", kF691},
    {"resource.v1.DeviceSelector", kF692},
    {"resource.v1.CELDeviceSelector", kF693},
    {"resource.v1.DeviceClassConfiguration", kF694},
    {"resource.v1.DeviceConfiguration", kF695},
    {"resource.v1.OpaqueDeviceConfiguration", kF696},
    {"resource.v1.DeviceTaintRule", kF697},
    {"resource.v1.DeviceTaintRuleSpec", kF698},
    {"resource.v1.DeviceTaintSelector", kF699},
    {"resource.v1.DeviceTaint", kF700},
    {"resource.v1.DeviceTaintRuleStatus", kF701},
    {"resource.v1.ResourceClaim", kF702},
    {"resource.v1.ResourceClaimSpec", kF703},
    {"resource.v1.DeviceClaim", kF704},
    {"resource.v1.DeviceRequest", kF705},
    {"resource.v1.ExactDeviceRequest", kF706},
    {"resource.v1.DeviceToleration", kF707},
    {"resource.v1.CapacityRequirements", kF708},
    {"resource.v1.DeviceDerivedAttribute", kF709},
    {"resource.v1.DeviceSubRequest", kF710},
    {"resource.v1.DeviceConstraint", kF711},
    {"resource.v1.DeviceClaimConfiguration", kF712},
    {"resource.v1.ResourceClaimStatus", kF713},
    {"resource.v1.AllocationResult", kF714},
    {"resource.v1.DeviceAllocationResult", kF715},
    {"resource.v1.DeviceRequestAllocationResult", kF716},
    {"resource.v1.DeviceAllocationConfiguration", kF717},
    {"resource.v1.ResourceClaimConsumerReference", kF718},
    {"resource.v1.AllocatedDeviceStatus", kF719},
    {"resource.v1.NetworkDeviceData", kF720},
    {"resource.v1.ResourceClaimTemplate", kF721},
    {"resource.v1.ResourceClaimTemplateSpec", kF722},
    {"resource.v1.ResourceSlice", kF723},
    {"resource.v1.ResourceSliceSpec", kF724},
    {"resource.v1.ResourcePool", kF725},
    {"resource.v1.Device", kF726},
    {"resource.v1.DeviceAttribute", kF727},
    {"resource.v1.DeviceCapacity", kF728},
    {"resource.v1.CapacityRequestPolicy", kF729},
    {"resource.v1.CapacityRequestPolicyRange", kF730},
    {"resource.v1.DeviceCounterConsumption", kF731},
    {"resource.v1.Counter", kF732},
    {"resource.v1.NodeAllocatableResource", kF733},
    {"resource.v1.NodeAllocatableMapping", kF734},
    {"resource.v1.NodeAllocatableOverhead", kF735},
    {"resource.v1.CounterSet", kF736},
    {"resource.v1alpha3.DeviceTaintRule", kF737},
    {"resource.v1alpha3.DeviceTaintRuleSpec", kF738},
    {"resource.v1alpha3.DeviceTaintSelector", kF739},
    {"resource.v1alpha3.DeviceTaint", kF740},
    {"resource.v1alpha3.DeviceTaintRuleStatus", kF741},
    {"resource.v1alpha3.ResourcePoolStatusRequest", kF742},
    {"resource.v1alpha3.ResourcePoolStatusRequestSpec", kF743},
    {"resource.v1alpha3.ResourcePoolStatusRequestStatus", kF744},
    {"resource.v1alpha3.PoolStatus", kF745},
    {"resource.v1alpha3.PartitionTypeStatus", kF746},
    {"resource.v1alpha3.ShareableSummaryStatus", kF747},
    {"resource.v1alpha3.ShareableCapacityStatus", kF748},
    {"resource.v1beta1.DeviceClass", kF749},
    {"resource.v1beta1.DeviceClassSpec", kF750},
    {"resource.v1beta1.DeviceSelector", kF751},
    {"resource.v1beta1.CELDeviceSelector", kF752},
    {"resource.v1beta1.DeviceClassConfiguration", kF753},
    {"resource.v1beta1.DeviceConfiguration", kF754},
    {"resource.v1beta1.OpaqueDeviceConfiguration", kF755},
    {"resource.v1beta1.ResourceClaim", kF756},
    {"resource.v1beta1.ResourceClaimSpec", kF757},
    {"resource.v1beta1.DeviceClaim", kF758},
    {"resource.v1beta1.DeviceRequest", kF759},
    {"resource.v1beta1.DeviceSubRequest", kF760},
    {"resource.v1beta1.DeviceToleration", kF761},
    {"resource.v1beta1.CapacityRequirements", kF762},
    {"resource.v1beta1.DeviceDerivedAttribute", kF763},
    {"resource.v1beta1.DeviceConstraint", kF764},
    {"resource.v1beta1.DeviceClaimConfiguration", kF765},
    {"resource.v1beta1.ResourceClaimStatus", kF766},
    {"resource.v1beta1.AllocationResult", kF767},
    {"resource.v1beta1.DeviceAllocationResult", kF768},
    {"resource.v1beta1.DeviceRequestAllocationResult", kF769},
    {"resource.v1beta1.DeviceAllocationConfiguration", kF770},
    {"resource.v1beta1.ResourceClaimConsumerReference", kF771},
    {"resource.v1beta1.AllocatedDeviceStatus", kF772},
    {"resource.v1beta1.NetworkDeviceData", kF773},
    {"resource.v1beta1.ResourceClaimTemplate", kF774},
    {"resource.v1beta1.ResourceClaimTemplateSpec", kF775},
    {"resource.v1beta1.ResourceSlice", kF776},
    {"resource.v1beta1.ResourceSliceSpec", kF777},
    {"resource.v1beta1.ResourcePool", kF778},
    {"resource.v1beta1.Device", kF779},
    {"resource.v1beta1.BasicDevice", kF780},
    {"resource.v1beta1.DeviceAttribute", kF781},
    {"resource.v1beta1.DeviceCapacity", kF782},
    {"resource.v1beta1.CapacityRequestPolicy", kF783},
    {"resource.v1beta1.CapacityRequestPolicyRange", kF784},
    {"resource.v1beta1.DeviceCounterConsumption", kF785},
    {"resource.v1beta1.Counter", kF786},
    {"resource.v1beta1.DeviceTaint", kF787},
    {"resource.v1beta1.NodeAllocatableResource", kF788},
    {"resource.v1beta1.NodeAllocatableMapping", kF789},
    {"resource.v1beta1.NodeAllocatableOverhead", kF790},
    {"resource.v1beta1.CounterSet", kF791},
    {"resource.v1beta2.DeviceClass", kF792},
    {"resource.v1beta2.DeviceClassSpec", kF793},
    {"resource.v1beta2.DeviceSelector", kF794},
    {"resource.v1beta2.CELDeviceSelector", kF795},
    {"resource.v1beta2.DeviceClassConfiguration", kF796},
    {"resource.v1beta2.DeviceConfiguration", kF797},
    {"resource.v1beta2.OpaqueDeviceConfiguration", kF798},
    {"resource.v1beta2.DeviceTaintRule", kF799},
    {"resource.v1beta2.DeviceTaintRuleSpec", kF800},
    {"resource.v1beta2.DeviceTaintSelector", kF801},
    {"resource.v1beta2.DeviceTaint", kF802},
    {"resource.v1beta2.DeviceTaintRuleStatus", kF803},
    {"resource.v1beta2.ResourceClaim", kF804},
    {"resource.v1beta2.ResourceClaimSpec", kF805},
    {"resource.v1beta2.DeviceClaim", kF806},
    {"resource.v1beta2.DeviceRequest", kF807},
    {"resource.v1beta2.ExactDeviceRequest", kF808},
    {"resource.v1beta2.DeviceToleration", kF809},
    {"resource.v1beta2.CapacityRequirements", kF810},
    {"resource.v1beta2.DeviceDerivedAttribute", kF811},
    {"resource.v1beta2.DeviceSubRequest", kF812},
    {"resource.v1beta2.DeviceConstraint", kF813},
    {"resource.v1beta2.DeviceClaimConfiguration", kF814},
    {"resource.v1beta2.ResourceClaimStatus", kF815},
    {"resource.v1beta2.AllocationResult", kF816},
    {"resource.v1beta2.DeviceAllocationResult", kF817},
    {"resource.v1beta2.DeviceRequestAllocationResult", kF818},
    {"resource.v1beta2.DeviceAllocationConfiguration", kF819},
    {"resource.v1beta2.ResourceClaimConsumerReference", kF820},
    {"resource.v1beta2.AllocatedDeviceStatus", kF821},
    {"resource.v1beta2.NetworkDeviceData", kF822},
    {"resource.v1beta2.ResourceClaimTemplate", kF823},
    {"resource.v1beta2.ResourceClaimTemplateSpec", kF824},
    {"resource.v1beta2.ResourceSlice", kF825},
    {"resource.v1beta2.ResourceSliceSpec", kF826},
    {"resource.v1beta2.ResourcePool", kF827},
    {"resource.v1beta2.Device", kF828},
    {"resource.v1beta2.DeviceAttribute", kF829},
    {"resource.v1beta2.DeviceCapacity", kF830},
    {"resource.v1beta2.CapacityRequestPolicy", kF831},
    {"resource.v1beta2.CapacityRequestPolicyRange", kF832},
    {"resource.v1beta2.DeviceCounterConsumption", kF833},
    {"resource.v1beta2.Counter", kF834},
    {"resource.v1beta2.NodeAllocatableResource", kF835},
    {"resource.v1beta2.NodeAllocatableMapping", kF836},
    {"resource.v1beta2.NodeAllocatableOverhead", kF837},
    {"resource.v1beta2.CounterSet", kF838},
    {"scheduling.v1.PriorityClass", kF839},
    {"scheduling.v1alpha3.CompositePodGroup", kF840},
    {"scheduling.v1alpha3.CompositePodGroupSpec", kF841},
    {"scheduling.v1alpha3.WorkloadReference", kF842},
    {"scheduling.v1alpha3.CompositePodGroupSchedulingPolicy", kF843},
    {"scheduling.v1alpha3.CompositeBasicSchedulingPolicy", {}},
    {"scheduling.v1alpha3.CompositeGangSchedulingPolicy", kF845},
    {"scheduling.v1alpha3.CompositePodGroupSchedulingConstraints", kF846},
    {"scheduling.v1alpha3.CompositeDisruptionMode", kF847},
    {"scheduling.v1alpha3.SingleCompositeDisruptionMode", {}},
    {"scheduling.v1alpha3.AllCompositeDisruptionMode", {}},
    {"scheduling.v1alpha3.CompositePodGroupStatus", kF850},
    {"scheduling.v1alpha3.PodGroup", kF851},
    {"scheduling.v1alpha3.PodGroupSpec", kF852},
    {"scheduling.v1alpha3.PodGroupSchedulingPolicy", kF853},
    {"scheduling.v1alpha3.BasicSchedulingPolicy", {}},
    {"scheduling.v1alpha3.GangSchedulingPolicy", kF855},
    {"scheduling.v1alpha3.PodGroupSchedulingConstraints", kF856},
    {"scheduling.v1alpha3.PodGroupResourceClaim", kF857},
    {"scheduling.v1alpha3.DisruptionMode", kF858},
    {"scheduling.v1alpha3.SingleDisruptionMode", {}},
    {"scheduling.v1alpha3.AllDisruptionMode", {}},
    {"scheduling.v1alpha3.PodGroupStatus", kF861},
    {"scheduling.v1alpha3.PodGroupResourceClaimStatus", kF862},
    {"scheduling.v1alpha3.Workload", kF863},
    {"scheduling.v1alpha3.WorkloadSpec", kF864},
    {"scheduling.v1alpha3.TypedLocalObjectReference", kF865},
    {"scheduling.v1alpha3.PodGroupTemplate", kF866},
    {"scheduling.v1alpha3.CompositePodGroupTemplate", kF867},
    {"scheduling.v1beta1.PodGroup", kF868},
    {"scheduling.v1beta1.PodGroupSpec", kF869},
    {"scheduling.v1beta1.WorkloadReference", kF870},
    {"scheduling.v1beta1.PodGroupSchedulingPolicy", kF871},
    {"scheduling.v1beta1.BasicSchedulingPolicy", {}},
    {"scheduling.v1beta1.GangSchedulingPolicy", kF873},
    {"scheduling.v1beta1.PodGroupSchedulingConstraints", kF874},
    {"scheduling.v1beta1.TopologyConstraint", kF875},
    {"scheduling.v1beta1.PodGroupResourceClaim", kF876},
    {"scheduling.v1beta1.DisruptionMode", kF877},
    {"scheduling.v1beta1.SingleDisruptionMode", {}},
    {"scheduling.v1beta1.AllDisruptionMode", {}},
    {"scheduling.v1beta1.PodGroupStatus", kF880},
    {"scheduling.v1beta1.PodGroupResourceClaimStatus", kF881},
    {"scheduling.v1beta1.PriorityClass", kF882},
    {"scheduling.v1beta1.Workload", kF883},
    {"scheduling.v1beta1.WorkloadSpec", kF884},
    {"scheduling.v1beta1.TypedLocalObjectReference", kF885},
    {"scheduling.v1beta1.PodGroupTemplate", kF886},
    {"scheduling.v1beta1.CompositePodGroupTemplate", kF887},
    {"scheduling.v1beta1.CompositePodGroupSchedulingPolicy", kF888},
    {"scheduling.v1beta1.CompositeBasicSchedulingPolicy", {}},
    {"scheduling.v1beta1.CompositeGangSchedulingPolicy", kF890},
    {"scheduling.v1beta1.CompositePodGroupSchedulingConstraints", kF891},
    {"scheduling.v1beta1.CompositeDisruptionMode", kF892},
    {"scheduling.v1beta1.SingleCompositeDisruptionMode", {}},
    {"scheduling.v1beta1.AllCompositeDisruptionMode", {}},
    {"storage.v1.CSIDriver", kF895},
    {"storage.v1.CSIDriverSpec", kF896},
    {"storage.v1.TokenRequest", kF897},
    {"storage.v1.CSINode", kF898},
    {"storage.v1.CSINodeSpec", kF899},
    {"storage.v1.CSINodeDriver", kF900},
    {"storage.v1.VolumeNodeResources", kF901},
    {"storage.v1.CSINodeStatus", kF902},
    {"storage.v1.StorageHealth", kF903},
    {"storage.v1.StorageHealthCondition", kF904},
    {"storage.v1.CSIStorageCapacity", kF905},
    {"storage.v1.StorageClass", kF906},
    {"core.v1.TopologySelectorTerm", kF907},
    {"core.v1.TopologySelectorLabelRequirement", kF908},
    {"storage.v1.VolumeAttachment", kF909},
    {"storage.v1.VolumeAttachmentSpec", kF910},
    {"storage.v1.VolumeAttachmentSource", kF911},
    {"core.v1.PersistentVolumeSpec", kF912},
    {"core.v1.PersistentVolumeSource", kF913},
    {"core.v1.GlusterfsPersistentVolumeSource", kF914},
    {"core.v1.RBDPersistentVolumeSource", kF915},
    {"core.v1.SecretReference", kF916},
    {"core.v1.ISCSIPersistentVolumeSource", kF917},
    {"core.v1.CinderPersistentVolumeSource", kF918},
    {"core.v1.CephFSPersistentVolumeSource", kF919},
    {"core.v1.FlexPersistentVolumeSource", kF920},
    {"core.v1.AzureFilePersistentVolumeSource", kF921},
    {"core.v1.ScaleIOPersistentVolumeSource", kF922},
    {"core.v1.LocalVolumeSource", kF923},
    {"core.v1.StorageOSPersistentVolumeSource", kF924},
    {"core.v1.CSIPersistentVolumeSource", kF925},
    {"core.v1.VolumeNodeAffinity", kF926},
    {"storage.v1.VolumeAttachmentStatus", kF927},
    {"storage.v1.VolumeError", kF928},
    {"storage.v1.VolumeAttributesClass", kF929},
    {"storage.v1alpha1.CSIStorageCapacity", kF930},
    {"storage.v1alpha1.VolumeAttachment", kF931},
    {"storage.v1alpha1.VolumeAttachmentSpec", kF932},
    {"storage.v1alpha1.VolumeAttachmentSource", kF933},
    {"storage.v1alpha1.VolumeAttachmentStatus", kF934},
    {"storage.v1alpha1.VolumeError", kF935},
    {"storage.v1alpha1.VolumeAttributesClass", kF936},
    {"storage.v1beta1.CSIDriver", kF937},
    {"storage.v1beta1.CSIDriverSpec", kF938},
    {"storage.v1beta1.TokenRequest", kF939},
    {"storage.v1beta1.CSINode", kF940},
    {"storage.v1beta1.CSINodeSpec", kF941},
    {"storage.v1beta1.CSINodeDriver", kF942},
    {"storage.v1beta1.VolumeNodeResources", kF943},
    {"storage.v1beta1.CSINodeStatus", kF944},
    {"storage.v1beta1.StorageHealth", kF945},
    {"storage.v1beta1.StorageHealthCondition", kF946},
    {"storage.v1beta1.CSIStorageCapacity", kF947},
    {"storage.v1beta1.StorageClass", kF948},
    {"storage.v1beta1.VolumeAttachment", kF949},
    {"storage.v1beta1.VolumeAttachmentSpec", kF950},
    {"storage.v1beta1.VolumeAttachmentSource", kF951},
    {"storage.v1beta1.VolumeAttachmentStatus", kF952},
    {"storage.v1beta1.VolumeError", kF953},
    {"storage.v1beta1.VolumeAttributesClass", kF954},
    {"storagemigration.v1.StorageVersionMigration", kF955},
    {"storagemigration.v1.StorageVersionMigrationSpec", kF956},
    {"meta.v1.GroupResource", kF957},
    {"storagemigration.v1.StorageVersionMigrationStatus", kF958},
    {"storagemigration.v1beta1.StorageVersionMigration", kF959},
    {"storagemigration.v1beta1.StorageVersionMigrationSpec", kF960},
    {"storagemigration.v1beta1.StorageVersionMigrationStatus", kF961},
    {"core.v1.Binding", kF962},
    {"core.v1.ComponentStatus", kF963},
    {"core.v1.ComponentCondition", kF964},
    {"core.v1.ConfigMap", kF965},
    {"core.v1.Endpoints", kF966},
    {"core.v1.EndpointSubset", kF967},
    {"core.v1.EndpointAddress", kF968},
    {"core.v1.EndpointPort", kF969},
    {"core.v1.Event", kF970},
    {"core.v1.EventSeries", kF971},
    {"core.v1.LimitRange", kF972},
    {"core.v1.LimitRangeSpec", kF973},
    {"core.v1.LimitRangeItem", kF974},
    {"core.v1.Namespace", kF975},
    {"core.v1.NamespaceSpec", kF976},
    {"core.v1.NamespaceStatus", kF977},
    {"core.v1.NamespaceCondition", kF978},
    {"core.v1.Node", kF979},
    {"core.v1.NodeSpec", kF980},
    {"core.v1.Taint", kF981},
    {"core.v1.NodeConfigSource", kF982},
    {"core.v1.ConfigMapNodeConfigSource", kF983},
    {"core.v1.NodePodPreemptionPolicy", kF984},
    {"core.v1.NodeStatus", kF985},
    {"core.v1.NodeCondition", kF986},
    {"core.v1.NodeAddress", kF987},
    {"core.v1.NodeDaemonEndpoints", kF988},
    {"core.v1.DaemonEndpoint", kF989},
    {"core.v1.NodeSystemInfo", kF990},
    {"core.v1.NodeSwapStatus", kF991},
    {"core.v1.ContainerImage", kF992},
    {"core.v1.AttachedVolume", kF993},
    {"core.v1.NodeConfigStatus", kF994},
    {"core.v1.NodeRuntimeHandler", kF995},
    {"core.v1.NodeRuntimeHandlerFeatures", kF996},
    {"core.v1.NodeFeatures", kF997},
    {"core.v1.PersistentVolume", kF998},
    {"core.v1.PersistentVolumeStatus", kF999},
    {"core.v1.Pod", kF1000},
    {"core.v1.PodStatus", kF1001},
    {"core.v1.PodCondition", kF1002},
    {"core.v1.HostIP", kF1003},
    {"core.v1.PodIP", kF1004},
    {"core.v1.ContainerStatus", kF1005},
    {"core.v1.ContainerState", kF1006},
    {"core.v1.ContainerStateWaiting", kF1007},
    {"core.v1.ContainerStateRunning", kF1008},
    {"core.v1.ContainerStateTerminated", kF1009},
    {"core.v1.VolumeMountStatus", kF1010},
    {"core.v1.VolumeStatus", kF1011},
    {"core.v1.ImageVolumeStatus", kF1012},
    {"core.v1.ContainerUser", kF1013},
    {"core.v1.LinuxContainerUser", kF1014},
    {"core.v1.ResourceStatus", kF1015},
    {"core.v1.ResourceHealth", kF1016},
    {"core.v1.PodResourceClaimStatus", kF1017},
    {"core.v1.PodExtendedResourceClaimStatus", kF1018},
    {"core.v1.ContainerExtendedResourceRequest", kF1019},
    {"core.v1.NodeAllocatableResourceClaimStatus", kF1020},
    {"core.v1.NodeAllocatableMappedResources", kF1021},
    {"core.v1.NodeAllocatableOverheadResources", kF1022},
    {"core.v1.PodVolumeHealth", kF1023},
    {"core.v1.PodTemplate", kF1024},
    {"core.v1.RangeAllocation", kF1025},
    {"core.v1.ReplicationController", kF1026},
    {"core.v1.ReplicationControllerSpec", kF1027},
    {"core.v1.ReplicationControllerStatus", kF1028},
    {"core.v1.ReplicationControllerCondition", kF1029},
    {"core.v1.ResourceQuota", kF1030},
    {"core.v1.ResourceQuotaSpec", kF1031},
    {"core.v1.ScopeSelector", kF1032},
    {"core.v1.ScopedResourceSelectorRequirement", kF1033},
    {"core.v1.ResourceQuotaStatus", kF1034},
    {"core.v1.Secret", kF1035},
    {"core.v1.Service", kF1036},
    {"core.v1.ServiceSpec", kF1037},
    {"core.v1.ServicePort", kF1038},
    {"core.v1.SessionAffinityConfig", kF1039},
    {"core.v1.ClientIPConfig", kF1040},
    {"core.v1.ServiceStatus", kF1041},
    {"core.v1.LoadBalancerStatus", kF1042},
    {"core.v1.LoadBalancerIngress", kF1043},
    {"core.v1.PortStatus", kF1044},
    {"core.v1.ServiceAccount", kF1045},
    {"meta.v1.Status", kF1046},
    {"meta.v1.StatusDetails", kF1047},
    {"meta.v1.StatusCause", kF1048},
};

// Sorted by apiVersion and kind.
constexpr Root kAllRoots[] = {
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy", 5},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding", 19},
    {"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", 22},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", 26},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", 34},
    {"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", 36},
    {"admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicy", 38},
    {"admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicyBinding", 48},
    {"admissionregistration.k8s.io/v1alpha1", "ValidatingAdmissionPolicy", 51},
    {"admissionregistration.k8s.io/v1alpha1", "ValidatingAdmissionPolicyBinding", 58},
    {"admissionregistration.k8s.io/v1beta1", "MutatingAdmissionPolicy", 60},
    {"admissionregistration.k8s.io/v1beta1", "MutatingAdmissionPolicyBinding", 70},
    {"admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration", 73},
    {"admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicy", 77},
    {"admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicyBinding", 84},
    {"admissionregistration.k8s.io/v1beta1", "ValidatingWebhookConfiguration", 86},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition", 88},
    {"apiregistration.k8s.io/v1", "APIService", 107},
    {"apps/v1", "ControllerRevision", 112},
    {"apps/v1", "DaemonSet", 113},
    {"apps/v1", "Deployment", 228},
    {"apps/v1", "ReplicaSet", 234},
    {"apps/v1", "StatefulSet", 238},
    {"apps/v1beta1", "ControllerRevision", 252},
    {"apps/v1beta1", "Deployment", 253},
    {"apps/v1beta1", "Scale", 260},
    {"apps/v1beta1", "StatefulSet", 263},
    {"apps/v1beta2", "ControllerRevision", 271},
    {"apps/v1beta2", "DaemonSet", 272},
    {"apps/v1beta2", "Deployment", 278},
    {"apps/v1beta2", "ReplicaSet", 284},
    {"apps/v1beta2", "Scale", 288},
    {"apps/v1beta2", "StatefulSet", 291},
    {"authentication.k8s.io/v1", "SelfSubjectReview", 299},
    {"authentication.k8s.io/v1", "TokenRequest", 302},
    {"authentication.k8s.io/v1", "TokenReview", 306},
    {"authentication.k8s.io/v1alpha1", "SelfSubjectReview", 309},
    {"authentication.k8s.io/v1beta1", "SelfSubjectReview", 311},
    {"authentication.k8s.io/v1beta1", "TokenReview", 313},
    {"authorization.k8s.io/v1", "LocalSubjectAccessReview", 317},
    {"authorization.k8s.io/v1", "SelfSubjectAccessReview", 325},
    {"authorization.k8s.io/v1", "SelfSubjectRulesReview", 327},
    {"authorization.k8s.io/v1", "SubjectAccessReview", 332},
    {"authorization.k8s.io/v1beta1", "LocalSubjectAccessReview", 333},
    {"authorization.k8s.io/v1beta1", "SelfSubjectAccessReview", 338},
    {"authorization.k8s.io/v1beta1", "SelfSubjectRulesReview", 340},
    {"authorization.k8s.io/v1beta1", "SubjectAccessReview", 345},
    {"autoscaling/v1", "HorizontalPodAutoscaler", 346},
    {"autoscaling/v1", "Scale", 350},
    {"autoscaling/v2", "HorizontalPodAutoscaler", 353},
    {"batch/v1", "CronJob", 376},
    {"batch/v1", "Job", 398},
    {"batch/v1beta1", "CronJob", 402},
    {"certificates.k8s.io/v1", "CertificateSigningRequest", 406},
    {"certificates.k8s.io/v1", "ClusterTrustBundle", 410},
    {"certificates.k8s.io/v1", "PodCertificateRequest", 412},
    {"certificates.k8s.io/v1alpha1", "ClusterTrustBundle", 415},
    {"certificates.k8s.io/v1beta1", "CertificateSigningRequest", 417},
    {"certificates.k8s.io/v1beta1", "ClusterTrustBundle", 421},
    {"certificates.k8s.io/v1beta1", "PodCertificateRequest", 423},
    {"coordination.k8s.io/v1", "Lease", 426},
    {"coordination.k8s.io/v1alpha2", "LeaseCandidate", 428},
    {"coordination.k8s.io/v1beta1", "Lease", 430},
    {"coordination.k8s.io/v1beta1", "LeaseCandidate", 432},
    {"discovery.k8s.io/v1", "EndpointSlice", 434},
    {"discovery.k8s.io/v1beta1", "EndpointSlice", 441},
    {"events.k8s.io/v1", "Event", 448},
    {"events.k8s.io/v1beta1", "Event", 451},
    {"extensions/v1beta1", "DaemonSet", 453},
    {"extensions/v1beta1", "Deployment", 459},
    {"extensions/v1beta1", "Ingress", 466},
    {"extensions/v1beta1", "NetworkPolicy", 478},
    {"extensions/v1beta1", "ReplicaSet", 485},
    {"extensions/v1beta1", "Scale", 489},
    {"flowcontrol.apiserver.k8s.io/v1", "FlowSchema", 492},
    {"flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", 505},
    {"flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema", 513},
    {"flowcontrol.apiserver.k8s.io/v1beta1", "PriorityLevelConfiguration", 526},
    {"flowcontrol.apiserver.k8s.io/v1beta2", "FlowSchema", 534},
    {"flowcontrol.apiserver.k8s.io/v1beta2", "PriorityLevelConfiguration", 547},
    {"flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", 555},
    {"flowcontrol.apiserver.k8s.io/v1beta3", "PriorityLevelConfiguration", 568},
    {"internal.apiserver.k8s.io/v1alpha1", "StorageVersion", 576},
    {"lifecycle.k8s.io/v1alpha1", "Eviction", 581},
    {"lifecycle.k8s.io/v1alpha1", "EvictionRequest", 589},
    {"meta.k8s.io/v1", "PartialObjectMetadata", 594},
    {"networking.k8s.io/v1", "IPAddress", 595},
    {"networking.k8s.io/v1", "Ingress", 598},
    {"networking.k8s.io/v1", "IngressClass", 612},
    {"networking.k8s.io/v1", "NetworkPolicy", 615},
    {"networking.k8s.io/v1", "ServiceCIDR", 622},
    {"networking.k8s.io/v1beta1", "IPAddress", 625},
    {"networking.k8s.io/v1beta1", "Ingress", 628},
    {"networking.k8s.io/v1beta1", "IngressClass", 640},
    {"networking.k8s.io/v1beta1", "ServiceCIDR", 643},
    {"node.k8s.io/v1", "RuntimeClass", 646},
    {"node.k8s.io/v1alpha1", "RuntimeClass", 649},
    {"node.k8s.io/v1beta1", "RuntimeClass", 653},
    {"policy/v1", "Eviction", 656},
    {"policy/v1", "PodDisruptionBudget", 659},
    {"policy/v1beta1", "Eviction", 662},
    {"policy/v1beta1", "PodDisruptionBudget", 663},
    {"rbac.authorization.k8s.io/v1", "ClusterRole", 666},
    {"rbac.authorization.k8s.io/v1", "ClusterRoleBinding", 669},
    {"rbac.authorization.k8s.io/v1", "Role", 672},
    {"rbac.authorization.k8s.io/v1", "RoleBinding", 673},
    {"rbac.authorization.k8s.io/v1alpha1", "ClusterRole", 674},
    {"rbac.authorization.k8s.io/v1alpha1", "ClusterRoleBinding", 677},
    {"rbac.authorization.k8s.io/v1alpha1", "Role", 680},
    {"rbac.authorization.k8s.io/v1alpha1", "RoleBinding", 681},
    {"rbac.authorization.k8s.io/v1beta1", "ClusterRole", 682},
    {"rbac.authorization.k8s.io/v1beta1", "ClusterRoleBinding", 685},
    {"rbac.authorization.k8s.io/v1beta1", "Role", 688},
    {"rbac.authorization.k8s.io/v1beta1", "RoleBinding", 689},
    {"resource.k8s.io/v1", "DeviceClass", 690},
    {"resource.k8s.io/v1", "DeviceTaintRule", 697},
    {"resource.k8s.io/v1", "ResourceClaim", 702},
    {"resource.k8s.io/v1", "ResourceClaimTemplate", 721},
    {"resource.k8s.io/v1", "ResourceSlice", 723},
    {"resource.k8s.io/v1alpha3", "DeviceTaintRule", 737},
    {"resource.k8s.io/v1alpha3", "ResourcePoolStatusRequest", 742},
    {"resource.k8s.io/v1beta1", "DeviceClass", 749},
    {"resource.k8s.io/v1beta1", "ResourceClaim", 756},
    {"resource.k8s.io/v1beta1", "ResourceClaimTemplate", 774},
    {"resource.k8s.io/v1beta1", "ResourceSlice", 776},
    {"resource.k8s.io/v1beta2", "DeviceClass", 792},
    {"resource.k8s.io/v1beta2", "DeviceTaintRule", 799},
    {"resource.k8s.io/v1beta2", "ResourceClaim", 804},
    {"resource.k8s.io/v1beta2", "ResourceClaimTemplate", 823},
    {"resource.k8s.io/v1beta2", "ResourceSlice", 825},
    {"scheduling.k8s.io/v1", "PriorityClass", 839},
    {"scheduling.k8s.io/v1alpha3", "CompositePodGroup", 840},
    {"scheduling.k8s.io/v1alpha3", "PodGroup", 851},
    {"scheduling.k8s.io/v1alpha3", "Workload", 863},
    {"scheduling.k8s.io/v1beta1", "PodGroup", 868},
    {"scheduling.k8s.io/v1beta1", "PriorityClass", 882},
    {"scheduling.k8s.io/v1beta1", "Workload", 883},
    {"storage.k8s.io/v1", "CSIDriver", 895},
    {"storage.k8s.io/v1", "CSINode", 898},
    {"storage.k8s.io/v1", "CSIStorageCapacity", 905},
    {"storage.k8s.io/v1", "StorageClass", 906},
    {"storage.k8s.io/v1", "VolumeAttachment", 909},
    {"storage.k8s.io/v1", "VolumeAttributesClass", 929},
    {"storage.k8s.io/v1alpha1", "CSIStorageCapacity", 930},
    {"storage.k8s.io/v1alpha1", "VolumeAttachment", 931},
    {"storage.k8s.io/v1alpha1", "VolumeAttributesClass", 936},
    {"storage.k8s.io/v1beta1", "CSIDriver", 937},
    {"storage.k8s.io/v1beta1", "CSINode", 940},
    {"storage.k8s.io/v1beta1", "CSIStorageCapacity", 947},
    {"storage.k8s.io/v1beta1", "StorageClass", 948},
    {"storage.k8s.io/v1beta1", "VolumeAttachment", 949},
    {"storage.k8s.io/v1beta1", "VolumeAttributesClass", 954},
    {"storagemigration.k8s.io/v1", "StorageVersionMigration", 955},
    {"storagemigration.k8s.io/v1beta1", "StorageVersionMigration", 959},
    {"v1", "Binding", 962},
    {"v1", "ComponentStatus", 963},
    {"v1", "ConfigMap", 965},
    {"v1", "Endpoints", 966},
    {"v1", "Event", 970},
    {"v1", "LimitRange", 972},
    {"v1", "Namespace", 975},
    {"v1", "Node", 979},
    {"v1", "PersistentVolume", 998},
    {"v1", "PersistentVolumeClaim", 240},
    {"v1", "Pod", 1000},
    {"v1", "PodTemplate", 1024},
    {"v1", "RangeAllocation", 1025},
    {"v1", "ReplicationController", 1026},
    {"v1", "ResourceQuota", 1030},
    {"v1", "Secret", 1035},
    {"v1", "Service", 1036},
    {"v1", "ServiceAccount", 1045},
    {"v1", "Status", 1046},
};

}  // namespace

const std::span<const Message> kMessages = kAllMessages;
const std::span<const Root> kRoots = kAllRoots;
const uint16_t kListMetaMessage = 0;
const uint16_t kObjectMetaMessage = 2;

}  // namespace oarlock::kube::protobuf
