/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* traffic -- the table of traffic, and what its kinds share. */
#include "network/traffic/traffic.h"

#include "base/rng.h"
#include "base/text.h"
#include "network/topology/d3.h"
#include "network/topology/hdn.h"
#include "network/topology/hypercube.h"
#include "network/topology/mdf.h"
#include "network/topology/torus.h"
#include "network/traffic/collectives.h"
#include "network/traffic/mixture.h"
#include "network/traffic/not_sent.h"
#include "network/traffic/open_loop.h"
#include "network/traffic/path_setup.h"
#include "network/traffic/permutation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct topology_row *const on_d3[] = {&d3, NULL};
static const struct topology_row *const on_dragonflies[] = {&d3, &mdf, NULL};
static const struct topology_row *const on_dual_nets[] = {&hypercube, &torus,     &rdn,
                                                          &hdn,       &dual_cube, NULL};

static const struct traffic_row rows[] = {
    {.name = "random",
     .usage = "random" PERMUTATION_USAGE,
     .text = "independent random permutations, one per packet of a terminal",
     .argument = TRAFFIC_OPTIONS,
     .make = random_make},
    {.name = "bit-reversal",
     .usage = "bit-reversal" PERMUTATION_USAGE,
     .text = "the address read backwards",
     .terminals = TRAFFIC_POWER,
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "transpose",
     .usage = "transpose" PERMUTATION_USAGE,
     .text = "the two halves of the address swapped",
     .terminals = TRAFFIC_EVEN,
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "bit-complement",
     .usage = "bit-complement" PERMUTATION_USAGE,
     .text = "every bit of the address inverted",
     .terminals = TRAFFIC_POWER,
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "shuffle",
     .usage = "shuffle" PERMUTATION_USAGE,
     .text = "the address rotated left by one bit",
     .terminals = TRAFFIC_POWER,
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "identity",
     .usage = "identity" PERMUTATION_USAGE,
     .text = "every terminal to itself",
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "tornado",
     .usage = "tornado" PERMUTATION_USAGE,
     .text = "nearly half way round in every coordinate of the terminal",
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "neighbour",
     .usage = "neighbour" PERMUTATION_USAGE,
     .text = "one further in every coordinate of the terminal",
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "swap",
     .usage = "swap" PERMUTATION_USAGE,
     .text = "drawer and router swapped",
     .networks = on_d3,
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "drawer-to-drawer",
     .usage = "drawer-to-drawer" PERMUTATION_USAGE,
     .text = "to the next drawer: all packets of a drawer want one global link",
     .networks = on_dragonflies,
     .argument = TRAFFIC_OPTIONS,
     .make = pattern_make},
    {.name = "function",
     .usage = "function",
     .text = "to random terminals, every packet of a terminal to another",
     .make = function_make},
    {.name = "relation",
     .usage = "relation,h=H[,fill=F][,split=1]",
     .text = "a random h-relation: every terminal sends and receives H packets, or the "
             "share F of these; split: as H permutations, one in a cycle",
     .argument = TRAFFIC_OPTIONS,
     .make = relation_make},
    {.name = "multicast",
     .usage = "multicast,fanout=K",
     .text = "every packet to K random terminals, as K copies",
     .argument = TRAFFIC_OPTIONS,
     .make = multicast_make},
    {.name = "broadcast",
     .usage = "broadcast,source=A",
     .text = "one terminal to all others, by a tree of packets",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .elsewhere = true,
     .make = tree_make},
    {.name = "gossip",
     .usage = "gossip[,rounds=R]",
     .text = "every terminal to every other, a permutation in each cycle; or R of these, "
             "drawn from the seed",
     .argument = TRAFFIC_OPTIONS,
     .make = gossip_make},
    {.name = "headers",
     .usage = "headers[,count=N]",
     .text = "N packets, one at a time, of any headers, also such as no terminal gives; "
             "default 64",
     .argument = TRAFFIC_OPTIONS,
     .own_headers = true,
     .make = headers_make},
    {.name = "tokens",
     .usage = "tokens[,most=T]",
     .text = "0 to T tokens at every terminal are balanced; default 8",
     .argument = TRAFFIC_OPTIONS,
     .make = tokens_make},
    {.name = "file",
     .usage = "file:PATH",
     .text = "destinations from a file, one a line",
     .argument = TRAFFIC_PATH,
     .make = destinations_make},
    {.name = "uniform",
     .usage = "uniform," OPEN_LOOP_USAGE "[,to=T]",
     .text =
         "L packets per terminal and cycle, to random terminals; defaults 1000 and 5000 "
         "cycles; to any, drawer (d3, mdf): of the next drawer alone",
     .argument = TRAFFIC_OPTIONS,
     .make = uniform_make},
    {.name = "hotspot",
     .usage = "hotspot,terminal=A,share=F," OPEN_LOOP_USAGE,
     .text =
         "L packets per terminal and cycle, the share F of them to terminal A, the rest "
         "to random terminals",
     .argument = TRAFFIC_OPTIONS,
     .make = hotspot_make},
    {.name = "matrix",
     .usage = "matrix,file=FILE,load=L[,warmup=C][,measure=C][,content=HASH]",
     .text = "L packets per terminal and cycle on average, by the rates between terminals "
             "in a file: a row for each source, or lines of source, destination and rate",
     .argument = TRAFFIC_OPTIONS,
     .make = matrix_make},
    {.name = "request-reply",
     .usage = "request-reply," OPEN_LOOP_USAGE "[,of=PERMUTATION][,service=C][,window=W]",
     .text =
         "L requests per terminal and cycle, to random terminals or by a permutation; a "
         "reply to each, C cycles after it has arrived; at most W of a terminal "
         "without one",
     .argument = TRAFFIC_OPTIONS,
     .own_headers = true,
     .make = request_reply_make},
    {.name = "batch",
     .usage = "batch,count=N[,of=PERMUTATION][,service=C][,window=W]",
     .text = "N packets of every terminal as fast as they enter; at most W of a terminal "
             "that have not arrived, or, with service, have no reply",
     .argument = TRAFFIC_OPTIONS,
     .own_headers = true,
     .make = batch_make},
    {.name = "mix",
     .usage = "mix[,period=C][,warmup=C][,measure=C]",
     .text = "dense, hot, sparse and idle times of C cycles about, one after another; "
             "default 200",
     .argument = TRAFFIC_OPTIONS,
     .make = mix_make},
    {.name = "all-to-all",
     .usage = "all-to-all[,order=O][,self=1]",
     .text = "every router to every other; order printed, minimal, zero-wait, protocol-1, "
             "protocol-2, protocol-3, lifo, doubly-parallel, doubly-parallel-1",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .routing = all_to_all_routing,
     .make = all_to_all_make},
    {.name = "one-to-all",
     .usage = "one-to-all,source=A[,paths=P][,rule=R][,self=1]",
     .text = "one router to every other; paths lgl, glgl; rule corrected, printed, "
             "protocol-3",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .make = one_to_all_make},
    {.name = "all-to-one",
     .usage = "all-to-one,sink=A[,rule=R][,copies=C]",
     .text =
         "every router to one; rule corrected, printed, clocked; routers or terminals copy "
         "requests",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .make = all_to_one_make},
    {.name = "broadcast",
     .usage = "broadcast,source=A|drawers[,count=N][,self-links=0][,copies=C]",
     .text = "N broadcasts from one router, or from a random one of every drawer; copies "
             "routers, terminals",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .make = broadcast_make},
    {.name = "overtaking",
     .usage = "overtaking[,count=N]",
     .text = "N times two packets of three and four hops that meet at a queue; default 64",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .routing = overtaking_routing,
     .make = overtaking_make},
    {.name = "exchange",
     .usage = "exchange[,of=PERMUTATION][,delay=D]",
     .text = "a permutation after routers of a drawer told each other their targets",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .routing = exchange_routing,
     .make = exchange_make},
    {.name = "hypercube-embedding",
     .usage = "hypercube-embedding[,of=PERMUTATION|,program=R[,order=O]][,placement=P]",
     .text = "a permutation of a hypercube that is embedded, or a program all-reduce or "
             "prefix-sum, order ascend, descend; placement dilation-2, identity",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_d3,
     .of_switches = true,
     .routing = embedding_routing,
     .make = embedding_make},
    {.name = MIXTURE_NAME,
     .usage = MIXTURE_NAME,
     .text = "privileged packets of a collective among standard ones, as in "
             "all-to-all+uniform,load=0.3",
     .argument = TRAFFIC_MIXTURE,
     .networks = on_d3,
     .of_switches = true,
     .own_headers = true,
     .routing = mixture_routing,
     .make = mixture_make},
    {.name = "one-to-all-broadcast",
     .usage = "one-to-all-broadcast[,source=A][,rule=R]" COLLECTIVES_USAGE,
     .text = "M words of one node to all, as all collectives with words=M in the one-port "
             "model; rule corrected, printed",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_dual_nets,
     .of_switches = true,
     .make = collectives_make},
    {.name = "one-to-all-personalized",
     .usage = "one-to-all-personalized[,source=A][,rule=R]" COLLECTIVES_USAGE,
     .text = "M words of one node for each other; rule corrected, printed",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_dual_nets,
     .of_switches = true,
     .make = collectives_make},
    {.name = "all-to-all-broadcast",
     .usage = "all-to-all-broadcast[,send=S][,sources=A+B+..]" COLLECTIVES_USAGE,
     .text = "M words of every node, or of those in sources, to all; send over the last "
             "cross-edge needed, not-own, all",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_dual_nets,
     .of_switches = true,
     .make = collectives_make},
    {.name = "all-to-all-personalized",
     .usage = "all-to-all-personalized[,order=O][,sources=A+B+..]"
              "[,destinations=A+B+..]" COLLECTIVES_USAGE,
     .text = "M words of every node for each other, or of some for some; order text, "
             "intra-first",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_dual_nets,
     .of_switches = true,
     .make = collectives_make},
    {.name = "one-to-many-broadcast",
     .usage =
         "one-to-many-broadcast,destinations=A+B+..|count=N[,source=A]" COLLECTIVES_USAGE,
     .text = "M words of one node to some, or to N random ones",
     .argument = TRAFFIC_OPTIONS,
     .networks = on_dual_nets,
     .of_switches = true,
     .make = collectives_make},
    {.name = "trace",
     .usage = "trace:PATH",
     .text = "a printed schedule, replayed",
     .argument = TRAFFIC_PATH,
     .own_headers = true,
     .make = trace_make},
};

