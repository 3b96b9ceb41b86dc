#pragma once
// HeadReader: the head of an answer out of the lines that libcurl hands over: past interim answers
// (1xx) and, when a request was sent again, past the answer before; trailers are none of it.
//
// Part of CurlTransfer, on [io]. Limits: kHeaderBytesMax, over all lines of one transfer.

#include <cstddef>
#include <string_view>

#include "client/transport/transfer.h"

namespace oarlock::client {

class HeadReader {
 public:
  enum class Step {
    kMore,
    kWhole,    // with this line the head is complete
    kTooLong,  // it is past its limit, now and from now on
  };
  Step Add(std::string_view line);

  const ResponseHead& head() const { return head_; }
  bool done() const { return done_; }
  bool too_long() const;

 private:
  void ReadStatus(std::string_view line);
  void ReadField(std::string_view line);

  ResponseHead head_;
  size_t bytes_ = 0;
  bool done_ = false;
};

}  // namespace oarlock::client
