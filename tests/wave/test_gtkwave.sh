#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
#
# test_gtkwave -- the real GTKWave shows what the machines did, from the save files that
# lockhop writes.
#
# Records one dump of each kind, opens each in GTKWave from another directory, and has the
# values that it shows judged by view_laws.py.  Leaves pictures in build/wave/.  Prints TAP.
#
#     tests/wave/test_gtkwave.sh [LOCKHOP OUTPUT [DUMP...]]
#
# Another command than build/lockhop, another folder, and a choice of the dumps.
set -u

cd "$(dirname "$0")/../.." || exit 3
root=$PWD
lockhop=$root/${1:-build/lockhop}
folder=${2:-build/wave}
out=$root/$folder
[ $# -lt 2 ] || shift 2
all="golden array network broken vcs-golden vcs-array mask-golden sync-array dragonfly-array"
dumps=" ${*:-$all} "

for tool in gtkwave xvfb-run verilator; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "1..0 # SKIP $tool is not installed"
    exit 0
  fi
done

rm -rf "$out"
mkdir -p "$out/elsewhere" "$out/home"
tests/broken/make.sh "$out" priority_order

# record NAME COMMAND...: the dump NAME.fst, and its result NAME.json.
record() {
  name=$1
  shift
  case $dumps in *" $name "*) ;; *) return ;; esac
  "$lockhop" "$@" --quiet --wave "$folder/$name.fst" --json "$folder/$name.json" \
    >"$out/$name.log" 2>&1
  echo "$?" >"$out/$name.status"
}

# look SAVE LIST-OF-CYCLES PICTURE: what GTKWave shows, as text, in SAVE.view.  It starts in
# a directory that is not that of the dump, without the settings of whoever runs this test.
look() {
  (
    cd "$out/elsewhere" || exit 3
    export HOME="$out/home" VIEW_CYCLES="$2" VIEW_CYCLE_PS=10000 VIEW_PICTURE="$3"
    timeout 120 xvfb-run -a -s '-screen 0 1920x1200x24' \
      gtkwave -S "$root/waves/check_view.tcl" -a "../$1.gtkw" \
      >"$out/$1.view" 2>"$out/$1.messages"
  )
}

record golden run hypercube:4 transpose --packets 4
record array cosim hypercube:4 bit-reversal
record network cosim hypercube:3 bit-complement --machine network
record broken cosim hypercube:4 bit-reversal --packets 4 --dut "$folder/priority_order.v"
set -- hypercube:3 random --packets 4 --routing rand-trans --vcs 2 --depth 2
record vcs-golden run "$@"
record vcs-array cosim "$@"
record mask-golden run hypercube:3 random --packets 4 --routing drand-trans-ooo
record sync-array cosim hypercube:3 random --packets 2 --routing rand-sync
record dragonfly-array cosim d3:2,2 all-to-all
"$lockhop" schedule d3:2,2 all-to-all >"$out/dragonfly-array.schedule"
"$lockhop" schedule hypercube:4 transpose --packets 4 >"$out/golden.schedule"
"$lockhop" schedule hypercube:4 bit-reversal >"$out/array.schedule"
"$lockhop" schedule hypercube:3 bit-complement >"$out/network.schedule"
"$lockhop" schedule hypercube:4 bit-reversal --packets 4 >"$out/broken.schedule"
for name in vcs-golden vcs-array mask-golden; do
  "$lockhop" schedule hypercube:3 random --packets 4 >"$out/$name.schedule"
done
"$lockhop" schedule hypercube:3 random --packets 2 >"$out/sync-array.schedule"

for name in $dumps; do
  look "$name" "" "$out/$name.png"
  # A copy in which every group is open, because GTKWave has no values for closed ones.
  sed 's/^@c00200$/@800200/; s/^@1401200$/@1000200/' "$out/$name.gtkw" \
    >"$out/$name-open.gtkw"
  cycles=$(sed -n 's/.*"cycles": *\([0-9]*\).*/\1/p' "$out/$name.json")
  look "$name-open" "$(seq -s ' ' 0 "$((${cycles:-1} - 1))")" "$out/$name-open.png"
done

# shellcheck disable=SC2086 # several names
exec python3 "$root/tests/wave/view_laws.py" "$out" $dumps
