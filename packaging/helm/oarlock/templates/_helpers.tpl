{{- define "oarlock.name" -}}
{{- default .Release.Name .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "oarlock.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "oarlock.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.name is needed where none is created" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "oarlock.selector" -}}
app.kubernetes.io/name: {{ include "oarlock.name" . }}
{{- end -}}

{{- define "oarlock.labels" -}}
{{ include "oarlock.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (.Chart.Version | replace "+" "_") }}
{{- end -}}

{{- define "oarlock.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "oarlock.subject" -}}
- kind: ServiceAccount
  name: {{ include "oarlock.serviceAccount" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}
