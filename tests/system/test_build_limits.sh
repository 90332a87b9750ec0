#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_build_limits -- Verilog that cannot be built ends with one line, and leaves nothing.
set -u
. tests/system/tap.sh

LOCKHOP_CACHE=$scratch/cache
export LOCKHOP_CACHE
mkdir -m 700 "$LOCKHOP_CACHE"
# The run-time library takes long to compile: from the common cache, when it is there.
cp build/cache/runtime-* "$LOCKHOP_CACHE" 2>/dev/null

# including NAME PATH: a switch of ours that includes it.
including() {
  printf '`include "%s"\n' "$2" >"$scratch/$1.v"
  cat rtl/switch/switch.v >>"$scratch/$1.v"
}

# limited NAME PATTERN OPTION...: exit status 3 and one line, on $spec.
spec=hypercube:2
limited() {
  limited_text=$1
  pattern=$2
  shift 2
  run timeout 60 "$lockhop" cosim "$spec" random --depth 2 "$@"
  if [ "$(wc -l <"$err")" -ne 1 ] || [ -s "$out" ]; then
    not_ok "$limited_text" "$command_line" "not one line" "$(head -n 5 "$out" "$err")"
  else
    expect "$limited_text" 3 "^lockhop: .*$pattern"
  fi
}

including zero /dev/zero
limited "an endless include meets the limit of memory" 'in 1 GiB of memory; --build-memory GIB' \
  --dut "$scratch/zero.v" --build-memory 1
limited "or that of time" 'after 1 seconds; --build-seconds N' --dut "$scratch/zero.v" \
  --build-seconds 1
mkfifo "$scratch/fifo"
including pipe "$scratch/fifo"
limited "so does a pipe that nobody writes to" '--build-seconds N' --dut "$scratch/pipe.v" \
  --build-seconds 1
spec=hypercube:6
limited "a network that takes long to compile" '--build-seconds N .*--machine array' \
  --machine network --lanes 6 --build-seconds 1

including itself "$scratch/itself.v"
run "$lockhop" cosim hypercube:2 random --dut "$scratch/itself.v"
refused "an include of itself" 'itself.v:1: Recursive inclusion'
awk '/^endmodule/ { print "reg [7:0] m [0:2147483646];" } { print }' rtl/switch/switch.v \
  >"$scratch/memory.v"
run "$lockhop" cosim hypercube:2 random --dut "$scratch/memory.v"
refused "a memory of 2^31 words" 'memory.v:[0-9]+: .*huge'
run "$lockhop" cosim hypercube:12 random --machine network
refused "a network of 4096 switches" 'hypercube:12 has 4096 switches.*--machine array'
run "$lockhop" cosim hypercube:2 random --build-seconds 0
refused "no time at all" "build-seconds '0'"
run "$lockhop" cosim hypercube:2 random --build-memory x
refused "memory that is no number" "build-memory 'x'"

# The interrupted parts of builds are gone, and so are the processes.
if [ -n "$(find "$LOCKHOP_CACHE" -name 'work-*')" ]; then
  not_ok "nothing is left in the cache" "$(ls "$LOCKHOP_CACHE")"
else
  ok "nothing is left in the cache"
fi
echo "$LOCKHOP_CACHE/work-" >"$scratch/pattern"
left=$(grep -alsF -f "$scratch/pattern" /proc/[0-9]*/cmdline)
if [ -n "$left" ]; then
  not_ok "nothing is left running" "$left"
else
  ok "nothing is left running"
fi

# --- who may write to the cache ---

chmod 777 "$LOCKHOP_CACHE"
limited "a cache that others can write to is refused" 'can be written by other users.*LOCKHOP_CACHE'
chmod 700 "$LOCKHOP_CACHE"
ln -s cache "$scratch/link"
LOCKHOP_CACHE=$scratch/link
limited "so is a symbolic link" 'symbolic link'

# A file of the name that a temporary output had is not written through a planted link.
cd "$scratch" || exit 3
echo mine >victim
sh -c 'ln -s victim "result.json.$$.part"; ln -s victim "wave.fst.$$.part"
  exec ../../lockhop run hypercube:2 random --json result.json --wave wave.fst --quiet' \
  >stdout 2>stderr
if [ "$(cat victim)" = mine ] && [ -s result.json ] && [ -s wave.fst ]; then
  ok "planted links are not followed"
else
  not_ok "planted links are not followed" "$(cat victim stderr)"
fi
cd ../../.. || exit 3
finish