static const struct traffic_table table = {.rows = rows,
                                           .count = sizeof rows / sizeof rows[0]};

enum { NAMES_MAX = 64, NAME = 64, HINT = 128 };

const struct traffic_row *traffic_rows(size_t *count)
{
  *count = table.count;
  return table.rows;
}

/* --- which row --- */

/* What the row asks of the number of terminals. */
static bool has_terminals(const struct traffic_row *row, const struct topology *t,
                          struct err *err)
{
  uint32_t bits = topology_terminal_bits(t);

  if (row->terminals != TRAFFIC_ANY_TERMINALS && bits == UINT32_MAX)
    return err_set(err, ERR_USAGE,
                   "%s is defined on 2^n terminals; %s has %u; use random, or file:PATH",
                   row->name, t->spec, t->terminals);
  if (row->terminals == TRAFFIC_EVEN && bits % 2 != 0)
    return err_set(err, ERR_USAGE,
                   "%s swaps the halves of an address, so it needs an even number of "
                   "address bits; %s has %u; use an even dimension, or bit-reversal",
                   row->name, t->spec, bits);
  return true;
}

static bool has_network(const struct traffic_row *row, const struct topology *t)
{
  const struct topology_row *const *network = row->networks;

  while (network && *network && *network != t->row)
    network++;
  return !network || (*network != NULL) != row->elsewhere;
}

