#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# fetch -- gets the routers of others that this folder connects from PyPI: docs/own-switch.md.
#
#   fetch.sh FOLDER
#
# FOLDER, such as build/foreign, gets the packages of requirements.txt, in a virtual environment;
# basejump_stl, a link into it; the routers that pymtl3_router.py makes, with 40 bits of data; and a
# list for --dut of each router.  From then on no network is needed.
# PYTHON: the Python to use; default python3.  Exit codes: 0 done, 2 wrong input, 3 environment.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
adapters=$here/../../tb/adapters
python=${PYTHON:-python3}

fail() {
  echo "fetch.sh: $1" >&2
  exit "${2:-3}"
}

[ $# -eq 1 ] || fail "usage: fetch.sh FOLDER" 2
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$folder"
if ! cmp -s "$here/requirements.txt" venv/requirements.txt; then
  rm -rf venv
  "$python" -m venv venv >log 2>&1 || fail "$python -m venv fails: install python3-venv"
  venv/bin/python -m pip install -q --disable-pip-version-check --no-input --retries 1 \
    --timeout 15 --only-binary :all: -r "$here/requirements.txt" >log 2>&1 ||
    fail "no packages from PyPI: $(grep '^ERROR' log | tail -n 1)"
  cp "$here/requirements.txt" venv/requirements.txt
fi

blackparrot=$(venv/bin/python -c \
  'import pythondata_cpu_blackparrot as package; print(package.data_location)') ||
  fail "the package of BlackParrot cannot be imported"
rm -f basejump_stl
ln -s "$blackparrot/external/basejump_stl" basejump_stl
[ -f basejump_stl/bsg_noc/bsg_mesh_router.v ] || fail "there is no bsg_mesh_router.v in it"

# list NAME LINE...: a list of files, with what all modules of BaseJump STL need.
list() {
  {
    echo "+incdir+basejump_stl/bsg_misc +incdir+basejump_stl/bsg_noc +libext+.v"
    for part in noc misc dataflow mem; do
      echo "-y basejump_stl/bsg_$part"
    done
    echo "basejump_stl/bsg_misc/bsg_defines.v basejump_stl/bsg_noc/bsg_noc_pkg.v"
  } >"$1"
  name=$1
  shift
  printf '%s\n' "$@" >>"$name"
}

list bsg_mesh.f basejump_stl/bsg_noc/bsg_mesh_router.v \
  basejump_stl/bsg_noc/bsg_mesh_router_buffered.v
list bsg_wormhole.f basejump_stl/bsg_noc/bsg_wormhole_router_pkg.v \
  basejump_stl/bsg_noc/bsg_wormhole_router.v "-y $adapters" "$here/bsg_wormhole_switch.sv"

# router SPEC: pymtl3_KIND_SIZES.v, and the list of the same name.
router() {
  kind=${1%%:*}
  name=pymtl3_${kind}_${1#*:}
  if [ -z "$(find "$name.v" -newer "$here/pymtl3_router.py" 2>/dev/null)" ]; then
    venv/bin/python "$here/pymtl3_router.py" "$1" 40 "$name.v" >log 2>&1 ||
      fail "pymtl3-net does not work with this Python: $(tail -n 1 log)"
  fi
  printf '%s\n' "-y $adapters" "$name.v" "$here/pymtl3_${kind}_switch.sv" >"$name.f"
}

for spec in mesh:4x4 torus:4x4 torus:8x8 butterfly:3 butterfly:4; do
  router "$spec"
done
rm -f log
