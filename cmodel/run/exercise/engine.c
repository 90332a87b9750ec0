/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine -- what a test of collective engines must reach. */
#include "run/exercise/engine.h"

#include "base/bits.h"
#include "run/machine/engine_programs.h"
#include "switch/component/collective_engine.h"

#include <stdlib.h>
#include <string.h>

enum { FLAGS = 4, LONG_STARTUP = 256, LONG_WORD = 8, MANY_WORDS = 16 };

enum mark {
  SENDS_BY,
  TAKES_BY,
  BOTH_SAME,
  BOTH_OTHER,
  SENDS_ALONE,
  TAKES_ALONE,
  SENDS_ONE,
  SENDS_MANY,
  TAKES_ONE,
  TAKES_MANY,
  LOADS,
  TAKES,
  STARTUP_NONE,
  STARTUP_SHORT,
  STARTUP_LONG,
  WORD_ONE,
  WORD_SHORT,
  WORD_LONG,
  STARTUP_AND_WORD,
  MESSAGE_ONE,
  MESSAGE_SHORT,
  MESSAGE_LONG,
  AT_ONCE,
  FRESH,
  BLOCKED,
  IDLE,
  END_SENT,
  END_TAKEN,
  END_BOTH,
  LAST_STEP,
  EJECT_AND_TAKE,
  RESET_STEP,
  RESET_MESSAGE,
  RESET_DELAY,
  RESET_EJECT,
  MARKS
};

/* Rows with places have PORTS or FLAGS of them. */
static const struct row {
  const char *text, *place;
} rows[MARKS] = {
    [SENDS_BY] = {"word leaves", "port"},
    [TAKES_BY] = {"word arrives", "port"},
    [BOTH_SAME] = {"sends and receives by one port in a cycle", NULL},
    [BOTH_OTHER] = {"sends and receives by two ports in a cycle", NULL},
    [SENDS_ALONE] = {"word leaves in a step that only sends", NULL},
    [TAKES_ALONE] = {"word arrives in a step that only receives", NULL},
    [SENDS_ONE] = {"step sends one message", NULL},
    [SENDS_MANY] = {"step sends several messages", NULL},
    [TAKES_ONE] = {"step receives one message", NULL},
    [TAKES_MANY] = {"step receives several messages", NULL},
    [LOADS] = {"word is loaded", "store + 2 eject"},
    [TAKES] = {"word is received", "store + 2 eject"},
    [STARTUP_NONE] = {"word leaves, start-up 0", NULL},
    [STARTUP_SHORT] = {"word leaves, start-up 1 to 255", NULL},
    [STARTUP_LONG] = {"word leaves, start-up 256 or more", NULL},
    [WORD_ONE] = {"word leaves, of 1 cycle", NULL},
    [WORD_SHORT] = {"word leaves, of 2 to 7 cycles", NULL},
    [WORD_LONG] = {"word leaves, of 8 cycles or more", NULL},
    [STARTUP_AND_WORD] = {"word leaves, with start-up and of several cycles", NULL},
    [MESSAGE_ONE] = {"word leaves, of a message of 1 word", NULL},
    [MESSAGE_SHORT] = {"word leaves, of a message of 2 to 15 words", NULL},
    [MESSAGE_LONG] = {"word leaves, of a message of 16 words or more", NULL},
    [AT_ONCE] = {"word is offered in the first cycle of a step", NULL},
    [FRESH] = {"word leaves that was stored at the edge before", NULL},
    [BLOCKED] = {"word is offered, and does not leave", NULL},
    [IDLE] = {"port is ready, and no word arrives", NULL},
    [END_SENT] = {"step ends with a word that leaves", NULL},
    [END_TAKEN] = {"step ends with a word that arrives", NULL},
    [END_BOTH] = {"step ends with both", NULL},
    [LAST_STEP] = {"last step ends", NULL},
    [EJECT_AND_TAKE] = {"word is ejected as another is taken", NULL},
    [RESET_STEP] = {"reset behind the first step", NULL},
    [RESET_MESSAGE] = {"reset within a message", NULL},
    [RESET_DELAY] = {"reset while a word is on its way to the link", NULL},
    [RESET_EJECT] = {"reset while a word is ejected", NULL},
};

void exercise_engine_name(struct exercise_map *map)
{
  for (int i = 0; i < MARKS; i++) {
    const bool flags = i == LOADS || i == TAKES;

    exercise_marks_add(map, rows[i].text, rows[i].place,
                       flags           ? FLAGS
                       : rows[i].place ? map->shape.ports
                                       : 1,
                       NULL);
  }
  exercise_marks_place(map);
}

