#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build -- a SystemVerilog bench with Verilator: FOLDER/bench, FOLDER is build/tb/dpi.
#
#     tb/dpi/build.sh switch|network SPEC TRAFFIC --depth W --lanes L [OPTIONS...]
#         [--dut FILE.v]... [-o FOLDER]
#     build/tb/dpi/bench [+random] [+seed=N] [+cycles=N] [+switch=N]
#         [+run='SPEC TRAFFIC OPTIONS...']
#
# The words are those of `lockhop cosim`; the first says which bench of this folder, which says what
# its plusargs are.  FOLDER/bench makes the run that was given here, or another one on the same
# shape of switch.  That of a switch stands in for every switch of the network in turn, if +switch=N
# names none.  Environment: LOCKHOP, the command; CC; OPT, how the C++ is optimised (-O1).  Exit
# codes of bench: those of `lockhop cosim`.
set -u

benches="switch network"
# shellcheck source=tb/common/design.sh
. "$(dirname "$0")/../common/design.sh"
# shellcheck source=tb/common/verilator.sh
. "$root/tb/common/verilator.sh"
here=$root/tb/dpi

case "$bench $run" in
  *" --compare cycle"*) ;;
  switch*" --compare "*) fail "--compare judges a whole network: build.sh network ..." ;;
esac
awk -v folder="$folder" -f "$here/make_imports.awk" "$here/functions.txt" || exit
# shellcheck disable=SC2086 # several words
${CC:-cc} -r $cflags -I"$root/tb/common" -I"$folder" "$here"/*.c $shared \
  -o "$folder/golden.o" || exit 3

names='LANES DEPTH STORE DATA_BITS SWITCHES PHASE_BITS HEADER_BITS CHANNELS'
[ "$bench" = network ] || names='[A-Z_]*'
files="$here/switch_checker.sv $here/${bench}_bench.sv $here/bind.sv"
[ "$bench" != network ] || files="$folder/rtl/network.v $files"
parameters=$("$folder/shape" -G "$run" | grep -E "^-G($(echo "$names" | tr ' ' '|'))=")
switches=$(echo "$parameters" | sed -n 's/^-GSWITCHES=//p')
# shellcheck disable=SC2086
verilate "${bench}_bench" "$folder/golden.o" $parameters \
  "$folder/golden_dpi.sv" -f "$folder/design.f" $files "$here/verilator_end.cpp" \
  -CFLAGS "-DVL_USER_FATAL -DVL_USER_FINISH"

cat >"$folder/bench" <<END
#!/bin/sh
# $bench: $run
case "\$*" in
  *+run=*) ;;
  *) set -- "\$@" '+run=$run' ;;
esac
case "$bench \$*" in
  network\ * | *+switch=* | *+random*) exec '$folder/obj/Vbench' "\$@" ;;
esac
status=0
switch=0
while [ \$switch -lt $switches ]; do
  '$folder/obj/Vbench' "\$@" +switch=\$switch
  code=\$?
  [ \$code -eq 0 ] || [ \$status -ne 0 -a \$status -lt \$code ] || status=\$code
  switch=\$((switch + 1))
done
exit \$status
END
chmod +x "$folder/bench"
