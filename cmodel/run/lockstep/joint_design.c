/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* joint_design -- what ranks in lock step tell each other of the design. */
#include "run/lockstep/joint.h"
#include "run/lockstep/runner.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* What a rank has found, the more important last.  Of several ranks the lowest counts: it
 * has the lowest switches. */
enum found {
  FOUND_NOTHING,
  FOUND_VALUE, /* its switches differ in the cycle to come */
  FOUND_MOORE, /* of the cycle that is over */
  FOUND_STOP   /* likewise; the design has stopped, or goes beyond a limit */
};

/* What a rank tells of its part of the design; a record follows where it has found
 * something, then what the machine shows. */
struct design_news {
  uint64_t cycle;
  uint64_t found;
  uint64_t compared;  /* switches, in the cycle to come, */
  uint64_t differing; /* and those of them that differ */
  uint64_t asynchronous, untried;
};

/* struct difference without pointers. */
struct design_record {
  uint64_t kind; /* enum err_kind, of a limit; 0: it is a difference */
  uint64_t golden, dut, before, after;
  uint32_t at, port, vc, field, in_reset;
  uint32_t output, output_index, input, input_index, input_at; /* of a Moore fault */
  char text[ERR_TEXT];
};

/* --- pins by number --- */

static const char *const pins[] = {
    "",          "in_ready", "inject_ready", "out_valid",    "eject_valid",   "out_packet",
    "out_ready", "in_valid", "in_packet",    "inject_valid", "inject_packet", "here",
    "seed",      "phase",    "eject_ready",  "rst",          "eject_packet"};

enum { PINS = sizeof pins / sizeof pins[0] };

/* 0: none. */
static uint32_t pin_of(const char *name)
{
  uint32_t pin = 0;

  while (name && pin < PINS && strcmp(pins[pin], name) != 0)
    pin++;
  assert(pin < PINS); /* trials try no other (verilog/simulator/moore_parts.c) */
  return pin;
}

static const char *pin_name(uint32_t pin)
{
  return pin > 0 && pin < PINS ? pins[pin] : NULL;
}

/* --- records --- */

static struct design_record record_of(const struct difference *d)
{
  struct design_record record;

  memset(&record, 0, sizeof record);
  record.golden = d->golden;
  record.dut = d->dut;
  record.at = d->at;
  record.port = d->port;
  record.vc = d->vc;
  record.field = d->field;
  record.in_reset = d->in_reset;
  if (d->kind == DIFFERENCE_MOORE) {
    record.before = d->moore.before;
    record.after = d->moore.after;
    record.output = pin_of(d->moore.output);
    record.output_index = d->moore.output_index;
    record.input = pin_of(d->moore.input);
    record.input_index = d->moore.input_index;
    record.input_at = d->moore.input_at;
  }
  snprintf(record.text, sizeof record.text, "%s", d->text);
  return record;
}

static struct difference difference_of(const struct design_record *record, uint64_t found,
                                       uint64_t cycle)
{
  struct difference d = {.kind = found == FOUND_STOP    ? DIFFERENCE_STOPPED
                                 : found == FOUND_MOORE ? DIFFERENCE_MOORE
                                                        : DIFFERENCE_VALUE,
                         .cycle = cycle,
                         .at = record->at,
                         .port = record->port,
                         .vc = record->vc,
                         .field = (enum difference_field)record->field,
                         .golden = record->golden,
                         .dut = record->dut,
                         .in_reset = record->in_reset != 0};

  if (found == FOUND_MOORE)
    d.moore = (struct moore_fault){.at = record->at,
                                   .output = pin_name(record->output),
                                   .output_index = record->output_index,
                                   .before = record->before,
                                   .after = record->after,
                                   .input = pin_name(record->input),
                                   .input_index = record->input_index,
                                   .input_at = record->input_at};
  snprintf(d.text, sizeof d.text, "%.*s", DIFFERENCE_TEXT - 1, record->text);
  return d;
}

/* --- what this rank has found --- */

/* A design alone is only counted. */
static void compare(const struct runner *r, struct design_news *news,
                    struct design_record *record)
{
  const struct run_request *q = r->request;
  struct difference d = {.at = 0};

  news->compared = r->joint.end - r->joint.first;
  if (!q->dut)
    return;
  const struct links golden = q->machine.ops->links(q->machine.self);
  const struct links dut = q->dut->ops->links(q->dut->self);

  if (!difference_find(&q->shape, &q->machine, q->dut, &golden, &dut, NULL, &d))
    return;
  news->found = FOUND_VALUE;
  news->differing = d.others + UINT64_C(1);
  *record = record_of(&d);
}

/* After a fault of the cycle that is over nothing is compared in the next: one process does
 * not, and links of a design that has stopped are no longer valid. */
static void look(const struct runner *r, bool in_reset, struct design_news *news,
                 struct design_record *record)
{
  const struct machine *dut = run_under_test(r);
  struct difference d = {.at = 0};
  struct err err = {.kind = ERR_NONE};
  bool found;

