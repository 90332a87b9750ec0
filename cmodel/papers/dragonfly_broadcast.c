/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_broadcast -- Theorem 4: broadcasts, one and many. */
#include "base/bits.h"
#include "papers/dragonfly.h"

/* Sizes, and the most broadcasts that follow each other there. */
static const struct lab_size sizes[] = {{1, 2}, {3, 2}, {2, 3}, {1, 4}, {3, 4}};

enum { SIZES = sizeof sizes / sizeof sizes[0], MOST = 9 };

/* A copy of a broadcast at a router. */
struct copy {
  uint32_t at;
  uint64_t header;
};

/* Copies that cross links, by hop, and of these those that cross a self-link. */
struct copies {
  uint32_t crossing[3], self;
};

/* Send copies[*count] one hop further: copies[*count], with those that stay. */
static void next_hop(const struct topology *t, const struct routing *routing,
                     struct copy *copies, uint32_t *count, uint32_t *crossing,
                     uint32_t *self)
{
  const uint32_t before = *count;
  struct copy *next = copies + before;

  *count = 0;
  for (uint32_t i = 0; i < before; i++) {
    const struct route_in in = topology_route_in(t, copies[i].at, copies[i].header);
    struct route_out way = routing->unit->comb(&in);

    for (uint64_t ports = way.ports; ports; ports &= ports - 1) {
      uint32_t port = bits_lowest(ports), end = lab_link(t, copies[i].at, port).to_switch;
      bool link = lab_is_link(t, copies[i].at, port);

      *crossing += link;
      *self += link && end == copies[i].at;
      next[(*count)++] = (struct copy){end, way.header};
    }
  }
  for (uint32_t i = 0; i < *count; i++)
    copies[i] = next[i];
}

static struct copies count_copies(const struct survey *s)
{
  struct copy *copies MEMORY_OF_BLOCK =
      lab_memory(s->f, 2 * (size_t)s->t.switches, sizeof *copies);
  struct copies c = {.self = 0};
  uint32_t count = 1;

  if (!copies)
    return c;
  copies[0] = (struct copy){s->from, d3_broadcast(&s->t, false)};
  for (int hop = 0; hop < 3; hop++)
    next_hop(&s->t, s->routing, copies, &count, &c.crossing[hop], &c.self);
  return c;
}

/* T4.1 */
static void judge_one(struct finding *f)
{
  uint32_t sources = 0, good = 0, as_said = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_graphs(f);

  s.routed = "source-vector";
  for (; survey_next_switch(&s); sources++) {
    const uint32_t k = s.size.k, m = s.size.m;
    const struct trial_result r = dragonfly_run(f, s.size, "broadcast,source=%u", s.from);
    const struct copies c = count_copies(&s);

    good += lab_clean(&r) && r.steps == 3 && r.delivered == s.t.switches;
    as_said += c.crossing[0] == m - 1 && c.crossing[1] == k * m &&
               c.crossing[2] == k * m * (m - 1) && c.self == 1;
    if (dragonfly_is_example(s.size) && s.from + 1 == s.t.switches)
      finding_note(f, "D3(3,4): copies cross %u, %u, %u links", c.crossing[0],
                   c.crossing[1], c.crossing[2]);
  }
  finding_reading(f, good == sources,
                  "all %u sources of %d sizes: once at every router, in 3 steps, from %u",
                  sources, LAB_GRAPHS, good);
  finding_note(f, "M-1, K M, K M (M-1) links, one of them a self-link, from %u", as_said);
}

/* N broadcasts from all sources with d = p, or from all others: how many cases there are,
 * and how many of them end in the step that `end` gives, without conflicts. */
static uint32_t chain(struct finding *f, bool diagonal, const char *option,
                      uint32_t (*end)(uint32_t n), uint32_t *cases)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = dragonfly_survey(f, sizes, SIZES);

  *cases = 0;
  while (survey_next_switch(&s))
    for (uint32_t n = 1; n <= MOST; n++) {
      if (dragonfly_is_diagonal(s.size, s.from) != diagonal)
        continue;
      const struct trial_result r =
          dragonfly_run(f, s.size, "broadcast,source=%u,count=%u%s", s.from, n, option);

      ++*cases;
      good += lab_clean(&r) && r.steps == end(n);
    }
  return good;
}

static uint32_t one_a_step(uint32_t n)
{
  return n + 2;
}

static uint32_t two_in_four(uint32_t n)
{
  return 2 * n + n % 2;
}

/* T4.2 */
static void judge_off_diagonal(struct finding *f)
{
  uint32_t cases;
  const uint32_t good = chain(f, false, "", one_a_step, &cases);

  finding_reading(f, good == cases,
                  "N=1..%d, all sources of %d sizes, %u cases: last step N + 2 in %u", MOST,
                  SIZES, cases, good);
}

/* T4.3 */
static void judge_diagonal(struct finding *f)
{
  uint32_t cases;
  const uint32_t good = chain(f, true, "", two_in_four, &cases);
  const uint32_t skipping = chain(f, true, ",self-links=0", one_a_step, &cases);
  const struct trial_result even =
      dragonfly_run(f, dragonfly_example, "broadcast,source=0,count=8");
  const struct trial_result odd =
      dragonfly_run(f, dragonfly_example, "broadcast,source=0,count=9");

  finding_reading(
      f, good == cases,
      "N=1..%d, all sources of %d sizes, %u cases: last step 2N for N even, 2N+1 "
      "for N odd in %u",
      MOST, SIZES, cases, good);
  finding_note(f, "D3(3,4), N=8: %llu, N=9: %llu", (unsigned long long)even.steps,
               (unsigned long long)odd.steps);
  finding_note(f, "if no copy goes by a self-link: last step N + 2 in %u", skipping);
}

/* T4.4: the loop i = 1, 3, .., 2n + 1, two messages a turn. */
static void judge_loop(struct finding *f)
{
  char text[64] = "";
  uint32_t good = 0;

  for (uint32_t n = 1; n <= 4; n++) {
    uint32_t messages = 0;

    for (uint32_t i = 1; i <= 2 * n + 1; i += 2)
      messages += 2;
    good += messages == 2 * n;
    claims_append(text, sizeof text, " %u", messages);
  }
  finding_reading(f, good == 4, "n=1..4:%s messages", text);
}

#define PLACE "appendix, Theorem 4"

static const struct claim_row rows[] = {
    {"T4.1", PLACE, "a broadcast reaches every router exactly once, in three hops",
     "3 hops", .judge = judge_one},
    {"T4.2", PLACE, "N broadcasts in N rounds if d != p (also 13.1)", "N rounds",
     .judge = judge_off_diagonal},
    {"T4.3", PLACE, "N broadcasts in 2N rounds if d = p (also 13.2)", "2N rounds",
     .judge = judge_diagonal},
    {"T4.4", PLACE, "the loop for d = p sends 2n messages", "i=1,3,..,2n+1",
     .judge = judge_loop},
};

const struct claim_part dragonfly_broadcast = {rows, sizeof rows / sizeof rows[0]};