/* --- what programs can reach --- */

/* A step of an engine. */
static void reach_step(const struct exercise_map *map, const struct collective_engine *e,
                       uint64_t *bits)
{
  const struct collective_engine_now now = collective_engine_now(e);
  const bool both = now.sends && now.receives;

  if (now.sends)
    exercise_marks_set(map, SENDS_BY, bits_lowest(now.out_port), 0, bits);
  if (now.receives)
    exercise_marks_set(map, TAKES_BY, bits_lowest(now.in_port), 0, bits);
  if (both)
    exercise_marks_set(map, now.out_port == now.in_port ? BOTH_SAME : BOTH_OTHER, 0, 0,
                       bits);
  else
    exercise_marks_set(map, now.sends ? SENDS_ALONE : TAKES_ALONE, 0, 0, bits);
  if (now.sends)
    exercise_marks_set(map, now.sends > 1 ? SENDS_MANY : SENDS_ONE, 0, 0, bits);
  if (now.receives)
    exercise_marks_set(map, now.receives > 1 ? TAKES_MANY : TAKES_ONE, 0, 0, bits);
  exercise_marks_set(map, END_BOTH, !both, 0, bits); /* place 1 does not exist */
}

/* All steps and messages of an engine that loads this number of words. */
static void reach_engine(const struct exercise_map *map, struct collective_engine *e,
                         uint32_t loaded, uint64_t *bits)
{
  uint32_t index = 0;

  for (; index < loaded; index++)
    exercise_marks_set(map, LOADS, collective_engine_flags(e, index), 0, bits);
  for (e->phase = 1; collective_engine_now(e).running; e->step++) {
    const uint32_t end = index + collective_engine_now(e).receives;

    reach_step(map, e, bits);
    for (; index < end; index++)
      exercise_marks_set(map, TAKES, collective_engine_flags(e, index), 0, bits);
  }
}

/* Is this a mark that only some programs can reach? */
static bool is_of_programs(size_t mark)
{
  return mark <= TAKES || mark == END_BOTH;
}

/* The marks of all engines; engine i loads words[i]. */
static void reach_engines(const struct exercise_map *map, const struct shape *shape,
                          const uint32_t *words, uint64_t *bits)
{
  const struct engine_programs *p = shape->programs;

  for (uint32_t i = 0; i < p->count; i++) {
    struct collective_engine e = {.ports = shape->topology->ports,
                                  .program_words = engine_program_words(p, i),
                                  .program = &p->words[p->first[i]]};

    reach_engine(map, &e, words[i] / (collective_engine_now(&e).last + 1), bits);
  }
}

bool exercise_engine_reach(struct exercise_map *map, const struct shape *shape,
                           const struct schedule *schedule, struct err *err)
{
  const struct topology *t = shape->topology;
  uint64_t *bits = calloc(exercise_map_words(map), sizeof *bits);
  uint32_t *words = calloc(t->switches, sizeof *words);
  const bool good = (bits && words) ||
                    err_set(err, ERR_ENVIRONMENT, "not enough memory to read programs");

  for (size_t i = 0; good && i < schedule->count; i++)
    words[topology_source(t, schedule->entries[i].source)]++;
  if (good)
    reach_engines(map, shape, words, bits);
  for (size_t m = 0; good && m < map->mark_count; m++) {
    const size_t first = map->first[EXERCISE_ENGINE] + map->marks[m].first;

    for (size_t i = first; is_of_programs(m) && i < first + map->marks[m].count[0]; i++)
      if (!exercise_bit(bits, i))
        map->reachable[i / 64] &= ~(UINT64_C(1) << i % 64);
  }
  map->explored = good;
  free(bits);
  free(words);
  return good;
}

/* --- what happens --- */

static void see(const struct exercise_watch *w, enum mark mark, uint32_t at)
{
  exercise_marks_set(w->map, mark, at, 0, w->map->reached);
}

/* Marks that depend on the start-up and word times, the same for all engines of a run. */
static void see_costs(const struct exercise_watch *w, uint32_t words)
{
  const uint32_t startup = w->shape.programs->startup, word = w->shape.programs->word;

  see(w,
      startup == 0             ? STARTUP_NONE
      : startup < LONG_STARTUP ? STARTUP_SHORT
                               : STARTUP_LONG,
      0);
  see(w, word == 1 ? WORD_ONE : word < LONG_WORD ? WORD_SHORT : WORD_LONG, 0);
  if (startup > 0 && word > 1)
    see(w, STARTUP_AND_WORD, 0);
  see(w, words == 1 ? MESSAGE_ONE : words < MANY_WORDS ? MESSAGE_SHORT : MESSAGE_LONG, 0);
}

