# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions that the scripts of utils/ share. Sourced, never run:
#   . "$(dirname "$0")/lib.sh"
# Sets `root`, the top of this clone, and `deps`, the ignored folder in it for
# everything that is fetched.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
deps=$root/.deps
mkdir -p "$deps"
export CCACHE_DIR=${CCACHE_DIR:-$deps/ccache}
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-1G}

# step TEXT: tells what comes next.
step() { printf '\n==> %s\n' "$*"; }

# fail TEXT: the one clear message, then the end.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# as_root COMMAND...: through sudo unless we are root.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "installing packages needs root or sudo: $*"
  fi
}

# jobs: how many compilers to run at once; about 1 GiB of memory for each.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
  if [ "${memory:-1}" -lt "$cores" ]; then
    cores=$memory
  fi
  echo "$((cores > 0 ? cores : 1))"
}

# llvm_prefix: folder of the newest LLVM whose static Support library is there.
llvm_prefix() {
  local major
  for major in 19 18 17 16 15; do
    if [ -f "/usr/lib/llvm-$major/lib/libLLVMSupport.a" ]; then
      echo "/usr/lib/llvm-$major"
      return 0
    fi
  done
  return 1
}

# choose_compiler: prints a C++ compiler that can compile, link and run a
# program with the installed LLVM and ANTLR. Debian images exist whose default
# g++ is older than the one these archives were built with.
choose_compiler() {
  local prefix candidate work libraries
  prefix=$(llvm_prefix) || return 1
  libraries=(-l:libantlr4-runtime.a -luuid -lz -lpthread -ldl -lm)
  if [ -n "$(find /usr/lib -name libtinfo.so -print -quit)" ]; then
    libraries+=(-ltinfo) # wanted by LLVM before 19
  fi
  work=$(mktemp -d)
  cat >"$work/probe.cpp" <<'CPP'
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <antlr4-runtime.h>
int main() {
  antlr4::ANTLRInputStream input("x");
  llvm::json::OStream json(llvm::outs());
  json.value(llvm::sys::fs::exists("/") && input.size() == 1);
}
CPP
  for candidate in ${CXX:-} g++ c++ g++-14 g++-13 g++-12 g++-15 clang++; do
    if command -v "$candidate" >/dev/null &&
      "$candidate" -std=c++20 -w -isystem "$prefix/include" \
        -isystem /usr/include/antlr4-runtime "$work/probe.cpp" \
        -o "$work/probe" "$prefix/lib/libLLVMSupport.a" \
        "$prefix/lib/libLLVMDemangle.a" "${libraries[@]}" \
        >"$work/$candidate.log" 2>&1 &&
      [ "$("$work/probe")" = true ]; then
      rm -rf "$work"
      echo "$candidate"
      return 0
    fi
  done
  head -n 5 "$work"/*.log >&2 || true
  rm -rf "$work"
  return 1
}

# configure PRESET [OPTION...]: runs CMake with a compiler that works; build.ninja
# looks after itself from then on.
configure() {
  local preset=$1 compiler
  shift
  if [ ! -f "$root/build/$preset/build.ninja" ]; then
    compiler=$(choose_compiler) ||
      fail "no C++ compiler links a program with $(llvm_prefix) and libantlr4-runtime.a"
    echo "compiler: $compiler ($("$compiler" -dumpfullversion -dumpversion))"
    set -- "-DCMAKE_CXX_COMPILER=$compiler" "$@"
  fi
  (cd "$root" && cmake --preset "$preset" "$@" >"$deps/configure-$preset.log" 2>&1) || {
    tail -n 30 "$deps/configure-$preset.log" >&2
    rm -f "$root/build/$preset/build.ninja"
    fail "cmake --preset $preset failed, see .deps/configure-$preset.log"
  }
}
