/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* make -- the two jobs that plans are made of. */
#include "tool/jobs/make.h"

#include "tool/console/simulate.h"
#include "tool/session/machines.h"

struct run_end run_end_of(const struct job *job)
{
  struct run_end end = {.end = *job->end};

  if (job->end->worked)
    end.found = *(const struct run_found *)job->result;
  return end;
}

int make_build(const void *self, const struct settings *settings, void *result,
               struct err *err)
{
  const struct description *d = self;
  struct run_found *found = result;
  struct simulation s;
  struct machine machine;

  if (!simulate_open_described(&s, settings, d, err))
    return (int)err->kind;
  machines_open(&machine, &s.session, err);
  found->elsewhere = s.session.dut_elsewhere;
  found->declined = s.session.dut_declined;
  found->summary.reading = s.session.reading;
  return (int)err->kind;
}

int make_run(const void *self, const struct settings *settings, void *result,
             struct err *err)
{
  struct run_found *found = result;

  return cosim_run(settings, self, &found->summary, err);
}
