/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_compared -- section 11: D3(K,M) beside MDF(K,M), paths, loads and sizes. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {2, 3}, {1, 4},
                                        {3, 4}, {4, 4}, {2, 5}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

#define MDF "mdf:%u,%u"

/* --- traffic --- */

/* Packets of all pairs of routers that cross one link, most of all, by kind. */
struct load {
  uint32_t local, global;
};

static struct load load_of(struct survey *s)
{
  const struct topology *t = &s->t;
  const uint32_t m = s->size.m;
  uint32_t *load MEMORY_OF_BLOCK =
      lab_memory(s->f, (size_t)t->switches * t->ports, sizeof *load);
  struct load most = {.local = 0};

  for (uint32_t pair = 0; load && pair < t->switches * t->switches; pair++) {
    const uint32_t a = pair / t->switches, b = pair % t->switches;
    struct hop hops[LAB_HOPS];
    /* Within a drawer, one local hop. */
    uint64_t header =
        a / m == b / m ? dragonfly_vector(t, 1, 0, dragonfly_difference(b % m, a % m, m), 0)
                       : s->routing->header(t, a, b, 0);
    size_t count = lab_path(t, s->routing, a, b, header, hops);

    for (size_t i = 0; i + 1 < count; i++) {
      bool global = topology_port_kind(t, hops[i].at, hops[i].port) == PORT_GLOBAL;
      uint32_t *of_kind = global ? &most.global : &most.local;

      if (lab_is_link(t, hops[i].at, hops[i].port) &&
          ++load[hops[i].at * t->ports + hops[i].port] > *of_kind)
        ++*of_kind;
    }
  }
  return most;
}

/* 11.8 */
static void judge_one_global(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0;

  for (uint32_t both = 0; both < 2; both++) {
    struct survey s SURVEY_OF_BLOCK = survey_sizes(f, both ? MDF : D3, sizes, SIZES);

    for (s.routed = ""; survey_next_pair(&s); pairs++) {
      struct hop hops[LAB_HOPS];
      size_t count = lab_path_of(&s.t, s.routing, s.from, s.to, hops);
      uint32_t globals = 0;

      for (size_t h = 0; h + 1 < count; h++)
        globals += topology_port_kind(&s.t, hops[h].at, hops[h].port) == PORT_GLOBAL;
      wrong += count == 0 || globals > 1;
    }
  }
  finding_reading(f, wrong == 0, "D3 and MDF, all %u pairs of %d sizes: %u not so", pairs,
                  SIZES, wrong);
}

/* 11.9 */
static void judge_load(struct finding *f)
{
  uint32_t good = 0, same = 0, large = 0, small = 0, less = 0;
  struct survey d3s SURVEY_OF_BLOCK = survey_sizes(f, D3, sizes, SIZES);
  struct survey mdfs SURVEY_OF_BLOCK = survey_sizes(f, MDF, sizes, SIZES);

  d3s.routed = mdfs.routed = "";
  while (survey_next(&d3s) && survey_next(&mdfs)) {
    const uint32_t k = d3s.size.k, m = d3s.size.m;
    const struct load of_d3 = load_of(&d3s), of_mdf = load_of(&mdfs);
    const bool equal = of_d3.local == of_mdf.local && of_d3.global == of_mdf.global;

    if (m == 2) {
      small += equal;
      less += of_d3.local < of_mdf.local && of_d3.global == of_mdf.global;
      continue;
    }
    large++;
    good += equal;
    same += of_d3.local == 2 * k * m + 1 && of_d3.global == m * m;
  }
  finding_reading(f, good == large,
                  "a packet between any two routers: the busiest links, local and global, "
                  "have equal loads in %u of %u sizes with M > 2, 2 K M + 1 and M^2 in %u",
                  good, large, same);
  finding_reading(f, small == SIZES - large,
                  "M = 2: equal in %u of %u sizes, local links of D3 are less busy in %u",
                  small, SIZES - large, less);
}

/* --- sizes of other papers --- */

static uint32_t routers_of(struct finding *f, const char *format, uint32_t k, uint32_t m)
{
  struct survey s SURVEY_OF_BLOCK = survey_sizes(f, format, &(struct lab_size){k, m}, 1);

  return survey_next(&s) ? s.t.switches : 0;
}

/* 11.10 */
static void judge_kim(struct finding *f)
{
  const uint32_t of_d3 = routers_of(f, D3, 4, 8);

  finding_reading(f, of_d3 == 256, "D3(4,8): %u routers", of_d3);
  finding_note(f, "MDF(4,8): %u", routers_of(f, MDF, 4, 8));
}

/* 11.11 */
static void judge_besta(struct finding *f)
{
  const uint32_t said = 1452, routers = routers_of(f, MDF, 11, 11);
  char text[64] = "";

  finding_reading(f, routers == said, "MDF(11,11): %u routers", routers);
  for (uint32_t k = 1; k <= 30; k++)
    for (uint32_t m = 2; m <= 30; m++)
      if (routers_of(f, MDF, k, m) == said)
        claims_append(text, sizeof text, " MDF(%u,%u)", k, m);
  finding_note(f, "of K, M <= 30%s has %u", text[0] ? text : " none", said);
  finding_note(f, "D3(11,11): %u", routers_of(f, D3, 11, 11));
}

/* 11.12: a D3 and an MDF are pertinent to each other if their sizes differ by at most 1 %.
 */
static void judge_garcia(struct finding *f)
{
  const uint32_t of_mdf = routers_of(f, MDF, 8, 16), printed = routers_of(f, D3, 16, 8);
  const uint32_t turned = routers_of(f, D3, 8, 16);

  finding_reading(f, 100 * (of_mdf - printed) <= of_mdf,
                  "D3(16,8): %u routers beside the %u of MDF(8,16)", printed, of_mdf);
  finding_reading(f, 100 * (of_mdf - turned) <= of_mdf, "K and M exchanged, D3(8,16): %u",
                  turned);
}

#define PLACE "section 11"

static const struct claim_row rows[] = {
    {"11.8", PLACE, "any two routers are joined by a path with at most one global hop",
     "one", .judge = judge_one_global},
    {"11.9", PLACE,
     "the performance on random traffic is that of any dragonfly: load of "
     "links",
     "the same", .judge = judge_load},
    {"11.10", PLACE, "the network of [11], M=8, K=4: D3(4,8) has size 256", "256",
     .judge = judge_kim},
    {"11.11", PLACE, "1452 routers of [3] mean K = M = 11", "K = M = 11",
     .judge = judge_besta},
    {"11.12", PLACE, "[9] is pertinent to D3(16,8): sizes within 1 %", "D3(16,8)",
     .judge = judge_garcia},
};

const struct claim_part dragonfly_compared = {rows, sizeof rows / sizeof rows[0]};
