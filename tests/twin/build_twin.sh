#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build_twin -- joins a twin test, the C objects, and the Verilated models that it names.
#
#   build_twin.sh OUTPUT SOURCE CXX LDFLAGS LIBS      (from the repository root)
#
# SOURCE has a line for every model that it wants; indented lines continue it:
#
#   // model: Vrouter_4_2_3 rtl/component/router.v CHANNELS=4 PORTS=2 DEPTH=3
#
# Of a switch the parameters ROUTE, K and M are none of the module's: they are the number of
# the route unit that it gets, in the order of route_unit.v, below, and the sizes for that.
# The source finds the models in models.h, which is made here: for each model a struct that
# holds its VC and its parameters, and TWIN_MODELS, the list of these structs and of titles
# (see tests/twin/twin.h).
#
# Environment: TWIN_RTL, a Verilog file with one module, which takes the place of ours of
# that name (every model must use it); TWIN_MODELS, the names of the models to build, if not
# all.
#
# Everything is made in build/twin/<test>, with TWIN_RTL in build/twin/broken/<file>/<test>.
# The models are made again only when something that they are made of has changed.
set -eu

[ $# -eq 5 ] || {
  echo "usage: build_twin.sh OUTPUT SOURCE CXX LDFLAGS LIBS" >&2
  exit 2
}
output=$1
source=$2
cxx=$3
ldflags=$4
libs=$5
rtl=${TWIN_RTL:-}
wanted=${TWIN_MODELS:-}

test=$(basename "$source" .cpp)
work=build/twin/$test
[ -z "$rtl" ] || work=build/twin/broken/$(basename "$rtl" .v)/$test
runtime_dir=build/twin/runtime
include=$(verilator --getenv VERILATOR_ROOT)/include

die() {
  echo "build_twin.sh: $source: $*" >&2
  exit 1
}

# Verilator's code is not ours: it is included as system headers are, without warnings.  Not
# optimised: compiling takes longer than the tests run.
compile() {
  "$cxx" -std=c++17 -O0 -Icmodel -I. -isystem "$include" -isystem "$include/vltstd" \
    -isystem "$work" "$@"
}

# The run-time library of Verilator, and its headers in the compiler's own form, which are read
# faster than their text; for all tests; their names change with the tools.
make_runtime() (
  flock 8
  [ ! -f "$runtime" ] || exit 0
  echo '#include "verilated.h"' >"$headers"
  compile -w -x c++-header -o "$headers.gch" "$headers"
  for name in verilated verilated_threads; do
    compile -O1 -w -c -o "$runtime_dir/$name.o" "$include/$name.cpp"
  done
  rm -f "$runtime.new"
  ar rcs "$runtime.new" "$runtime_dir/verilated.o" "$runtime_dir/verilated_threads.o"
  mv "$runtime.new" "$runtime"
) 8>"$runtime_dir/lock"

# NAME FILE PARAMETER... of every model that is wanted, one a line.
list_models() {
  awk '
    function flush() { if (line) print line; line = "" }
    sub(/^\/\/ model: /, "") { flush(); line = $0; next }
    line && sub(/^\/\/   +/, "") { line = line " " $0; next }
    { flush() }
    END { flush() }' "$source" | while read -r name rest; do
    case " ${wanted:-$name} " in
    *" $name "*) echo "$name $rest" ;;
    esac
  done
}

# describe NAME FILE PARAMETER...: what models.h says of a model.
describe() {
  name=$1
  shift 2
  echo "#include \"$name/$name.h\""
  echo "struct twin_$name {"
  echo "  using Model = $name;"
  printf '  static constexpr uint32_t %s;\n' "$@"
  echo "};"
}

