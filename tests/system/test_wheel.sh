#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_wheel -- `pip install .` gives module, command and Verilog that work away from the tree.
set -u
. tests/system/tap.sh

# Below build/ the command would use the files of this tree.
place=$(mktemp -d) || exit 3
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv" >/dev/null 2>&1
if ! "$place/venv/bin/pip" download -q --no-deps -d "$place" scikit-build-core >/dev/null 2>&1; then
  skip "pip install ." "no PyPI"
  finish
fi
run "$place/venv/bin/pip" install -q --disable-pip-version-check .
expect "pip install ." 0
mkdir "$place/user"
cd "$place/user" || exit 3
run "$place/venv/bin/lockhop" --version
expect "the command" 0 '^lockhop [0-9.]+$'
run env LOCKHOP_CACHE="$place/cache" "$place/venv/bin/lockhop" cosim hypercube:2 random
expect "finds its Verilog" 0 '^PASS$'
run "$place/venv/bin/python3" -c '
import lockhop
print(lockhop.version(), lockhop.library_path())
with lockhop.Network("hypercube:3", traffic="random") as network:
    assert network.run().outcome == lockhop.Outcome.PASS'
expect "the module finds its library" 0 "$place/venv/lib/.*/lockhop/prefix/lib/liblockhop.so.1"
law "it is typed" sh -c "ls $place/venv/lib/python*/site-packages/lockhop/py.typed"
run "$place/venv/bin/python3" -m lockhop list topologies
expect "python3 -m lockhop is the command" 0 '^topologies$'
finish
