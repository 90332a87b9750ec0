/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_run_threads -- threads that deliver together find what one finds, faults too. */
#include "run/lockstep/run.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "tests/unit/rig.h"

#include <string.h>

static const struct rig_row rows[] = {
    {"hypercube:5", "deterministic", "uniform,load=0.4,warmup=10,measure=60", 0, 1, 2, 0},
    {"hypercube:4", "rand-sync", "random", 4, 2, 1, 0},
    {"hypercube:4", "rand-trans-ooo", "transpose", 4, 4, 0, 0},
    {"d3:2,3", "source-vector", "all-to-all", 0, 0, 2, 0},
    {"d3:2,3", "source-vector", "broadcast,source=0,count=9", 0, 1, 0, 0},
    {"mesh:4x4", "dimension-order", "uniform,load=0.2,warmup=10,measure=60", 0, 1, 2, 0},
};

enum { THREADS_MOST = 4, EJECTED_MOST = 1024 };

/* The twin, but for what it ejects: */
enum lie {
  NONE,
  CORRUPTS, /* a bit of packet 3 is wrong */
  REPEATS,  /* packet 5 comes as packet 4, of another destination or a second time */
  TWICE     /* every packet that comes with another to a switch comes as that other */
};

static struct {
  const struct rig *rig;
  enum lie lie;
  bool listed; /* the machine has listed what it ejects */
} liar;

/* What the twin says of ejected packets, where it lists them, with the lies. */
static struct links lying_links(void *self)
{
  static struct ejected_packet lied[THREADS_MOST][EJECTED_MOST];
  static struct ejections lists[THREADS_MOST];
  const struct packet_format *format = &liar.rig->shape.format;
  struct links links = liar.rig->golden.ops->links(self);

  if (!links.ejected)
    return links;
  liar.listed = true;
  assert_true(links.ejected_count <= THREADS_MOST);
  for (uint32_t l = 0; l < links.ejected_count; l++) {
    const struct ejections *true_list = &links.ejected[l];

    assert_true(true_list->count <= EJECTED_MOST);
    lists[l] = (struct ejections){lied[l], true_list->count};
    for (size_t i = 0; i < true_list->count; i++) {
      const uint32_t number = payload_number(true_list->list[i].packet.data, format);
      struct ejected_packet *e = &lied[l][i];

      *e = true_list->list[i];
      if (liar.lie == CORRUPTS && number == 3)
        e->packet.data ^= UINT64_C(1) << (format->data_bits - 1);
      if (liar.lie == REPEATS && number == 5)
        e->packet.data =
            schedule_data(&liar.rig->schedule, 4, liar.rig->request.seed, format);
      if (liar.lie == TWICE && i > 0 && e->at == e[-1].at)
        e->packet = e[-1].packet;
    }
  }
  links.ejected = lists;
  return links;
}

static struct packet eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct packet_format *format = &liar.rig->shape.format;
  struct packet packet = liar.rig->golden.ops->eject_packet(self, sw, channel);
  const uint32_t number = payload_number(packet.data, format);

  if (liar.lie == CORRUPTS && number == 3)
    packet.data ^= UINT64_C(1) << (format->data_bits - 1);
  if (liar.lie == REPEATS && number == 5)
    packet.data = schedule_data(&liar.rig->schedule, 4, liar.rig->request.seed, format);
  if (liar.lie == TWICE) {
    const uint64_t ejects = liar.rig->twin.ops->links((void *)(uintptr_t)self).eject[sw];

    packet = liar.rig->golden.ops->eject_packet(self, sw, bits_lowest(ejects));
  }
  return packet;
}

