/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collectives -- traffic that collective engines move by programs. */
#include "network/traffic/collectives.h"

#include "base/text.h"
#include "network/collective/program.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <stdlib.h>
#include <string.h>

#define MANY "one-to-many-broadcast"

enum { KEYS = 8, NAME = 64, RULES = 2 };

/* Names of rule=, send= and order=. */
static const char *const rule_names[RULES] = {"corrected", "printed"};
static const char *const send_names[OPERATION_SENDS] = {
    [OPERATION_SEND_NEEDED] = "needed",
    [OPERATION_SEND_NOT_OWN] = "not-own",
    [OPERATION_SEND_ALL] = "all",
};
static const char *const order_names[OPERATION_ORDERS] = {
    [OPERATION_TEXT] = "text",
    [OPERATION_INTRA_FIRST] = "intra-first",
};

bool collectives_is_row(const struct traffic_row *row)
{
  return row->make == collectives_make;
}

/* --- the traffic string --- */

/* The name before the options, and its kind. */
static enum collective_kind kind_of(const char *traffic, char name[NAME])
{
  const size_t length = strcspn(traffic, ",");
  enum collective_kind kind = COLLECTIVE_ONE_TO_ALL_BROADCAST; /* to many too */

  snprintf(name, NAME, "%.*s", (int)length, traffic);
  for (uint32_t i = 0; i < COLLECTIVE_KINDS; i++)
    if (strcmp(name, collective_kind_name((enum collective_kind)i)) == 0)
      kind = (enum collective_kind)i;
  return kind;
}

static size_t keys_of(const char *name, enum collective_kind kind, const char *keys[KEYS])
{
  static const char *const of_all[] = {"startup", "word", "words"};
  static const char *const of_kinds[COLLECTIVE_KINDS][3] = {
      [COLLECTIVE_ONE_TO_ALL_BROADCAST] = {"source", "rule"},
      [COLLECTIVE_ONE_TO_ALL_PERSONALIZED] = {"source", "rule"},
      [COLLECTIVE_ALL_TO_ALL_BROADCAST] = {"send", "sources"},
      [COLLECTIVE_ALL_TO_ALL_PERSONALIZED] = {"order", "sources", "destinations"},
  };
  static const char *const to_many[] = {"source", "destinations", "count"};
  const char *const *own = strcmp(name, MANY) == 0 ? to_many : of_kinds[kind];
  size_t count = 0;

  for (size_t i = 0; i < 3; i++)
    keys[count++] = of_all[i];
  for (size_t i = 0; i < 3 && own[i]; i++)
    keys[count++] = own[i];
  return count;
}

/* --- lists of nodes --- */

static bool no_memory(const struct topology *t, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals", t->terminals);
}

/* Read "A+B+.." into a new *set, [terminals]; `what` names one of them.  No such option:
 * *set stays NULL. */
static bool read_set(const char *name, const char *options, const char *key,
                     const char *what, const struct topology *t, uint8_t **set,
                     struct err *err)
{
  char list[OPTIONS_VALUE], *rest = NULL;

  if (!text_option(options, key, list, sizeof list))
    return true;
  *set = calloc(t->terminals, sizeof **set);
  if (!*set)
    return no_memory(t, err);
  if (list[strspn(list, "+")] == '\0')
    return err_set(err, ERR_USAGE, "'%s,%s': no %s; give %s=A+B+..", name, options, key,
                   key);
  for (char *item = strtok_r(list, "+", &rest); item; item = strtok_r(NULL, "+", &rest)) {
    uint32_t terminal;

    if (!topology_parse_terminal(t, item, what, &terminal, err))
      return false;
    if ((*set)[terminal])
      return err_set(err, ERR_USAGE, "'%s,%s': a %s is given twice", name, options, what);
    (*set)[terminal] = 1;
  }
  return true;
}

/* --- one to many --- */

static bool bad_destinations(const char *options, const char *why, struct err *err)
{
  return err_set(err, ERR_USAGE, "'" MANY "%s%s': %s; give destinations=A+B+.. or count=N",
                 options[0] != '\0' ? "," : "", options, why);
}

