#pragma once
// FileCredentials: a token file and client certificate files that others replace while we run.
//
// Made by CredentialsFactory. The token is read again about every 50 s (TP-3: it is taken to live
// for a minute), the certificate pair every 10 s, both at once after a 401. A read that fails, an
// empty token and a pair that does not fit leave what was good, with a log line. Fields that are
// inline (a token beside the file, certificate data) are used where the file cannot be (KC-7).
// `clock` is borrowed. Threads: [any]; Get reads small local files on the caller's thread.
// Errors: kUnauthenticated with path and reason while nothing usable was ever read.
// Limits: kCredentialFileBytesMax (small_file.h). Not: files are not watched, a change is seen by
// the next Get that is due.

#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "client/auth/read_counter.h"
#include "client/config.h"
#include "client/credentials.h"

namespace oarlock::client {

class FileCredentials final : public Credentials {
 public:
  FileCredentials(const ClientConfig& config, base::Clock& clock, base::MetricRegistry& metrics,
                  const base::Log& log);
  void Get(Ready ready) override;
  void Invalidate(uint64_t generation) override;

 private:
  base::Result<CredentialSnapshot> Current() OARLOCK_REQUIRES(mutex_);
  void ReadToken(base::MonoTime now) OARLOCK_REQUIRES(mutex_);
  void ReadPair(base::MonoTime now) OARLOCK_REQUIRES(mutex_);
  base::Status LoadPair(std::string& certificate, std::string& key) const;

  const TlsConfig tls_;
  const std::string token_file_;
  const bool has_pair_;
  base::Clock& clock_;
  const base::Log log_;
  ReadCounter token_reads_;
  ReadCounter pair_reads_;

  base::Mutex mutex_;
  CredentialSnapshot snapshot_ OARLOCK_GUARDED_BY(mutex_);
  base::Status token_status_ OARLOCK_GUARDED_BY(mutex_);  // of the last read, while none was good
  base::Status pair_status_ OARLOCK_GUARDED_BY(mutex_);
  base::MonoTime next_token_read_ OARLOCK_GUARDED_BY(mutex_){};
  base::MonoTime next_pair_read_ OARLOCK_GUARDED_BY(mutex_){};
};

}  // namespace oarlock::client
