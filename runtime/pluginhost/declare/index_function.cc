#include "pluginhost/declare/index_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace oarlock::pluginhost {
namespace {

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// An IndexPart with its paths resolved.
struct Part {
  std::vector<kube::Path> paths;
  std::string split;
  std::string strip_prefix;
  bool lower_case;

  std::string Clean(std::string_view piece) const {
    piece = Trim(piece);
    if (!strip_prefix.empty() && piece.starts_with(strip_prefix)) {
      piece.remove_prefix(strip_prefix.size());
    }
    std::string out(piece);
    if (lower_case) {
      std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
    }
    return out;
  }

  void Add(std::string_view text, std::vector<std::string>& pieces) const {
    while (!split.empty()) {
      const size_t at = text.find(split);
      if (at == std::string_view::npos) break;
      AddPiece(text.substr(0, at), pieces);
      text.remove_prefix(at + split.size());
    }
    AddPiece(text, pieces);
  }
  void AddPiece(std::string_view text, std::vector<std::string>& pieces) const {
    std::string piece = Clean(text);
    if (!piece.empty()) pieces.push_back(std::move(piece));
  }

  std::vector<std::string> Pieces(const kube::Object& object) const {
    std::vector<std::string> pieces;
    for (const kube::Path& path : paths) {
      path.ForEach(object.root(), [&](kube::Value value) {
        Add(value.is_number() ? value.NumberText() : value.AsString(), pieces);
        return true;
      });
    }
    return pieces;
  }
};

std::vector<std::string> Combine(const std::vector<std::string>& left,
                                 const std::vector<std::string>& right,
                                 const std::string& separator) {
  std::vector<std::string> out;
  for (const std::string& a : left) {
    for (const std::string& b : right) {
      if (out.size() > cache::kIndexValuesMax) return out;  // the store refuses it
      std::string& both = out.emplace_back(a);
      both += separator;
      both += b;
    }
  }
  return out;
}

}  // namespace

std::string IndexName(const IndexDecl& index, const Declaration& declaration) {
  std::string name = "declared";
  for (const IndexPart& part : index.parts) {
    name += fmt::format(";split={}:{},strip={}:{},lower={}", part.split.size(), part.split,
                        part.strip_prefix.size(), part.strip_prefix, part.lower_case);
    for (const uint32_t id : part.paths) {
      const std::string& text = declaration.paths.at(id).text();
      name += fmt::format(",path={}:{}", text.size(), text);
    }
  }
  return name + fmt::format(";separator={}:{}", index.separator.size(), index.separator);
}

cache::IndexFn IndexFunction(const IndexDecl& index, const Declaration& declaration) {
  std::vector<Part> parts;
  for (const IndexPart& part : index.parts) {
    Part resolved{{}, part.split, part.strip_prefix, part.lower_case};
    for (const uint32_t id : part.paths) resolved.paths.push_back(declaration.paths.at(id));
    parts.push_back(std::move(resolved));
  }
  return [parts = std::move(parts), separator = index.separator](const kube::Object& object,
                                                                 cache::IndexValues& values) {
    std::vector<std::string> all = parts.front().Pieces(object);
    for (size_t i = 1; i < parts.size(); ++i) {
      all = Combine(all, parts[i].Pieces(object), separator);
    }
    for (const std::string& value : all) values.Add(value);
  };
}

}  // namespace oarlock::pluginhost
