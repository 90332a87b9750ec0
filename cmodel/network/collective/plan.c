/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plan -- what a collective operation sends where, step by step. */
#include "network/collective/plan.h"

#include "base/memory.h"
#include "network/collective/plan_parts.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[PLAN_KINDS] = {
    [PLAN_ONE_TO_ALL_BROADCAST] = "one-to-all-broadcast",
    [PLAN_ONE_TO_ALL_PERSONALIZED] = "one-to-all-personalized",
    [PLAN_ALL_TO_ALL_BROADCAST] = "all-to-all-broadcast",
    [PLAN_ALL_TO_ALL_PERSONALIZED] = "all-to-all-personalized",
};

const char *plan_kind_name(enum plan_kind kind)
{
  return kind_names[kind];
}

static bool is_one_to_all(const struct plan *plan)
{
  return plan->request.kind == PLAN_ONE_TO_ALL_BROADCAST ||
         plan->request.kind == PLAN_ONE_TO_ALL_PERSONALIZED;
}

/* --- links --- */

static void fill_ring(struct plan *plan, uint32_t dimension)
{
  const uint32_t size = plan->net.size[dimension], stride = plan->net.stride[dimension];
  struct plan_links *links = &plan->rings[dimension];

  for (uint32_t node = 0; node < plan->t->switches; node++) {
    const uint32_t digit = node / stride % size;

    links->digits[node] = (uint16_t)digit;
    links->next[node] = digit + 1 < size ? node + stride : node - (size - 1) * stride;
    links->previous[node] = digit > 0 ? node - stride : node + (size - 1) * stride;
  }
  links->port = plan->net.port[dimension];
  links->previous_port = links->port + (size > 2);
}

static void fill_cross(struct plan *plan, uint32_t level)
{
  struct plan_links *links = &plan->cross[level];

  for (uint32_t node = 0; node < plan->t->switches; node++) {
    const uint32_t within = plan_within(plan, level, node);
    const struct dual_id id = dual_net_split(&plan->net, level, within);
    const struct dual_id far = {.class_id = 1 - id.class_id,
                                .cluster = id.super,
                                .super = id.cluster,
                                .node = id.node};

    links->next[node] = node - within + dual_net_join(&plan->net, level, far);
  }
  links->port = plan->net.cross_port[level];
}

static bool fill_links(struct plan *plan, struct err *err)
{
  const uint32_t nodes = plan->t->switches;
  bool good = true;

  for (uint32_t i = 0; i < plan->net.rings; i++) {
    plan->rings[i].next = memory_table(nodes, sizeof(uint32_t));
    plan->rings[i].previous = memory_table(nodes, sizeof(uint32_t));
    plan->rings[i].digits = memory_table(nodes, sizeof(uint16_t));
    good = good && plan->rings[i].next && plan->rings[i].previous && plan->rings[i].digits;
  }
  for (uint32_t level = 1; level <= plan->net.levels; level++) {
    plan->cross[level].next = memory_table(nodes, sizeof(uint32_t));
    good = good && plan->cross[level].next;
  }
  if (!good)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", nodes);
  for (uint32_t i = 0; i < plan->net.rings; i++)
    fill_ring(plan, i);
  for (uint32_t level = 1; level <= plan->net.levels; level++)
    fill_cross(plan, level);
  return true;
}

/* --- steps --- */

static void list_step(struct plan *plan, uint32_t level, uint32_t dimension)
{
  if (plan->steps)
    plan->steps[plan->step_count] =
        (struct plan_step){.level = level, .dimension = dimension};
  plan->step_count++;
}

static void list_rings(struct plan *plan, uint32_t copy)
{
  for (uint32_t i = plan->net.rings; i-- > 0;) {
    const uint32_t steps = copy >> i & 1         ? 0
                           : is_one_to_all(plan) ? plan_tree_steps(plan->net.size[i])
                                                 : plan->net.size[i] - 1;

    for (uint32_t j = 0; j < steps; j++)
      list_step(plan, 0, i);
  }
}

/* In which order a kind crosses (c) and calls (C). */
static const char *stages(const struct plan *plan)
{
  switch (plan->request.kind) {
  case PLAN_ONE_TO_ALL_BROADCAST:
    return plan->copies ? "CcCc" : "cCcC";
  case PLAN_ALL_TO_ALL_BROADCAST:
    return "CcCc";
  case PLAN_ALL_TO_ALL_PERSONALIZED:
    return plan->request.order == PLAN_INTRA_FIRST ? "CcCc" : "cCcC";
  default:
    return "cCcC";
  }
}

void plan_list_steps(struct plan *plan, uint32_t level, uint32_t copy)
{
  uint32_t calls = 0;

  if (level == 0) {
    list_rings(plan, copy);
    return;
  }
  for (const char *stage = stages(plan); *stage; stage++)
    if (*stage == 'c')
      list_step(plan, level, 0);
    else
      plan_list_steps(plan, level - 1,
                      !plan->copies  ? 0
                      : calls++ == 0 ? copy
                                     : plan->net.super[level]);
}

