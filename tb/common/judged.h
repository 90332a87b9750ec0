/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* judged -- a run with --compare flow or delivery in a bench: the network is of the
 * design's switches, and the library makes the run of `lockhop cosim` around them
 * (lockhop.h, a design in the place of the switches).
 *
 * A cycle: judged_show for every switch, judged_tick, the inputs of lockhop_inputs_of,
 * judged_settled for every switch, and the clock edge.
 */
#ifndef LOCKHOP_TB_JUDGED_H
#define LOCKHOP_TB_JUDGED_H

#include <lockhop.h>

struct judged {
  struct lockhop_network *network; /* the bench's */
  struct lockhop_shape shape;
  struct lockhop_outputs *shown; /* [switches] in this cycle, or in the last one */
  uint64_t cycle;                /* of the next judged_tick */
  bool in_reset;                 /* rst is 1 at the edge of the latest one */
};

enum { JUDGED_TEXT = 256 };

/* Do the words ask for it? */
bool judged_asked(const struct lockhop_description *description);

/* Error: LOCKHOP_ENVIRONMENT. */
bool judged_open(struct judged *judged, struct lockhop_network *network,
                 struct lockhop_error *error);

void judged_close(struct judged *judged);

/* What a switch shows before the inputs of the cycle are there. */
void judged_show(struct judged *judged, uint32_t sw, const struct lockhop_outputs *outputs);

/* Error: of lockhop_tick. */
bool judged_tick(struct judged *judged, struct lockhop_error *error);

/* What it shows when they are: the same, by the Moore law, but in reset.  False: `line`
 * says what has changed. */
bool judged_settled(const struct judged *judged, uint32_t sw,
                    const struct lockhop_outputs *outputs, char line[JUDGED_TEXT]);

/* The last lines of a bench whose run is over, without their end; to be freed.  NULL:
 * memory is short. */
char *judged_ending(const struct judged *judged);

/* The exit code of `lockhop cosim`, of any run that is over. */
int judged_code(enum lockhop_outcome outcome);

#endif
