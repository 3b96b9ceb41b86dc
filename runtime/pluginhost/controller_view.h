#pragma once
// ControllerView: one controller of a generation at work, for people who look into it: its numbers,
// its queue and its last runs, and what its keys stand for.
//
// Made by Generation, shown by `app`. A value; what it shares outlives the generation.
// Threads: [any].

#include <memory>
#include <string>
#include <vector>

#include "controller/controller.h"
#include "controller/runs/run_history.h"
#include "kube/gvk.h"
#include "queue/work_queue.h"

namespace oarlock::pluginhost {

// What a key with these two numbers names an object of.
struct KeyType {
  uint32_t source = 0;
  uint32_t resource_index = 0;
  kube::GroupVersionResource resource;
};

struct ControllerView {
  controller::ControllerStatus status;
  std::shared_ptr<queue::WorkQueue> queue;
  std::shared_ptr<const controller::RunHistory> history;
  std::vector<KeyType> types;

  // Null: a type that is gone.
  const KeyType* TypeOf(const queue::Key& key) const {
    for (const KeyType& type : types) {
      if (type.source == key.source && type.resource_index == key.resource_index) return &type;
    }
    return nullptr;
  }
};

}  // namespace oarlock::pluginhost
