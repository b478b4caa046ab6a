// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/FileRunner.h"
#include "compiler/driver/Progress.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

using namespace adopter;
using namespace adopter::driver;

unsigned adopter::driver::threadCount(size_t count, unsigned wanted) {
  if (wanted == 0)
    wanted = llvm::hardware_concurrency().compute_thread_count();
  wanted = std::clamp(wanted, 1u, 256u);
  return static_cast<unsigned>(
      std::max<size_t>(1, std::min<size_t>(count, wanted)));
}

namespace {

/// Holds back what finishes early; prints as soon as all before it are done.
class OrderedOutput {
public:
  OrderedOutput(size_t count, DriverEnv &env)
      : env(env), progress(env, count), waiting(count) {}

  void finish(size_t file, FileOutput output) {
    std::lock_guard<std::mutex> lock(mutex);
    waiting[file] = std::move(output);
    for (; next < waiting.size() && waiting[next]; ++next) {
      if (!waiting[next]->out.empty() || !waiting[next]->err.empty())
        progress.hide();
      env.out << waiting[next]->out;
      if (!waiting[next]->err.empty()) {
        env.out.flush(); // a terminal shows both in order
        env.err << waiting[next]->err;
      }
      waiting[next] = FileOutput();
    }
    progress.advance();
  }

private:
  DriverEnv &env;
  Progress progress;
  std::mutex mutex;
  std::vector<std::optional<FileOutput>> waiting;
  size_t next = 0;
};

} // namespace

void adopter::driver::runFiles(
    size_t count, unsigned threads, DriverEnv &env,
    llvm::function_ref<FileOutput(size_t file, unsigned thread)> work) {
  OrderedOutput output(count, env);
  std::atomic<size_t> next{0};
  auto loop = [&](unsigned thread) {
    for (size_t file = next++; file < count; file = next++)
      output.finish(file, work(file, thread));
  };
  // The first thread is this one: a single file starts none.
  std::vector<std::thread> others;
  for (unsigned thread = 1; thread < threadCount(count, threads); ++thread)
    others.emplace_back(loop, thread);
  loop(0);
  for (std::thread &other : others)
    other.join();
}
