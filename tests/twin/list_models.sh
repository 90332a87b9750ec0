#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# list_models -- the models that a twin test names, one a line: NAME FILE PARAMETER...
#
#   list_models.sh SOURCE [few]      (from the repository root; build_twin.sh says what SOURCE has)
#
# few: those alone that a line `// few: NAME...` names, which tell a compiler that is wrong.
set -euo pipefail

# The lines of the source.
lines=$(awk '
  function flush() { if (line) print line; line = "" }
  sub(/^\/\/ model: /, "") { flush(); line = $0; next }
  line && sub(/^\/\/   +/, "") { line = line " " $0; next }
  { flush() }
  END { flush() }' "$1")
if [[ ${2-} = few ]]; then
  awk -v few=" $(sed -n 's|^// few: ||p' "$1") " 'index(few, " " $1 " ")' <<<"$lines"
  exit
fi
if [[ $lines != *EXAMPLE=* ]]; then
  echo "$lines"
  exit
fi

# shellcheck source=scripts/route_units.sh
. scripts/route_units.sh

# model NAME FILE SPEC ROUTING NAME=VALUE...: what an example has beside the parameters given.
model() {
  local name=$1 file=$2 spec=$3 routing=$4 shape
  shape=$(switch_shape "$spec" "$routing")
  shift 4
  # shellcheck disable=SC2046,SC2086 # several parameters
  echo "$name $file SPEC=\"$spec\" ROUTING=\"$routing\" UNIT=\"${unit_of["$spec $routing"]}\"" \
    $(merged $shape -- "$@")
}

while read -r name file example parameters; do
  example=${example#EXAMPLE=}
  # shellcheck disable=SC2086 # several parameters
  if [ "$name" = route-units ]; then
    number=0
    while read -r _ spec routing; do
      model "Vswitch_unit_$number" "$file" "$spec" "$routing" $parameters
      number=$((number + 1))
    done < <(variants 2)
  else
    model "$name" "$file" "${example%/*}" "${example##*/}" $parameters
  fi
done <<<"$lines"
