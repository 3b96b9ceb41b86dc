#pragma once
// Progress: one line on a terminal that says what is still waited for; nothing where stderr is no
// terminal. Threads: one.

#include <string>

namespace oarlock::app {

class Progress {
 public:
  Progress();
  ~Progress();  // takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool shows() const { return width_ > 0; }
  void Show(const std::string& text);

 private:
  size_t width_ = 0;  // of the terminal; 0: there is none
  bool shown_ = false;
};

}  // namespace oarlock::app
