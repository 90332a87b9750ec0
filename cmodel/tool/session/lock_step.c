/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lock_step -- a design against the golden model; and, where it differs, once more, to see
 * what led to it. */
#include "tool/session/lock_step.h"

#include "base/hash.h"
#include "run/machine/parts.h"
#include "tool/session/agree.h"
#include "tool/session/machines.h"
#include "tool/session/trust.h"
#include "tool/session/window.h"

#include <stdio.h>

enum {
  WINDOW_BEFORE = 20, /* cycles of the waveform before a difference, */
  WINDOW_AFTER = 5,   /* and after it */
  WINDOW_MOST = 500   /* between a packet's entry and the rule that it breaks */
};

bool lock_step_open(struct lock_step *l, struct session *session, struct err *err)
{
  *l = (struct lock_step){.session = session, .packet = UINT32_MAX};
  if (!machines_open(&l->dut, session, err))
    return false;
  snprintf(l->simulator, sizeof l->simulator, "%s", l->dut.ops->simulator(l->dut.self));
  l->alone = session->compare != COMPARE_CYCLE;
  if (l->alone)
    l->first = l->dut;
  if (l->alone || machines_open_golden(&l->first, session, err))
    return true;
  l->dut.ops->close(l->dut.self);
  return false;
}

/* What the first pass is watched by: the waveform the user asked for, and the packet that
 * the difference is about. */
struct watch {
  const struct session *session;
  struct recorder *recorder; /* NULL: none */
  uint32_t *packet;          /* of the difference */
};

/* Is the packet of a difference at a switch of this rank? */
static bool is_here(const struct session *s, const struct difference *difference)
{
  const struct ranks *ranks = s->host.ranks;

  return !ranks || difference_shows(&s->shape, difference) /
                           parts_of(s->topology.switches, ranks->count).share ==
                       ranks->rank;
}

static bool watch_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct watch *watch = self;

  if (cycle->difference && is_here(watch->session, cycle->difference))
    *watch->packet = difference_packet(&watch->session->shape, cycle, cycle->difference);
  return !watch->recorder || recorder_add(watch->recorder, cycle, err);
}

/* Is a run with a difference not made again to look at it? */
static bool makes_once(const struct session *s)
{
  return s->description.evidence && s->description.evidence[0] == '\0';
}

/* The packet of the difference, of the rank that has it. */
static bool share_packet(struct lock_step *l, struct err *err)
{
  struct ranks *ranks = l->session->host.ranks;
  const uint64_t mine = l->packet;
  uint64_t all[RANKS_MOST];

  if (!ranks_collect(ranks, &mine, sizeof mine, all, err)) {
    ranks->ops->fail(ranks, (int)err->kind, err->text);
    return false;
  }
  for (uint32_t rank = 0; rank < ranks->count; rank++)
    if (all[rank] != UINT32_MAX)
      l->packet = (uint32_t)all[rank];
  return true;
}

static bool first_pass(struct lock_step *l, struct err *err)
{
  const struct session *s = l->session;
  struct recorder recorder;
  bool recorded = window_asked(&recorder, s), written = false;
  struct watch watch = {
      .session = s, .recorder = recorded ? &recorder : NULL, .packet = &l->packet};
  struct run_request request = session_request(s);

  request.machine = l->first;
  request.dut = l->alone ? NULL : &l->dut;
  request.after = recorded ? WINDOW_AFTER : 0;
  request.follow = recorded || makes_once(s) ? 0 : LOCK_STEP_FOLLOW;
  request.watch = s->watch.map ? &l->session->watch : NULL;
  request.pins = s->pins.map ? &l->session->pins : NULL;
  request.observer = watch_cycle;
  request.observer_self = &watch;
  bool ran = run(&request, &l->result, err);
  session_say(s, NULL);
  if (ran && l->result.outcome == OUTCOME_DIFFER &&
      l->result.difference.kind == DIFFERENCE_RULE)
    l->packet = difference_packet(&s->shape, NULL, &l->result.difference);
  if (ran && s->host.ranks)
    ran = share_packet(l, err);
  if (recorded && !ran)
    recorder_discard(&recorder);
  if (!recorded || !ran)
    return ran;
  const bool differs = l->result.outcome == OUTCOME_DIFFER;
  if (!recorder_finish(&recorder, differs ? &l->result.difference : NULL, &written, err))
    return false;
  l->waveform = written ? s->description.wave : NULL;
  return ran;
}

/* What the second pass is watched by: history, and the waveform of a window. */
struct replay {
  struct history *history;   /* NULL: none */
  struct recorder *recorder; /* NULL: none */
};

static bool replay_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct replay *replay = self;

  if (replay->history)
    history_add(replay->history, cycle);
  return !replay->recorder || recorder_add(replay->recorder, cycle, err);
}

/* A name that belongs to this run: the same run gives the same, another one another, so
 * that runs in one folder do not take each other's evidence. */