  memset(news, 0, sizeof *news);
  news->cycle = r->cycle;
  if (machine_can(dut, MACHINE_MOORE)) {
    const struct moore_remarks remarks = dut->ops->moore_remarks(dut->self);

    news->asynchronous = remarks.asynchronous;
    news->untried = remarks.untried;
  }
  if (!run_find_fault(r, in_reset, &d, &found, &err)) {
    news->found = FOUND_STOP;
    memset(record, 0, sizeof *record);
    record->kind = (uint64_t)err.kind;
    snprintf(record->text, sizeof record->text, "%s", err.text);
  } else if (found) {
    news->found = d.kind == DIFFERENCE_STOPPED ? FOUND_STOP : FOUND_MOORE;
    *record = record_of(&d);
  } else {
    compare(r, news, record);
  }
}

static bool tell(struct runner *r, const struct design_news *news,
                 const struct design_record *record)
{
  struct ranks *ranks = r->joint.ranks;

  ranks_clear(ranks);
  return ranks_tell(ranks, news, sizeof *news) &&
         (news->found == FOUND_NOTHING || ranks_tell(ranks, record, sizeof *record)) &&
         run_under_test(r)->ops->tell(run_under_test(r)->self, NULL);
}

/* --- what all have found --- */

struct verdict {
  uint64_t found;
  struct design_record record;
  uint64_t compared, differing; /* switches */
  bool asynchronous, untried;
};

/* Ranks come in ascending order.  After a fault one process tries nothing more in the
 * cycle, so what higher ranks remark does not count. */
static void add(struct verdict *verdict, const struct design_news *news,
                const struct design_record *record)
{
  verdict->compared += news->compared;
  verdict->differing += news->differing;
  if (verdict->found < FOUND_MOORE) {
    verdict->asynchronous |= news->asynchronous != 0;
    verdict->untried |= news->untried != 0;
  }
  if (news->found > verdict->found) {
    verdict->found = news->found;
    verdict->record = *record;
  }
}

static bool hear(struct runner *r, const struct design_news *mine,
                 const struct design_record *record, struct verdict *verdict,
                 struct err *err)
{
  struct ranks *ranks = r->joint.ranks;

  *verdict = (struct verdict){.found = FOUND_NOTHING};
  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    struct ranks_box *box = &ranks->in[rank];

    if (rank == ranks->rank) {
      add(verdict, mine, record);
      continue;
    }
    const struct design_news *news = ranks_take(box, sizeof *news);
    const struct design_record *told = NULL;

    if (news && news->found != FOUND_NOTHING)
      told = ranks_take(box, sizeof *told);
    if (!news || news->cycle != r->cycle || news->found > FOUND_STOP ||
        (news->found != FOUND_NOTHING && !told))
      return err_set(err, ERR_ENVIRONMENT,
                     "rank %u is out of step with rank %u after cycle %" PRIu64, rank,
                     ranks->rank, r->cycle);
    add(verdict, news, told);
  }
  return run_under_test(r)->ops->hear(run_under_test(r)->self, err);
}

/* Every switch was compared by a rank, unless the run ends for another reason. */
static bool is_whole(const struct runner *r, const struct verdict *verdict, struct err *err)
{
  const uint32_t switches = r->request->shape.topology->switches;

  return verdict->found >= FOUND_MOORE || verdict->compared == switches ||
         err_set(err, ERR_ENVIRONMENT,
                 "ranks have compared %" PRIu64 " of %u switches after cycle %" PRIu64,
                 verdict->compared, switches, r->cycle);
}

static void conclude(struct runner *r, const struct verdict *verdict)
{
  struct joint *j = &r->joint;

  j->found = (struct joint_found){.differs = verdict->found == FOUND_VALUE};
  if (verdict->found != FOUND_NOTHING)
    j->found.difference = difference_of(&verdict->record, verdict->found, r->cycle);
  if (verdict->found == FOUND_VALUE)
    j->found.difference.others = (uint32_t)(verdict->differing - 1);
  if (verdict->found < FOUND_MOORE)
    return;
  r->result->difference = j->found.difference;
  r->result->outcome = OUTCOME_DIFFER;
  r->differed = true;
}

bool joint_judge(struct runner *r, bool in_reset, struct err *err)
{
  struct joint *j = &r->joint;
  struct design_news mine;
  struct design_record record;
  struct verdict verdict;

  look(r, in_reset, &mine, &record);
  if (!tell(r, &mine, &record))
    return joint_short(err);
  ranks_begin(j->ranks);
  ranks_end(j->ranks);
  if (!hear(r, &mine, &record, &verdict, err) || !is_whole(r, &verdict, err))
    return false;
  j->remarks.asynchronous |= verdict.asynchronous;
  j->remarks.untried |= verdict.untried;
  if (verdict.found == FOUND_STOP && verdict.record.kind != ERR_NONE) {
    j->alike = true;
    return err_set(err, (enum err_kind)verdict.record.kind, "%s", verdict.record.text);
  }
  conclude(r, &verdict);
  return true;
}

bool joint_differs(const struct runner *r, struct difference *difference)
{
  if (r->joint.found.differs)
    *difference = r->joint.found.difference;
  return r->joint.found.differs;
}
