/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_theorems -- sections 4 and 5 of the RDN paper: Algorithms 1 to 4 and their times.
 *
 * Times are a t_s + b m t_w; the operations of network/collective/ are measured, message by
 * message.
 */
#include "papers/dual_nets.h"

#include <math.h>

/* Networks, their base, and n_0 to n_k. */
static const struct recursion {
  const char *spec, *base;
  uint32_t levels;
  double nodes[3];
} shapes[] = {
    {"rdn:2:1", "hypercube:1", 1, {2, 8}},       {"rdn:2x2:1", "hypercube:2", 1, {4, 32}},
    {"rdn:2x2x2:1", "hypercube:3", 1, {8, 128}}, {"rdn:3:1", "torus:3", 1, {3, 18}},
    {"rdn:5:1", "torus:5", 1, {5, 50}},          {"rdn:2:2", "hypercube:1", 2, {2, 8, 128}},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static const struct operation_request
    to_all = {.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST},
    to_each = {.kind = COLLECTIVE_ONE_TO_ALL_PERSONALIZED},
    boxed = {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_ALL},
    needed = {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_NEEDED},
    in_order = {.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED, .order = OPERATION_TEXT};

/* The recurrence of a time: b of level k from that of k-1. */
typedef double recurrence(double below, double n, double n_below);

static double one_to_all_broadcast(double below, double n, double n_below)
{
  (void)n, (void)n_below;
  return 2 + 2 * below;
}

static double one_to_all_personalized(double below, double n, double n_below)
{
  return n / 2 - n_below + n_below * below + n_below + below;
}

static double all_to_all_broadcast(double below, double n, double n_below)
{
  (void)n;
  return below + n_below + n_below * below + n_below * n_below;
}

static double all_to_all_personalized(double below, double n, double n_below)
{
  return n / 2 - 1 + n - 1 + 2 * 2 * n_below * below;
}

struct recurrence_of {
  const struct operation_request *request;
  recurrence *next;
};

/* Shapes for which the collective costs what the recurrence says; a is 2 + 2 a of the level
 * below. */
static void judge_recurrence(struct finding *f)
{
  const struct recurrence_of *asked = f->with;
  uint32_t right = 0;
  char text[64] = "";

  for (uint32_t i = 0; i < SHAPES; i++) {
    const struct dual_cost base = dual_cost_of(f, shapes[i].base, *asked->request);
    const struct dual_cost whole = dual_cost_of(f, shapes[i].spec, *asked->request);
    double b = (double)base.word_steps;
    uint32_t a = base.startups;

    for (uint32_t k = 1; k <= shapes[i].levels; k++) {
      b = asked->next(b, shapes[i].nodes[k], shapes[i].nodes[k - 1]);
      a = 2 + 2 * a;
    }
    right += b == (double)whole.word_steps && a == whole.startups;
    claims_append(text, sizeof text, " %" PRIu64, whole.word_steps);
  }
  reading(f, right == SHAPES,
          "a and b of the plan are these in %u of %d networks on 1-, 2-, 3-cubes, "
          "C_3, C_5; b:%s",
          right, SHAPES, text);
}

/* n_k + T(r) + T(r/n0) + (2^k - 2) T(1), b of Theorems 4 and 5 with T(0) = b0. */
static double closed(const struct recursion *shape, double b0)
{
  const double n0 = shape->nodes[0], n = shape->nodes[shape->levels];
  const double two_k = (double)(1 << shape->levels), r = n / two_k / n0;

  return n + r * b0 + r / n0 * b0 + (two_k - 2) * b0;
}

/* 3 2^k n_k + 2^k T(n_k/n0), that of Theorem 6. */
static double closed_6(const struct recursion *shape, double b0)
{
  const double n = shape->nodes[shape->levels], two_k = (double)(1 << shape->levels);

  return 3 * two_k * n + two_k * n / shape->nodes[0] * b0;
}

struct closed_form {
  const struct operation_request *request;
  double (*b)(const struct recursion *shape, double b0);
};

/* "Approximately" is within a tenth. */
static void judge_closed(struct finding *f)
{
  const struct closed_form *form = f->with;
  uint32_t right = 0;
  char text[96] = "";

  for (uint32_t i = 0; i < SHAPES; i++) {
    const struct dual_cost base = dual_cost_of(f, shapes[i].base, *form->request);
    const struct dual_cost whole = dual_cost_of(f, shapes[i].spec, *form->request);
    const double said = form->b(&shapes[i], (double)base.word_steps);

    right += fabs(said - (double)whole.word_steps) <= .1 * (double)whole.word_steps;
    claims_append(text, sizeof text, "%s %.0f for %" PRIu64, i ? "," : "", said,
                  whole.word_steps);
  }
  reading(f, right == SHAPES, "within 10 %% in %u of %d networks; b:%s", right, SHAPES,
          text);
}

/* --- lower bounds --- */

/* Shapes for which b is not below a bound, and those for which it is the bound. */
struct bounded {
  uint32_t above, attained;
};

static struct bounded bounded(struct finding *f, struct operation_request request,
                              double bound(double nodes))
{
  struct bounded all = {.above = 0};

  for (uint32_t i = 0; i < SHAPES; i++) {
    const struct dual_cost cost = dual_cost_of(f, shapes[i].spec, request);
    const double least = bound(shapes[i].nodes[shapes[i].levels]);

    all.above += (double)cost.word_steps >= least;
    all.attained += (double)cost.word_steps == least;
  }
  return all;
}

static double all_others(double nodes)
{
  return nodes - 1;
}

static double logarithm(double nodes)
{
  return ceil(log2(nodes));
}

static void judge_broadcast_bound(struct finding *f)
{
  const struct bounded all = bounded(f, to_all, logarithm);

  reading(f, all.above == SHAPES, "no plan is quicker in %u of %d, as quick in %u",
          all.above, SHAPES, all.attained);
}

/* R4.5: cubes, since a ring of 5 is no hypercube. */
static void judge_others_bound(struct finding *f)
{
  const struct bounded one = bounded(f, to_each, all_others);
  const struct bounded all = bounded(f, needed, all_others);

  reading(f, one.above == SHAPES && all.above == SHAPES,
          "no plan is quicker in %u and %u of %d, as quick in %u and %u", one.above,
          all.above, SHAPES, one.attained, all.attained);
}

/* --- boxes --- */

/* R4.6, R4.8: with the algorithm in f->with as boxed, and corrected. */
static void judge_box(struct finding *f)
{
  const enum collective_kind *kind = f->with;
  uint32_t whole = 0, least = UINT32_MAX, corrected = 0;

  for (uint32_t source = 0; source < 128; source++) {
    struct operation_request request = {
        .kind = *kind, .source = source, .rule = OPERATION_RULE_PRINTED};
    const uint32_t reached = dual_one_source(f, "rdn:2x2x2:1", request).reached;

    whole += reached == 128;
    least = reached < least ? reached : least;
    request.rule = OPERATION_RULE;
    corrected += dual_one_source(f, "rdn:2x2x2:1", request).reached == 128;
  }
  reading(f, whole == 128,
          "k = 1 on a 3-cube: from %u of 128 sources, those with s1 = s2; from "
          "others only %u nodes; with the type tested too from %u",
          whole, least, corrected);
}

/* R5.5: within a tenth of each other; the boxed all-to-all broadcast, and the one that
 * sends back only what is needed. */
static void judge_same_times(struct finding *f)
{
  uint32_t close = 0, equal = 0;
  bool cube = false;
  char text[96] = "";

  for (uint32_t i = 0; i < SHAPES; i++) {
    const double one = (double)dual_cost_of(f, shapes[i].spec, to_each).word_steps;
    const double all = (double)dual_cost_of(f, shapes[i].spec, boxed).word_steps;

    close += fabs(all - one) <= .1 * one;
    cube |= i == 2 && fabs(all - one) <= .1 * one;
    equal += (double)dual_cost_of(f, shapes[i].spec, needed).word_steps == one;
    claims_append(text, sizeof text, "%s %.0f and %.0f", i ? "," : "", one, all);
  }
  reading(f, cube, "the 3-cube of section 6: within 10 %%");
  reading(f, close == SHAPES, "within 10 %% in %u of %d networks: b%s", close, SHAPES,
          text);
  note(f, "equal in %u, if nothing is sent that is there", equal);
}

static void judge_identity(struct finding *f)
{
  uint32_t right = 0, tried = 0;

  for (uint32_t k = 1; k <= 3; k++)
    for (uint32_t n0 = 2; n0 <= 10; n0++, tried++) {
      const double n = pow(2. * n0, 1 << k) / 2;

      right += n / (1 << k) / n0 == pow(2. * n0, (1 << k) - 1) / (1 << k);
    }
  reading(f, right == tried, "%u of %u pairs of k = 1..3 and n0 = 2..10", right, tried);
}

static const struct claim_row rows[] = {
    {"R4.1", "Theorem 3: one-to-all broadcast, T_k = 2 (t_s + m t_w) + 2 T_(k-1)", "exact",
     judge_recurrence,
     .with = &(const struct recurrence_of){&to_all, one_to_all_broadcast}},
    {"R4.2", "one-to-all personalized: recurrence of T_oap", "exact", judge_recurrence,
     .with = &(const struct recurrence_of){&to_each, one_to_all_personalized}},
    {"R4.3", "Theorem 4: closed form, approximately", "approximately", judge_closed,
     .with = &(const struct closed_form){&to_each, closed}},
    {"R4.4", "no one-to-all broadcast is quicker than log p (t_s + m t_w)", "lower bound",
     .judge = judge_broadcast_bound},
    {"R4.5",
     "no one-to-all personalized, no all-to-all broadcast is quicker than (p-1) m t_w",
     "lower bound", .judge = judge_others_bound},
    {"R4.6", "Algorithm 1 as boxed reaches all nodes from any source", "all", judge_box,
     .with = &(const enum collective_kind){COLLECTIVE_ONE_TO_ALL_BROADCAST}},
    {"R4.7", "r = n_k/(2^k n0) = (2 n0)^(2^k-1)/2^k", "identity", .judge = judge_identity},
    {"R4.8", "Algorithm 2 as boxed reaches all nodes from any source", "all", judge_box,
     .with = &(const enum collective_kind){COLLECTIVE_ONE_TO_ALL_PERSONALIZED}},
    {"R5.1", "all-to-all broadcast, Algorithm 3 as boxed: recurrence of T_aab", "exact",
     judge_recurrence, .with = &(const struct recurrence_of){&boxed, all_to_all_broadcast},
     .place = "Recursive Dual-Net, section 5"},
    {"R5.2", "Theorem 5: closed form, approximately", "approximately", judge_closed,
     .with = &(const struct closed_form){&boxed, closed},
     .place = "Recursive Dual-Net, section 5"},
    {"R5.3", "all-to-all personalized, Algorithm 4: recurrence of T_aap", "exact",
     judge_recurrence,
     .with = &(const struct recurrence_of){&in_order, all_to_all_personalized},
     .place = "Recursive Dual-Net, section 5"},
    {"R5.4", "Theorem 6: closed form, approximately", "approximately", judge_closed,
     .with = &(const struct closed_form){&in_order, closed_6},
     .place = "Recursive Dual-Net, section 5"},
    {"R5.5",
     "all-to-all broadcast and one-to-all personalized take approximately the same time",
     "approximately", .judge = judge_same_times, .place = "Recursive Dual-Net, section 5"},
};

const struct claim_part dual_theorems = CLAIM_PART(rows, "Recursive Dual-Net, section 4");
