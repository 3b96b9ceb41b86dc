#pragma once
// The words for threads that header comments use as tags. docs/architecture.md has the picture.
//
//   [main]    starts, stops, joins everything; the only thread before Start and after Join
//   [io]      the client's one I/O thread: sockets, TLS, watch streams; never blocks
//   [strand]  one informer's serial executor: decode, delta queue, store, distribution
//   [timer]   the clock's timer thread: short tasks only
//   [control] a plugin generation's control thread: load, lifecycle calls, close excepted
//   [worker]  a plugin generation's worker: reconcile, callback mappers; one key at a time
//   [server]  the HTTP listener's thread: health and metrics; never plugin code
//   [any]     safe from every thread at once
//
// A condition is written after the role: [worker & active], [main & !started].
// Rules: an object lives on one role, or is immutable, or guards itself; crossing is by posting or
// by a queue; no callback runs with a lock held; no plugin code on a thread that outlives the
// plugin.