static bool list_steps(struct plan *plan, struct err *err)
{
  plan_list_steps(plan, plan->net.levels, 0);
  plan->steps = memory_table(plan->step_count + 1, sizeof *plan->steps);
  if (!plan->steps)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u steps",
                   plan->step_count);
  plan->step_count = 0;
  plan_list_steps(plan, plan->net.levels, 0);
  return true;
}

/* --- opening --- */

static bool has_large_super_nodes(const struct dual_net *net)
{
  uint32_t mask = 0;

  for (uint32_t level = 1; level <= net->levels; level++)
    mask |= net->super[level];
  return mask != 0;
}

static bool choose_rule(struct plan *plan, struct err *err)
{
  const bool large = has_large_super_nodes(&plan->net);

  if (large && plan->request.kind != PLAN_ONE_TO_ALL_BROADCAST)
    return err_set(err, ERR_USAGE,
                   "%s: %s has super-nodes of several nodes; it is defined where each has "
                   "one, as in rdn:2x3:2; one-to-all-broadcast runs on both",
                   plan_kind_name(plan->request.kind), plan->t->spec);
  if (large && plan->request.rule == PLAN_RULE_PRINTED)
    return err_set(err, ERR_USAGE,
                   "%s: the printed rule is of networks whose super-nodes have one node; "
                   "%s has larger ones",
                   plan_kind_name(plan->request.kind), plan->t->spec);
  plan->copies = plan->request.kind == PLAN_ONE_TO_ALL_BROADCAST &&
                 plan->request.rule != PLAN_RULE_PRINTED &&
                 (large || plan->request.rule == PLAN_RULE_COPIES);
  return true;
}

static bool copy_wanted(struct plan *plan, struct err *err)
{
  const size_t bytes = plan->t->switches * sizeof *plan->wanted;

  if (!plan->request.wanted)
    return true;
  plan->wanted = malloc(bytes);
  if (!plan->wanted)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes",
                   plan->t->switches);
  memcpy(plan->wanted, plan->request.wanted, bytes);
  plan->request.wanted = plan->wanted;
  return true;
}

struct plan *plan_open(const struct topology *t, const struct plan_request *request,
                       struct err *err)
{
  struct plan *plan = calloc(1, sizeof *plan);

  if (!plan) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", t->switches);
    return NULL;
  }
  *plan = (struct plan){.t = t, .request = *request};
  bool good = dual_net_of(t, &plan->net);

  if (!good)
    err_set(err, ERR_USAGE,
            "%s is defined on products of rings and on dual-nets; %s is neither; use "
            "hypercube, torus, rdn, hdn or dual-cube",
            plan_kind_name(request->kind), t->spec);
  if (good && choose_rule(plan, err) && copy_wanted(plan, err) && fill_links(plan, err) &&
      list_steps(plan, err))
    return plan;
  plan_close(plan);
  return NULL;
}

void plan_close(struct plan *plan)
{
  if (!plan)
    return;
  for (uint32_t i = 0; i < DUAL_NET_RINGS; i++) {
    free(plan->rings[i].next);
    free(plan->rings[i].previous);
    free(plan->rings[i].digits);
  }
  for (uint32_t level = 0; level <= DUAL_NET_LEVELS; level++)
    free(plan->cross[level].next);
  free(plan->wanted);
  free(plan->steps);
  free(plan);
}

/* --- what it says of itself --- */

const struct topology *plan_topology(const struct plan *plan)
{
  return plan->t;
}

const struct plan_request *plan_request_of(const struct plan *plan)
{
  return &plan->request;
}

uint32_t plan_sources(const struct plan *plan)
{
  return is_one_to_all(plan) ? 1 : plan->t->switches;
}

uint32_t plan_source(const struct plan *plan, uint32_t index)
{
  return is_one_to_all(plan) ? plan->request.source : index;
}

bool plan_is_broadcast(const struct plan *plan)
{
  return plan->request.kind == PLAN_ONE_TO_ALL_BROADCAST ||
         plan->request.kind == PLAN_ALL_TO_ALL_BROADCAST;
}

bool plan_wants(const struct plan *plan, uint32_t node)
{
  return !plan->wanted || plan->wanted[node];
}

bool plan_may_repeat(const struct plan *plan)
{
  return plan->request.kind == PLAN_ALL_TO_ALL_BROADCAST &&
         plan->request.send != PLAN_SEND_NEEDED;
}

uint32_t plan_steps(const struct plan *plan)
{
  return plan->step_count;
}

struct plan_step plan_step_at(const struct plan *plan, uint32_t step)
{
  return plan->steps[step];
}

bool plan_walk(const struct plan *plan, uint32_t first, uint32_t last, plan_visit *visit,
               void *self, struct err *err)
{
  return plan_is_broadcast(plan)
             ? plan_walk_broadcast(plan, first, last, visit, self, err)
             : plan_walk_personalized(plan, first, last, visit, self, err);
}