static void check_same(const struct run_result *one, const struct run_result *many,
                       const char *what, uint32_t threads)
{
  const struct statistics *a = &one->statistics, *b = &many->statistics;

  CHECK(one->outcome == many->outcome && one->cycles == many->cycles,
        "%s, %u threads: %s after %" PRIu64 " cycles", what, threads,
        outcome_name(many->outcome), many->cycles);
  CHECK(one->scoreboard.delivered_count == many->scoreboard.delivered_count &&
            one->scoreboard.faults == many->scoreboard.faults,
        "%s, %u threads: %zu delivered, %zu faults", what, threads,
        many->scoreboard.delivered_count, many->scoreboard.faults);
  CHECK(one->scoreboard.first_fault.kind == many->scoreboard.first_fault.kind &&
            one->scoreboard.first_fault.number == many->scoreboard.first_fault.number &&
            one->scoreboard.first_fault.at == many->scoreboard.first_fault.at &&
            one->scoreboard.first_fault.cycle == many->scoreboard.first_fault.cycle,
        "%s, %u threads: another first fault", what, threads);
  CHECK(one->in_window == many->in_window &&
            one->max_output_queue == many->max_output_queue,
        "%s, %u threads: %" PRIu64 " in the window, queue %u", what, threads,
        many->in_window, many->max_output_queue);
  CHECK(a->delivered == b->delivered && a->hops == b->hops && a->latency == b->latency &&
            a->undelayed == b->undelayed && a->steps == b->steps &&
            memcmp(a->batches, b->batches, sizeof a->batches) == 0 &&
            memcmp(a->least, b->least, sizeof a->least) == 0,
        "%s, %u threads: other statistics", what, threads);
  for (uint32_t percent = 0; percent <= 100; percent += 10)
    CHECK(statistics_quantile(a, percent / 100.0) ==
              statistics_quantile(b, percent / 100.0),
          "%s, %u threads: another quantile", what, threads);
}

/* Run the twin, with the threads of the rig, and lie; `lists`: where nobody looks into the
 * machine, it lists what it ejects. */
static void run_lying(struct rig *rig, enum lie lie, bool lists, struct run_result *result)
{
  struct machine_ops ops = *rig->twin.ops;
  struct run_request request = rig->request;
  struct err err;

  liar.rig = rig;
  liar.lie = lie;
  liar.listed = false;
  ops.eject_packet = eject_packet;
  ops.links = lying_links;
  if (!lists)
    ops.can &= ~(uint32_t)MACHINE_UNSEEN;
  request.machine = (struct machine){.ops = &ops, .self = rig->twin.self};
  request.dut = NULL;
  CHECK(run(&request, result, &err), "%s: %s", rig->row->spec, err.text);
  CHECK(!liar.listed || lists, "%s: what is ejected is listed", rig->row->spec);
  result->scoreboard.schedule = NULL;
}

TEST(test_threads_find_what_one_finds)
{
  uint32_t twice = 0, listed = 0;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (enum lie lie = NONE; lie <= TWICE; lie++) {
      static struct rig rig;
      struct run_result one;

      rig_open(&rig, &rows[i], 3);
      run_lying(&rig, lie, false, &one);
      CHECK(lie == TWICE || one.outcome == (lie == NONE ? OUTCOME_PASS : OUTCOME_LOST),
            "%s, lie %d: %s", rows[i].spec, (int)lie, outcome_name(one.outcome));
      twice += lie == TWICE && one.scoreboard.first_fault.kind == FAULT_DUPLICATED;
      rig_close(&rig);
      for (uint32_t threads = 1; threads <= THREADS_MOST; threads++)
        for (int lists = 0; lists <= 1; lists++) {
          struct run_result many;
          struct err err;

          rig_prepare(&rig, &rows[i], 3);
          assert_true(threads == 1 || team_open(&rig.team, threads, &err));
          rig_start(&rig);
          run_lying(&rig, lie, lists, &many);
          listed += liar.listed;
          check_same(&one, &many, rows[i].spec, threads);
          run_result_close(&many);
          if (threads > 1)
            team_close(rig.team);
          rig_close(&rig);
        }
      run_result_close(&one);
    }
  assert_true(twice > 0 && listed > 0);
}
