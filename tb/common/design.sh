# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# shellcheck shell=sh
# design.sh -- what the build.sh of several benches share: to be sourced, with their arguments.
#
#     build.sh [BENCH] SPEC TRAFFIC OPTIONS... [--dut FILE.v]... [-o FOLDER]
#
# SPEC, TRAFFIC and OPTIONS are words of `lockhop cosim` (description.h says which).  The modules
# of --dut replace those of the same name.  BENCH comes first where there are several: `benches`
# has their names then.  --help prints the head of build.sh.
#
# It sets: bench; root, the source tree or PREFIX/share/lockhop; folder; run, the words in one line;
# cflags and libs, for C with the library; shared, the files in C that benches share; and makes, in
# the folder, `shape` and design.f, the list of Verilog files.  LOCKHOP is the command, CC the C
# compiler.

fail() {
  echo "$0: $1" >&2
  exit "${2:-2}"
}

root=$(cd -P "$(dirname "$0")/../.." && pwd)
folder=build/tb/$(basename "$(cd "$(dirname "$0")" && pwd)")
bench=
run=
duts=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '5,/^set/s/^# \{0,1\}//p' "$0" && exit ;;
    -o | --dut) [ $# -ge 2 ] || fail "$1 needs a value" ;;
  esac
  case $1 in
    -o) folder=$2 && shift ;;
    --dut) [ -f "$2" ] || fail "--dut '$2': there is no such file"
      duts="$duts $(cd "$(dirname "$2")" && pwd)/$(basename "$2")" && shift ;;
    *)
      if [ -n "${benches:-}" ] && [ -z "$bench" ]; then
        bench=$1
        case " $benches " in
          *" $bench "*) ;;
          *) fail "the first word is one of: $benches; not '$bench'" ;;
        esac
      else
        run="$run${run:+ }$1"
      fi
      ;;
  esac
  shift
done
[ -n "$run" ] ||
  fail "what is to run? build.sh${benches:+ BENCH} SPEC TRAFFIC --depth W --lanes L ..."

if [ -f "$root/include/lockhop.h" ]; then
  library=$root/build/lib
  include=$root/include
  lockhop=${LOCKHOP:-$root/build/lockhop}
else
  prefix=$(cd -P "$root/../.." && pwd)
  library=$prefix/lib
  for library_there in "$prefix"/lib/*/liblockhop.so; do # Debian has a folder for each machine
    [ ! -f "$library_there" ] || library=$(dirname "$library_there")
  done
  include=$prefix/include
  lockhop=${LOCKHOP:-$prefix/bin/lockhop}
fi
[ -f "$library/liblockhop.so" ] || fail "no liblockhop in $library: make all library" 3
cflags="-std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I$include"
# shellcheck disable=SC2034 # used by those that source this file
shared="$root/tb/common/description.c $root/tb/common/judged.c"
libs="-L$library -llockhop -Wl,-rpath,$library"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# newer TARGET FILE...: it must be made again.
newer() {
  newer_target=$1
  shift
  [ ! -f "$newer_target" ] || [ -n "$(find "$@" -newer "$newer_target")" ]
}

if newer "$folder/shape" "$root"/tb/common/* "$include/lockhop.h"; then
  # shellcheck disable=SC2086 # several words
  ${CC:-cc} $cflags "$root/tb/common/shape.c" "$root/tb/common/description.c" $libs \
    -o "$folder/shape" || exit 3
fi
network=$("$folder/shape" rtl "$run") || exit
# The routing may follow from the traffic: a bench that reads no traffic is told it.
case " $run" in
  *" --routing "*) ;;
  *) run="$run $(echo "$network" | sed -n 's/^[^ ]* \(--routing [^ ][^ ]*\) .*/\1/p')" ;;
esac
# shellcheck disable=SC2086 # several words
"$lockhop" rtl $network --form simulation -o "$folder/rtl" >"$folder/rtl.log" || exit

# All files but the network's own, and those whose module is one of --dut.
sed 's|.*/||; s|\.v$||' "$folder/rtl/files.f" >"$folder/rtl/modules"
# shellcheck disable=SC2086 # files without blanks
replaced=$([ -z "$duts" ] || sed -n 's/^ *module  *\([A-Za-z0-9_]*\).*/\1/p' $duts)
# shellcheck disable=SC2086 # names, files without blanks
[ -z "$duts" ] || printf '%s\n' $replaced | grep -qxF -f - "$folder/rtl/modules" ||
  fail "--dut$duts: the design has none of the modules$(printf ' %s' $replaced)"
{
  replaced="network $replaced" path=$folder/rtl awk '
    BEGIN { split(ENVIRON["replaced"], names); for (i in names) drop[names[i]] }
    { module = $0; sub(/.*\//, "", module); sub(/\.v$/, "", module) }
    !(module in drop) { print ENVIRON["path"] "/" $0 }' "$folder/rtl/files.f"
  for dut in $duts; do
    echo "$dut"
  done
} >"$folder/design.f"
