/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* pins -- records which items of a map a design reaches that is judged by its flow, from
 * its pins and from the judge: docs/flow.md. */
#ifndef LOCKHOP_RUN_EXERCISE_PINS_H
#define LOCKHOP_RUN_EXERCISE_PINS_H

#include "run/exercise/marks.h"
#include "run/flow/flow.h"

struct exercise_pins {
  struct exercise_map *map; /* filled by exercise_pins_finish */
  struct shape shape;
  uint64_t *refused; /* [switches] queues whose offer was refused and is not taken yet */
  uint8_t *arrived;  /* [switches * queues] packets for it that enter at this edge */
  uint32_t *touched; /* [touched_count] places of `arrived` that are not 0 */
  size_t touched_count;
  struct exercise_decision *decisions; /* recently recorded ones */
  uint64_t seen[EXERCISE_KINDS];       /* of the kinds with one place */
  uint64_t routed[SHAPE_CHANNELS];     /* of a channel: queues */
  uint64_t arrivals[SHAPE_CHANNELS];   /* of a queue: bit k - 1: k packets at once */
  uint64_t inside;                     /* bit k - 1: a reset with k packets inside */
  uint64_t ones[SHAPE_CHANNELS], zeros[SHAPE_CHANNELS]; /* of a channel: bits of headers */
};

/* The map, one of pins, must not move until the end.  Error: ERR_ENVIRONMENT. */
bool exercise_pins_open(struct exercise_pins *pins, struct exercise_map *map,
                        const struct shape *shape, struct err *err);
void exercise_pins_close(struct exercise_pins *pins);

/* For the judge of the run. */
struct flow_witness exercise_pins_witness(struct exercise_pins *pins);

/* Call it in every cycle without reset, after flow_enter. */
void exercise_pins_cycle(struct exercise_pins *pins, const struct links *links);

/* All switches are reset: call it before flow_reset. */
void exercise_pins_reset(struct exercise_pins *pins, const struct flow *flow);

/* Write the reached items into the map. */
void exercise_pins_finish(struct exercise_pins *pins);

#endif
