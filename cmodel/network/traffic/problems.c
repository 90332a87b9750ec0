/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* problems -- routing problems beyond permutations, on every network.
 *
 * Functions, h-relations, multicasts and the balancing of tokens: docs/traffic.md.  All
 * packets start in cycle 0, but for those of an h-relation that is split.
 */
#include "base/text.h"
#include "network/topology/edge_colouring.h"
#include "network/traffic/at_once.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <stdlib.h>

static struct rng rng_of(const struct traffic_request *request)
{
  return rng_seed(request->seed, traffic_stream_problem);
}

/* [count] words, to be freed; NULL: *err says that memory is short. */
static uint32_t *words(uint64_t count, struct err *err)
{
  uint32_t *block = calloc(count > 0 ? count : 1, sizeof *block);

  if (!block)
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %llu destinations",
            (unsigned long long)count);
  return block;
}

/* Room for terminals x each packets, where that is not too many. */
static bool reserve(struct schedule *schedule, size_t *capacity,
                    const struct traffic_request *request, uint64_t each, struct err *err)
{
  const uint64_t most = traffic_packets_max / request->topology->terminals;

  return each <= most
             ? traffic_reserve(schedule, capacity, each * request->topology->terminals, err)
             : err_set(err, ERR_USAGE,
                       "'%.100s' on %s: %llu packets per terminal; at most %llu",
                       request->traffic, request->topology->spec, (unsigned long long)each,
                       (unsigned long long)most);
}

/* Add a packet; cycles ascend, and in a cycle sources. */
static bool add_in(struct schedule *schedule, size_t *capacity,
                   const struct traffic_request *request, uint32_t cycle, uint32_t source,
                   uint32_t destination, struct err *err)
{
  struct schedule_entry entry = {
      .cycle = cycle, .source = source, .destination = destination};

  traffic_set_header(&entry, schedule->count, request);
  return traffic_append(schedule, capacity, &entry, err);
}

static bool add(struct schedule *schedule, size_t *capacity,
                const struct traffic_request *request, uint32_t source,
                uint32_t destination, struct err *err)
{
  return add_in(schedule, capacity, request, 0, source, destination, err);
}

/* --- function --- */

bool function_make(struct schedule *schedule, const struct traffic_request *request,
                   const char *argument, struct err *err)
{
  struct rng rng = rng_of(request);

  (void)argument;
  if (!at_once_open(schedule, request, err))
    return false;
  for (size_t i = 0; i < schedule->count; i++)
    *at_once_destination(schedule, i) =
        (uint32_t)rng_below(&rng, request->topology->terminals);
  at_once_finish(schedule, request);
  return true;
}

/* --- relation --- */

enum { H_MAX = 65535 };

#define NO_TERMINAL UINT32_MAX

/* A random h-relation: each terminal has h places to send from, which are joined with the h
 * places of each to receive at. */
struct relation {
  uint32_t h;
  double fill;
  bool split;
  uint32_t *receiver; /* [terminals * h] of place i, of terminal i / h; or NO_TERMINAL */
  uint32_t *order;    /* [terminals * h] places in the order of their packets */
};

/* Places as edges of a bipartite graph of degree h: with h colours, each a permutation. The
 * order is by colour, then by terminal. */
static bool colour(struct relation *r, uint32_t terminals, uint64_t seed, struct err *err)
{
  const uint32_t places = terminals * r->h;
  uint32_t *colours = words(places, err);
  struct edge_colouring c;

  if (!colours)
    return false;
  if (!edge_colouring_open(&c, places, terminals, seed)) {
    free(colours);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory to split a %u-relation", r->h);
  }
  for (uint32_t i = 0; i < places; i++)
    c.edges[i] = (struct colouring_edge){i / r->h, r->receiver[i], i};
  edge_colouring_make(&c, colours, terminals, r->h);
  for (uint32_t i = 0; i < places; i++)
    r->order[colours[i] * terminals + i / r->h] = i;
  edge_colouring_close(&c);
  free(colours);
  return true;
}

/* Packets that a relation is not filled with are taken away last, so that `fill` and
 * `split` change nothing else. */
static bool draw(struct relation *r, const struct traffic_request *request, struct err *err)
{
  const uint32_t terminals = request->topology->terminals;
  const uint64_t places = (uint64_t)terminals * r->h;
  struct rng rng = rng_of(request);

  for (uint64_t i = 0; i < places; i++) {
    r->receiver[i] = (uint32_t)(i / r->h);
    r->order[i] = (uint32_t)i;
  }
  traffic_shuffle(r->receiver, places, &rng);
  if (r->split && !colour(r, terminals, request->seed, err))
    return false;
  for (uint64_t i = 0; r->fill < 1 && i < places; i++)
    if (rng_unit(&rng) >= r->fill)
      r->receiver[i] = NO_TERMINAL;
  return true;
}

static bool join(struct schedule *schedule, const struct traffic_request *request,
                 struct relation *r, struct err *err)
{
  const uint32_t terminals = request->topology->terminals;
  const uint64_t places = (uint64_t)terminals * r->h;
  size_t capacity = 0;

  if (!reserve(schedule, &capacity, request, r->h, err))
    return false;
  r->receiver = words(places, err);
  r->order = words(places, err);
  bool good = r->receiver && r->order && draw(r, request, err);

  for (uint64_t i = 0; good && i < places; i++) {
    const uint32_t place = r->order[i];

    if (r->receiver[place] != NO_TERMINAL)
      good = add_in(schedule, &capacity, request, r->split ? (uint32_t)(i / terminals) : 0,
                    place / r->h, r->receiver[place], err);
  }
  free(r->receiver);
  free(r->order);
  return good;
}

