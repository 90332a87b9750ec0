# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# shellcheck shell=bash
# route_units.sh -- the list of route units, for the scripts that check them: to be sourced.
#
# Everything comes from `lockhop list route-units` and `lockhop rtl`, so that a unit is in every
# check as soon as a routing has it.  LOCKHOP is the program, ROUTE_UNITS a file that replaces the
# list.  A line of the list is
#
#   UNIT SPEC ROUTING FIXED... network NAMED... switch PARAMETER...
#
# where FIXED are parameters that the unit defines itself, NAMED those of the network, PARAMETER
# those of the switch, all as NAME=VALUE.  A unit with its FIXED is a variant.

lockhop=${LOCKHOP:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/lockhop}
route_units=$(if [ -n "${ROUTE_UNITS-}" ]; then cat "$ROUTE_UNITS"; else
  "$lockhop" list route-units; fi) || exit 3
[ -n "$route_units" ] || { echo "Bail out! there is no list of route units"; exit 3; }

# Every module UNIT with all its parameters, once: `UNIT NAME=VALUE...`.
unit_rows() {
  awk '{
    line = $1
    for (i = 4; i <= NF; i++)
      if ($i ~ /=/ && (!past || $i ~ /^(PORTS|HEADER_BITS|ADDRESS_BITS)=/)) line = line " " $i
      else past = past || $i == "switch"
    past = 0
    if (!seen[line]++) print line
  }' <<<"$route_units"
}

# variants N: each variant with the Nth of the networks that it has, the last if there are fewer:
# `UNIT SPEC ROUTING`.
variants() {
  awk -v n="$1" '{
    key = $1
    for (i = 4; $i != "network"; i++) key = key " " $i
    if (!(key in networks)) order[++keys] = key
    if (seen[key, $2]++) next
    if (++networks[key] <= n) line[key] = $1 " " $2 " " $3
  }
  END { for (k = 1; k <= keys; k++) print line[order[k]] }' <<<"$route_units"
}

# By "SPEC ROUTING" of an example.
declare -A unit_of parameters_of
# shellcheck disable=SC2034 # unit_of is for those that source this
while read -r unit spec routing parameters; do
  unit_of["$spec $routing"]=$unit
  parameters_of["$spec $routing"]=${parameters##* switch }
done <<<"$route_units"

# switch_shape SPEC ROUTING: the parameters of the switch of an example, as NAME=VALUE.
switch_shape() {
  [ -n "${parameters_of["$1 $2"]-}" ] ||
    { echo "route_units.sh: no example $1 with routing $2" >&2; return 1; }
  echo "${parameters_of["$1 $2"]}"
}

# route_unit SPEC ROUTING FOLDER: FOLDER/route.v, as the generator writes it.
route_unit() {
  "$lockhop" rtl "$1" --routing "$2" -o "$3" >/dev/null
}

# merged NAME=VALUE... -- NAME=VALUE...: the first, in their order, with values of the second, and
# what the second have besides.
merged() {
  local -A later=()
  local pair first=1
  for pair in "$@"; do
    [ "$first" ] || later[${pair%%=*}]=${pair#*=}
    [ "$pair" != -- ] || first=
  done
  for pair in "$@"; do
    [ "$pair" != -- ] || break
    echo "${pair%%=*}=${later[${pair%%=*}]:-${pair#*=}}"
    unset "later[${pair%%=*}]"
  done
  for pair in "${!later[@]}"; do echo "$pair=${later[$pair]}"; done
}
