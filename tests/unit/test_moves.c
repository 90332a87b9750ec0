/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_moves -- the ways and steps of packets in a drawing, and the steps of collectives.
 */
#include "tool/draw/moves.h"

#include "tests/unit/picture_unit.h"
#include "tool/draw/program_loads.h"
#include "tool/session/machines.h"

enum { HOPS = 64 };

/* A run, and what is kept of it. */
struct kept {
  struct session session;
  struct moves moves;
  struct run_loads loads;
  uint64_t steps;
};

static bool observe(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct kept *kept = self;

  return run_loads_add(&kept->loads, cycle, err) && moves_add(&kept->moves, cycle, err);
}

static void open_kept(struct kept *kept, const char *spec, const char *traffic,
                      uint64_t step, uint32_t packet)
{
  struct description d = description_of(spec, traffic);
  struct machine machine;
  struct run_result result;
  struct err err;

  CHECK(session_open(&kept->session, &d, NULL, &err), "%s", err.text);
  CHECK(machines_open(&machine, &kept->session, &err), "%s", err.text);
  CHECK(run_loads_open(&kept->loads, &kept->session.shape, &err), "%s", err.text);
  kept->moves =
      (struct moves){.shape = kept->session.shape, .step = step, .packet = packet};
  struct run_request request = session_request(&kept->session);
  request.machine = machine;
  request.observer = observe;
  request.observer_self = kept;
  CHECK(run(&request, &result, &err), "%s", err.text);
  CHECK(result.outcome == OUTCOME_PASS, "%s", outcome_name(result.outcome));
  kept->steps = result.statistics.steps;
  moves_sort(&kept->moves);
  run_result_close(&result);
  machine.ops->close(machine.self);
}

static void close_kept(struct kept *kept)
{
  moves_close(&kept->moves);
  run_loads_close(&kept->loads);
  session_close(&kept->session);
}

/* The moves of every packet are the links of its path, in later and later steps. */
static void check_ways(const struct kept *kept)
{
  const struct session *s = &kept->session;
  const struct move *move = kept->moves.list, *end = move + kept->moves.count;
  struct hop hops[HOPS];

  for (uint32_t i = 0; i < s->schedule.count; i++) {
    const struct schedule_entry *e = &s->schedule.entries[i];
    const size_t count = topology_path(&s->topology, s->shape.routing, e->source,
                                       e->destination, e->header, 0, hops, HOPS);

    CHECK(move < end && move->packet == i && move->port == MOVE_ENTERS &&
              move->at == hops[0].at,
          "%s: packet %u does not enter", s->topology.spec, i);
    move++;
    for (size_t k = 0; k + 1 < count; k++, move++)
      CHECK(move < end && move->packet == i && move->at == hops[k].at &&
                move->port == hops[k].port && move->step > move[-1].step,
            "%s: packet %u, hop %zu", s->topology.spec, i, k);
  }
  CHECK(move == end, "%s: %zu moves more", s->topology.spec, (size_t)(end - move));
}

static const struct {
  const char *spec, *traffic;
} runs[] = {{"hypercube:4", "bit-reversal"},
            {"torus:3x4", "random"},
            {"d3:2,3", "all-to-all"},
            {"butterfly:3", "bit-reversal"}};

TEST(test_ways)
{
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    struct kept kept;

    open_kept(&kept, runs[i].spec, runs[i].traffic, 0, MOVES_ALL);
    check_ways(&kept);
    close_kept(&kept);
  }
}

/* Counted, the moves are the loads of the run. */
TEST(test_count)
{
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    struct kept kept;
    struct run_loads again;
    struct err err;

    open_kept(&kept, runs[i].spec, runs[i].traffic, 0, MOVES_ALL);
    const struct topology *t = &kept.session.topology;
    const size_t links = (size_t)t->switches * t->ports;
    CHECK(run_loads_open(&again, &kept.session.shape, &err), "%s", err.text);
    again.links[0] = again.switches[0] = 77;
    moves_count(&kept.moves, &again);
    CHECK(memcmp(again.links, kept.loads.links, links * sizeof *again.links) == 0,
          "%s: links", t->spec);
    CHECK(memcmp(again.switches, kept.loads.switches,
                 t->switches * sizeof *again.switches) == 0,
          "%s: switches", t->spec);
    run_loads_close(&again);
    close_kept(&kept);
  }
}

