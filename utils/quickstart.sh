#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to patches of published models, in one command.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/quickstart.sh [--lines N] [MODEL...] [--help]

 1. installs missing system packages (utils/install_deps.sh)
 2. fetches the tree-sitter sources (utils/fetch_tree_sitter.sh)
 3. builds build/release/bin/adoptc
 4. gets the sources of transformers 4.57.6 (utils/fetch_models.sh)
 5. runs the embedded rules on modeling files of it, shows the patches, and
    counts the sites by rule and status

MODEL is a folder of transformers/models
(default: llama gemma qwen2 mistral t5 bert gpt2).

  --lines N   show at most N lines of each patch (default 40); the whole patches
              are in .deps/quickstart

Run twice, only what is missing or changed is done again.
TEXT
}

lines=40
models=()
while [ $# -gt 0 ]; do
  case "$1" in
    --lines)
      lines=${2:-}
      case "$lines" in
        '' | *[!0-9]*) usage >&2; exit 2 ;;
      esac
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) models+=("$1") ;;
  esac
  shift
done
if [ ${#models[@]} -eq 0 ]; then
  models=(llama gemma qwen2 mistral t5 bert gpt2)
fi
release=4.57.6

step "system packages"
"$root/utils/install_deps.sh"

step "tree-sitter sources"
"$root/utils/fetch_tree_sitter.sh"

step "build: adoptc"
configure release -DADOPTER_BUILD_TESTS=OFF
cmake --build "$root/build/release" -j "$(jobs)" --target adoptc ||
  fail "the build failed"
adoptc=$root/build/release/bin/adoptc

step "models: transformers $release"
"$root/utils/fetch_models.sh" "transformers==$release"

out=$deps/quickstart
rm -rf "$out"
mkdir -p "$out"
files=()
for model in "${models[@]}"; do
  file=.deps/models/transformers-$release/transformers/models/$model/modeling_$model.py
  [ -f "$root/$file" ] || fail "transformers $release has no $file"
  files+=("$file")
done

# Names in the patches are relative to the clone, so that they can be applied.
cd "$root"
for i in "${!files[@]}"; do
  step "patch: ${models[i]}"
  patch=$out/${models[i]}.diff
  status=0
  "$adoptc" apply "${files[i]}" >"$patch" 2>"$out/${models[i]}.log" || status=$?
  if [ "$status" -gt 1 ]; then
    cat "$out/${models[i]}.log" >&2
    fail "adoptc apply ${files[i]} ended with status $status"
  fi
  if [ ! -s "$patch" ]; then
    echo "no change"
    continue
  fi
  head -n "$lines" "$patch"
  total=$(wc -l <"$patch")
  if [ "$total" -gt "$lines" ]; then
    echo "... $((total - lines)) more lines in ${patch#"$root"/}"
  fi
done

step "sites: rule by status"
status=0
"$adoptc" scan --format=jsonl "${files[@]}" >"$out/sites.jsonl" \
  2>"$out/scan.log" || status=$?
if [ "$status" -gt 1 ]; then
  cat "$out/scan.log" >&2
  fail "adoptc scan ended with status $status"
fi
python3 "$root/utils/site_table.py" "$out/sites.jsonl"