bool relation_make(struct schedule *schedule, const struct traffic_request *request,
                   const char *argument, struct err *err)
{
  static const char *const keys[] = {"h", "fill", "split"};
  char value[OPTIONS_VALUE];
  struct relation r = {.fill = 1};

  if (!options_check("relation", argument, keys, sizeof keys / sizeof keys[0], err) ||
      !options_number("relation", argument, "h", 1, H_MAX, "packets", &r.h, err) ||
      !options_flag("relation", argument, "split", &r.split, err))
    return false;
  if (r.h == 0)
    return err_set(err, ERR_USAGE, "relation: needs an h, as in relation,h=2");
  if (text_option(argument, "fill", value, sizeof value) &&
      !text_real(value, 0, 1, &r.fill))
    return err_set(err, ERR_USAGE, "'relation,%s': fill must be in 0..1", argument);
  return join(schedule, request, &r, err);
}

/* --- multicast --- */

/* The copies of one packet: `fanout` different terminals, none of them the source.  By
 * Floyd's method, so that it costs one random word for each.  taken[terminals] holds the
 * number of the packet that went there last. */
static bool cast(struct schedule *schedule, size_t *capacity,
                 const struct traffic_request *request, uint32_t source, uint32_t fanout,
                 uint32_t number, uint32_t *taken, struct rng *rng, struct err *err)
{
  const uint32_t others = request->topology->terminals - 1;

  for (uint32_t j = others - fanout; j < others; j++) {
    uint32_t drawn = (uint32_t)rng_below(rng, (uint64_t)j + 1);
    uint32_t other = taken[drawn + (drawn >= source)] == number ? j : drawn;
    uint32_t destination = other + (other >= source);

    taken[destination] = number;
    if (!add(schedule, capacity, request, source, destination, err))
      return false;
  }
  return true;
}

bool multicast_make(struct schedule *schedule, const struct traffic_request *request,
                    const char *argument, struct err *err)
{
  static const char *const keys[] = {"fanout"};
  const uint32_t terminals = request->topology->terminals;
  struct rng rng = rng_of(request);
  uint32_t fanout = 0, number = 0;
  size_t capacity = 0;

  if (!options_check("multicast", argument, keys, 1, err) ||
      !options_number("multicast", argument, "fanout", 1, terminals - 1, "destinations",
                      &fanout, err))
    return false;
  if (fanout == 0)
    return err_set(err, ERR_USAGE, "multicast: needs a fanout, as in multicast,fanout=2");
  if (!reserve(schedule, &capacity, request, (uint64_t)request->packets * fanout, err))
    return false;
  uint32_t *taken = words(terminals, err);
  bool good = taken != NULL;

  for (uint32_t source = 0; good && source < terminals; source++)
    for (uint32_t packet = 0; good && packet < request->packets; packet++)
      good = cast(schedule, &capacity, request, source, fanout, ++number, taken, &rng, err);
  free(taken);
  return good;
}

/* --- tokens --- */

enum { TOKENS = 8, TOKENS_MAX = 65535 };

/* Tokens of every terminal, and how many each keeps or gets: as even as can be, and so that
 * the fewest move. */
struct tokens {
  uint32_t *has;   /* [terminals] */
  uint32_t *wants; /* [terminals] */
};

static void balance(struct tokens *tokens, uint32_t terminals)
{
  uint64_t all = 0;

  for (uint32_t i = 0; i < terminals; i++)
    all += tokens->has[i];
  const uint32_t mean = (uint32_t)(all / terminals);
  uint64_t more = all % terminals; /* terminals that have mean + 1 in the end */

  for (uint32_t i = 0; i < terminals; i++) {
    bool one_more = more > 0 && tokens->has[i] > mean;

    tokens->wants[i] = mean + one_more;
    more -= one_more;
  }
  for (uint32_t i = 0; i < terminals && more > 0; i++)
    if (tokens->wants[i] == mean) {
      tokens->wants[i]++;
      more--;
    }
}

/* Token k that is too many goes where token k is missing, both counted by terminals. */
static bool move(struct schedule *schedule, const struct traffic_request *request,
                 const struct tokens *tokens, struct err *err)
{
  const uint32_t terminals = request->topology->terminals;
  uint32_t to = 0, got = 0;
  size_t capacity = 0;

  for (uint32_t from = 0; from < terminals; from++)
    for (uint32_t token = tokens->wants[from]; token < tokens->has[from]; token++) {
      while (tokens->has[to] + got >= tokens->wants[to]) {
        to++;
        got = 0;
      }
      if (!add(schedule, &capacity, request, from, to, err))
        return false;
      got++;
    }
  return true;
}

bool tokens_make(struct schedule *schedule, const struct traffic_request *request,
                 const char *argument, struct err *err)
{
  static const char *const keys[] = {"most"};
  const uint32_t terminals = request->topology->terminals;
  struct rng rng = rng_of(request);
  uint32_t most = TOKENS;

  if (!options_check("tokens", argument, keys, 1, err) ||
      !options_number("tokens", argument, "most", 1, TOKENS_MAX, "tokens", &most, err))
    return false;
  uint32_t *block = words(2 * (uint64_t)terminals, err);

  if (!block)
    return false;
  struct tokens tokens = {.has = block, .wants = block + terminals};

  for (uint32_t i = 0; i < terminals; i++)
    tokens.has[i] = (uint32_t)rng_below(&rng, (uint64_t)most + 1);
  balance(&tokens, terminals);
  bool good = move(schedule, request, &tokens, err);

  free(block);
  return good;
}
