/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation -- the moves of a collective operation, step by step. */
#include "network/collective/operation.h"

#include "base/memory.h"
#include "network/collective/operation_parts.h"
#include "network/topology/hdn.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[COLLECTIVE_KINDS] = {
    [COLLECTIVE_ONE_TO_ALL_BROADCAST] = "one-to-all-broadcast",
    [COLLECTIVE_ONE_TO_ALL_PERSONALIZED] = "one-to-all-personalized",
    [COLLECTIVE_ALL_TO_ALL_BROADCAST] = "all-to-all-broadcast",
    [COLLECTIVE_ALL_TO_ALL_PERSONALIZED] = "all-to-all-personalized",
};

const char *collective_kind_name(enum collective_kind kind)
{
  return kind_names[kind];
}

static bool is_one_to_all(const struct operation *operation)
{
  return operation->request.kind == COLLECTIVE_ONE_TO_ALL_BROADCAST ||
         operation->request.kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED;
}

/* --- links --- */

static void fill_ring(struct operation *operation, uint32_t dimension)
{
  const uint32_t size = operation->net.size[dimension],
                 stride = operation->net.stride[dimension];
  struct operation_links *links = &operation->rings[dimension];

  for (uint32_t node = 0; node < operation->t->switches; node++) {
    const uint32_t digit = node / stride % size;

    links->digits[node] = (uint16_t)digit;
    if (!operation_is_ring(operation, dimension))
      continue;
    links->next[node] = digit + 1 < size ? node + stride : node - (size - 1) * stride;
    links->previous[node] = digit > 0 ? node - stride : node + (size - 1) * stride;
  }
  links->port = operation->net.port[dimension];
  links->previous_port = links->port + (size > 2);
}

static void fill_cross(struct operation *operation, uint32_t level)
{
  struct operation_links *links = &operation->cross[level];

  for (uint32_t node = 0; node < operation->t->switches; node++) {
    const uint32_t within = operation_within(operation, level, node);
    const struct dual_id id = dual_net_split(&operation->net, level, within);
    const struct dual_id far = {.class_id = 1 - id.class_id,
                                .cluster = id.super,
                                .super = id.cluster,
                                .node = id.node};

    links->next[node] = node - within + dual_net_join(&operation->net, level, far);
  }
  links->port = operation->net.cross_port[level];
}

static bool fill_links(struct operation *operation, struct err *err)
{
  const uint32_t nodes = operation->t->switches;
  bool good = true;

  for (uint32_t i = 0; i < operation->net.rings; i++) {
    operation->rings[i].next = memory_table(nodes, sizeof(uint32_t));
    operation->rings[i].previous = memory_table(nodes, sizeof(uint32_t));
    operation->rings[i].digits = memory_table(nodes, sizeof(uint16_t));
    good = good && operation->rings[i].next && operation->rings[i].previous &&
           operation->rings[i].digits;
  }
  for (uint32_t level = 1; level <= operation->net.levels; level++) {
    operation->cross[level].next = memory_table(nodes, sizeof(uint32_t));
    good = good && operation->cross[level].next;
  }
  if (!good)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", nodes);
  for (uint32_t i = 0; i < operation->net.rings; i++)
    fill_ring(operation, i);
  for (uint32_t level = 1; level <= operation->net.levels; level++)
    fill_cross(operation, level);
  return true;
}

/* --- steps --- */

void operation_list_step(struct operation *operation, uint32_t level, uint32_t dimension)
{
  if (operation->steps)
    operation->steps[operation->step_count] =
        (struct operation_step){.level = level, .dimension = dimension};
  operation->step_count++;
}

/* Steps in a dimension of the base. */
static uint32_t steps_of(const struct operation *operation, uint32_t dimension)
{
  const struct factor f = dual_net_factor(&operation->net, dimension);

  if (f.kind != FACTOR_RING)
    return factor_plan_steps(f, operation->request.kind);
  return is_one_to_all(operation) ? operation_tree_steps(f.size) : f.size - 1;
}

