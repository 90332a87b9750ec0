/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* judge_dpi -- a network whose switches are judged, and its places: the functions of
 * functions.txt for --compare flow and delivery.
 *
 * The bench has the handle of the network, and the checker beside a switch one of its
 * place.
 */
#include "golden_dpi.h"

#include "description.h"
#include "golden.h"

#include <stdlib.h>
#include <string.h>

/* One in a simulation, so that checkers deep in a design find it. */
static struct golden *judged_network;

unsigned char golden_is_judged(const char *run)
{
  struct lockhop_description description;
  struct lockhop_error error;
  char *line = strdup(run);
  const bool asked =
      line && description_read(&description, line, &error) && judged_asked(&description);

  free(line);
  return asked;
}

void judge_network(struct golden *g, const struct lockhop_description *description)
{
  g->is_judged =
      judged_asked(description) && judged_open(&g->judged, g->network, &g->error);
  if (g->is_judged)
    judged_network = g;
}

void judge_close(struct golden *g)
{
  judged_close(&g->judged);
  free(g->ending);
  if (judged_network == g)
    judged_network = NULL;
}

/* The place of the switch with this address.  Ask golden_error before anything else. */
void *golden_open_place(uint64_t here)
{
  struct golden *g = calloc(1, sizeof *g), *whole = judged_network;

  if (!g)
    return NULL;
  g->error = (struct lockhop_error){
      LOCKHOP_USAGE, "no network is judged here: tb/monitor is for benches of your own"};
  for (uint32_t sw = 0; whole && sw < whole->shape.switches; sw++)
    if (lockhop_here(whole->network, sw) == here) {
      g->error.code = LOCKHOP_OK;
      g->whole = whole;
      g->place = sw;
    }
  return g;
}

/* Packets that a switch shows, before golden_show. */
void golden_show_packet(void *golden, unsigned char eject, uint32_t index, uint64_t header,
                        uint64_t data)
{
  struct golden *g = golden;
  struct lockhop_packet *packets = eject ? g->outputs.eject_packet : g->outputs.out_packet;

  packets[index] = (struct lockhop_packet){.header = header, .data = data};
}

/* What a switch shows; settled: once more, when the inputs of the cycle are there.  Then ""
 * says that it is the same, and any other text what is wrong. */
const char *golden_show(void *golden, unsigned char settled, uint64_t in_ready,
                        uint64_t out_valid, uint64_t inject_ready, uint64_t eject_valid)
{
  struct golden *g = golden;

  g->outputs.in_ready = in_ready;
  g->outputs.out_valid = out_valid;
  g->outputs.inject_ready = inject_ready;
  g->outputs.eject_valid = eject_valid;
  g->line[0] = '\0';
  if (settled)
    judged_settled(&g->whole->judged, g->place, &g->outputs, g->line);
  else
    judged_show(&g->whole->judged, g->place, &g->outputs);
  return g->line;
}

/* The last lines of a run that is over. */
const char *golden_ending(void *golden)
{
  struct golden *g = golden;

  free(g->ending);
  g->ending = judged_ending(&g->judged);
  return g->ending ? g->ending : "not enough memory";
}
