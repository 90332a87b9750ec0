#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_fusesoc -- the cores of rtl/, of a generated network and of a bench: their files, and their
# targets by FuseSoC.  It is taken from build/venv, where pip installs it if it can.
set -u
. tests/system/tap.sh

# --- the files of the cores ---

"$lockhop" rtl hypercube:2 -o "$scratch/cores/cube" >/dev/null 2>&1
"$lockhop" rtl d3:2,2 --routing destination -o "$scratch/cores/d3" >/dev/null 2>&1
"$lockhop" testbench hypercube:2 random -o "$scratch/cores/bench" >/dev/null 2>&1

# listed CORE: the files that it lists.
listed() {
  sed -n 's/^      - \([^ ]*\.\(v\|txt\)\)\(:.*\)*$/\1/p; s/^    files: \[\(.*\)\]$/\1/p' "$1"
}

(cd rtl/component && ls ./*.v) | sed 's|^\./||' | LC_ALL=C sort >"$scratch/expected"
listed rtl/component/components.core | LC_ALL=C sort >"$scratch/listed"
run diff "$scratch/expected" "$scratch/listed"
expect "the core of the components has all of them" 0
sed 's/\.v$//' "$scratch/expected" >"$scratch/parts"
(cd rtl/route && ls ./*.v) | sed 's|^\./||; s/\.v$//' >"$scratch/units"
wrong=
for file in rtl/route/*.v rtl/switch/switch.v; do
  core=${file%.v}.core
  [ "$(listed "$core" 2>&1)" = "$(basename "$file")" ] || wrong="$wrong $core"
  # A module is instantiated by its name at the beginning of a line.
  : >"$scratch/needs"
  modules=$(sed -n 's/^ *\([a-z_]*\) #(.*/\1/p' "$file")
  echo "$modules" | grep -qxFf "$scratch/parts" && echo lockhop:rtl:components >"$scratch/needs"
  echo "$modules" | grep -xFf "$scratch/units" | sort -u | sed 's/^/lockhop:route:/' \
    >>"$scratch/needs"
  sed -n 's/^ *depend: \[\(.*\)\]$/\1/p' "$core" | tr -d '" ' | tr ',' '\n' >"$scratch/depends"
  cmp -s "$scratch/needs" "$scratch/depends" || wrong="$wrong $core:depend"
done
if [ -z "$wrong" ]; then
  ok "every route unit, and the switch, has a core of its file and what it is made of"
else
  not_ok "every route unit, and the switch, has a core of its file and what it is made of" "$wrong"
fi
version=$("$lockhop" --version | awk '{ print $2 }')
run sh -c "grep -H '^name:' rtl/*/*.core '$scratch'/cores/*/lockhop.core | grep -v ':$version\$'"
expect "the version of all is that of the command" 1
for name in cube d3 bench; do
  listed "$scratch/cores/$name/lockhop.core" | grep '\.v$' >"$scratch/listed"
  run diff "$scratch/cores/$name/files.f" "$scratch/listed"
  expect "the core of $name has the files of files.f" 0
done

# --- FuseSoC ---

whole || finish

# install FOLDER: FuseSoC from PyPI into an environment of its own.
install() {
  rm -rf "$1"
  python3 -m venv --without-pip "$1" && timeout 120 python3 -m pip --python "$1/bin/python" \
    install -q --no-compile --disable-pip-version-check --root-user-action ignore fusesoc
}

export PYTHONDONTWRITEBYTECODE= # compiled once, where it is installed
venv=$PWD/build/venv/fusesoc
if command -v fusesoc >/dev/null; then
  fusesoc=fusesoc
else
  fusesoc=$venv/bin/fusesoc
  [ -x "$fusesoc" ] || install "$venv" >"$scratch/pip.log" 2>&1
fi
if ! "$fusesoc" --version >/dev/null 2>&1; then
  skip "FuseSoC takes the cores" "no fusesoc, and pip cannot install it: \
$(tail -n 1 "$scratch/pip.log")"
  finish
fi
echo "# FuseSoC $("$fusesoc" --version)"
rtl=$PWD/rtl
cd "$scratch" || exit 3

# fuse ARGUMENT...
fuse() { run "$fusesoc" --cores-root "$rtl" --cores-root "$scratch/cores" "$@"; }

fuse core list
found=$(grep -c '^lockhop:' "$out")
expected=$(find "$rtl" "$scratch/cores" -name '*.core' | wc -l)
if [ "$status" -eq 0 ] && [ "$found" -eq "$expected" ] && [ "$found" -gt 12 ]; then
  ok "it lists every core"
else
  not_ok "it lists every core" "$found of $expected" "$(cat "$err")"
fi

# lint CORE TARGET: by Verilator, with all warnings as errors.
lint() {
  fuse run --target="$2" "$1"
  expect "$1, $2: no warning" 0 '^verilator -f '
}

if command -v verilator >/dev/null; then
  lint lockhop:route:sync_table lint
  lint lockhop:network:d3_2_2-destination lint
  lint lockhop:network:d3_2_2-destination lint_switch
  sed -i 's/^endmodule/  wire [3:0] narrow = 5'"'"'d17;\nendmodule/' cores/d3/network.v
  fuse run --target=lint lockhop:network:d3_2_2-destination
  expect "a warning is found" 1 'WIDTH.*network.v'
else
  skip "lint by FuseSoC" "no verilator"
fi
if command -v iverilog >/dev/null; then
  fuse run --target=sim lockhop:bench:hypercube_2-deterministic
  expect "the bench runs in Icarus Verilog" 0 '^PASS$' '^vvp '
  sed -i 's/assign out_valid_o = linked/assign out_valid_o = ~linked/' \
    cores/bench/rtl/switch/switch.v
  fuse run --target=sim lockhop:bench:hypercube_2-deterministic
  if [ "$status" -ne 0 ] && ! grep -q '^PASS' "$out"; then
    ok "and fails with a switch that is wrong"
  else
    not_ok "and fails with a switch that is wrong" "exit status $status" "$(cat "$out")"
  fi
else
  skip "the bench runs in Icarus Verilog" "no iverilog"
fi
finish