void operation_list_rings(struct operation *operation, uint32_t copy)
{
  for (uint32_t i = operation->net.rings; i-- > 0;) {
    const uint32_t steps = copy >> i & 1 ? 0 : steps_of(operation, i);

    for (uint32_t j = 0; j < steps; j++)
      operation_list_step(operation, 0, i);
  }
}

/* In which order a kind crosses (c) and calls (C). */
static const char *stages(const struct operation *operation)
{
  if (operation->copies)
    return "CcCc";
  switch (operation->request.kind) {
  case COLLECTIVE_ALL_TO_ALL_BROADCAST:
    return "CcCc";
  case COLLECTIVE_ALL_TO_ALL_PERSONALIZED:
    return operation->request.order == OPERATION_INTRA_FIRST ? "CcCc" : "cCcC";
  default:
    return "cCcC";
  }
}

void operation_list_steps(struct operation *operation, uint32_t level, uint32_t copy)
{
  uint32_t calls = 0;

  if (level == 0) {
    operation_list_rings(operation, copy);
    return;
  }
  for (const char *stage = stages(operation); *stage; stage++)
    if (*stage == 'c')
      operation_list_step(operation, level, 0);
    else
      operation_list_steps(operation, level - 1,
                           !operation->copies ? 0
                           : calls++ == 0     ? copy
                                              : operation->net.super[level]);
}

static void list_all_steps(struct operation *operation)
{
  if (operation->boxed)
    operation_list_boxed_steps(operation);
  else
    operation_list_steps(operation, operation->net.levels, 0);
}

static bool list_steps(struct operation *operation, struct err *err)
{
  list_all_steps(operation);
  operation->steps = memory_table(operation->step_count + 1, sizeof *operation->steps);
  if (!operation->steps)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u steps",
                   operation->step_count);
  operation->step_count = 0;
  list_all_steps(operation);
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

static bool choose_rule(struct operation *operation, struct err *err)
{
  const bool large = has_large_super_nodes(&operation->net);

  if (large && operation->request.send != OPERATION_SEND_NEEDED)
    return err_set(err, ERR_USAGE,
                   "%s: %s has super-nodes of several nodes; there a node sends back what "
                   "the other end needs, send=needed",
                   collective_kind_name(operation->request.kind), operation->t->spec);
  const bool printed = operation->request.rule == OPERATION_RULE_PRINTED;

  if (printed && operation->net.levels == 0)
    return err_set(err, ERR_USAGE,
                   "%s: the printed rules are those of dual-nets; %s is none; use hdn, rdn "
                   "or dual-cube",
                   collective_kind_name(operation->request.kind), operation->t->spec);
  if (printed && large && !operation_is_broadcast(operation))
    return err_set(err, ERR_USAGE,
                   "%s: the printed rule is of networks whose super-nodes have one node; "
                   "%s has larger ones",
                   collective_kind_name(operation->request.kind), operation->t->spec);
  operation->boxed =
      printed && operation->t->row == &hdn && operation_is_broadcast(operation);
  if (operation->boxed && dual_net_has_others(&operation->net))
    return err_set(err, ERR_USAGE,
                   "%s: the printed rule runs where the base is a product of rings; that "
                   "of %s is none; use rule=corrected",
                   collective_kind_name(operation->request.kind), operation->t->spec);
  operation->copies =
      !printed && (large || operation->request.rule == OPERATION_RULE_COPIES);
  return true;
}

/* Copy a set of nodes of the request, if there is one. */
static bool copy_set(const struct operation *operation, const uint8_t **set, uint8_t **copy,
                     struct err *err)
{
  const size_t bytes = operation->t->switches * sizeof **copy;

  if (!*set)
    return true;
  *copy = malloc(bytes);
  if (!*copy)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes",
                   operation->t->switches);
  memcpy(*copy, *set, bytes);
  *set = *copy;
  return true;
}

static bool list_sources(struct operation *operation, struct err *err)
{
  const uint32_t nodes = operation->t->switches;

  if (!operation->sending)
    return true;
  operation->sources = memory_table(nodes, sizeof *operation->sources);
  operation->indexes = memory_table(nodes, sizeof *operation->indexes);
  if (!operation->sources || !operation->indexes)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", nodes);
  for (uint32_t node = 0; node < nodes; node++) {
    operation->indexes[node] = UINT32_MAX;
    if (operation->sending[node]) {
      operation->indexes[node] = operation->source_count;
      operation->sources[operation->source_count++] = node;
    }
  }
  return true;
}

