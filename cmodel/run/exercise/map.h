/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* map -- what a test of a switch must reach, one bit per item: docs/reach.md.
 *
 * An item (a coverage bin) has a kind and up to three places in the switch: "channel 2 ->
 * port 1".  The kinds are the rows of one table, which gives the items of a shape, their
 * names, and the reasons why some cannot be reached.  One map counts for all switches of a
 * network: an item is reached when any switch reaches it.  Maps of switches with the same
 * parameters can be merged and stored.
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
  EXERCISE_NOT_READY,     /* channel; this and the following: at the pins alone */
  EXERCISE_HELD,          /* queue */
  EXERCISE_ARRIVALS,      /* queue, how many */
  EXERCISE_RESET_ENTERED, /* channel */
  EXERCISE_RESET_INSIDE,  /* how many */
  EXERCISE_REFUSED,       /* channel; where terminals may refuse */
  EXERCISE_ROUTE,         /* mark */
  EXERCISE_ENGINE,        /* mark; of a collective engine, which has no other kind */
  EXERCISE_PAIRS,         /* switch, destination; counted apart from all other items */
  EXERCISE_KINDS
};

/* The dimensions of the places of a kind. */
enum exercise_place {
  EXERCISE_ONE, /* a single place without a name */
  EXERCISE_CHANNEL,
  EXERCISE_QUEUE,
  EXERCISE_PORT,
  EXERCISE_DEPTH,   /* 0 .. DEPTH; no place without a limit */
  EXERCISE_STORE,   /* 0 .. STORE */
  EXERCISE_SENDERS, /* 1 .. CHANNELS */
  EXERCISE_PLACES,  /* 1 .. CHANNELS, no more than DEPTH; with one push 1 */
  EXERCISE_PACKETS, /* 1 .. CHANNELS */
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
  const char *unreachable; /* why items that the exploration did not reach are unreachable;
                            * NULL: the line that names the item says it */
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

/* Is it counted at the pins of the switch alone: docs/flow.md? */
enum exercise_pins_of {
  EXERCISE_NO_PINS,
  EXERCISE_PINS,        /* of packets with one decision each */
  EXERCISE_PINS_CHOICES /* of packets with several: nobody knows for which queue they are */
};

/* Parameters of docs/switch.md. */
struct exercise_shape {
  char unit[2 * EXERCISE_NAME]; /* route unit */
  uint32_t ports, vcs, lanes, depth, store, sends, priority_bits, header_bits;
  uint32_t arbiter, random;
  uint32_t unit_vc, unit_priority_bits; /* outputs of the route unit, connected or not */
  uint32_t switches;
  enum exercise_pins_of pins;
  bool eject_ready;          /* terminals may refuse what is ejected */
  bool one_push;             /* PUSHES = 1 */
  uint32_t engines;          /* 1: collective engines, of any size */
  uint32_t destination_bits; /* of the address in a header; 0: no address */
};

struct exercise_field {
  char name[EXERCISE_NAME];
  uint32_t lsb, bits;
};

/* A kind of decision of the route unit (switch/bank/mark.h); texts are "-" where there is
 * none.
 */
struct exercise_mark {
  char text[EXERCISE_MARK_TEXT], lacks[EXERCISE_MARK_TEXT];
  char place[2][EXERCISE_NAME];
  uint32_t count[2]; /* of these places; 1 if there is no place */
  size_t first;      /* its first item, counted from that of the first mark */
};

struct exercise_map {
  struct exercise_shape shape;
  struct exercise_mark marks[EXERCISE_MARKS]; /* [mark_count] */
  size_t mark_count;
  struct exercise_field fields[EXERCISE_FIELDS]; /* [field_count] of the header */
  size_t field_count;
  size_t first[EXERCISE_KINDS + 1]; /* items of kind k are [first[k], first[k + 1]) */
  uint64_t *reached;                /* bit i: item i has happened */
  uint64_t *reachable;              /* bit i: item i is not known to be unreachable */
  bool explored; /* the exploration was complete; false: only the parameters decide what is
                  * unreachable */
};

/* A map in which nothing is reached and everything is reachable.  Error: ERR_ENVIRONMENT.
 */
bool exercise_map_open(struct exercise_map *map, const struct shape *shape,
                       struct err *err);
/* The same of what the pins show. */
bool exercise_map_open_pins(struct exercise_map *map, const struct shape *shape,
                            bool choices, struct err *err);
void exercise_map_close(struct exercise_map *map);

/* Set the items of a map whose shape and marks are set.  Error: ERR_ENVIRONMENT. */
bool exercise_map_make(struct exercise_map *map, struct err *err);

/* The number of places in a dimension. */
size_t exercise_map_places(const struct exercise_map *map, enum exercise_place place);

/* The item of a kind at these places; pass 0 for places that the kind does not have. */
size_t exercise_map_item(const struct exercise_map *map, enum exercise_kind kind, size_t a,
                         size_t b, size_t c);

static inline size_t exercise_map_items(const struct exercise_map *map)
{
  return map->first[EXERCISE_KINDS];
}

/* Words of 64 items. */
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
/* The share of all items except pairs. */
struct exercise_share exercise_map_total(const struct exercise_map *map);
double exercise_percent(const struct exercise_share *share); /* 100 without items */

/* Merge another map of the same switch into *map: the union of reached items, and of
 * reachable ones.  A map without an exploration does not say what is reachable, but its
 * reached items are. False: it is of a different switch. */
bool exercise_map_merge(struct exercise_map *map, const struct exercise_map *other);

/* Write a map as text, and read it; exercise_map_load opens *map.  Errors: ERR_USAGE with
 * `name` when the text is not such a map; ERR_ENVIRONMENT. */
void exercise_map_store(const struct exercise_map *map, FILE *file);
bool exercise_map_load(struct exercise_map *map, FILE *file, const char *name,
                       struct err *err);

#endif
