#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Gets the Python sources of published packages, to run adoptc on.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/fetch_models.sh NAME==VERSION... [--help]

Downloads each package with pip, without its dependencies, and unpacks its .py
files into .deps/models/NAME-VERSION. Nothing is installed and none of it is run.

  utils/fetch_models.sh transformers==4.57.6 timm==1.0.22
TEXT
}

packages=()
for argument; do
  case "$argument" in
    -h | --help) usage; exit 0 ;;
    [A-Za-z0-9]*==[0-9]*) packages+=("$argument") ;;
    *) usage >&2; exit 2 ;;
  esac
done
[ ${#packages[@]} -gt 0 ] || { usage >&2; exit 2; }

python=python3
if ! python3 -m pip --version >/dev/null 2>&1; then
  "$root/utils/setup_venv.sh"
  python=$deps/venv/bin/python
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for package in "${packages[@]}"; do
  target=$deps/models/${package%%==*}-${package##*==}
  if [ -d "$target" ]; then
    echo "$package is in ${target#"$root"/}"
    continue
  fi
  echo "fetching $package"
  rm -rf "$work/get"
  "$python" -m pip download -qq --disable-pip-version-check --no-deps \
    --only-binary :all: --dest "$work/get" "$package" >/dev/null ||
    fail "pip could not download $package; is there a network?"
  rm -rf "$work/new"
  "$python" - "$work/get" "$work/new" <<'PYTHON'
import pathlib, sys, zipfile
source, target = map(pathlib.Path, sys.argv[1:])
for wheel in source.glob("*.whl"):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                archive.extract(name, target)
PYTHON
  [ -d "$work/new" ] || fail "$package has no Python sources"
  mkdir -p "$deps/models"
  mv "$work/new" "$target"
  echo "$package is in ${target#"$root"/}"
done