/* Steps and packets are parts of the whole. */
TEST(test_parts)
{
  struct kept all;
  size_t in_steps = 0, of_packets = 0;

  open_kept(&all, "d3:2,3", "exchange", 0, MOVES_ALL);
  for (uint64_t step = 1; step <= all.steps; step++) {
    struct kept kept;

    open_kept(&kept, "d3:2,3", "exchange", step, MOVES_ALL);
    for (size_t i = 0; i < kept.moves.count; i++)
      CHECK(kept.moves.list[i].step == step, "step %zu", (size_t)step);
    in_steps += kept.moves.count;
    close_kept(&kept);
  }
  for (uint32_t packet = 0; packet < all.session.schedule.count; packet++) {
    struct kept kept;

    open_kept(&kept, "d3:2,3", "exchange", 0, packet);
    for (size_t i = 0; i < kept.moves.count; i++)
      CHECK(kept.moves.list[i].packet == packet, "packet %u", packet);
    CHECK(moves_packets(&kept.moves) == 1, "%zu packets", moves_packets(&kept.moves));
    of_packets += kept.moves.count;
    close_kept(&kept);
  }
  CHECK(of_packets == all.moves.count, "%zu, not %zu", of_packets, all.moves.count);
  for (size_t i = 0; i < all.moves.count; i++)
    in_steps += all.moves.list[i].step == 0; /* packets that enter before step 1 */
  CHECK(in_steps == all.moves.count, "%zu, not %zu", in_steps, all.moves.count);
  close_kept(&all);
}

/* --- collectives --- */

/* Steps of the one-to-all broadcast of a 3-cube's dual-net: links used, twice as many
 * after every step within clusters (figure 2 of the paper). */
TEST(test_program_steps)
{
  static const uint64_t wanted[] = {1, 2, 4, 8, 14, 14, 28, 56};
  const struct topology t = topology_of("rdn:2x2x2:1");
  const struct shape shape = {.topology = &t};
  struct err err = {.kind = ERR_NONE};
  struct run_loads loads;
  uint32_t steps;

  for (uint32_t step = 1; step <= 8; step++) {
    uint64_t sum = 0, reached = 0;

    CHECK(run_loads_open(&loads, &shape, &err), "%s", err.text);
    CHECK(program_loads_count(&loads, &t, "one-to-all-broadcast", 1, step, &steps, &err),
          "%s", err.text);
    for (size_t i = 0; i < (size_t)t.switches * t.ports; i++)
      sum += loads.links[i];
    for (size_t i = 0; i < t.switches; i++)
      reached += loads.switches[i];
    CHECK(steps == 8 && sum == wanted[step - 1] && reached == sum,
          "step %u of %u: %zu links", step, steps, (size_t)sum);
    run_loads_close(&loads);
  }
  CHECK(run_loads_open(&loads, &shape, &err), "%s", err.text);
  CHECK(!program_loads_count(&loads, &t, "one-to-all-broadcast", 1, 9, &steps, &err),
        "step 9");
  check_error(&err, ERR_USAGE, "--step 9: this operation has 8 steps", "step 9");
  run_loads_close(&loads);
}

/* --- in a picture --- */

/* A path has a line and a head for each link, and its numbers stand beside. */
TEST(test_picture_of_a_packet)
{
  struct kept kept;

  open_kept(&kept, "hypercube:4", "bit-complement", 0, 5);
  moves_count(&kept.moves, &kept.loads);
  char *text = drawn(&(struct picture){.topology = &kept.session.topology,
                                       .loads = &kept.loads,
                                       .moves = &kept.moves,
                                       .schedule = &kept.session.schedule,
                                       .colour = PICTURE_PATH,
                                       .label = LABEL_STEP,
                                       .focus = true});
  CHECK(occurrences(text, "Z\"/>") == 4, "%zu heads", occurrences(text, "Z\"/>"));
  for (char step = '1'; step <= '4'; step++) {
    const char label[] = {'>', step, '<', '\0'};

    CHECK(occurrences(text, label) == 1, "step %c", step);
  }
  CHECK(strstr(text, "packet 5: 0101 to 1010"), "the legend");
  free(text);
  close_kept(&kept);
}

TEST(test_picture_of_classes)
{
  const struct topology t = topology_of("d3:2,4");
  char *text = drawn(&(struct picture){.topology = &t, .colour = PICTURE_CLASS});

  CHECK(strstr(text, "local (96)") && strstr(text, "global (64)"), "%s", text);
  free(text);
  const struct topology cube = topology_of("hypercube:3");
  text = drawn(&(struct picture){.topology = &cube, .colour = PICTURE_CLASS});
  CHECK(strstr(text, "dimension 0 (8)") && strstr(text, "dimension 2 (8)"), "%s", text);
  free(text);
}
