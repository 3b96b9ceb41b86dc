#include "controller/sources/mapper.h"

#include <utility>

#include "kube/names.h"

namespace oarlock::controller {
namespace {

queue::Key MakeKey(const Target& target, std::string_view ns, std::string_view name) {
  return {target.source, target.resource_index, target.namespaced ? ns : std::string_view(), name};
}

// "name" or "namespace/name", as text of users: what is no name is skipped.
void EmitText(std::string_view text, std::string_view default_ns, const Target& target,
              const KeySink& sink) {
  std::string_view ns = default_ns;
  std::string_view name = text;
  if (const size_t slash = text.find('/'); slash != std::string_view::npos) {
    ns = text.substr(0, slash);
    name = text.substr(slash + 1);
  }
  if (!kube::CheckPathSegment("name", name).ok()) return;
  if (target.namespaced && !kube::CheckPathSegment("namespace", ns).ok()) return;
  sink(MakeKey(target, ns, name));
}

std::string_view GroupOf(std::string_view api_version) {
  const size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

}  // namespace

base::Result<KeyTemplate> KeyTemplate::Parse(std::string_view text) {
  KeyTemplate out;
  while (!text.empty()) {
    const size_t open = text.find_first_of("{}");
    if (open != 0) {
      out.parts_.emplace_back(Part::kText, std::string(text.substr(0, open)));
      if (open == std::string_view::npos) break;
      text.remove_prefix(open);
    }
    const size_t close = text.find('}');
    const std::string_view word = text.substr(0, close == text.npos ? close : close + 1);
    if (word == "{namespace}") {
      out.parts_.emplace_back(Part::kNamespace, std::string());
    } else if (word == "{name}") {
      out.parts_.emplace_back(Part::kName, std::string());
    } else if (word == "{value}") {
      out.parts_.emplace_back(Part::kValue, std::string());
    } else {
      return base::InvalidArgument("template: expected {namespace}, {name} or {value} at \"" +
                                   std::string(text) + "\"");
    }
    text.remove_prefix(word.size());
  }
  return out;
}

std::string KeyTemplate::Render(const kube::Object& object, std::string_view value) const {
  std::string out;
  for (const auto& [part, text] : parts_) {
    switch (part) {
      case Part::kText: out += text; break;
      case Part::kNamespace: out += object.ns(); break;
      case Part::kName: out += object.name(); break;
      case Part::kValue: out += value; break;
    }
  }
  return out;
}

Mapper MapToSameName(Target target) {
  return [target](const kube::Object& object, const KeySink& sink) {
    sink(MakeKey(target, object.ns(), object.name()));
  };
}

Mapper MapByLabel(std::string key, Target target) {
  return [key = std::move(key), target](const kube::Object& object, const KeySink& sink) {
    EmitText(object.Label(key), object.ns(), target, sink);
  };
}

Mapper MapByAnnotation(std::string key, Target target) {
  return [key = std::move(key), target](const kube::Object& object, const KeySink& sink) {
    EmitText(object.Annotation(key), object.ns(), target, sink);
  };
}

Mapper MapByPath(kube::Path path, KeyTemplate key, Target target) {
  return [path = std::move(path), key = std::move(key), target](const kube::Object& object,
                                                                const KeySink& sink) {
    path.ForEach(object.root(), [&](kube::Value value) {
      if (value.is_string()) {
        EmitText(key.Render(object, value.AsString()), object.ns(), target, sink);
      }
      return true;
    });
  };
}

Mapper MapByOwner(kube::GroupKind owner, bool controller_only, Target target) {
  return [owner = std::move(owner), controller_only, target](const kube::Object& object,
                                                             const KeySink& sink) {
    const kube::Value owners = object.owner_references();
    for (uint32_t i = 0; i < owners.size(); ++i) {
      const kube::Value ref = owners.At(i);
      if (controller_only && !ref["controller"].AsBool()) continue;
      if (ref["kind"].AsString() != owner.kind) continue;
      if (GroupOf(ref["apiVersion"].AsString()) != owner.group) continue;
      EmitText(ref["name"].AsString(), object.ns(), target, sink);
    }
  };
}

Mapper MapByIndex(cache::Lister lister, std::string index, KeyTemplate value, Target target) {
  return [lister = std::move(lister), index = std::move(index), value = std::move(value), target](
             const kube::Object& object, const KeySink& sink) {
    const std::string wanted = value.Render(object, {});
    const auto found = lister.ByIndex(index, wanted);
    if (!found.ok()) return;  // there is no such index (yet): nothing is found by it
    for (const kube::Object& match : found.value()) {
      sink(MakeKey(target, match.ns(), match.name()));
    }
  };
}

}  // namespace oarlock::controller
