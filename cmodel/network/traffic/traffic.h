/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* traffic -- shared by the kinds of traffic.
 *
 * A kind is a row of the table in traffic.c and a function that makes its schedule; the
 * function fills a schedule that is all zero; on error the caller frees it with
 * schedule_free.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_TRAFFIC_H
#define LOCKHOP_NETWORK_TRAFFIC_TRAFFIC_H

#include "base/rng.h"
#include "network/traffic/schedule.h"

#include <stdbool.h>
#include <stdint.h>

/* Packets of a schedule, at most: their numbers fit 31 bits. */
static const uint64_t traffic_packets_max = (UINT64_C(1) << 31) - 1;

/* Streams of rng_seed: one for each permutation of random traffic, one for open loops, one
 * for the headers of random routings, one for all other random choices. */
static const uint64_t traffic_stream_random = UINT64_C(1) << 40; /* + permutation */
static const uint64_t traffic_stream_uniform = UINT64_C(2) << 40;
static const uint64_t traffic_stream_header = UINT64_C(3) << 40;
static const uint64_t traffic_stream_problem = UINT64_C(4) << 40; /* relation, tokens.. */

/* A table of traffic: that of the program, or another. */
struct traffic_table {
  const struct traffic_row *rows; /* [count] */
  size_t count;
};

extern const struct traffic_table traffic_table; /* of the program: traffic.c */

/* traffic_find in another table. */
const struct traffic_row *traffic_find_in(const struct traffic_table *all,
                                          const char *traffic, const struct topology *t,
                                          struct err *err);

traffic_make random_make;        /* random */
traffic_make pattern_make;       /* a row of pattern.c */
traffic_make uniform_make;       /* uniform,OPTIONS */
traffic_make hotspot_make;       /* hotspot,OPTIONS */
traffic_make matrix_make;        /* matrix,OPTIONS */
traffic_make request_reply_make; /* request-reply,OPTIONS, and batch,OPTIONS */
traffic_make batch_make;
traffic_make mix_make;      /* mix,OPTIONS */
traffic_make function_make; /* function, and so on: problems.c */
traffic_make relation_make;
traffic_make multicast_make;
traffic_make tokens_make;
traffic_make gossip_make;       /* gossip */
traffic_make tree_make;         /* broadcast,OPTIONS where switches do not copy packets */
traffic_make headers_make;      /* headers,OPTIONS */
traffic_make destinations_make; /* file:PATH */
traffic_make trace_make;        /* trace:PATH */
traffic_make all_to_all_make;   /* all-to-all,OPTIONS, and so on */
traffic_make one_to_all_make;
traffic_make all_to_one_make;
traffic_make broadcast_make;
traffic_make overtaking_make;
traffic_make exchange_make;
traffic_make embedding_make;
traffic_make collectives_make; /* one-to-all-broadcast,OPTIONS, and so on */

/* The routings of kinds of traffic; see struct traffic_row. */
const char *all_to_all_routing(const char *options);
const char *overtaking_routing(const char *options);
const char *exchange_routing(const char *options);
const char *embedding_routing(const char *options);

/* Shuffle words[count], all orders equally likely: Fisher and Yates. */
void traffic_shuffle(uint32_t *words, size_t count, struct rng *rng);

/* Is there memory for `wanted` packets of `each` bytes?  Error: ERR_ENVIRONMENT. */
bool traffic_has_room(const struct schedule *schedule, uint64_t wanted, size_t each,
                      struct err *err);

/* The packets up to which all entries are held. */
static inline size_t traffic_held(const struct traffic_request *request)
{
  return request->held ? request->held : SCHEDULE_HELD;
}

/* Make room for `wanted` packets in total; *capacity is the present room, at first 0.
 * Errors as above. */
bool traffic_reserve(struct schedule *schedule, size_t *capacity, uint64_t wanted,
                     struct err *err);

/* Increase the room.  Errors as above. */
bool traffic_grow(struct schedule *schedule, size_t *capacity, struct err *err);

/* Append one packet; increases the room if needed.  Errors as above. */
static inline bool traffic_append(struct schedule *schedule, size_t *capacity,
                                  const struct schedule_entry *entry, struct err *err)
{
  if (schedule->count == *capacity && !traffic_grow(schedule, capacity, err))
    return false;
  schedule->entries[schedule->count++] = *entry;
  return true;
}

/* The random numbers for the headers of packets 0, 1, 2, ..: one for each. */
static inline struct rng traffic_headers(const struct traffic_request *request)
{
  return rng_seed(request->seed, traffic_stream_header);
}

/* Set the header of the next packet, whose source and destination are known. */
static inline void traffic_next_header(struct schedule_entry *entry,
                                       const struct traffic_request *request,
                                       struct rng *headers)
{
  entry->header = topology_header(request->topology, request->routing, entry->source,
                                  entry->destination, rng_next(headers));
}

/* The same for packet `number`. */
void traffic_set_header(struct schedule_entry *entry, size_t number,
                        const struct traffic_request *request);

/* A rule whose packets have the headers that traffic_next_header gives them one by one: the
 * first member of what the maker of a schedule needs for its entries. */
struct traffic_rule {
  struct schedule_rule rule; /* first, so that a pointer to it is one to this */
  const struct topology *t;
  const struct routing *routing;
  uint64_t seed;
};

/* The function `header` of such a rule. */
void traffic_rule_header(const struct schedule_rule *rule, size_t number,
                         struct schedule_entry *entry);

#endif
