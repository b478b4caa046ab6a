#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the system packages that a build of adopter needs, when they are
# missing, and says what it does.
#
# Run on Debian 12 and 13. Not run there, names as far as they are known:
#   Ubuntu 24.04   the same names; llvm-19 in noble-updates, else llvm-18
#   Ubuntu 22.04   no llvm-19: the newest in the archive is llvm-15
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/install_deps.sh [--tests] [--dry-run] [--help]

Installs with apt-get what a build needs and the machine lacks: a C++20 compiler,
CMake, Ninja, ANTLR 4 with its C++ runtime, LLVM's static libraries (the newest
of 19, 18, 17, 16, 15), zlib, uuid, Python 3, npm (to fetch tree-sitter).

  --tests    also what the tests need: FileCheck and lit, GoogleTest
  --dry-run  only print what is missing
TEXT
}

tests=false
dry_run=false
for argument; do
  case "$argument" in
    --tests) tests=true ;;
    --dry-run) dry_run=true ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

have() { command -v "$1" >/dev/null; }
# No `| grep -q`: with pipefail the first command can fail on the closed pipe.
installed() {
  [[ $(dpkg-query -W -f='${Status}' "$1" 2>/dev/null) == *' installed' ]]
}
available() {
  [[ $(apt-cache policy "$1" 2>/dev/null) == *'Candidate: '[^\(]* ]]
}

if ! have apt-get; then
  fail "this script knows apt only; install by hand: a C++20 compiler, CMake 3.22," \
    "Ninja, ANTLR 4 with its C++ runtime, LLVM 15 to 19 (static libraries," \
    "FileCheck, lit), zlib, libuuid, GoogleTest, Python 3.9 with venv"
fi

missing=()
need() { installed "$1" || missing+=("$1"); }
# need_command COMMAND PACKAGE: any provider of the command will do.
need_command() { have "$1" || missing+=("$2"); }

need_command g++ g++
need_command cmake cmake
need_command ninja ninja-build
need_command python3 python3
need_command antlr4 antlr4
need libantlr4-runtime-dev
need zlib1g-dev
need uuid-dev
if [ ! -f "$deps/tree-sitter/stamp" ] && [ -z "${npm_config_registry:-}" ]; then
  need_command npm npm
fi
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  missing+=(python3-venv)
fi
# Nothing fails without these two.
have ccache || missing+=(ccache)
have curl || missing+=(curl)
if $tests; then
  need libgtest-dev
fi

# choose_llvm: the version already there, else the newest apt has.
choose_llvm() {
  local major
  if llvm_prefix >/dev/null; then
    basename "$(llvm_prefix)" | sed 's/^llvm-//'
    return 0
  fi
  for major in 19 18 17 16 15; do
    if available "llvm-$major-dev"; then
      echo "$major"
      return 0
    fi
  done
  return 1
}

# What apt says is shown only when it fails.
apt() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 -qq "$@" >"$deps/apt.log" 2>&1
}

# Package lists may be absent, or old enough to know no LLVM at all.
update() {
  echo "apt-get update"
  apt update || {
    tail -n 5 "$deps/apt.log" >&2
    fail "apt-get update failed; is there a network?"
  }
}

if ! llvm=$(choose_llvm); then
  $dry_run || update
  llvm=$(choose_llvm) ||
    fail "apt has no llvm-19-dev, nor 18, 17, 16 or 15; add a source that has one"
fi
[ -f "/usr/lib/llvm-$llvm/lib/libLLVMSupport.a" ] || missing+=("llvm-$llvm-dev")
if $tests && [ ! -x "/usr/lib/llvm-$llvm/bin/FileCheck" ]; then
  missing+=("llvm-$llvm-tools")
fi

if [ ${#missing[@]} -eq 0 ]; then
  echo "all system packages are there (LLVM $llvm)"
  exit 0
fi
echo "missing: ${missing[*]}"
if $dry_run; then
  exit 0
fi

install() { apt install -y --no-install-recommends "${missing[@]}"; }
available "${missing[0]}" || update
if ! install; then
  update
  install || {
    tail -n 15 "$deps/apt.log" >&2
    fail "apt-get could not install: ${missing[*]}; is there a network?"
  }
fi
echo "installed: ${missing[*]}"