/* "d3 and rdn": the networks of all rows of that name, into text. */
static void name_networks(const struct traffic_table *all, const char *name,
                          char text[TRAFFIC_WHERE])
{
  const char *found[NAMES_MAX];
  size_t count = 0;

  for (size_t i = 0; i < all->count; i++) {
    const struct topology_row *const *networks = all->rows[i].networks;

    if (strcmp(all->rows[i].name, name) == 0 && !all->rows[i].elsewhere)
      for (; networks && *networks && count < NAMES_MAX; networks++)
        found[count++] = (*networks)->name;
  }
  text_list(text, TRAFFIC_WHERE, found, count, " and ");
}

static bool runs(const struct traffic_table *all, const struct traffic_row *row,
                 const struct topology *t, struct err *err)
{
  char networks[TRAFFIC_WHERE];

  if (has_network(row, t) && row->of_switches && t->per_site > 1)
    return err_set(err, ERR_USAGE,
                   "%s is a schedule for one terminal at each switch; %s has %u; leave "
                   "terminals=%u out, or take traffic that 'lockhop list traffic %s' names",
                   row->name, t->spec, t->per_site, t->per_site, t->spec);
  if (has_network(row, t))
    return has_terminals(row, t, err);
  name_networks(all, row->name, networks);
  return err_set(err, ERR_USAGE,
                 "%s is defined on %s alone; %s is another topology; 'lockhop list traffic "
                 "%s' names what runs there",
                 row->name, networks, t->spec, t->spec);
}

bool traffic_runs(const struct traffic_row *row, const struct topology *t, struct err *err)
{
  return runs(&table, row, t, err);
}

