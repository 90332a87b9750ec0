/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_shape -- the shapes of a plan: switches that are compiled once. */
#include "tool/campaign/check_shape.h"

#include "run/machine/engine_programs.h"

#include <stdlib.h>

enum {
  RESET_CYCLES = 400 /* about the cycles of a run with resets, however few its packets */
};

bool check_plan_no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan of the check");
}

bool check_plan_grow(void **list, size_t count, size_t *capacity, size_t size,
                     struct err *err)
{
  size_t wanted = *capacity ? 2 * *capacity : 64;

  if (count < *capacity)
    return true;
  void *more = realloc(*list, wanted * size);
  if (!more)
    return check_plan_no_memory(err);
  *list = more;
  *capacity = wanted;
  return true;
}

bool check_shape_same(const struct check_shape *a, const struct check_shape *b)
{
  return a->member == b->member && a->depth == b->depth && a->lanes == b->lanes &&
         a->vcs == b->vcs && a->sends == b->sends && a->pushes == b->pushes &&
         a->few_places == b->few_places && (!a->few_places || a->store == b->store) &&
         a->program_words == b->program_words && a->memory_words == b->memory_words &&
         a->header_bits == b->header_bits && a->data_bits == b->data_bits;
}

uint32_t check_shape_store(const struct session *s)
{
  const uint32_t needed = s->waiting ? s->waiting : 1;

  return s->description.store == DESCRIPTION_UNSET && needed < s->shape.store
             ? needed
             : s->shape.store;
}

struct check_shape check_shape_of(const struct session *s, size_t member)
{
  const struct engine_programs *programs = s->shape.programs;

  return (struct check_shape){
      .member = member,
      .switches = s->topology.switches,
      .depth = s->shape.depth,
      .lanes = s->shape.lanes,
      .vcs = s->shape.vcs,
      .sends = s->shape.sends,
      .pushes = s->shape.pushes,
      .store = check_shape_store(s),
      .few_places = s->description.store != DESCRIPTION_UNSET,
      .waiting = s->waiting,
      .program_words = programs ? programs->program_words : 0,
      .memory_words = programs ? programs->memory_words : 0,
      .header_bits = s->shape.format.header_bits,
      .data_bits = s->shape.format.data_bits,
  };
}

bool check_shape_find(struct check_plan *plan, const struct session *s, size_t member,
                      size_t *at, struct err *err)
{
  const struct check_shape shape = check_shape_of(s, member);

  for (*at = 0; *at < plan->shape_count; ++*at)
    if (check_shape_same(&plan->shapes[*at], &shape))
      break;
  if (*at == plan->shape_count) {
    if (!check_plan_grow((void **)&plan->shapes, plan->shape_count, &plan->shape_capacity,
                         sizeof shape, err))
      return false;
    plan->shapes[plan->shape_count++] = shape;
  }
  if (plan->shapes[*at].store < shape.store)
    plan->shapes[*at].store = shape.store;
  if (plan->shapes[*at].waiting < shape.waiting)
    plan->shapes[*at].waiting = shape.waiting;
  return true;
}

/* --- when all is known --- */

/* In a family behind the network and its routing. */
static void name_shape(const struct check_plan *plan, struct check_shape *shape)
{
  const struct check_member *member = &plan->members[shape->member];
  size_t used = 0;

  if (plan->family)
    used = (size_t)snprintf(shape->name, CHECK_NAME, "%.100s, %s: ", member->topology,
                            member->routing);
  if (shape->program_words) {
    snprintf(shape->name + used, CHECK_NAME - used,
             "engines, programs of %u, memory of %u words", shape->program_words,
             shape->memory_words);
    return;
  }
  used += (size_t)snprintf(
      shape->name + used, CHECK_NAME - used, "depth %u, %u lane%s, %u VC%s", shape->depth,
      shape->lanes, shape->lanes == 1 ? "" : "s", shape->vcs, shape->vcs == 1 ? "" : "s");
  if (shape->sends)
    used += (size_t)snprintf(shape->name + used, CHECK_NAME - used, ", %u send%s",
                             shape->sends, shape->sends == 1 ? "" : "s");
  if (shape->pushes)
    used += (size_t)snprintf(shape->name + used, CHECK_NAME - used, ", one push");
  if (shape->store)
    used +=
        (size_t)snprintf(shape->name + used, CHECK_NAME - used, ", store %u", shape->store);
  if (shape->data_bits != DESCRIPTION_DATA_BITS)
    snprintf(shape->name + used, CHECK_NAME - used, ", %u data bit%s", shape->data_bits,
             shape->data_bits == 1 ? "" : "s");
}

/* Sizes of a family are large, and their runs short: what resets repeat, and further runs,
 * are most of the work.  Without it their switches would be compiled for less. */
static void add_work(struct check_shape *shape, const struct check_further *further)
{
  const uint64_t work =
      (shape->runs + further->most) * RESET_CYCLES * (uint64_t)shape->switches;

  if (shape->work < work)
    shape->work = work;
}

void check_shape_complete(const struct check_plan *plan, struct check_shape *shape,
                          enum check_level level)
{
  name_shape(plan, shape);
  if (plan->family)
    add_work(shape, &check_levels[level].further);
}
