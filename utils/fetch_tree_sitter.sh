#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches the sources of the tree-sitter core and of its Python grammar from the
# npm registry, checks them, and unpacks what the build needs into
# .deps/tree-sitter/{core,python} of this clone. Does nothing when it is there.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/fetch_tree_sitter.sh [--help]

Fetches tree-sitter 0.25.1 and tree-sitter-python 0.25.0 (pinned by SHA-256)
from the npm registry into .deps/tree-sitter, through npm, or through curl or
python3 from the registry that $npm_config_registry or npm names.
TEXT
}

case "${1:-}" in
  "") ;;
  -h|--help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

target=$deps/tree-sitter
core_sha=07aeba8dd71630e7e72b2d4ca3bd2680c3471824100cc5ebff44e78a6ed0b6d3
python_sha=63b76b3fa8181fd79eaad4abcdb21e2babcb504dbfc7710a89934fa456d26096
stamp="core $core_sha python $python_sha"

if [ -f "$target/stamp" ] && [ "$(cat "$target/stamp")" = "$stamp" ]; then
  echo "tree-sitter sources are in place"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

registry() {
  local url=${npm_config_registry:-}
  if [ -z "$url" ] && command -v npm >/dev/null; then
    url=$(npm config get registry 2>/dev/null || true)
  fi
  case "$url" in
    http://* | https://*) echo "${url%/}" ;;
    *) return 1 ;;
  esac
}

# download NAME VERSION: leaves $work/NAME-VERSION.tgz
download() {
  local name=$1 version=$2 file=$work/$1-$2.tgz url
  if command -v npm >/dev/null &&
     (cd "$work" && npm pack --silent "$name@$version" >/dev/null 2>&1) &&
     [ -s "$file" ]; then
    return 0
  fi
  url=$(registry) ||
    fail "fetching $name needs npm (utils/install_deps.sh) or \$npm_config_registry"
  url=$url/$name/-/$name-$version.tgz
  if command -v curl >/dev/null &&
     curl -fsSL --retry 3 --connect-timeout 20 -o "$file" "$url"; then
    return 0
  fi
  if command -v python3 >/dev/null &&
     python3 - "$url" "$file" <<'PYTHON'
import sys, urllib.request
try:
    with urllib.request.urlopen(sys.argv[1], timeout=60) as reply:
        data = reply.read()
except OSError as problem:
    sys.exit(f"{sys.argv[1]}: {problem}")
open(sys.argv[2], "wb").write(data)
PYTHON
  then
    return 0
  fi
  fail "cannot fetch $name $version from the npm registry; is there a network?"
}

# checked NAME VERSION SHA256
checked() {
  echo "fetching $1 $2"
  download "$1" "$2"
  echo "$3  $work/$1-$2.tgz" | sha256sum --check --status ||
    fail "$1-$2.tgz does not have the expected SHA-256 $3"
}

checked tree-sitter 0.25.1 "$core_sha"
checked tree-sitter-python 0.25.0 "$python_sha"

# unpack NAME-VERSION FOLDER-IN-PACKAGE DESTINATION
unpack() {
  mkdir -p "$work/$1"
  tar -xzf "$work/$1.tgz" -C "$work/$1"
  [ -d "$work/$1/package/$2" ] || fail "$1.tgz has no package/$2"
  rm -rf "${target:?}/$3"
  mkdir -p "$target"
  cp -R "$work/$1/package/$2" "$target/$3"
  if [ -f "$work/$1/package/LICENSE" ]; then
    cp "$work/$1/package/LICENSE" "$target/$3/LICENSE"
  fi
}

rm -f "$target/stamp"
unpack tree-sitter-0.25.1 vendor/tree-sitter/lib core
unpack tree-sitter-python-0.25.0 src python
echo "$stamp" >"$target/stamp"
echo "tree-sitter sources are in .deps/tree-sitter"