const char *traffic_where(const struct traffic_row *row, char text[TRAFFIC_WHERE])
{
  static const char *const terminals[] = {
      [TRAFFIC_ANY_TERMINALS] = "",
      [TRAFFIC_POWER] = "2^n terminals",
      [TRAFFIC_EVEN] = "2^n terminals, n even",
  };
  size_t used = 0;

  text[0] = '\0';
  for (size_t k = 0; row->networks && row->networks[k] && used < TRAFFIC_WHERE; k++)
    used += (size_t)snprintf(text + used, TRAFFIC_WHERE - used, "%s%s",
                             k                ? ", "
                             : row->elsewhere ? "not "
                                              : "",
                             row->networks[k]->name);
  if (row->terminals != TRAFFIC_ANY_TERMINALS && used < TRAFFIC_WHERE)
    snprintf(text + used, TRAFFIC_WHERE - used, "%s%s", used ? "; " : "",
             terminals[row->terminals]);
  return text;
}

static const struct traffic_row *unknown(const struct traffic_table *all,
                                         const char *traffic, size_t length,
                                         struct err *err)
{
  const size_t count = all->count < NAMES_MAX ? all->count : NAMES_MAX;
  const char *names[NAMES_MAX];
  char name[NAME], hint[HINT];

  if (traffic[0] == '\0') {
    err_set(err, ERR_USAGE, "the traffic is empty; give one, as in %s", all->rows[0].usage);
    return NULL;
  }
  for (size_t i = 0; i < count; i++)
    names[i] = all->rows[i].name;
  snprintf(name, sizeof name, "%.*s", (int)(length < NAME ? length : NAME), traffic);
  text_did_you_mean(hint, sizeof hint, name, names, count);
  err_set(err, ERR_USAGE, "unknown traffic '%s'%s", name,
          hint[0] != '\0' ? hint : "; 'lockhop list traffic' names them");
  return NULL;
}

const struct traffic_row *traffic_find_in(const struct traffic_table *all,
                                          const char *traffic, const struct topology *t,
                                          struct err *err)
{
  size_t length = strcspn(traffic, ":,");
  const struct traffic_row *nearest = NULL; /* has the name, and perhaps the network */
  struct err not_here;

  for (size_t i = 0; mixture_plus(traffic) && i < all->count; i++)
    if (all->rows[i].argument == TRAFFIC_MIXTURE && has_network(&all->rows[i], t))
      return runs(all, &all->rows[i], t, err) ? &all->rows[i] : NULL;
  for (size_t i = 0; i < all->count; i++) {
    const struct traffic_row *row = &all->rows[i];

    if (strlen(row->name) != length || strncmp(row->name, traffic, length) != 0)
      continue;
    if (runs(all, row, t, &not_here))
      return row;
    if (!nearest || has_network(row, t))
      nearest = row;
  }
  if (!nearest)
    return unknown(all, traffic, length, err);
  runs(all, nearest, t, err);
  return NULL;
}

const struct traffic_row *traffic_find(const char *traffic, const struct topology *t,
                                       struct err *err)
{
  return traffic_find_in(&table, traffic, t, err);
}

/* The argument after the name, or NULL. */
static const char *find_argument(const char *traffic, const struct traffic_row *row,
                                 struct err *err)
{
  if (row->argument == TRAFFIC_MIXTURE)
    return traffic;
  char separator = traffic[strlen(row->name)];
  const char *argument = traffic + strlen(row->name) + (separator != '\0');

  switch (row->argument) {
  case TRAFFIC_ALONE:
    if (separator == '\0')
      return argument;
    err_set(err, ERR_USAGE, "'%.100s': %s takes no options", traffic, row->name);
    return NULL;
  case TRAFFIC_PATH:
    if (separator == ':' && *argument != '\0')
      return argument;
    err_set(err, ERR_USAGE, "'%.100s': needs a path, as in %s", traffic, row->usage);
    return NULL;
  case TRAFFIC_MIXTURE:
  case TRAFFIC_OPTIONS:
    if (separator == '\0' || (separator == ',' && *argument != '\0'))
      return argument;
    break;
  }
  err_set(err, ERR_USAGE, "'%.100s': the form is %s", traffic, row->usage);
  return NULL;
}

static bool sets_up_paths(const struct traffic_row *row, const struct routing *routing)
{
  return routing->set_up && !row->own_headers;
}

/* The levels of the packets, by their headers. */
static void note_levels(struct schedule *schedule, const struct traffic_request *request)
{
  const struct routing *routing = request->routing;
  struct schedule_entry room;

  if (!routing->privileged)
    return;
  schedule->privileged_bit = routing->privileged(request->topology->parameters);
  schedule->privileged = 0;
  for (size_t i = 0; i < schedule->count; i++)
    schedule->privileged +=
        schedule_is_privileged(schedule, schedule_entry(schedule, i, &room));
}

