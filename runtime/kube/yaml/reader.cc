#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "kube/decode.h"
#include "kube/yaml.h"
#include "kube/yaml/expander.h"
#include "kube/yaml/layout.h"
#include "kube/yaml/scalar.h"
#include "kube/yaml/text.h"

namespace oarlock::kube {
namespace {

using Type = YamlNode::Type;

constexpr std::string_view kBlanks = " \t\n";
constexpr size_t kNone = std::string_view::npos;
constexpr std::string_view kTabIndent = "tab in the indentation; use spaces";

// Thrown through the parser to stop it, and caught in YamlReader::Parse only.
struct Stop {
  size_t offset;
  std::string message;
};

// The parser's complaint in words that help.
std::string WhatIsWrong(const YAML::Exception& error) {
  if (error.msg.starts_with(YAML::ErrorMsg::INVALID_UNICODE)) {
    return "an escape that is no character (a lone surrogate, or past U+10FFFF)";
  }
  if (error.msg == YAML::ErrorMsg::BAD_FILE) return "nested too deeply";
  if (error.msg == YAML::ErrorMsg::UNKNOWN_TOKEN) {
    return "this character cannot start a value; quote it";
  }
  if (error.msg == YAML::ErrorMsg::MAP_VALUE) {
    return "`: ` is not expected here; check the indentation, or quote the text";
  }
  return "malformed YAML: " + error.msg;
}

// What a plain key is as a string, as kubectl makes it.
void ToKey(YamlScalar& scalar, const std::string& written, size_t at) {
  switch (scalar.type) {
    case YamlScalar::Type::kNull: throw Stop{at, "null cannot be a key; quote it"};
    case YamlScalar::Type::kBool: scalar.text = scalar.flag ? "true" : "false"; break;
    case YamlScalar::Type::kNumber:
      if (scalar.text.find_first_of(".eE") != kNone) scalar.text = written;
      break;
    default: return;
  }
  scalar.type = YamlScalar::Type::kString;
}

}  // namespace

// Parser events → YamlTree → Object, one document after the other.
class YamlReader final : public YAML::EventHandler {
 public:
  YamlReader(YamlText& text, const YamlOptions& options) : text_(text), options_(options) {}

  base::Result<std::vector<YamlDocument>> Read() {
    for (int round = 0; round < 2; ++round) {
      base::Status status = Parse();
      std::sort(scalars_.begin(), scalars_.end());
      if (round == 0 && text_.RestorePairs(scalars_)) continue;
      if (!status.ok()) return status;
      break;
    }
    return std::move(documents_);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    const size_t at = Offset(mark);
    if (started_ && !BeginsDocument(text_.text(), at)) {
      throw Stop{at, "content after the end of the document; documents are separated by `---`"};
    }
    started_ = true;
    tree_.clear();
    stack_.clear();
    anchors_.clear();
  }