static bool copy_sets(struct operation *operation, struct err *err)
{
  struct operation_request *request = &operation->request;

  return copy_set(operation, &request->wanted, &operation->wanted, err) &&
         copy_set(operation, &request->sending, &operation->sending, err) &&
         list_sources(operation, err);
}

struct operation *operation_open(const struct topology *t,
                                 const struct operation_request *request, struct err *err)
{
  struct operation *operation = calloc(1, sizeof *operation);

  if (!operation) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %u nodes", t->switches);
    return NULL;
  }
  *operation = (struct operation){.t = t, .request = *request};
  bool good = dual_net_of(t, &operation->net);

  if (!good)
    err_set(err, ERR_USAGE,
            "%s is defined on products of rings and on dual-nets; %s is neither; use "
            "hypercube, torus, rdn, hdn or dual-cube",
            collective_kind_name(request->kind), t->spec);
  if (good && choose_rule(operation, err) && copy_sets(operation, err) &&
      fill_links(operation, err) && list_steps(operation, err))
    return operation;
  operation_close(operation);
  return NULL;
}

void operation_close(struct operation *operation)
{
  if (!operation)
    return;
  for (uint32_t i = 0; i < DUAL_NET_RINGS; i++) {
    free(operation->rings[i].next);
    free(operation->rings[i].previous);
    free(operation->rings[i].digits);
  }
  for (uint32_t level = 0; level <= DUAL_NET_LEVELS; level++)
    free(operation->cross[level].next);
  free(operation->wanted);
  free(operation->sending);
  free(operation->sources);
  free(operation->indexes);
  free(operation->steps);
  free(operation);
}

/* --- what it says of itself --- */

const struct topology *operation_topology(const struct operation *operation)
{
  return operation->t;
}

const struct operation_request *operation_request_of(const struct operation *operation)
{
  return &operation->request;
}

uint32_t operation_sources(const struct operation *operation)
{
  return is_one_to_all(operation) ? 1
         : operation->sources     ? operation->source_count
                                  : operation->t->switches;
}

uint32_t operation_source(const struct operation *operation, uint32_t index)
{
  return is_one_to_all(operation) ? operation->request.source
         : operation->sources     ? operation->sources[index]
                                  : index;
}

uint32_t operation_source_index(const struct operation *operation, uint32_t node)
{
  if (is_one_to_all(operation))
    return node == operation->request.source ? 0 : UINT32_MAX;
  return operation->sources ? operation->indexes[node] : node;
}

bool operation_is_broadcast(const struct operation *operation)
{
  return operation->request.kind == COLLECTIVE_ONE_TO_ALL_BROADCAST ||
         operation->request.kind == COLLECTIVE_ALL_TO_ALL_BROADCAST;
}

bool operation_wants(const struct operation *operation, uint32_t node)
{
  return !operation->wanted || operation->wanted[node];
}

bool operation_may_repeat(const struct operation *operation)
{
  return operation->boxed || (operation->request.kind == COLLECTIVE_ALL_TO_ALL_BROADCAST &&
                              operation->request.send != OPERATION_SEND_NEEDED);
}

bool operation_may_miss(const struct operation *operation)
{
  return operation->request.rule == OPERATION_RULE_PRINTED;
}

uint32_t operation_steps(const struct operation *operation)
{
  return operation->step_count;
}

bool operation_visit_moves(const struct operation *operation, uint32_t first, uint32_t last,
                           operation_visitor *visit, void *self, struct err *err)
{
  if (operation->boxed)
    return first >= last || operation_visit_boxed(operation, visit, self, err);
  if (operation->copies && !operation_is_broadcast(operation))
    return operation_visit_copies(operation, first, last, visit, self, err);
  return operation_is_broadcast(operation)
             ? operation_visit_broadcast(operation, first, last, visit, self, err)
             : operation_visit_personalized(operation, first, last, visit, self, err);
}
