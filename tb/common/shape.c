/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shape -- the parameters of rtl/switch/switch.v for what a bench is to run.
 *
 *     shape PREFIX 'SPEC TRAFFIC OPTIONS...'
 *
 * prints a line PREFIX NAME=VALUE for each, without a blank behind PREFIX: "-G" for
 * Verilator,
 * "-Pbench." for Icarus.  The words are those of description.h.  Exit codes: those of
 * lockhop.h.
 */
#include "description.h"
#include "parameters.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_parameters(const char *prefix, const struct lockhop_shape *s)
{
  struct parameter parameters[PARAMETERS];

  parameters_of(parameters, s);
  for (int i = 0; i < PARAMETERS; i++)
    printf("%s%s=%" PRIu32 "\n", prefix, parameters[i].name, parameters[i].value);
}

int main(int argc, char **argv)
{
  struct lockhop_description description;
  struct lockhop_error error = {LOCKHOP_USAGE, "shape needs a PREFIX and what is run"};
  struct lockhop_network *network = NULL;

  if (argc == 3 && description_read(&description, argv[2], &error))
    network = lockhop_open(&description, &error);
  if (!network) {
    fprintf(stderr, "shape: %s\n", error.text);
    return (int)error.code;
  }
  const struct lockhop_shape s = lockhop_shape_of(network);

  if (strcmp(argv[1], "rtl") == 0)
    printf("%s --routing %s --depth %" PRIu32 " --lanes %" PRIu32 " --vcs %" PRIu32
           " --sends %" PRIu32 " --data-bits %" PRIu32 "\n",
           s.topology, s.routing, s.depth, s.lanes, s.vcs, s.sends, s.data_bits);
  else
    print_parameters(argv[1], &s);
  lockhop_close(network);
  return 0;
}
