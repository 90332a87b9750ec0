#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_python -- lockhop.py: it is lockhop.h, and finds the library where it says.
set -u
. tests/system/tap.sh

tree=$PWD
run make -s library
expect "make library" 0

# --- the laws of the module ---

if python3 tests/system/python_laws.py "$scratch" >"$out" 2>"$err"; then
  laws=0
else
  laws=$?
fi
# Their lines with numbers of ours; a crash leaves no plan behind.
while IFS= read -r line; do
  case $line in
    "ok "* | "not ok "*)
      name=${line#*- }
      if [ "${line%% *}" = ok ]; then ok "$name"; else not_ok "$name"; fi
      ;;
    "#"*) echo "$line" ;;
  esac
done <"$out"
if [ "$laws" -eq 0 ] && grep -q '^1\.\.[1-9]' "$out"; then
  ok "all laws of the module were tried"
else
  not_ok "all laws of the module were tried" "exit status $laws" "$(tail -n 5 "$err")"
fi

# --- where the library is ---

# located FOLDER ENVIRONMENT...: which library the module in FOLDER loads.
located() {
  located_folder=$1
  shift
  run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$located_folder" "$@" python3 -c '
import lockhop, sys
try:
    print(lockhop.version(), lockhop.library_path())
except lockhop.Error as error:
    print(error, file=sys.stderr)
    sys.exit(error.code)'
}

version=$(sed -n 's/^VERSION = //p' Makefile)
unset LOCKHOP_LIBRARY
located "$tree/tb/python"
expect "in a source tree: that of build/lib" 0 "^$version $tree/build/lib/liblockhop.so.1$"
prefix=$scratch/prefix
mkdir -p "$prefix/lib" "$prefix/share/lockhop/tb/python" "$scratch/alone"
cp "$tree/build/lib/liblockhop.so.1" "$prefix/lib"
cp "$tree/tb/python/lockhop.py" "$prefix/share/lockhop/tb/python"
cp "$tree/tb/python/lockhop.py" "$scratch/alone"
located "$prefix/share/lockhop/tb/python"
expect "in an installed prefix: that of its lib" 0 "^$version $prefix/lib/liblockhop.so.1$"
located "$scratch/alone" LD_LIBRARY_PATH="$prefix/lib"
expect "elsewhere: that of the loader" 0 "^$version liblockhop.so.1$"
located "$tree/tb/python" LOCKHOP_LIBRARY="$prefix/lib/liblockhop.so.1"
expect "LOCKHOP_LIBRARY comes before all" 0 "^$version $prefix/lib/liblockhop.so.1$"
located "$tree/tb/python" LOCKHOP_LIBRARY="$scratch/none.so"
expect "no library there: what to do" 3 "none.so: cannot open.*make library.*LOCKHOP_LIBRARY"
located "$tree/tb/python" LOCKHOP_LIBRARY="$(${CC:-gcc} -print-file-name=libm.so.6)"
expect "another library: what to do" 3 "lockhop_version.*make library"
echo 'const char *lockhop_version(void) { return "0.0.9"; }' >"$scratch/old.c"
${CC:-gcc} -shared -fPIC -o "$scratch/old.so" "$scratch/old.c"
located "$tree/tb/python" LOCKHOP_LIBRARY="$scratch/old.so"
expect "a library of another version" 3 "version 0.0.9, lockhop.py is for $version; run"

# --- the notebook ---

# cells FILE: its code, as one program; a plot is kept.
cells() {
  python3 -c '
import json, sys
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        print("".join(cell["source"]))
print("figure.savefig(sys.argv[1])")' "$1"
}
export MPLBACKEND=agg MPLCONFIGDIR="$scratch/settings"
mkdir -p "$MPLCONFIGDIR"
{ echo "import sys" && cells examples/latency_curve.ipynb; } >"$scratch/notebook.py"
debian=/usr/bin/python3 # for which the package python3-matplotlib is
[ -x $debian ] || debian=python3
run env PYTHONPATH="$tree/tb/python" $debian "$scratch/notebook.py" "$scratch/curve.png"
expect "the notebook runs" 0
law "and draws its curves" test -s "$scratch/curve.png"

# --- tables for pandas, in the place of which there is one that shows what it was given ---

mkdir -p "$scratch/pandas"
printf '%s\n' 'def DataFrame(rows, columns):' '    return columns, rows' 'def read_csv(path):' \
  '    return path' >"$scratch/pandas/pandas.py"
run env PYTHONPATH="$tree/tb/python:$scratch/pandas" python3 -c '
import lockhop
with lockhop.Network("hypercube:2", traffic="random") as network:
    result = network.run()
columns, rows = lockhop.frame([result])
assert str(result.outcome) == f"{result.outcome}" == "PASS"
assert columns[0] == "outcome" and len(columns) == len(rows[0]) and rows == [result]
assert lockhop.frame("table.csv") == "table.csv"'
expect "frame gives pandas the names and values of results, and files" 0

finish
