#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# prove_adapters.sh -- prove what docs/adapters.md says of every module of tb/adapters.
#
#     scripts/prove_adapters.sh                all rows of tests/proofs/rows.txt; and each bug of
#                                              tests/proofs/bugs.txt breaks its law
#     scripts/prove_adapters.sh PROOF...       all rows of these proofs
#     scripts/prove_adapters.sh --self-test    the rows and bugs that are marked `quick`
#     scripts/prove_adapters.sh --mutants      each mutant of an adapter breaks some law
#
# A row is a proof and its parameters.  tests/proofs/prove_PROOF.v holds an adapter, and its laws as
# assertions.  Of the inputs nothing is known but what a neighbour must keep to.  Each $error of an
# adapter is an assertion too: it is never reached.  Yosys makes an and-inverter graph, and the
# solver `pdr` of ABC proves all assertions for runs of any length, from any state before the first
# reset.  One assertion must fail, `reached`: that no packet leaves a full queue.  So a proof of
# nothing fails.
#
# The proof `told PROOF` is the other way round: in a run that reaches no $error the neighbours keep
# to it.  The proof `structure` is about wires: no output depends on an input in the same cycle
# (moore), and what is no packet never depends on packets (control).
# Prints TAP, one test per row, with seconds of processor time; exit status 1 if one fails.
set -u

case ${1-} in
  -h | --help) sed -n '4,/^set /s/^# \{0,1\}//p' "$0"; exit ;;
  --self-test | --mutants | [!-]* | '') ;;
  *) echo "prove_adapters: unknown option $1; try --help" >&2; exit 2 ;;
esac
root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
work=$root/build/prove
mkdir -p "$work" || exit 3
for tool in yosys yosys-abc; do
  command -v "$tool" >/dev/null || { echo "Bail out! $tool is not installed"; exit 3; }
done
seconds=600 # for the solver of a row
count=0
failed=0

# tap PASSED TEXT: one test; PASSED is 0 for ok.  Its diagnosis is in $work/log.
tap() {
  count=$((count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $count - $2"
  else
    echo "not ok $count - $2"
    sed 's/^/# /' "$work/log"
    failed=1
  fi
}

# sources FOLDER LAW: what Yosys reads of the adapters of $adapters: every $error is `LAW (0)`, an
# assertion or an assumption.  Lines keep their numbers.
sources() {
  local file
  rm -rf "$1" && mkdir -p "$1"
  for file in "$adapters"/*.v; do
    LAW=$2 perl -0pe 's/\$error\((.*?)\);/"$ENV{LAW} (0);" . "\n" x ($1 =~ tr,\n,,)/gse' "$file" \
      >"$1/${file##*/}"
  done
}

# top MODULE NAME=VALUE...: the first commands of Yosys.
top() {
  local module=$1 pair options=''
  shift
  for pair in "$@"; do options+=" -chparam ${pair/=/ }"; done
  sources "$work/read" "$([ -n "$told" ] && echo assume || echo assert)"
  echo "read_verilog -sv -formal $told -defer $work/read/*.v $root/tests/proofs/*.v"
  echo "hierarchy -check -top $module$options"
  echo "proc; flatten; check -assert; opt; wreduce; memory_map"
}

# yosys_does: what is on the standard input; anything that Yosys says is a failure.
yosys_does() {
  cat >"$work/script.ys"
  (cd "$work" && yosys -q -s script.ys) >"$work/log" 2>&1 && ! [ -s "$work/log" ]
}

# structure MODULE NAME=VALUE...: prints the laws of wires that are broken.  The registers are taken
# out for the second.
structure() {
  local law
  rm -f "$work/control" "$work/moore"
  yosys_does < <(
    top "$@"
    echo "chformal -remove; techmap; opt; splitnets -ports"
    echo "select -assert-any o:*; select -assert-any i:*packet_i* i:*flit_i* i:*data_i*"
    echo "select -set packets i:*packet_i* i:*flit_i* i:*data_i*"
    echo "select -set control o:* o:*packet_o* o:*flit_o* o:*data_o* %u %u %d"
    echo "select -write control @control %ci* @packets %i"
    echo "delete t:\$_DFF_?_ t:\$_DFFE_??_ t:\$_SDFF*"
    echo "select -assert-none t:*DFF* t:*LATCH*"
    echo "select -write moore o:* %ci* i:* %i"
  ) || return
  for law in control moore; do
    [ -e "$work/$law" ] || return
    if [ -s "$work/$law" ]; then echo "$law"; fi
  done
}

# laws PROOF NAME=VALUE...: prints the laws that are broken, a line each; fails if that is not known
# of all.
laws() {
  local proof=$1 output told=''
  shift
  if [ "$proof" = structure ]; then
    structure "$@"
    return
  elif [ "$proof" = told ]; then
    told=-DTOLD
    proof=$1
    shift
  fi
  rm -f "$work/model.aig" "$work/laws"
  yosys_does < <(
    top "prove_$proof" "$@"
    echo "formalff -setundef -clk2ff -ff2anyinit; setundef -undriven -anyseq; opt -full"
    echo "techmap; opt -fast; dffunmap; abc -g AND -fast; opt_clean"
    echo "select -write laws t:\$assert"
    echo "write_aiger -I -B -zinit -no-startoffset model.aig"
  ) || return
  yosys-abc -c "read_aiger $work/model.aig; fold; strash; scorr; pdr -a -T $seconds" \
    >"$work/log" 2>&1
  # shellcheck disable=SC2016 # names of assertions have a dollar sign
  sed -n 's/^Output *\([0-9]*\) was asserted .*/\1/p' "$work/log" | while read -r output; do
    sed -n "$((output + 1))p" "$work/laws"
  done | sed -E 's/.*\$assert\$.*\/(\w+)\.v:.*/error of \1/; s/.*[./]//'
  grep -q "^Properties: *All = $(wc -l <"$work/laws")\..* Undecided = 0\." "$work/log"
}

# right PROOF: what `laws` prints of adapters that are right.
right() {
  [ "$1" = structure ] || echo reached
}

# prove EXPECTED TEXT PROOF NAME=VALUE...: one test: the laws that are broken hold EXPECTED, and are
# no others if that is `reached` or none.
prove() {
  local expected=$1 text=$2 broken known
  shift 2
  TIMEFORMAT='%U %S'
  { time { broken=$(laws "$@"); known=$?; }; } 2>"$work/time"
  broken=$(echo "$broken" | sort -u | tr '\n' ',' | sed 's/,$//; s/,/, /g')
  echo "broken: ${broken:-none}" >>"$work/log"
  text+=" ($(awk '{ printf "%.1f", $1 + $2 }' "$work/time") s)"
  case $expected in
    '' | reached) [ "$known" -eq 0 ] && [ "$broken" = "$expected" ] ;;
    *) [ "$known" -eq 0 ] && [[ ", $broken," == *", $expected,"* ]] ;;
  esac
  tap $? "$text"
}

