#pragma once
// ScriptConnection: reads requests of one connection and plays the answers it is given.
// Made by ScriptServer, runs on one connection thread. Errors: any malformed or too large request
// ends the connection.

#include <functional>
#include <optional>
#include <string>

#include "integration/script/script_channel.h"
#include "integration/script/script_server.h"

namespace oarlock::integration {

class ScriptConnection {
 public:
  using Answer = std::function<ScriptAnswer(ScriptRequest)>;
  // `channel` is borrowed.
  ScriptConnection(Channel& channel, uint64_t id, Answer answer);
  // Until the connection ends.
  void Run();

 private:
  std::optional<ScriptRequest> ReadRequest();
  bool ReadBody(ScriptRequest& request);
  bool ReadChunkedBody(ScriptRequest& request);
  bool Fill(size_t bytes);
  std::optional<std::string> TakeLine();
  // False when the connection ended.
  bool Play(const ScriptAnswer& answer);
  bool PlayBody(const ScriptAnswer& answer);
  bool PlayStream(const ScriptAnswer& answer);
  bool WritePiece(const ScriptAnswer& answer, std::string_view piece);
  bool Finish(Then then);

  Channel& channel_;
  const uint64_t id_;
  const Answer answer_;
  std::string buffer_;
};

}  // namespace oarlock::integration
