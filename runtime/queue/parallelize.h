#pragma once
// ParallelizeUntil: many independent pieces of work, on threads that exist already.
//
// For users of the runtime as a library. The calling thread works, too, so the call gets on even if
// the executor has no thread to spare, and may be made from one of its threads.
// Threads: [any]; blocks until no piece runs. Errors: none; pieces keep their own.

#include <cstddef>
#include <functional>
#include <stop_token>

#include "base/executor.h"

namespace oarlock::queue {

// Calls piece(0) … piece(pieces - 1), each once, in chunks of `chunk` neighbours, by at most
// `workers` threads at once, this one included. After a request to stop no further piece starts.
// No workers: nothing is done.
void ParallelizeUntil(std::stop_token stop, base::Executor& executor, size_t workers, size_t pieces,
                      const std::function<void(size_t)>& piece, size_t chunk = 1);

}  // namespace oarlock::queue