  void OnDocumentEnd() override {
    if (tree_.empty() || tree_.front().type == Type::kNull) return;
    YamlDocument document;
    document.file_ = text_.file();
    auto object = expander_->Expand(tree_, document.marks_);
    if (!object.ok()) {
      failed_ = object.status();
      throw Stop{0, {}};
    }
    document.object_ = std::move(object).value();
    documents_.push_back(std::move(document));
  }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode node;
    node.offset = NullOffset(Offset(mark));
    AddLeaf(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode node;
    node.type = Type::kAlias;
    node.offset = Offset(mark);
    CheckAnchor(anchor, node.offset);
    if (ExpectsKey()) throw Stop{node.offset, "an alias cannot be a key; write the key out"};
    const auto target = anchors_.find(anchor);
    if (target == anchors_.end() || tree_[target->second].open) {
      throw Stop{node.offset, "the alias refers to a value that contains it"};
    }
    node.target = target->second;
    AddLeaf(std::move(node), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& parsed) override {
    const size_t at = Offset(mark);
    scalars_.push_back(at);
    const auto tail = text_.TailOfQuoted(at);
    if (tail.quoted && !tail.closed) throw Stop{at, "the quote is never closed"};
    std::string value = YamlText::RepairFolds(tail, parsed);
    if (tail.quoted) value = YamlText::RepairEscapes(value);
    YamlNode node;
    node.offset = at;
    node.quoted = tag == "!";
    YamlScalar scalar{YamlScalar::Type::kString, false, {}};
    if (tag == "!") {
      scalar.text = value;
    } else {
      scalar = tag == "?" ? ResolvePlain(value) : ResolveTagged(tag, value);
    }
    if (ExpectsKey()) {
      node.merge = tag == "?" && value == "<<";
      ToKey(scalar, value, at);
    }
    if (scalar.type == YamlScalar::Type::kInvalid) throw Stop{at, scalar.text};
    static constexpr Type kTypes[] = {Type::kNull, Type::kBool, Type::kNumber, Type::kString};
    node.type = kTypes[static_cast<size_t>(scalar.type)];
    node.flag = scalar.flag;
    node.text = std::move(scalar.text);
    AddLeaf(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    Begin(Type::kArray, Offset(mark), tag, anchor, style);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    Begin(Type::kMap, Offset(mark), tag, anchor, style);
  }
  void OnSequenceEnd() override { End(); }
  void OnMapEnd() override { End(); }

 private:
  struct Frame {
    uint32_t node;
    bool flow;
    bool has_key = false;  // a key waits for its value
    std::unordered_map<std::string_view, uint32_t> keys;
  };

  base::Status Parse() {
    documents_.clear();
    scalars_.clear();
    started_ = false;
    nodes_ = 0;
    expander_.emplace(text_);
    try {
      std::istringstream input(text_.text());
      YAML::Parser parser(input);
      while (parser.HandleNextDocument(*this)) {
      }
    } catch (const Stop& stop) {
      if (!failed_.ok()) return std::exchange(failed_, {});
      return text_.Error(stop.offset, CurrentPath(), stop.message);
    } catch (const YAML::Exception& error) {
      return ParserError(error);
    } catch (const std::exception& error) {
      return base::InvalidArgument(text_.file() + ": malformed YAML: " + error.what());
    }
    return base::Status::Ok();
  }

  base::Status ParserError(const YAML::Exception& error) const {
    const size_t at = error.mark.is_null() ? 0 : Offset(error.mark);
    const std::string why =
        HasTabIndent(text_.text(), at) ? std::string(kTabIndent) : WhatIsWrong(error);
    return text_.Error(at, CurrentPath(), why);
  }

  size_t Offset(const YAML::Mark& mark) const {
    return std::min(static_cast<size_t>(std::max(mark.pos, 0)), text_.text().size());
  }

  bool ExpectsKey() const {
    return !stack_.empty() && tree_[stack_.back().node].type == Type::kMap &&
           !stack_.back().has_key;
  }

  std::string CurrentPath() const {
    std::vector<YamlStep> steps;
    for (size_t i = 0; i < stack_.size(); ++i) {
      // A container that is open stands in its parent's children already.
      const bool inner = i + 1 < stack_.size();
      const auto& children = tree_[stack_[i].node].children;
      if (tree_[stack_[i].node].type == Type::kArray) {
        steps.push_back({nullptr, children.size() - (inner ? 1 : 0)});
      } else if (inner || stack_[i].has_key) {
        steps.push_back({&tree_[children[children.size() - (inner ? 2 : 1)]].text, 0});
      }
    }
    return YamlPath(steps);
  }

  void CheckAnchor(YAML::anchor_t anchor, size_t at) const {
    if (anchor != 0 && !options_.allow_anchors) {
      throw Stop{at, "anchors and aliases are not allowed here; write the value out"};
    }
  }

  // The parser's mark of an absent value is the next token, often on a later line.
  size_t NullOffset(size_t at) const {
    const std::string_view text = text_.text();
    if (stack_.empty()) return at;
    const Frame& frame = stack_.back();
    const YamlNode& parent = tree_[frame.node];
    const bool no_marker = parent.type == Type::kMap && frame.has_key && !frame.flow &&
                           at <= tree_[parent.children.back()].offset;
    if (!no_marker && IsWrittenNull(text_.text(), at)) return at;
    if (parent.type == Type::kArray) {
      const size_t before = at == 0 ? kNone : text.find_last_not_of(kBlanks, at - 1);
      return !frame.flow && before != kNone && text[before] == '-' ? before : at;
    }
    if (!frame.has_key) return at;
    const YamlNode& key = tree_[parent.children.back()];
    if (!HasValueMarker(text, key, at, frame.flow)) {
      throw Stop{key.offset, "this key has no value; write `key: value` with a space"};
    }
    return key.offset;
  }

  uint32_t Add(YamlNode node, YAML::anchor_t anchor) {
    CheckAnchor(anchor, node.offset);
    const bool block = !stack_.empty() && !stack_.back().flow;
    if (block && HasTabIndent(text_.text(), node.offset)) {
      throw Stop{node.offset, std::string(kTabIndent)};
    }
    if (!ExpectsKey() && ++nodes_ > kYamlNodesMax) {
      throw Stop{node.offset, "more than " + std::to_string(kYamlNodesMax) + " values"};
    }
    const auto id = static_cast<uint32_t>(tree_.size());
    tree_.push_back(std::move(node));
    if (anchor != 0) anchors_[anchor] = id;
    if (stack_.empty()) return id;
    Frame& frame = stack_.back();
    if (ExpectsKey()) {
      AddKey(frame, id);
    } else {
      frame.has_key = false;
      tree_[frame.node].children.push_back(id);
    }
    return id;
  }

  void AddLeaf(YamlNode node, YAML::anchor_t anchor) {
    if (ExpectsKey() && node.type == Type::kNull) {
      throw Stop{node.offset, "the key is missing or null; quote it if it is meant as text"};
    }
    Add(std::move(node), anchor);
  }

  void AddKey(Frame& frame, uint32_t id) {
    const YamlNode& key = tree_[id];
    if (key.merge && !options_.allow_anchors) {
      throw Stop{key.offset, "merge keys (`<<`) are not allowed here; write the members out"};
    }
    const auto [first, added] = frame.keys.emplace(key.text, id);
    if (!added) {
      const int line = text_.At(tree_[first->second].offset).line;
      throw Stop{key.offset, "duplicate key \"" + key.text + "\", first on line " +
                                 std::to_string(line) + "; remove one of them"};
    }
    tree_[frame.node].children.push_back(id);
    frame.has_key = true;
  }

  void Begin(Type type, size_t at, const std::string& tag, YAML::anchor_t anchor,
             YAML::EmitterStyle::value style) {
    if (ExpectsKey()) throw Stop{at, "a key must be a string"};
    const std::string known =
        type == Type::kMap ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq";
    if (tag != "?" && tag != "!" && tag != known) {
      throw Stop{at, "the tag " + tag + " is not supported"};
    }
    if (stack_.size() >= kObjectDepthMax) throw Stop{at, "nested too deeply"};
    YamlNode node;
    node.type = type;
    node.offset = at;
    node.open = true;
    const uint32_t id = Add(std::move(node), anchor);
    stack_.push_back({id, style == YAML::EmitterStyle::Flow, false, {}});
  }

  void End() {
    tree_[stack_.back().node].open = false;
    stack_.pop_back();
  }

  YamlText& text_;
  const YamlOptions options_;
  std::optional<YamlExpander> expander_;
  std::vector<YamlDocument> documents_;
  YamlTree tree_;
  std::vector<Frame> stack_;
  std::unordered_map<YAML::anchor_t, uint32_t> anchors_;
  std::vector<size_t> scalars_;  // offsets of all scalars of the text
  size_t nodes_ = 0;
  bool started_ = false;
  base::Status failed_;
};

base::Result<std::vector<YamlDocument>> ReadYaml(std::string_view text, std::string_view file,
                                                 const YamlOptions& options) {
  OARLOCK_ASSIGN_OR_RETURN(YamlText prepared, YamlText::Prepare(text, file));
  return YamlReader(prepared, options).Read();
}

}  // namespace oarlock::kube
