/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* map -- what a test of a switch must reach, one bit per item: docs/switch.md.
 *
 * An item is of a kind, and at up to three places of the switch: "channel 2 -> port 1".
 * The kinds are the rows of one table, from which follow the items of a shape, their names
 * and the reason why some of them cannot be reached.  All switches of a network are one:
 * maps of switches with the same parameters can be merged, and stored.
 */
#ifndef LOCKHOP_RUN_EXERCISE_MAP_H
#define LOCKHOP_RUN_EXERCISE_MAP_H

#include "run/machine/machine.h"

#include <stdio.h>

enum exercise_kind {
  EXERCISE_ROUTED,        /* channel, queue */
  EXERCISE_EJECTED,       /* channel */
  EXERCISE_STORED,        /* channel */
  EXERCISE_RELEASED,      /* queue */
  EXERCISE_FILL,          /* queue, fill */
  EXERCISE_LAST_POPPED,   /* queue */
  EXERCISE_LAST,          /* queue */
  EXERCISE_THROUGH,       /* queue */
  EXERCISE_CONTENDERS,    /* queue, how many */
  EXERCISE_PUSHES,        /* queue, how many */
  EXERCISE_STALLED,       /* queue */
  EXERCISE_KEPT,          /* channel */
  EXERCISE_REFILLED,      /* channel */
  EXERCISE_LINK_WON,      /* queue */
  EXERCISE_LINK_LOST,     /* queue */
  EXERCISE_SEND_WON,      /* port */
  EXERCISE_SEND_LOST,     /* port */
  EXERCISE_OVERTAKEN,     /* queue */
  EXERCISE_STORE_FILL,    /* fill */
  EXERCISE_STORE_REFUSED, /* one */
  EXERCISE_HEADER,        /* channel, bit, value */
  EXERCISE_RESET_QUEUE,   /* queue */
  EXERCISE_RESET_CHANNEL, /* channel */
  EXERCISE_RESET_STORE,   /* one */
  EXERCISE_ROUTE,         /* mark */
  EXERCISE_ENGINE,        /* mark; of a collective engine, which has no other kind */
  EXERCISE_PAIRS,         /* switch, destination; a share apart, not among all items */
  EXERCISE_KINDS
};

/* What places of a kind are. */
enum exercise_place {
  EXERCISE_ONE, /* there is one, and it is not named */
  EXERCISE_CHANNEL,
  EXERCISE_QUEUE,
  EXERCISE_PORT,
  EXERCISE_DEPTH,   /* 0 .. DEPTH; none without a limit */
  EXERCISE_STORE,   /* 0 .. STORE */
  EXERCISE_SENDERS, /* 1 .. CHANNELS */
  EXERCISE_PLACES,  /* 1 .. CHANNELS, and no more than DEPTH */
  EXERCISE_BIT,     /* of the header */
  EXERCISE_VALUE,   /* 0, 1 */
  EXERCISE_MARK,    /* of the route unit's decisions: run/exercise/marks.h */
  EXERCISE_SWITCH,  /* of the network */
  EXERCISE_DESTINATION,
  EXERCISE_PLACE_KINDS
};

enum { EXERCISE_DIMENSIONS = 3 };

struct exercise_kind_row {
  const char *name; /* in JSON, e.g. "channel_to_queue" */
  const char *text; /* of a report, e.g. "packet goes from channel to queue" */
  enum exercise_place places[EXERCISE_DIMENSIONS]; /* the first at most 64 */
  const char *unreachable; /* why an item cannot be reached that the walk has not shown;
                            * NULL: the line that names it says so */
};

/* Row i is of kind i. */
extern const struct exercise_kind_row exercise_kinds[EXERCISE_KINDS];

enum {
  EXERCISE_NAME = 24,
  EXERCISE_FIELDS = 64,
  EXERCISE_MARKS = 64, /* rows of marks of a unit, at most */
  EXERCISE_MARK_TEXT = 80,
  EXERCISE_PAIR_BITS = 18 /* more pairs are not counted */
};