# verilate NAME FILE PARAMETER...: class NAME, in $work/NAME.
verilate() {
  name=$1
  file=$2
  module=$(basename "$file" .v)
  shift 2
  [ -f "$file" ] || die "there is no $file"
  [ "$module" != "$replaced" ] || file=$work/$replaced.v
  for parameter; do
    shift
    case $module.$parameter in
    switch.ROUTE=* | switch.K=* | switch.M=*) set -- "$@" "-DTWIN_$parameter" ;;
    *) set -- "$@" "-G$parameter" ;;
    esac
  done
  verilator --cc -O3 --x-assign fast --x-initial unique --noassert --prefix "$name" \
    --top-module "$module" --Mdir "$work/$name" "$@" \
    -y "$work" -y rtl/component -y rtl/route -y rtl/switch "$file"
  [ -z "$rtl" ] || grep -q "/$replaced.v\"" "$work/$name/${name}__verFiles.dat" ||
    die "$name does not use the module of $rtl"
  for part in "$work/$name"/*.cpp; do
    echo "#include \"$name/$(basename "$part")\"" >>"$work/models.cpp"
  done
}

# What the generator writes for a network; read when the switch is among the models.  One
# file for all route units: bitfix; bitfix_two_phase, and with SYNC; bitfix_mask with FORCED
# and SHARED, without SHARED, without FORCED but with SHARED, without both; sync_vector with
# HOLDS and without, and so sync_table.
print_route_unit() {
  cat <<'END'
`ifndef TWIN_K
`define TWIN_K 1
`define TWIN_M 2
`endif

module route_unit #(
  parameter PORTS        = 10,
  parameter HEADER_BITS  = 10,
  parameter ADDRESS_BITS = 10
) (
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [HEADER_BITS-1:0]  header_i,
  input  wire                    phase_i,
  input  wire [31:0]             random_i,
  output wire                    eject_o,
  output wire                    wait_o,
  output wire [PORTS-1:0]        ports_o,
  output wire [HEADER_BITS-1:0]  header_o,
  output wire [1:0]              vc_o,
  output wire [7:0]              priority_o
);

  localparam ROUTE = `TWIN_ROUTE;

  generate
    if (ROUTE == 0) begin : g_bitfix
      assign wait_o  = 1'b0;
      assign vc_o = 2'd0;
      assign priority_o   = 8'd0;

      bitfix #(
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS)
      ) u_unit (
        .here_i   (here_i),
        .header_i (header_i),
        .eject_o  (eject_o),
        .ports_o  (ports_o),
        .header_o (header_o)
      );
    end else if (ROUTE <= 2) begin : g_two_phase
      assign priority_o[7:1] = 7'd0;

      bitfix_two_phase #(
        .SYNC         (ROUTE - 1),
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS)
      ) u_unit (
        .here_i   (here_i),
        .header_i (header_i),
        .phase_i  (phase_i),
        .eject_o  (eject_o),
        .wait_o   (wait_o),
        .ports_o  (ports_o),
        .header_o (header_o),
        .vc_o  (vc_o),
        .priority_o    (priority_o[0])
      );
    end else if (ROUTE <= 6) begin : g_mask
      assign wait_o     = 1'b0;
      assign priority_o[7:1] = 7'd0;

      bitfix_mask #(
        .FORCED       (ROUTE <= 4 ? 1 : 0),
        .SHARED       (ROUTE % 2),
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS)
      ) u_unit (
        .here_i   (here_i),
        .header_i (header_i),
        .random_i (random_i),
        .eject_o  (eject_o),
        .ports_o  (ports_o),
        .header_o (header_o),
        .vc_o  (vc_o),
        .priority_o    (priority_o[0])
      );
    end else if (ROUTE <= 8) begin : g_vector
      assign wait_o     = 1'b0;
      assign priority_o[7:1] = 7'd0;

      sync_vector #(
        .K            (`TWIN_K),
        .M            (`TWIN_M),
        .HOLDS        (ROUTE == 7 ? 1 : 0),
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS)
      ) u_unit (
        .here_i   (here_i),
        .header_i (header_i),
        .eject_o  (eject_o),
        .ports_o  (ports_o),
        .header_o (header_o),
        .vc_o  (vc_o),
        .priority_o    (priority_o[0])
      );
    end else begin : g_table
      assign wait_o     = 1'b0;
      assign priority_o[7:1] = 7'd0;

      sync_table #(
        .K            (`TWIN_K),
        .M            (`TWIN_M),
        .HOLDS        (ROUTE == 9 ? 1 : 0),
        .PORTS        (PORTS),
        .HEADER_BITS  (HEADER_BITS),
        .ADDRESS_BITS (ADDRESS_BITS)
      ) u_unit (
        .here_i   (here_i),
        .header_i (header_i),
        .eject_o  (eject_o),
        .ports_o  (ports_o),
        .header_o (header_o),
        .vc_o  (vc_o),
        .priority_o    (priority_o[0])
      );
    end
  endgenerate

endmodule
END
}

print_models_h() {
  echo "#include <cstdint>"
  while read -r name file parameters; do
    # shellcheck disable=SC2086 # parameters are several words
    describe "$name" "$file" $parameters
  done <"$work/models.txt"
  printf '#define TWIN_MODELS(MODEL)'
  while read -r name file parameters; do
    printf ' \\\n  MODEL(twin_%s, "%s %s")' "$name" "$(basename "$file" .v)" "$parameters"
  done <"$work/models.txt"
  echo
}

# $work/models.h, and $work/models.o with all models: one translation unit compiles faster.
make_models() {
  rm -rf "$work"
  mkdir -p "$work"
  list_models >"$work/models.txt"
  print_models_h >"$work/models.h"
  print_route_unit >"$work/route_unit.v"
  replaced=
  if [ -n "$rtl" ]; then
    replaced=$(sed -n 's/^module \([A-Za-z0-9_]*\).*/\1/p' "$rtl")
    cp "$rtl" "$work/$replaced.v"
  fi
  includes=
  while read -r name file parameters; do
    # shellcheck disable=SC2086
    verilate "$name" "$file" $parameters
    includes="$includes -isystem $work/$name"
  done <"$work/models.txt"
  # shellcheck disable=SC2086
  compile -include "$headers" -w $includes -c -o "$work/models.o" "$work/models.cpp"
  echo "$key" >"$work/key"
}

[ -r "$source" ] || die "it cannot be read"
[ -z "$rtl" ] || [ -r "$rtl" ] || die "TWIN_RTL '$rtl' cannot be read"
[ -n "$(list_models)" ] || die "it names no model${wanted:+ of $wanted}"
mkdir -p "$runtime_dir" "$(dirname "$work")" "$(dirname "$output")"

# One build of a test at a time; the lock goes with this process.
exec 9>"$work.lock"
flock 9

tools=$({ verilator --version; "$cxx" --version; cat tests/twin/build_twin.sh; } | cksum)
runtime=$runtime_dir/verilated-${tools%% *}.a
headers=$runtime_dir/verilated-${tools%% *}.h
key=$({ echo "$tools"; list_models; cat rtl/*/*.v ${rtl:+"$rtl"}; } | cksum)
make_runtime
if [ "$(cat "$work/key" 2>/dev/null || true)" != "$key" ]; then
  make_models
fi

# A part of the models may leave functions of the test unused.
compile -include "$headers" -Wall -Wextra -Wshadow -Wconversion -Werror \
  ${wanted:+-Wno-unused-function} -c -o "$work/test.o" "$source"
# shellcheck disable=SC2086 # lists of options and files
"$cxx" $ldflags -o "$work/program" "$work/test.o" "$work/models.o" "$runtime" $libs \
  -lpthread
mv "$work/program" "$output"