/* `count` others than the source, every choice equally likely. */
static bool draw_destinations(struct collectives *c, uint32_t count,
                              const struct topology *t, uint64_t seed, struct err *err)
{
  struct rng rng = rng_seed(seed, traffic_stream_problem);
  uint32_t *others = malloc(t->terminals * sizeof *others);

  if (!others)
    return no_memory(t, err);
  for (uint32_t i = 0, terminal = 0; terminal < t->terminals; terminal++)
    if (terminal != c->operation.source)
      others[i++] = terminal;
  traffic_shuffle(others, t->terminals - 1, &rng);
  for (uint32_t i = 0; i < count; i++)
    c->wanted[others[i]] = 1;
  free(others);
  return true;
}

static bool read_many(struct collectives *c, const char *options, const struct topology *t,
                      uint64_t seed, struct err *err)
{
  uint32_t count = 0;

  if (!options_number(MANY, options, "count", 1, t->terminals - 1, "destinations", &count,
                      err) ||
      !read_set(MANY, options, "destinations", "destination", t, &c->wanted, err))
    return false;
  if (c->wanted && count > 0)
    return bad_destinations(options, "destinations and count", err);
  if (!c->wanted && count == 0)
    return bad_destinations(options, "no destinations", err);
  if (c->wanted && c->wanted[c->operation.source])
    return bad_destinations(options, "the source is a destination", err);
  if (c->wanted)
    return true;
  c->wanted = calloc(t->terminals, sizeof *c->wanted);
  return c->wanted ? draw_destinations(c, count, t, seed, err) : no_memory(t, err);
}

/* --- reading --- */

static bool read_source(struct collectives *c, const char *name, const char *options,
                        const struct topology *t, struct err *err)
{
  char value[OPTIONS_VALUE];

  return !text_option(options, "source", value, sizeof value) ||
         options_terminal(name, options, "source", t, &c->operation.source, err);
}

static bool read_all_to_all(struct collectives *c, const char *name, const char *options,
                            const struct topology *t, struct err *err)
{
  size_t send = OPERATION_SEND_NEEDED, order = OPERATION_TEXT;

  if (!options_choice(name, options, "send", send_names, OPERATION_SENDS, &send, err) ||
      !options_choice(name, options, "order", order_names, OPERATION_ORDERS, &order, err))
    return false;
  c->operation.send = (enum operation_send)send;
  c->operation.order = (enum operation_order)order;
  return read_set(name, options, "sources", "source", t, &c->sending, err) &&
         read_set(name, options, "destinations", "destination", t, &c->wanted, err);
}

static bool read_plan(struct collectives *c, const char *name, const char *options,
                      const struct topology *t, uint64_t seed, struct err *err)
{
  size_t rule = 0;

  if (c->operation.kind == COLLECTIVE_ALL_TO_ALL_BROADCAST ||
      c->operation.kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED)
    return read_all_to_all(c, name, options, t, err);
  if (!options_choice(name, options, "rule", rule_names, RULES, &rule, err))
    return false;
  c->operation.rule = rule == 1 ? OPERATION_RULE_PRINTED : OPERATION_RULE;
  return read_source(c, name, options, t, err) &&
         (strcmp(name, MANY) != 0 || read_many(c, options, t, seed, err));
}

bool collectives_read(struct collectives *c, const char *traffic, const struct topology *t,
                      uint64_t seed, struct err *err)
{
  char name[NAME];
  const char *keys[KEYS];

  *c = (struct collectives){.word = 1, .words = 1};
  c->operation.kind = kind_of(traffic, name);
  const char *options = traffic + strlen(name);
  const size_t key_count = keys_of(name, c->operation.kind, keys);

  options += *options == ',';
  if ((*options == '\0' || options_check(name, options, keys, key_count, err)) &&
      options_number(name, options, "startup", 0, PROGRAM_STARTUP_MAX, "cycles",
                     &c->startup, err) &&
      options_number(name, options, "word", 1, PROGRAM_WORD_MAX, "cycles", &c->word, err) &&
      options_number(name, options, "words", 1, PROGRAM_WORDS_MAX, "words", &c->words,
                     err) &&
      read_plan(c, name, options, t, seed, err)) {
    c->operation.wanted = c->wanted;
    c->operation.sending = c->sending;
    return true;
  }
  collectives_free(c);
  return false;
}

