/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow_result -- the figures of a design that was judged by its flow. */
#include "tool/console/flow_result.h"

#include "network/traffic/payload.h"

#include <inttypes.h>

/* "packet 7 at switch 3 (011)" */
static void print_waiting(const struct session *s, const struct packet *packet, uint32_t at,
                          FILE *file)
{
  char name[PAYLOAD_TEXT], address[ADDRESS_TEXT];

  s->topology.row->print_address(&s->topology, at, address);
  fprintf(file, "%s at switch %u (%s)", payload_print(name, packet->data, &s->shape.format),
          at, address);
}

void flow_result_print(const struct session *s, const struct flow_figures *n, FILE *file)
{
  fprintf(file, "  overtakings           %u%s", n->passed, n->passed ? ", of " : "\n");
  if (n->passed) {
    print_waiting(s, &n->passed_packet, n->passed_at, file);
    fprintf(file, " for port %u\n", n->passed_exit / s->shape.vcs);
  }
  fprintf(file, "  longest stay          %" PRIu64 " cycle%s%s", n->stay,
          n->stay == 1 ? "" : "s", n->stay ? ", of " : "\n");
  if (n->stay) {
    print_waiting(s, &n->stay_packet, n->stay_at, file);
    fputc('\n', file);
  }
}

/* A number that means something if there was anything at all. */
static json_t *where(bool any, uint32_t number)
{
  return any ? json_integer((json_int_t)number) : json_null();
}

json_t *flow_result_json(const struct session *s, const struct flow_figures *n)
{
  return json_pack("{s:I, s:o, s:o, s:I, s:o}", "overtakings", (json_int_t)n->passed,
                   "overtakings_switch", where(n->passed > 0, n->passed_at),
                   "overtakings_port", where(n->passed > 0, n->passed_exit / s->shape.vcs),
                   "longest_stay", (json_int_t)n->stay, "longest_stay_switch",
                   where(n->stay > 0, n->stay_at));
}
