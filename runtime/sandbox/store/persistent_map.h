#pragma once
// PersistentMap: an ordered map as a value whose copies share their memory.
//
// Copying is one reference count; Set and Erase give a new map and leave the old one as it is, at
// the price of the nodes on the way (O(log n)). So a snapshot of everything is a copy of a root.
// An AVL tree of immutable nodes, each with the size of its subtree.
// Used by the sandbox's store. Threads: a map is a value (one writer per object); what several
// maps share is immutable. Limits: those of who puts something in.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace oarlock::sandbox {

template <typename Key, typename Value>
class PersistentMap {
  struct Node;
  using NodePtr = std::shared_ptr<const Node>;
  struct Node {
    Key key;
    Value value;
    NodePtr left;
    NodePtr right;
    size_t size;
    int height;
  };
  static constexpr size_t kHeightMost = 96;  // of an AVL tree with as many nodes as fit a machine

 public:
  // Walks upwards. Reads the map it came from, which must stay (a copy of it is enough).
  class Cursor {
   public:
    bool valid() const { return depth_ > 0; }
    const Key& key() const { return path_[depth_ - 1]->key; }
    const Value& value() const { return path_[depth_ - 1]->value; }
    void Next() {
      const Node* node = path_[--depth_]->right.get();
      for (; node != nullptr; node = node->left.get()) path_[depth_++] = node;
    }

   private:
    friend class PersistentMap;
    std::array<const Node*, kHeightMost> path_;
    size_t depth_ = 0;
  };

  size_t size() const { return Size(root_); }
  bool empty() const { return root_ == nullptr; }

  template <typename K>
  const Value* Find(const K& key) const {
    for (const Node* node = root_.get(); node != nullptr;) {
      if (key < node->key) {
        node = node->left.get();
      } else if (node->key < key) {
        node = node->right.get();
      } else {
        return &node->value;
      }
    }
    return nullptr;
  }

  void Set(Key key, Value value) { root_ = Put(root_, std::move(key), std::move(value)); }
  template <typename K>
  void Erase(const K& key) {
    if (Find(key) != nullptr) root_ = Remove(root_, key);
  }

  Cursor First() const {
    return From([](const Key&) { return true; });
  }
  // The first entry that is not below `key`.
  template <typename K>
  Cursor LowerBound(const K& key) const {
    return From([&](const Key& other) { return !(other < key); });
  }
  // The first entry above `key`.
  template <typename K>
  Cursor UpperBound(const K& key) const {
    return From([&](const Key& other) { return key < other; });
  }
  // How many entries are not below `key`.
  template <typename K>
  size_t CountFrom(const K& key) const {
    size_t count = 0;
    for (const Node* node = root_.get(); node != nullptr;) {
      if (node->key < key) {
        node = node->right.get();
      } else {
        count += 1 + Size(node->right);
        node = node->left.get();
      }
    }
    return count;
  }

 private:
  static size_t Size(const NodePtr& node) { return node ? node->size : 0; }
  static int Height(const NodePtr& node) { return node ? node->height : 0; }

  // `reached` is false for the lower entries and true from some entry on.
  template <typename Reached>
  Cursor From(const Reached& reached) const {
    Cursor cursor;
    for (const Node* node = root_.get(); node != nullptr;) {
      if (reached(node->key)) {
        cursor.path_[cursor.depth_++] = node;
        node = node->left.get();
      } else {
        node = node->right.get();
      }
    }
    return cursor;
  }

  static NodePtr Make(Key key, Value value, NodePtr left, NodePtr right) {
    const size_t size = 1 + Size(left) + Size(right);
    const int height = 1 + std::max(Height(left), Height(right));
    return std::make_shared<const Node>(
        Node{std::move(key), std::move(value), std::move(left), std::move(right), size, height});
  }

  // A node over two trees whose heights differ by two at most.
  static NodePtr Balance(Key key, Value value, NodePtr left, NodePtr right) {
    if (Height(left) > Height(right) + 1) {
      if (Height(left->left) >= Height(left->right)) {
        return Make(left->key, left->value, left->left,
                    Make(std::move(key), std::move(value), left->right, std::move(right)));
      }
      const NodePtr middle = left->right;
      return Make(middle->key, middle->value,
                  Make(left->key, left->value, left->left, middle->left),
                  Make(std::move(key), std::move(value), middle->right, std::move(right)));
    }
    if (Height(right) > Height(left) + 1) {
      if (Height(right->right) >= Height(right->left)) {
        return Make(right->key, right->value,
                    Make(std::move(key), std::move(value), std::move(left), right->left),
                    right->right);
      }
      const NodePtr middle = right->left;
      return Make(middle->key, middle->value,
                  Make(std::move(key), std::move(value), std::move(left), middle->left),
                  Make(right->key, right->value, middle->right, right->right));
    }
    return Make(std::move(key), std::move(value), std::move(left), std::move(right));
  }

  static NodePtr Put(const NodePtr& node, Key key, Value value) {
    if (!node) return Make(std::move(key), std::move(value), nullptr, nullptr);
    if (key < node->key) {
      return Balance(node->key, node->value, Put(node->left, std::move(key), std::move(value)),
                     node->right);
    }
    if (node->key < key) {
      return Balance(node->key, node->value, node->left,
                     Put(node->right, std::move(key), std::move(value)));
    }
    return Make(std::move(key), std::move(value), node->left, node->right);
  }

  static NodePtr RemoveFirst(const NodePtr& node) {
    if (!node->left) return node->right;
    return Balance(node->key, node->value, RemoveFirst(node->left), node->right);
  }

  template <typename K>
  static NodePtr Remove(const NodePtr& node, const K& key) {
    if (key < node->key) {
      return Balance(node->key, node->value, Remove(node->left, key), node->right);
    }
    if (node->key < key) {
      return Balance(node->key, node->value, node->left, Remove(node->right, key));
    }
    if (!node->left) return node->right;
    if (!node->right) return node->left;
    const Node* next = node->right.get();
    while (next->left) next = next->left.get();
    return Balance(next->key, next->value, node->left, RemoveFirst(node->right));
  }

  NodePtr root_;
};

}  // namespace oarlock::sandbox