void collectives_free(struct collectives *c)
{
  free(c->wanted);
  free(c->sending);
  *c = (struct collectives){.wanted = NULL};
}

/* --- the schedule --- */

/* What a schedule is made from. */
struct making {
  const struct collectives *c;
  const struct topology *t;
  struct schedule *schedule;
  bool personalized;
  uint32_t *to; /* [count] the nodes that want blocks, in order */
  uint32_t count;
  uint32_t *at; /* [terminals] of the nodes in `to` with smaller numbers, how many */
};

static bool sends(const struct making *m, uint32_t node)
{
  const struct operation_request *request = &m->c->operation;

  if (request->kind == COLLECTIVE_ONE_TO_ALL_BROADCAST ||
      request->kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED)
    return node == request->source;
  return !request->sending || request->sending[node];
}

static bool wants(const struct making *m, uint32_t node)
{
  return !m->c->operation.wanted || m->c->operation.wanted[node];
}

/* Messages that a source offers. */
static uint32_t messages_of(const struct making *m, uint32_t source)
{
  return m->personalized ? m->count - wants(m, source) : 1;
}

/* Of message `number` of a source: for the other nodes in their order, or for all. */
static uint32_t destination_of(const struct making *m, uint32_t source, uint32_t number)
{
  if (!m->personalized)
    return SCHEDULE_ALL;
  return m->to[number + (wants(m, source) && number >= m->at[source])];
}

static bool add_words(const struct making *m, struct err *err)
{
  struct schedule *schedule = m->schedule;
  uint64_t words = 0, most = 0;
  size_t capacity = 0;

  for (uint32_t source = 0; source < m->t->terminals; source++) {
    const uint64_t own = sends(m, source) ? (uint64_t)messages_of(m, source) : 0;

    words += own * m->c->words;
    most = own * m->c->words > most ? own * m->c->words : most;
  }
  if (words == 0)
    return err_set(err, ERR_USAGE, "%s: the only destination is the only source",
                   collective_kind_name(m->c->operation.kind));
  if (!traffic_reserve(schedule, &capacity, words, err))
    return false;
  for (uint32_t word = 0; word < most; word++)
    for (uint32_t source = 0; source < m->t->terminals; source++)
      if (sends(m, source) && word / m->c->words < messages_of(m, source))
        schedule->entries[schedule->count++] = (struct schedule_entry){
            .cycle = word,
            .source = source,
            .destination = destination_of(m, source, word / m->c->words),
        };
  return true;
}

static bool making_open(struct making *m, const struct operation *operation,
                        struct err *err)
{
  const uint32_t terminals = m->t->terminals;

  m->personalized = !operation_is_broadcast(operation);
  m->to = malloc(terminals * sizeof *m->to);
  m->at = malloc(terminals * sizeof *m->at);
  if (!m->to || !m->at)
    return no_memory(m->t, err);
  for (uint32_t node = 0; node < terminals; node++) {
    m->at[node] = m->count;
    if (wants(m, node))
      m->to[m->count++] = node;
  }
  return true;
}

bool collectives_make(struct schedule *schedule, const struct traffic_request *request,
                      const char *argument, struct err *err)
{
  const struct topology *t = request->topology;
  struct collectives c;

  (void)argument; /* the name says the kind */
  if (!collectives_read(&c, request->traffic, t, request->seed, err))
    return false;
  struct operation *operation = operation_open(t, &c.operation, err); /* it can be made */
  struct making m = {.c = &c, .t = t, .schedule = schedule};
  const bool good = operation && making_open(&m, operation, err) && add_words(&m, err);

  if (good && !m.personalized) {
    schedule->group = c.wanted;
    c.wanted = NULL;
  }
  free(m.to);
  free(m.at);
  operation_close(operation);
  collectives_free(&c);
  return good;
}
