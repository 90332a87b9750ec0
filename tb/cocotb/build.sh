#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build -- compiles a design and runs a cocotb bench of this folder on it.
#
#   build.sh switch|network SPEC TRAFFIC [options]     build.sh --help: the options
#
# It needs python3 with pip, and Icarus Verilog or Verilator.  cocotb comes from PyPI, as
# requirements.txt says, into a virtual environment of its own; from then on no network is needed.
#
#   BUILD     folder of what is made: venv, wheels, tb/cocotb; default build of the source tree,
#             or of the current directory where Lockhop is installed
#   PYTHON    the Python to use; default python3
#   LOCKHOP   the command; LOCKHOP_LIBRARY: the library.  Default: those of the source tree or the
#             installation to which this file belongs
#
# Exit codes: 0 all tests have passed, 1 one has failed, 2 wrong input, 3 environment.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
[ -e "$root/Makefile" ] || root=.
build=${BUILD:-$root/build}
python=${PYTHON:-python3}
mkdir -p "$build"
build=$(cd "$build" && pwd)

fail() {
  echo "build.sh: $1" >&2
  exit 3
}

# install FOLDER: cocotb into a new virtual environment, from the wheels that are kept.
install() {
  pip="$python -m pip --python $1/bin/python -q --disable-pip-version-check --no-input"
  fetch="--retries 1 --timeout 15 --only-binary :all: -r $here/requirements.txt"
  if $python -m pip --version >/dev/null 2>&1; then
    $python -m venv --without-pip "$1"
  else
    $python -m venv "$1" &&
      pip="$1/bin/python -m pip -q --disable-pip-version-check --no-input"
  fi || {
    rm -rf "$1"
    fail "$python cannot make a virtual environment: install python3-venv"
  }
  mkdir -p "$build/wheels"
  # shellcheck disable=SC2086 # several words
  {
    ls "$build"/wheels/cocotb-*.whl &&
      $pip install --no-index --find-links "$build/wheels" $fetch
  } >/dev/null 2>&1 || {
    $pip download -d "$build/wheels" $fetch &&
      $pip install --no-index --find-links "$build/wheels" $fetch
  } >"$1/log" 2>&1 || {
    said=$(grep '^ERROR' "$1/log" | tail -n 1)
    rm -rf "$1"
    fail "cocotb cannot be installed from PyPI: ${said:-no reason was given}"
  }
}

command -v "$python" >/dev/null || fail "no $python: install python3, or name one in PYTHON"

# One for each content of requirements.txt and each Python; renamed when it is whole.
key=$({ cat "$here/requirements.txt" && $python -c 'import sys; print(sys.version, sys.prefix)'; } |
  cksum | cut -d ' ' -f 1)
venv=$build/venv/cocotb-$key
if [ ! -d "$venv" ]; then
  mkdir -p "$build/venv"
  install "$venv.$$"
  mv "$venv.$$" "$venv" 2>/dev/null || rm -rf "$venv.$$"
fi

# The folder of results is named after the first words, unless -o says another.
bench=${1:-}
sim=icarus
for word; do
  [ "$word" != verilator ] || sim=verilator
done
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" "$here/run.py" \
  -o "$build/tb/cocotb/$bench-$sim" "$@"
