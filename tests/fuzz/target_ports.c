/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ports -- what a user says of the ports of a switch, --map FILE. */
#include "tests/fuzz/fuzz.h"
#include "verilog/simulator/fit_map.h"

FUZZ_TARGET(ports)
{
  struct fuzz_file file = fuzz_file_of(data, size);
  struct fit_map map = {.path = NULL};
  struct err err;

  if (fit_map_open(&map, file.path, &err)) {
    fit_map_uses(&map, "in_valid_i");
    for (size_t i = 0; i < map.group_count; i++) {
      const struct port_group *group = &map.groups[i].group;
      char *text = NULL, connection[4 * GROUP_TEXT];
      size_t bytes;
      FILE *stream = open_memstream(&text, &bytes);

      LAW(stream, "no memory");
      port_group_print(group, stream);
      fclose(stream);
      free(text);
      for (int role = 0; role < GROUP_ROLES; role++)
        port_group_connection(group, (enum group_role)role, true, connection);
    }
  } else {
    fuzz_refused(&err);
  }
  fit_map_close(&map);
  fuzz_file_close(&file);
}