bool schedule_make(struct schedule *schedule, const struct traffic_request *request,
                   struct err *err)
{
  *schedule = (struct schedule){.most = request->most};
  const struct traffic_row *row = traffic_find(request->traffic, request->topology, err);
  const char *argument = row ? find_argument(request->traffic, row, err) : NULL;

  if (!argument)
    return false;
  if (!row->make(schedule, request, argument, err) ||
      (sets_up_paths(row, request->routing) &&
       !path_setup(schedule, request->topology, request->routing, err)) ||
      !permutation_part(schedule, err) ||
      !not_sent_remove(schedule, request->topology, request->routing, err)) {
    schedule_free(schedule);
    return false;
  }
  /* Where nobody can follow a packet, nothing is promised. */
  schedule->conflict_free = schedule->conflict_free && request->routing->timed;
  note_levels(schedule, request);
  return true;
}

const char *schedule_routing(const struct topology *t, const char *traffic)
{
  struct err ignored;
  const struct traffic_row *row = traffic_find(traffic, t, &ignored);
  const char *options = row ? find_argument(traffic, row, &ignored) : NULL;

  return options && row->routing ? row->routing(options) : NULL;
}

/* An open loop has a load among its options; mix draws its loads itself; packets of a batch
 * start when there is room. */
bool schedule_is_open_loop(const struct topology *t, const char *traffic)
{
  struct err ignored;
  const struct traffic_row *row = traffic_find(traffic, t, &ignored);
  const char *options = row ? find_argument(traffic, row, &ignored) : NULL;

  if (!options || row->argument != TRAFFIC_OPTIONS)
    return false;
  return row->make == mix_make || row->make == batch_make ||
         strncmp(options, "load=", strlen("load=")) == 0 ||
         strstr(options, ",load=") != NULL;
}

/* --- what the kinds share --- */

void traffic_shuffle(uint32_t *words, size_t count, struct rng *rng)
{
  for (size_t i = count; i-- > 1;) {
    size_t j = (size_t)rng_below(rng, (uint64_t)i + 1);
    uint32_t moved = words[i];

    words[i] = words[j];
    words[j] = moved;
  }
}

bool traffic_has_room(const struct schedule *schedule, uint64_t wanted, size_t each,
                      struct err *err)
{
  const double needed = (double)wanted * (double)each;
  const double room = (double)schedule->most * sizeof *schedule->entries;

  return schedule->most == 0 || needed <= room ||
         err_set(err, ERR_ENVIRONMENT,
                 "%" PRIu64 " packets need %.1f GB, and there is room for %.1f GB; give "
                 "fewer packets or a smaller network, or --memory 0 to go on all the same",
                 wanted, needed / 1e9, room / 1e9);
}

bool traffic_reserve(struct schedule *schedule, size_t *capacity, uint64_t wanted,
                     struct err *err)
{
  struct schedule_entry *entries = NULL;

  if (wanted > traffic_packets_max)
    return err_set(err, ERR_USAGE, "more than %" PRIu64 " packets", traffic_packets_max);
  if (!traffic_has_room(schedule, wanted, sizeof *entries, err))
    return false;
  entries = realloc(schedule->entries, wanted * sizeof *entries);
  if (!entries)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %" PRIu64 " packets",
                   wanted);
  schedule->entries = entries;
  *capacity = wanted;
  return true;
}

bool traffic_grow(struct schedule *schedule, size_t *capacity, struct err *err)
{
  uint64_t wanted = 2 * (uint64_t)*capacity + 64;

  if (wanted > traffic_packets_max && *capacity < traffic_packets_max)
    wanted = traffic_packets_max;
  if (schedule->most > 0 && wanted > schedule->most && *capacity < schedule->most)
    wanted = schedule->most;
  return traffic_reserve(schedule, capacity, wanted, err);
}

void traffic_set_header(struct schedule_entry *entry, size_t number,
                        const struct traffic_request *request)
{
  struct rng headers = traffic_headers(request);

  headers.state += number * RNG_STEP;
  traffic_next_header(entry, request, &headers);
}

void traffic_rule_header(const struct schedule_rule *rule, size_t number,
                         struct schedule_entry *entry)
{
  const struct traffic_rule *own = (const struct traffic_rule *)rule;

  traffic_set_header(entry, number,
                     &(struct traffic_request){
                         .topology = own->t, .routing = own->routing, .seed = own->seed});
}
