# Turns the ABI's headers (comments removed) into statements that print sizes, offsets, signatures
# and constants. Relies on the headers' shape: one field per statement, no nested structs.
/^#define OAR_[A-Z0-9_]+ ["(0-9-]/ || /^#define OAR_[A-Z0-9_]+ (U?INT64_)/ {
  value = $0
  sub(/^#define OAR_[A-Z0-9_]+ /, "", value)
  gsub(/\\/, "\\\\", value); gsub(/"/, "\\\"", value)
  printf "  puts(\"constant %s = %s\");\n", $2, value
  next
}
/^OAR_HANDLE\(/ {
  name = $0
  sub(/^OAR_HANDLE\(/, "", name); sub(/\).*/, "", name)
  begin(name); field("uint64_t id"); next
}
/^typedef (struct|union) [a-z0-9_]+ \{/ { begin($3); inside = 1; next }
/^\} [a-z0-9_]+;/ { inside = 0; next }
/^OAR_EXPORT/ { exported = 1; text = "" }
exported {
  text = text " " $0
  if ($0 ~ /;/) { print_text("export" clean(text)); exported = 0 }
  next
}
inside {
  text = text " " $0
  if ($0 ~ /;/) { field(clean(text)); text = "" }
}
function begin(name) {
  struct = name; text = ""
  printf "  printf(\"%s: size %%u\\n\", (unsigned)sizeof(%s));\n", name, name
}
function clean(s) {
  gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ ?;.*/, "", s)
  sub(/ OAR_NOEXCEPT$/, " noexcept", s)
  return s
}
function print_text(s) { printf "  puts(\"%s\");\n", s }
function field(declaration, name) {
  name = declaration
  if (name ~ /\(\*/) { sub(/^.*\(\*/, "", name); sub(/\).*/, "", name) }
  else { sub(/\[.*/, "", name); sub(/^.*[ *]/, "", name) }
  printf "  printf(\"  %%4u +%%u %s\\n\", (unsigned)OAR_OFFSET(%s, %s), ", declaration, struct, name
  printf "(unsigned)OAR_FIELD_SIZE(%s, %s));\n", struct, name
}
