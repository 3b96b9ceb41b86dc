#include "pluginhost/call_marker.h"

namespace oarlock::pluginhost {
namespace {

// Constant-initialised and without a destructor, so that a signal handler may read it any time.
thread_local constinit CallMark current_mark;

}  // namespace

CallMarker::CallMarker(const CallMark& mark) : outer_(current_mark) { current_mark = mark; }
CallMarker::~CallMarker() { current_mark = outer_; }
CallMark CallMarker::Current() { return current_mark; }

}  // namespace oarlock::pluginhost
