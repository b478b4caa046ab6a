// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/Progress.h"

using namespace adopter::driver;

static constexpr size_t ManyFiles = 24;
static constexpr unsigned BarWidth = 30;
static constexpr std::chrono::milliseconds FirstDraw(300), Interval(80);

Progress::Progress(DriverEnv &env, size_t total)
    : env(env), total(total), isWanted(env.errIsTerminal && total >= ManyFiles),
      nextDraw(Clock::now() + FirstDraw) {}

void Progress::hide() {
  if (!isShown)
    return;
  env.err << "\r\x1b[K";
  env.err.flush();
  isShown = false;
}

void Progress::advance() {
  ++done;
  if (!isWanted || Clock::now() < nextDraw)
    return;
  nextDraw = Clock::now() + Interval;
  unsigned filled = static_cast<unsigned>(done * BarWidth / total);
  env.err << "\r[";
  for (unsigned i = 0; i < BarWidth; ++i)
    env.err << (i < filled ? '#' : '.');
  env.err << "] " << done << "/" << total << "\x1b[K";
  env.err.flush();
  isShown = true;
}
