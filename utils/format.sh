#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats the C++ files of the tree with the one clang-format version that
# everybody uses.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/format.sh [--check] [--help]

Formats every .h and .cpp file that git knows or would add, by .clang-format.

  --check   change nothing; list the files that are not formatted, and fail if
            there are any
TEXT
}

check=false
case "${1:-}" in
  "") ;;
  --check) check=true ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

release=19.1.7
tool=$deps/venv/bin/clang-format
if [[ $("$tool" --version 2>/dev/null) != *" $release"* ]]; then
  "$root/utils/setup_venv.sh" "clang-format==$release"
fi

cd "$root"
if [ -e .git ] && command -v git >/dev/null; then
  mapfile -t files < <(git ls-files -co --exclude-standard -- '*.h' '*.cpp')
else
  mapfile -t files < <(find compiler runtime test utils -name '*.h' -o -name '*.cpp')
fi
if ! $check; then
  "$tool" -i "${files[@]}"
  exit 0
fi
bad=0
for file in "${files[@]}"; do
  if ! "$tool" --dry-run --Werror "$file" 2>/dev/null; then
    echo "$file is not formatted; run utils/format.sh"
    bad=$((bad + 1))
  fi
done
echo "format: ${#files[@]} files, $bad not formatted"
[ "$bad" -eq 0 ]
