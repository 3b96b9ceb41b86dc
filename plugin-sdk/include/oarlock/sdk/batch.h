#pragma once
// Batch: many writes in one call of the host, each with its own status.
//
//   Batch batch;
//   batch.Delete(key); batch.Create(other, json);
//   for (const Status& status : batch.Run(ctx)) …
// Owns its texts. Not thread-safe.

#include <list>
#include <string>
#include <utility>
#include <vector>

#include "oarlock/abi/client_batch.h"
#include "oarlock/sdk/client.h"

namespace oarlock::sdk {

class Batch {
 public:
  void Create(Key key, std::string json) {
    Add(OAR_WRITE_CREATE, 0, std::move(key), std::move(json));
  }
  void Update(Key key, std::string json) {
    Add(OAR_WRITE_UPDATE, 0, std::move(key), std::move(json));
  }
  void Patch(Key key, int32_t kind, std::string body) {
    Add(OAR_WRITE_PATCH, kind, std::move(key), std::move(body));
  }
  void Delete(Key key) { Add(OAR_WRITE_DELETE, 0, std::move(key), {}); }
  size_t size() const { return items_.size(); }

  // One status per write, in order.
  std::vector<Status> Run(const Context& ctx, bool stop_on_error = false) const {
    std::vector<oar_key> keys;
    for (const Item& item : items_) keys.push_back(item.key.raw());
    std::vector<oar_write_item> raw;
    for (const Item& item : items_) {
      auto& out = raw.emplace_back(Sized<oar_write_item>());
      out.verb = item.verb;
      out.patch_kind = item.patch_kind;
      out.key = &keys[raw.size() - 1];
      out.body = ToView(item.body);
    }
    std::vector<oar_write_outcome> outcomes(raw.size(), Sized<oar_write_outcome>());
    auto options = Sized<oar_batch_options>();
    options.stop_on_error = stop_on_error ? 1 : 0;
    options.no_objects = 1;
    const int32_t code =
        ctx.api().batch.write_many(ctx.raw(), raw.data(), raw.size(), sizeof(oar_write_item),
                                   &options, outcomes.data(), sizeof(oar_write_outcome));
    std::vector<Status> statuses;
    for (const oar_write_outcome& one : outcomes) {
      statuses.push_back(code < OAR_OK ? ctx.StatusOf(code, {})
                                       : ctx.StatusOf(one.status, one.error));
    }
    return statuses;
  }

 private:
  struct Item {
    int32_t verb;
    int32_t patch_kind;
    Key key;
    std::string body;
  };
  void Add(int32_t verb, int32_t patch_kind, Key key, std::string body) {
    items_.push_back({verb, patch_kind, std::move(key), std::move(body)});
  }
  std::list<Item> items_;
};

}  // namespace oarlock::sdk