# combinations PREFIX NAME=VALUE[,VALUE]...: a line for each combination of the values.  A word
# without a value is one of each line.
combinations() {
  local prefix=$1 name='' value
  shift
  [ $# -gt 0 ] || { echo "$prefix" && return; }
  [[ $1 != *=* ]] || name=${1%%=*}=
  for value in $(echo "${1#"$name"}" | tr , ' '); do
    combinations "$prefix $name$value" "${@:2}"
  done
}

# prove_rows WORD [PROOF...]: the rows that begin with WORD, of these proofs.
prove_rows() {
  local word proof parameters row
  while read -r word proof parameters; do
    [ "$word" = "$1" ] || continue
    [ $# -eq 1 ] || [[ " ${*:2} " == *" $proof "* ]] || continue
    # shellcheck disable=SC2086 # several parameters
    while read -r -a row; do
      prove "$(right "$proof")" "${row[*]}" "${row[@]}"
    done < <(combinations "$proof" $parameters)
  done <"$root/tests/proofs/rows.txt"
}

# plant ADAPTER COMMAND...: the adapters as they are, but for this one, which the command prints.
plant() {
  adapters=$work/adapters
  rm -rf "$adapters"
  cp -r "$root/tb/adapters" "$adapters"
  "${@:2}" >"$adapters/$1.v"
}

# prove_bugs WORD: the bugs that begin with WORD, or all of them.
prove_bugs() {
  local word adapter law row change
  while IFS='|' read -r word adapter law row change; do
    read -r word adapter <<<"$word $adapter"
    read -r law <<<"$law"
    read -r row <<<"$row"
    [ "$word" = "$1" ] || [ "$1$word" = allquick ] || continue
    plant "$adapter" sed -E "$change" "$root/tb/adapters/$adapter.v"
    if cmp -s "$root/tb/adapters/$adapter.v" "$adapters/$adapter.v"; then
      echo "$change" >"$work/log"
      tap 1 "$adapter: sed changes it"
      continue
    fi
    # shellcheck disable=SC2086 # several parameters
    prove "$law" "a bug of $adapter breaks $law: $row" $row
  done <"$root/tests/proofs/bugs.txt"
}

# prove_mutants: no mutant of an adapter keeps all laws of the rows that begin with `mutant` and its
# name.  A mutant that Yosys refuses, or warns of, is not kept either.
prove_mutants() {
  local rows=$root/tests/proofs/rows.txt adapter number text row broken
  while read -r adapter; do
    while IFS=$'\t' read -r number text; do
      plant "$adapter" python3 "$root/scripts/mutants.py" show "$number" \
        "$root/tb/adapters/$adapter.v"
      while read -r -a row; do
        broken=$(laws "${row[@]}") || break
        [ "$broken" = "$(right "${row[0]}")" ] || break
        row=()
      done < <(sed -n "s/^mutant $adapter //p" "$rows")
      echo "it keeps all laws" >"$work/log"
      [ "${#row[@]}" -gt 0 ]
      tap $? "a mutant breaks a law: ${text//$'\t'/ }"
    done < <(python3 "$root/scripts/mutants.py" list "$root/tb/adapters/$adapter.v")
  done < <(sed -n 's/^mutant \(\w*\) .*/\1/p' "$rows" | sort -u)
}

adapters=$root/tb/adapters
if [ "${1-}" = --self-test ]; then
  prove_rows quick
  prove_bugs quick
  echo "# note: left to make prove-all: adapters: the rows 'all' of rows.txt, and other bugs"
elif [ "${1-}" = --mutants ]; then
  prove_mutants
else
  prove_rows all "$@"
  [ $# -gt 0 ] || prove_bugs all
fi
[ "$count" -gt 0 ] || { echo "Bail out! no row is of $*"; exit 3; }
echo "1..$count"
exit "$failed"
