#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds and runs every test; the same on a developer's machine and in
# continuous integration.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/check.sh [--fast] [--torch] [--help]

 1. installs missing system packages (utils/install_deps.sh --tests)
 2. fetches the tree-sitter sources (utils/fetch_tree_sitter.sh)
 3. installs clang-format, pinned, into .deps/venv (utils/setup_venv.sh)
 4. builds preset `ci` (assertions, warnings are errors) and runs every test
 5. builds preset `asan` and runs the unit and lit tests with it

  --fast    without step 5
  --torch   also makes .deps/venv with torch, so that tests that run models do
            not count as skipped

The last line is `N passed, N failed`: unit test cases, lit tests and checks of
the tree. Run twice, only what changed is built again.
TEXT
}

fast=false
torch=false
for argument; do
  case "$argument" in
    --fast) fast=true ;;
    --torch) torch=true ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

step "system packages"
"$root/utils/install_deps.sh" --tests

step "tree-sitter sources"
"$root/utils/fetch_tree_sitter.sh"

step "Python environment"
packages=(clang-format==19.1.7)
if $torch; then
  packages+=(--torch)
fi
"$root/utils/setup_venv.sh" "${packages[@]}"

# build_and_test PRESET CTEST-OPTION...
build_and_test() {
  local preset=$1 build=$root/build/$1
  shift
  step "build: preset $preset"
  configure "$preset" -DADOPTER_BUILD_TESTS=ON
  cmake --build "$build" -j "$(jobs)" ||
    fail "the build of preset $preset failed"
  step "tests: preset $preset"
  rm -rf "$build/results"
  mkdir -p "$build/results"
  # Frames of instrumented code are several times as large: what is nested as
  # deeply as the tests try it needs more stack there.
  (ulimit -s 131072 2>/dev/null || true
   cd "$build" && ctest --output-on-failure --timeout 900 \
    --output-junit "$build/results/ctest.xml" "$@") || true
}

builds=("$root/build/ci")
build_and_test ci
if ! $fast; then
  builds+=("$root/build/asan")
  build_and_test asan -L '^(unit|lit)$'
fi

step "result"
exec python3 "$root/utils/count_results.py" "${builds[@]}"
