// SPDX-License-Identifier: Apache-2.0
/// \file
/// A bar that shows how many files are done; only on a terminal, only when
/// there are many, and gone at the end.
#ifndef ADOPTER_COMPILER_DRIVER_PROGRESS_H
#define ADOPTER_COMPILER_DRIVER_PROGRESS_H

#include "compiler/driver/DriverEnv.h"
#include <chrono>

namespace adopter::driver {

class Progress {
public:
  Progress(DriverEnv &env, size_t total);
  ~Progress() { hide(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void advance();
  /// Clears the line, before something else is printed.
  void hide();

private:
  using Clock = std::chrono::steady_clock;

  DriverEnv &env;
  size_t total;
  size_t done = 0;
  bool isWanted;
  bool isShown = false;
  Clock::time_point nextDraw;
};

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_PROGRESS_H
