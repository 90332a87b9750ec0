/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_traffic -- sections 10 and 11: what random traffic, deflection and UGAL cost on
 * D3(K,M) and on MDF(K,M), by runs. */
#include "papers/dragonfly.h"
#include "papers/dragonfly_remarks.h"

#include <math.h>

#define MDF "mdf:%u,%u"

/* --- one latency --- */

enum { SEEDS = 5 };

/* A mean over SEEDS runs, and half of its interval of 95 %. */
struct mean {
  double value, error;
};

static struct mean latency_of(struct finding *f, const char *spec, const char *routing,
                              const char *traffic)
{
  static const double quantile = 2.7764; /* Student's, SEEDS - 1 degrees of freedom */
  double sum = 0, squares = 0;

  for (uint32_t i = 0; i < SEEDS; i++) {
    struct description trial = description_of(spec, traffic);

    trial.routing = routing;
    trial.depth = 16;
    trial.vcs = 3;
    trial.seed = f->claims->seed + i;
    const double latency = lab_run(f, &trial).latency_mean;
    sum += latency;
    squares += latency * latency;
  }
  const double mean = sum / SEEDS;
  const double variance = (squares - SEEDS * mean * mean) / (SEEDS - 1);
  return (struct mean){mean, quantile * sqrt(variance > 0 ? variance / SEEDS : 0)};
}

static struct mean latency_at(struct finding *f, const char *format, struct lab_size size,
                              const char *routing, const char *options)
{
  char spec[TOPOLOGY_SPEC], traffic[TABLE_TEXT];

  snprintf(spec, sizeof spec, format, size.k, size.m);
  snprintf(traffic, sizeof traffic, "uniform,warmup=200,measure=600,%s", options);
  return latency_of(f, spec, routing, traffic);
}

/* --- random traffic --- */

enum { LOADS = 3, SHAPES = 2 };
static const char *const loads[LOADS] = {"load=0.3", "load=0.6", "load=0.9"};
static const char *const shapes[SHAPES] = {"K=4, M=4", "K=1, M=8"};
static const struct lab_size sizes[SHAPES] = {{4, 4}, {1, 8}};
static const char *const the_same[LOADS * SHAPES] = {"the same", "the same", "the same",
                                                     "the same", "the same", "the same"};

/* The same: means that differ by a tenth at most. */
static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  const struct lab_size size = sizes[cell->column];
  const struct mean of_d3 =
      latency_at(f, D3, size, "destination,holds=0", loads[cell->row]);
  const struct mean of_mdf =
      latency_at(f, MDF, size, "destination,holds=0", loads[cell->row]);
  const bool same = fabs(of_d3.value - of_mdf.value) <= 0.1 * of_mdf.value;

  char how[96];

  snprintf(how, sizeof how, "D3 %.2f +-%.2f, MDF %.2f +-%.2f", of_d3.value, of_d3.error,
           of_mdf.value, of_mdf.error);
  cell_reads_by(f, cell, how, "%s", same ? "the same" : "not the same");
}

const struct claim_table dragonfly_table_latency = {
    .name = "latency",
    .title = "mean latency of random traffic, in steps, 95 %; the same: within a tenth",
    .place = "section 11",
    .row_count = LOADS,
    .column_count = SHAPES,
    .rows = loads,
    .columns = shapes,
    .printed = the_same,
    .judge = judge_cell,
};

static void judge_latency(struct finding *f)
{
  for (uint32_t column = 0; column < SHAPES; column++) {
    const uint32_t k = sizes[column].k, m = sizes[column].m;
    uint32_t good = 0;

    for (uint32_t row = 0; row < LOADS; row++)
      good += table_holds(f, &dragonfly_table_latency, row, column);
    reading(f, good == LOADS, "%s: mean latency within a tenth at %u of %d loads",
            shapes[column], good, LOADS);
    /* 11.9: M^2 of all pairs cross a global link, and M^2 K or M (K M + 1) routers send. */
    note(f, "busiest global link at load 0.9: D3 %.2f, MDF %.2f", 0.9 / k,
         0.9 * m / (k * m + 1));
  }
}

/* --- deflection --- */

static const char *const networks[] = {D3, MDF};
static const char *const names[] = {"D3", "MDF"};
static const struct lab_size example = {3, 4};

/* All to the next drawer, where minimal paths end at a load of 1/M, and to any router. */
static const char to_drawer[] = "load=0.23,to=drawer", to_any[] = "load=0.5";

