#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_fields -- one more thing to say of a run is a row of tool/session/run_fields.def, and the
# place that uses it: two files.  Options, help, JSON, its schema, and the command that repeats a
# run have it then.
set -u
. tests/system/tap.sh

tree=$scratch/tree
mkdir -p "$tree"
cp -r cmodel include sim "$tree"
cat >>"$tree/cmodel/tool/session/run_fields.def" <<'END'
FIELD(NUMBER, colour, IS, "colour", 1, 7, DESCRIPTION_UNSET, "N", "run cosim",
      "colour of the packets, 1..7 (default: none)")
END
session=tool/session/session.c
sed -i 's/^  if (!description_check(description, err)/  if (description->colour == 6)\
    return err_set(err, ERR_USAGE, "--colour 6: nobody likes it");\
&/' "$tree/cmodel/$session"
touched=$(diff -rq cmodel "$tree/cmodel" | sed 's/^Files \(.*\) and .*/\1/' | sort | tr '\n' ' ')
if [ "$touched" = "cmodel/tool/session/run_fields.def cmodel/$session " ]; then
  ok "a field is in two files: its row, and the place that uses it"
else
  not_ok "a field is in two files: its row, and the place that uses it" "$touched"
fi

cat >"$tree/main.c" <<'END'
#include "tool/cli/options.h"
#include "tool/session/fields.h"
#include "tool/session/run_json.h"

/* The run of a command line as its JSON, read again, and as a command; then help and schema. */
int main(int argc, char **argv)
{
  const struct command command = {.name = "cosim", .usage = "", .text = "", .least = 2, .most = 2};
  struct err err = {.kind = ERR_NONE};
  struct settings settings;
  struct description read;
  char text[1024] = "lockhop";

  if (!options_read(&settings, &command, argc, argv, &err)) {
    fprintf(stderr, "lockhop: %s\n", err.text);
    return 2;
  }
  json_t *run = run_json_write(&settings.run, RUN_FIELD_IS);
  if (!run_json_read(&read, run, &err) || read.colour != settings.run.colour)
    return 3;
  run_fields_add(&read, text, sizeof text, 7);
  printf("%s\n", text);
  json_dumpf(run, stdout, 0);
  printf("\n");
  options_help(&command, stdout);
  json_dumpf(run_json_schema(), stdout, 0);
  return 0;
}
END
objects=
for file in main cmodel/tool/session/fields cmodel/tool/session/run_json cmodel/tool/cli/options \
  cmodel/tool/console/rows "cmodel/${session%.c}"; do
  ${CC:-gcc} -std=gnu11 -O0 -w -I"$tree/cmodel" -I"$tree" -DLOCKHOP_VERSION='"x"' \
    -c -o "$tree/$(basename "$file").o" "$tree/$file.c" 2>"$err" ||
    not_ok "$file.c compiles" "$(head -n 5 "$err")"
  [ "$file" = "cmodel/${session%.c}" ] || objects="$objects $tree/$(basename "$file").o"
done
# shellcheck disable=SC2086
${CC:-gcc} -o "$tree/fields" $objects build/plain/libcmodel.a -ljansson -lz -ldl -lm 2>"$err" ||
  not_ok "the program is linked" "$(head -n 5 "$err")"

run "$tree/fields" cosim hypercube:2 random --colour 5
expect "the command that repeats a run has it" 0 '^lockhop --seed 1 --colour 5$'
expect "and the JSON of the run" 0 '"seed": 1, "colour": 5}$'
expect "and help" 0 '^  --colour N  *colour of the packets'
expect "and the schema" 0 '"colour": \{"type": "integer", "minimum": 1, "maximum": 7'
run "$tree/fields" cosim hypercube:2 random --colour 9
refused "its range is checked" "--colour '9': must be a number in 1..7"
run "$tree/fields" cosim hypercube:2 random --colours 5
refused "its name is proposed" 'did you mean --colour'
finish