/* Parameters of docs/switch.md. */
struct exercise_shape {
  char unit[2 * EXERCISE_NAME]; /* route unit */
  uint32_t ports, vcs, lanes, depth, store, sends, priority_bits, header_bits;
  uint32_t arbiter, random;
  uint32_t unit_vc, unit_priority_bits; /* what the route unit says, connected or not */
  uint32_t switches;
  uint32_t engines;          /* 1: they are collective engines of any size */
  uint32_t destination_bits; /* of the address in a header; 0: there is none */
};

struct exercise_field {
  char name[EXERCISE_NAME];
  uint32_t lsb, bits;
};

/* What decisions of the route unit are told apart by (switch/bank/mark.h); "-": none. */
struct exercise_mark {
  char text[EXERCISE_MARK_TEXT], lacks[EXERCISE_MARK_TEXT];
  char place[2][EXERCISE_NAME];
  uint32_t count[2]; /* of these places; 1 where there is none */
  size_t first;      /* its items begin there, counted from the first mark's */
};

struct exercise_map {
  struct exercise_shape shape;
  struct exercise_mark marks[EXERCISE_MARKS]; /* [mark_count] */
  size_t mark_count;
  struct exercise_field fields[EXERCISE_FIELDS]; /* [field_count] of the header */
  size_t field_count;
  size_t first[EXERCISE_KINDS + 1]; /* items of kind k are [first[k], first[k + 1]) */
  uint64_t *reached;                /* bit i: item i has happened */
  uint64_t *reachable;              /* bit i: it is not known that it cannot */
  bool explored; /* every packet was followed; no: nothing is called unreachable but by the
                  * parameters */
};

/* A map in which nothing is reached and everything is reachable.  Error: ERR_ENVIRONMENT.
 */
bool exercise_map_open(struct exercise_map *map, const struct shape *shape,
                       struct err *err);
void exercise_map_close(struct exercise_map *map);

/* Of a map whose shape and marks are set: its items.  Error: ERR_ENVIRONMENT. */
bool exercise_map_make(struct exercise_map *map, struct err *err);

/* How many places there are. */
size_t exercise_map_places(const struct exercise_map *map, enum exercise_place place);

/* The item of a kind at these places; 0 where the kind has none. */
size_t exercise_map_item(const struct exercise_map *map, enum exercise_kind kind, size_t a,
                         size_t b, size_t c);

static inline size_t exercise_map_items(const struct exercise_map *map)
{
  return map->first[EXERCISE_KINDS];
}

/* Of 64 items each. */
static inline size_t exercise_map_words(const struct exercise_map *map)
{
  return exercise_map_items(map) / 64 + 1;
}

static inline bool exercise_bit(const uint64_t *bits, size_t item)
{
  return bits[item / 64] >> item % 64 & 1;
}

static inline void exercise_set(uint64_t *bits, size_t item)
{
  bits[item / 64] |= UINT64_C(1) << item % 64;
}

struct exercise_share {
  size_t items, reachable, reached; /* reached: of the reachable ones */
};

struct exercise_share exercise_map_share(const struct exercise_map *map,
                                         enum exercise_kind kind);
/* Of all but pairs. */
struct exercise_share exercise_map_total(const struct exercise_map *map);
double exercise_percent(const struct exercise_share *share); /* 100 where there is none */

/* Add what another map of the same switch has reached, and what can be reached there too.
 * A map without a walk does not say what can be reached; but what was reached can be.
 * False: it is of another switch. */
bool exercise_map_merge(struct exercise_map *map, const struct exercise_map *other);

/* As text, and back: *map is opened.  Errors: ERR_USAGE with `name` when the text is not
 * such a map, ERR_ENVIRONMENT. */
void exercise_map_store(const struct exercise_map *map, FILE *file);
bool exercise_map_load(struct exercise_map *map, FILE *file, const char *name,
                       struct err *err);

#endif
