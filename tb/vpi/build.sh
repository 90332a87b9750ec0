#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build -- the bench of a run for Icarus Verilog: FOLDER/bench, FOLDER is build/tb/vpi.
#
#     tb/vpi/build.sh SPEC TRAFFIC --depth W --lanes L [OPTIONS...] [--dut FILE.v]... [-o FOLDER]
#     build/tb/vpi/bench [+wave -fst] [+run='SPEC TRAFFIC OPTIONS...']
#
# The words are those of `lockhop cosim`.  FOLDER/bench makes the run that was given here, or
# another one on the same shape of switch.  Environment: LOCKHOP, the command; CC; IVERILOG_FLAGS.
# Exit codes of bench: those of `lockhop cosim`.
set -u

# shellcheck source=tb/common/design.sh
. "$(dirname "$0")/../common/design.sh"

if newer "$folder/lockhop.vpi" "$root"/tb/common/* "$root"/tb/vpi/*.[ch] "$include/lockhop.h"; then
  # shellcheck disable=SC2086 # several words
  ${CC:-cc} -shared -fPIC $cflags "-I$(iverilog-vpi --cflags | sed 's/.*-I\([^ ]*\).*/\1/')" \
    "$root"/tb/vpi/*.c $shared $libs -o "$folder/lockhop.vpi" || exit 3
fi
parameters=$("$folder/shape" -Pbench. "$run" | grep -v CHANNELS)
# shellcheck disable=SC2086 # several words
iverilog -g2005 ${IVERILOG_FLAGS:-} -s bench $parameters \
  -L"$folder" -mlockhop -o "$folder/bench.vvp" -c "$folder/design.f" "$root/tb/vpi/bench.v" ||
  exit 3

cat >"$folder/bench" <<END
#!/bin/sh
# $run
case "\$*" in
  *+run=*) ;;
  *) set -- "\$@" '+run=$run' ;;
esac
for argument; do
  shift
  case \$argument in
    -fst | -vcd | -lxt2) format=\$argument ;;
    *) set -- "\$@" "\$argument" ;;
  esac
done
exec vvp -M'$folder' -mlockhop '$folder/bench.vvp' \${format:-} "\$@"
END
chmod +x "$folder/bench"
