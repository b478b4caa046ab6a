#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Python environment in .deps/venv and installs packages into it.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
  cat <<'TEXT'
usage: utils/setup_venv.sh [--torch] [PACKAGE[==VERSION]...] [--help]

Makes .deps/venv when it is not there and installs the packages that are missing.

  --torch   also torch 2.13.0 for the CPU, with numpy: what `adoptc verify` and
            the tests that run models need

$PYTHON names the interpreter to build on (default: python3).
$ADOPTER_TORCH_INDEX is the package index of CPU builds of torch; when it cannot
be reached, pip's own set-up decides where torch comes from.
TEXT
}

torch=false
packages=()
for argument; do
  case "$argument" in
    --torch) torch=true ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) packages+=("$argument") ;;
  esac
done

venv=$deps/venv
python=$venv/bin/python
if ! "$python" -m pip --version >/dev/null 2>&1; then
  rm -rf "$venv"
  "${PYTHON:-python3}" -m venv "$venv" ||
    fail "python3 -m venv failed; run utils/install_deps.sh"
fi

# present NAME==VERSION: that release is installed, whatever its local label.
present() {
  "$python" - "$1" <<'PYTHON'
import importlib.metadata, sys
name, _, wanted = sys.argv[1].partition("==")
try:
    found = importlib.metadata.version(name)
except importlib.metadata.PackageNotFoundError:
    sys.exit(1)
sys.exit(bool(wanted) and found.split("+")[0] != wanted)
PYTHON
}

# install PIP-OPTION-OR-PACKAGE...
install() {
  "$python" -m pip install -qq --disable-pip-version-check "$@" ||
    fail "pip could not install: $*; is there a network?"
}

if $torch; then
  if ! present torch==2.13.0; then
    index=${ADOPTER_TORCH_INDEX:-https://download.pytorch.org/whl/cpu}
    echo "installing torch 2.13.0"
    if command -v curl >/dev/null &&
      curl -fsSL --max-time 10 -o /dev/null "$index/torch/" 2>/dev/null; then
      install --index-url "$index" torch==2.13.0
    else
      install torch==2.13.0
    fi
  fi
  packages+=(numpy)
fi

for package in ${packages[@]+"${packages[@]}"}; do
  if ! present "$package"; then
    echo "installing $package"
    install "$package"
  fi
done
echo "Python environment: .deps/venv"