static bool name_evidence(struct lock_step *l, struct err *err)
{
  const struct description *d = &l->session->description;
  struct hash hash = hash_start();
  char text[HASH_TEXT];

  if (d->evidence) {
    snprintf(l->evidence, sizeof l->evidence, "%s", d->evidence);
    return true;
  }
  hash_text(&hash, d->command);
  for (size_t i = 0; i < l->session->dut.files.count; i++)
    if (!hash_file(&hash, l->session->dut.files.text[i], err))
      return false;
  hash_print(&hash, text);
  snprintf(l->evidence, sizeof l->evidence, "lockhop-difference-%.8s.fst", text);
  return true;
}

/* The first cycle of the waveform: also that of the entry of a packet that broke a rule. */
static uint64_t evidence_from(const struct difference *d)
{
  uint64_t from = d->cycle;

  if (d->kind == DIFFERENCE_RULE && d->flow.known && d->flow.inside.cycle < from &&
      from - d->flow.inside.cycle < WINDOW_MOST)
    from = d->flow.inside.cycle;
  return from > WINDOW_BEFORE ? from - WINDOW_BEFORE : 0;
}

static void start_evidence(struct lock_step *l, struct recorder *recorder,
                           uint32_t switches[RECORDER_SWITCHES])
{
  const struct topology *t = &l->session->topology;
  const struct difference *d = &l->result.difference;
  uint32_t at = d->at == UINT32_MAX ? 0 : d->at;
  size_t count =
      recorder_neighbourhood(t, at, t->switches <= 16, switches, RECORDER_SWITCHES);

  window_start(recorder, l->session,
               (struct recorder_request){.path = l->evidence,
                                         .switches = switches,
                                         .count = count,
                                         .from = evidence_from(d),
                                         .to = d->cycle + WINDOW_AFTER + 1});
}

/* The design again, now able to record a waveform; of several ranks the first has both
 * machines whole. */
static bool open_again(struct lock_step *l, struct err *err)
{
  const bool whole = l->session->host.ranks != NULL;

  l->dut.ops->close(l->dut.self);
  l->dut = (struct machine){.ops = NULL};
  l->session->traced = true;
  l->session->host.ranks = NULL;
  if (!machines_open(&l->dut, l->session, err))
    return false;
  if (l->alone)
    l->first = l->dut;
  return !whole || machines_open_golden(&l->first, l->session, err);
}

static bool run_again(struct lock_step *l, struct replay *replay, struct err *err)
{
  struct run_request request = session_request(l->session);
  struct run_result again;

  request.machine = l->first;
  request.dut = l->alone ? NULL : &l->dut;
  request.after = WINDOW_AFTER;
  request.observer = replay_cycle;
  request.observer_self = replay;
  request.progress = NULL;
  bool ran = run(&request, &again, err);
  run_result_close(&again);
  return ran;
}

static bool second_pass(struct lock_step *l, struct err *err)
{
  const struct session *s = l->session;
  const struct difference *d = &l->result.difference;
  struct replay replay = {.history = NULL};
  struct recorder recorder;
  uint32_t switches[RECORDER_SWITCHES];
  bool written = false;

  if (s->host.again)
    s->host.again(s->host.self);
  if (!s->description.wave) {
    if (!name_evidence(l, err) || ((!s->traced || s->host.ranks) && !open_again(l, err)))
      return false;
    start_evidence(l, &recorder, switches);
    replay.recorder = &recorder;
  }
  if (d->at != UINT32_MAX) { /* a network that stopped does not say where */
    if (!history_open(&l->history, &s->shape, d, l->packet, err))
      return false;
    replay.history = &l->history;
  }
  bool ran = run_again(l, &replay, err);
  l->explained = ran && replay.history; /* else it lacks the last cycles */
  if (replay.recorder && ran)
    ran = recorder_finish(&recorder, d, &written, err);
  else if (replay.recorder)
    recorder_discard(&recorder);
  if (written)
    l->waveform = l->evidence;
  return ran;
}

/* Before a second pass, which has objects of its own. */
static bool write_coverage(const struct lock_step *l, struct err *err)
{
  const char *path = l->session->description.coverage;

  return !path || path[0] == '\0' || l->dut.ops->coverage(l->dut.self, path, err);
}

/* The machines differ. */
static bool look_again(struct lock_step *l, struct err *err)
{
  if (!trust_modules(l->session, err))
    return false;
  if (!l->result.difference.in_reset && !makes_once(l->session))
    second_pass(l, &l->again);
  return true;
}

/* The first rank does it for all, which wait: it may find that Verilator is wrong. */
static bool look_again_for_all(struct lock_step *l, struct err *err)
{
  struct ranks *ranks = l->session->host.ranks;

  return agree(ranks, ranks->rank > 0 || look_again(l, err), 0, err);
}

bool lock_step_run(struct lock_step *l, struct err *err)
{
  if (!first_pass(l, err) || !write_coverage(l, err))
    return false;
  if (l->result.outcome != OUTCOME_DIFFER)
    return true;
  return l->session->host.ranks ? look_again_for_all(l, err) : look_again(l, err);
}