/* A word that leaves. */
static void see_sent(const struct exercise_watch *w, const struct collective_engine *e,
                     const struct collective_engine_now *now, bool stored)
{
  see(w, SENDS_BY, bits_lowest(now->out_port));
  see_costs(w, now->last + 1);
  see(w, now->sends > 1 ? SENDS_MANY : SENDS_ONE, 0);
  if (!now->receives)
    see(w, SENDS_ALONE, 0);
  if (stored && collective_engine_comb(e).out_address + 1 == e->free)
    see(w, FRESH, 0);
}

/* A word that arrives. */
static void see_taken(const struct exercise_watch *w, const struct collective_engine *e,
                      const struct collective_engine_now *now)
{
  see(w, TAKES_BY, bits_lowest(now->in_port));
  see(w, TAKES, collective_engine_flags(e, e->receive_index));
  see(w, now->receives > 1 ? TAKES_MANY : TAKES_ONE, 0);
  if (!now->sends)
    see(w, TAKES_ALONE, 0);
}

static void see_end(const struct exercise_watch *w, const struct collective_engine *e,
                    const struct collective_engine_now *now, bool leaves, bool arrives)
{
  const bool last_sent = leaves && e->send_word == now->last && e->sent + 1 == now->sends;
  const bool last_taken =
      arrives && e->receive_word == now->last && e->received + 1 == now->receives;

  if (!now->running || (now->sending && !last_sent) || (now->receiving && !last_taken))
    return;
  if (last_sent || last_taken)
    see(w, last_sent ? last_taken ? END_BOTH : END_SENT : END_TAKEN, 0);
  if (e->step + 1u == (e->program[0] & bits_mask(ENGINE_STEP_BITS)))
    see(w, LAST_STEP, 0);
}

/* An engine in a cycle; `arrived`: a word arrives. */
static void see_engine(struct exercise_watch *w, const struct collective_engine *e,
                       const struct links *links, uint32_t sw, bool arrived)
{
  const struct collective_engine_now now = collective_engine_now(e);
  const bool leaves =
      now.offered && links_taken(&w->shape, links, sw, bits_lowest(now.out_port));
  const bool stored = e->free != w->counts[sw];

  if (leaves)
    see_sent(w, e, &now, stored);
  if (arrived)
    see_taken(w, e, &now);
  if (leaves && arrived)
    see(w, now.out_port == now.in_port ? BOTH_SAME : BOTH_OTHER, 0);
  if (now.offered && !leaves)
    see(w, BLOCKED, 0);
  if (now.offered && now.target == 0 && e->sent == 0 && e->send_word == 0)
    see(w, AT_ONCE, 0);
  if (now.receiving && !arrived)
    see(w, IDLE, 0);
  if (e->eject && arrived)
    see(w, EJECT_AND_TAKE, 0);
  see_end(w, e, &now, leaves, arrived);
  w->counts[sw] = e->free;
}

/* A reset at this edge clears the state of an engine. */
static void see_reset(struct exercise_watch *w, const struct collective_engine *e)
{
  if (e->step > 0)
    see(w, RESET_STEP, 0);
  if (e->send_word > 0 || e->receive_word > 0)
    see(w, RESET_MESSAGE, 0);
  if (e->delay > 0)
    see(w, RESET_DELAY, 0);
  if (e->eject)
    see(w, RESET_EJECT, 0);
}

void exercise_engine_cycle(struct exercise_watch *w, const struct machine *machine,
                           const struct links *links, const struct stimulus *stimulus)
{
  const struct collective_engine *engines = machine->ops->engines(machine->self);
  const uint32_t count = w->shape.topology->switches;

  for (uint32_t sw = 0; links->reset && sw < count; sw++)
    see_reset(w, &engines[sw]);
  if (links->reset) {
    exercise_watch_reset(w);
    return;
  }
  for (uint32_t sw = 0; sw < count; sw++)
    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1)
      if (links_taken(&w->shape, links, sw, bits_lowest(valid)))
        w->held[shape_far(&w->shape, sw, bits_lowest(valid)).to_switch] = 1;
  for (size_t i = 0; i < stimulus->injection_count; i++) {
    const struct collective_engine *e = &engines[stimulus->injections[i].at];

    see(w, LOADS, collective_engine_flags(e, e->receive_index));
  }
  for (uint32_t sw = 0; sw < count; sw++) {
    see_engine(w, &engines[sw], links, sw, w->held[sw]);
    w->held[sw] = 0;
  }
}