static void judge_deflection(struct finding *f)
{
  for (size_t i = 0; i < 2; i++) {
    const struct mean minimal =
        latency_at(f, networks[i], example, "destination,holds=0", to_drawer);
    const struct mean deflected =
        latency_at(f, networks[i], example, "valiant,holds=0", to_drawer);

    reading(f, deflected.value + deflected.error < minimal.value - minimal.error,
            "%s(3,4), load 0.23 to the next drawer: mean latency %.1f, Valiant's %.1f",
            names[i], minimal.value, deflected.value);
  }
}

/* No worse than the better of minimal and deflected paths by more than a half. */
static void judge_ugal(struct finding *f)
{
  static const char *const traffic[] = {to_drawer, to_any};
  static const char *const what[] = {"next drawer, 0.23", "random, 0.5"};

  for (size_t i = 0; i < 4; i++) {
    const char *network = networks[i / 2], *options = traffic[i % 2];
    const double minimal =
        latency_at(f, network, example, "destination,holds=0", options).value;
    const double deflected =
        latency_at(f, network, example, "valiant,b=5,holds=0", options).value;
    const double ugal = latency_at(f, network, example, "ugal,holds=0", options).value;

    reading(f, ugal <= 1.5 * fmin(minimal, deflected),
            "%s(3,4) %s: %.1f; minimal %.1f, b=5 %.1f", names[i / 2], what[i % 2], ugal,
            minimal, deflected);
  }
}

/* 10.9: D and C by the queues of the router and of its drawer, or drawn at random. */
static void judge_conditions(struct finding *f)
{
  static const char *const options[] = {"load=0.7,to=drawer", to_any};
  static const char *const what[] = {"to the next drawer, 0.7", "random, 0.5"};

  for (size_t i = 0; i < 2; i++) {
    const struct mean drawn = latency_at(f, D3, example, "ugal,holds=0", options[i]);
    const struct mean least =
        latency_at(f, D3, example, "ugal,holds=0,via=least", options[i]);
    const double minimal =
        latency_at(f, D3, example, "destination,holds=0", options[i]).value;
    /* Less waiting where many are deflected; elsewhere a tenth more than at random, at
     * most, and half more than on minimal paths. */
    const bool good =
        i == 0 ? least.value + least.error < drawn.value - drawn.error
               : least.value <= 1.1 * drawn.value && least.value <= 1.5 * minimal;

    reading(f, good, "D3(3,4) %s: mean latency %.2f, with D and C at random %.2f", what[i],
            least.value, drawn.value);
  }
}

/* --- four terminals at a router --- */

/* The share of random traffic of load 0.9 that a network with so many terminals at a router
 * takes. */
static double taken(struct finding *f, const char *format, uint32_t terminals)
{
  char size[TABLE_TEXT], spec[TOPOLOGY_SPEC];

  snprintf(size, sizeof size, format, 4, 8);
  snprintf(spec, sizeof spec, "%s,terminals=%u", size, terminals);
  struct description trial =
      description_of(spec, "uniform,warmup=200,measure=300,load=0.9");

  trial.routing = "destination,holds=0";
  trial.depth = 0;
  trial.seed = f->claims->seed;
  return lab_run(f, &trial).accepted_load / 0.9;
}

/* The links of such a router carry what four terminals send, and no more: 2 K M + 1 of all
 * pairs of routers cross the busiest (11.9). */
static void judge_terminals(struct finding *f)
{
  static const double enough = 0.97;

  for (size_t i = 0; i < 2; i++) {
    const double four = taken(f, networks[i], 4), five = taken(f, networks[i], 5);

    reading(f, four > enough && five < enough,
            "%s(4,8), random traffic of load 0.9: %.1f %% taken of 4 terminals, %.1f of 5",
            names[i], 100 * four, 100 * five);
  }
}

static const struct claim_row rows_of_conditions[] = {
    {"10.9", "D and C need not be random: local conditions may select them",
     "need not be random", .judge = judge_conditions},
};

const struct claim_part dragonfly_conditions = CLAIM_PART(rows_of_conditions, "section 10");

static const struct claim_row rows[] = {
    {"11.13", "deflection avoids conflicts, and reduces the average latency, on both",
     "can be used", .judge = judge_deflection},
    {"11.14", "the queue lengths of UGAL inform the choice of a deflection, on both",
     "can be used", .judge = judge_ugal},
    {"11.15", "the performance on random traffic is that of any dragonfly: mean latency",
     "the same", .judge = judge_latency},
    {"11.16",
     "the studies of [11], with 4 terminals at each router of M=8, K=4, apply to D3(4,8)",
     "4", .judge = judge_terminals},
    {"11.17", "the radix of a router can be split into local and global ports, on both",
     "can be adjusted", .judge = dragonfly_judge_radix},
};

const struct claim_part dragonfly_traffic = CLAIM_PART(rows, "section 11");
