/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch_states -- the golden model is the reference, in all states of small switches.
 *
 * docs/states.md says what is searched.  A question of logic, not of memory.
 */
#include "tests/unit/switch_search.h"

#include <time.h>

static double now(void)
{
  struct timespec time;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* --- the switches --- */

/* A bank of the switches [0, 1) of two, so that what it sends is for another bank. */
static void pass_open(struct switch_search *s, struct device *d, bool sparse)
{
  const struct reference_switch *r = s->reference;

  memset(d, 0, sizeof *d);
  d->unit = s->device.unit;
  struct switch_config config = s->device.bank.config;
  config.unit = &d->unit;
  config.sparse = sparse;
  assert_true(switch_bank_open_part(&d->bank, &config, 2, 0, 1, 64));
  d->bank.here = calloc(2, sizeof *d->bank.here);
  assert_non_null(d->bank.here);
  d->bank.here[0] = r->here;
  for (uint32_t q = 0; q < r->ports; q++)
    s->ends[q] = 1 << SWITCH_END_BITS | q;
  d->bank.ends = s->ends;
}

static void open_kind(struct switch_search *s, const struct switch_kind *kind)
{
  static struct reference_switch r;
  uint8_t bytes[SWITCH_STATE];

  memset(s, 0, sizeof *s);
  s->kind = kind;
  s->reference = &r;
  r.ports = kind->ports;
  r.vcs = kind->vcs;
  r.channels = kind->ports * kind->vcs + kind->lanes;
  r.depth = kind->depth;
  r.places = kind->places;
  r.priority_bits = kind->priority_bits;
  r.random = kind->random;
  r.arbiter = kind->arbiter;
  r.sends = kind->sends;
  r.one_push = kind->one_push;
  r.route = kind->route;
  r.size = kind->topology ? kind->topology->parameters : NULL;
  reference_reset(&r, NULL);
  device_open(&s->device, &r, "device");
  s->device.unit.words = kind->unit ? kind->unit->words : NULL;
  s->passes = switch_can_pass(&s->device.bank.config);
  for (uint32_t i = 0; s->passes && i < 2; i++)
    pass_open(s, &s->pass[i], i == 1);
  for (uint32_t i = 0; i < kind->packets; i++)
    s->packets[s->packet_count++] = (struct packet){.header = kind->headers[i], .data = i};
  state_set_open(&s->states, (size_t)(device_read(s, &s->device, bytes, true) - bytes));
}

static void close_kind(struct switch_search *s)
{
  switch_bank_close(&s->device.bank);
  for (uint32_t i = 0; s->passes && i < 2; i++)
    switch_bank_close(&s->pass[i].bank);
  state_set_close(&s->states);
}

/* --- outputs --- */

static bool same_packet(const struct packet *is, const struct reference_packet *to_be)
{
  return is->header == to_be->packet.header && is->data == to_be->packet.data;
}

/* The words by which packets were routed in this cycle. */
static void check_words(const struct switch_search *s, uint32_t state)
{
  const struct reference_switch *r = s->reference;
  const struct random_bits random = switch_random(&s->device.bank, 0);

  for (uint32_t c = 0; switch_draws(s->kind) && c < r->channels; c++)
    CHECK(!r->in_full[c] || random_bits_word(&random, c) == r->word[c],
          "%s: state %u: word of channel %u", s->kind->text, state, c);
}

static void check_outputs(const struct switch_search *s, uint32_t state)
{
  const struct reference_switch *r = s->reference;
  const struct switch_bank *bank = &s->device.bank;

  for (uint32_t q = 0; q < reference_queues(r); q++) {
    const uint32_t held = r->count[q] + r->pushes[q];

    CHECK((bank->offered[0] >> q & 1) == r->out_valid[q] &&
              switch_count(bank, 0, q) == held &&
              (held == 0 ||
               same_packet(&switch_shown(bank, 0, q)->packet, reference_shown(r, q))),
          "%s: state %u: queue %u", s->kind->text, state, q);
  }
  for (uint32_t c = 0; c < r->channels; c++)
    CHECK((bank->ready[0] >> c & 1) == r->in_ready[c] &&
              (bank->eject[0] >> c & 1) == r->eject_valid[c] &&
              (!r->eject_valid[c] ||
               same_packet(&switch_held(bank, 0, c)->packet, &r->eject_packet[c])),
          "%s: state %u: channel %u", s->kind->text, state, c);
}

/* The same of a bank that passes: what leaves is on lists. */
static void check_passing(const struct switch_search *s, const struct device *d,
                          uint32_t state)
{
  const struct reference_switch *r = s->reference;
  const struct switch_bank *bank = &d->bank;
  const struct ejected_packet *ejected = bank->ejections;
  uint32_t left = 0;

  for (const struct switch_crossing *c = bank->crossings; c < bank->crossing_end; c++) {
    struct packet packet = bank->pool.places[c->packet.packet].packet;

    packet.header = c->packet.header;
    CHECK(r->out_valid[c->queue] && same_packet(&packet, reference_shown(r, c->queue)),
          "%s: state %u: what passes in queue %u", s->kind->text, state, c->queue);
  }
  for (uint32_t q = 0; q < reference_queues(r); q++) {
    left += r->out_valid[q];
    CHECK((bank->leaving[0] >> q & 1) == r->out_valid[q], "%s: state %u: queue %u passes",
          s->kind->text, state, q);
  }
  CHECK(bank->crossing_end - bank->crossings == left, "%s: state %u: %td cross",
        s->kind->text, state, bank->crossing_end - bank->crossings);
  for (uint32_t c = 0; c < r->channels; c++) {
    CHECK(
        (bank->ready[0] >> c & 1) == r->in_ready[c] &&
            (!r->eject_valid[c] || (ejected < bank->ejection_end && ejected->channel == c &&
                                    same_packet(&ejected->packet, &r->eject_packet[c]))),
        "%s: state %u: channel %u passes", s->kind->text, state, c);
    ejected += r->eject_valid[c];
  }
  CHECK(ejected == bank->ejection_end, "%s: state %u: more is ejected", s->kind->text,
        state);
}

/* --- cycles --- */

static void pass_comb(struct device *d)
{
  const uint32_t active[] = {0};

  switch_bank_pass(&d->bank, active, d->bank.full[0] || d->bank.valid[0]);
  if (!d->bank.full[0] && !d->bank.valid[0] && d->bank.crossing_end == d->bank.crossings &&
      d->bank.ejection_end == d->bank.ejections)
    d->bank.leaving[0] = 0;
}

static void pass_edge(struct device *d, const struct switch_in *in)
{
  struct switch_bank *bank = &d->bank;

  switch_bank_edge(bank, in->phase);
  for (const struct switch_crossing *c = bank->crossings; c < bank->crossing_end; c++)
    if (in->ready[c->queue])
      packet_pool_free(&bank->pool, c->packet.packet);
    else
      switch_return(bank, &c->packet, c->queue);
  bank->crossing_end = bank->crossings;
  bank->ejection_end = bank->ejections;
  switch_bank_turn(bank);
  for (uint32_t c = 0; c < bank->config.channels; c++)
    if (in->valid[c] && !(bank->full[0] >> c & 1))
      switch_accept(bank, 0, c, packet_pool_take(&bank->pool, &in->packets[c].packet));
}

/* All switches get this state, and their outputs are compared. */
static void begin_cycle(struct switch_search *s, uint32_t state)
{
  reference_write(s, state_at(&s->states, state));
  reference_comb(s->reference);
  device_write(s, &s->device, state_at(&s->states, state));
  device_comb(&s->device);
  check_outputs(s, state);
  check_words(s, state);
  for (uint32_t i = 0; s->passes && i < 2; i++) {
    device_write(s, &s->pass[i], state_at(&s->states, state));
    pass_comb(&s->pass[i]);
    check_passing(s, &s->pass[i], state);
  }
}

/* The digit of *choice of this base, which is taken off. */
static uint32_t digit(uint64_t *choice, uint32_t base)
{
  const uint32_t value = (uint32_t)(*choice % base);

  *choice /= base;
  return value;
}

/* A packet of this number comes into a channel; 0: none does. */
static void offer(const struct switch_search *s, struct switch_in *in, uint32_t channel,
                  uint32_t number)
{
  in->valid[channel] = number > 0;
  if (number > 0)
    in->packets[channel] = (struct reference_packet){.packet = s->packets[number - 1]};
}

/* The random words of packets that enter: a digit for each channel, or one for all, also
 * where none enters, so that all choices of a state have the same digits. */
static uint64_t choose_words(const struct switch_search *s, uint64_t choice,
                             struct switch_in *in)
{
  const struct reference_switch *r = s->reference;

  for (uint32_t c = 0; switch_draws(s->kind) && c < r->channels; c++)
    in->words[c] =
        c > 0 && r->random == RANDOM_SHARED ? in->words[0] : digit(&choice, SWITCH_WORDS);
  return choice;
}

/* Input number `choice` of this cycle; false: there are not so many. */
static bool choose(const struct switch_search *s, uint64_t choice, struct switch_in *in)
{
  const struct switch_kind *kind = s->kind;
  const uint32_t queues = kind->ports * kind->vcs;

  memset(in->valid, 0, sizeof in->valid);
  for (uint32_t port = 0; port < kind->ports; port++) {
    const uint32_t what = digit(&choice, kind->vcs * kind->packets + 1);

    if (what > 0)
      offer(s, in, port * kind->vcs + (what - 1) % kind->vcs, (what - 1) / kind->vcs + 1);
  }
  for (uint32_t lane = 0; lane < kind->lanes; lane++)
    offer(s, in, queues + lane, digit(&choice, kind->packets + 1));
  for (uint32_t q = 0; q < queues; q++)
    in->ready[q] = kind->queues >> q & 1 ? digit(&choice, 2) : true;
  in->phase = kind->phases ? digit(&choice, 2) : 0;
  return choose_words(s, choice, in) == 0;
}

/* The clock edge of all switches, whose next states are compared; the state is noted. */
static void end_cycle(struct switch_search *s, const struct switch_in *in, uint32_t state)
{
  struct reference_switch *r = s->reference;
  uint8_t to_be[SWITCH_STATE] = {0}, is[SWITCH_STATE] = {0};
  uint64_t entered = 0;

  for (uint32_t c = 0; switch_draws(s->kind) && c < r->channels; c++) {
    if (!in->valid[c] || !r->in_ready[c])
      continue;
    entered |= UINT64_C(1) << c;
    r->lfsr[r->random == RANDOM_SHARED ? 0 : c] = in->words[c];
  }
  reference_edge(r, in->valid, in->packets, in->ready, in->phase);
  const size_t size = (size_t)(reference_read(s, to_be) - to_be);
  device_edge(&s->device, in->valid, in->packets, in->ready, in->phase);
  for (; entered; entered &= entered - 1)
    s->device.bank.lfsrs[r->random == RANDOM_SHARED ? 0 : bits_lowest(entered)] =
        in->words[bits_lowest(entered)];
  device_read(s, &s->device, is, true);
  CHECK(memcmp(is, to_be, size) == 0, "%s: another state follows state %u", s->kind->text,
        state);
  state_set_add(&s->states, is);
  for (uint32_t i = 0; s->passes && i < 2; i++) {
    pass_edge(&s->pass[i], in);
    device_read(s, &s->pass[i], is, false);
    CHECK(memcmp(is, to_be, size) == 0, "%s: another state follows state %u by passing%s",
          s->kind->text, state, i == 1 ? " of a sparse bank" : "");
  }
  s->edges++;
}

static void search_kind(const struct switch_kind *kind)
{
  static struct switch_search s;
  struct switch_in in;
  uint8_t first[SWITCH_STATE] = {0};
  const double start = now();

  open_kind(&s, kind);
  device_read(&s, &s.device, first, true);
  state_set_add(&s.states, first);
  for (uint32_t state = 0; state < s.states.count; state++)
    for (uint64_t choice = 0;; choice++) {
      begin_cycle(&s, state);
      if (!choose(&s, choice, &in))
        break;
      end_cycle(&s, &in, state);
    }
  if (getenv("STATES")) {
    printf("| %s | %u | %u | %" PRIu64 " | %.1f |\n", kind->text, kind->depth,
           s.states.count, s.edges, now() - start);
    fflush(stdout);
  }
  close_kind(&s);
}

/* --- kinds --- */

/* A mask of two ports in the header, and bit 2 to eject. */
static struct route_out copying(const struct route_in *in)
{
  return (struct route_out){
      .ports = in->header & 3, .eject = in->header & 4, .header = in->header | 8};
}

#define VC(vc) (UINT64_C(vc) << DEVICE_CLASS)
#define KEY(key) (UINT64_C(key) << DEVICE_KEY)
#define WAIT (UINT64_C(1) << DEVICE_WAIT)

static const struct switch_kind kinds[] = {
    {.text = "FIFOs",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .route = device_keep,
     .packets = 4,
     .headers = {0, 0, 1, DEVICE_EJECT}},
    {.text = "FIFOs",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 2,
     .queues = 3,
     .route = device_keep,
     .packets = 3,
     .headers = {0, 0, DEVICE_EJECT}},
    {.text = "FIFOs",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 2,
     .queues = 3,
     .night = true,
     .route = device_keep,
     .packets = 4,
     .headers = {0, 0, 1, DEVICE_EJECT}},
    {.text = "copies",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .route = copying,
     .packets = 4,
     .headers = {1, 3, 4 | 2, 4}},
    {.text = "copies",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 2,
     .queues = 3,
     .night = true,
     .route = copying,
     .packets = 4,
     .headers = {1, 3, 4 | 2, 4}},
    {.text = "two VCs, taking turns",
     .ports = 1,
     .vcs = 2,
     .lanes = 1,
     .depth = 2,
     .queues = 3,
     .route = device_keep,
     .packets = 2,
     .headers = {0, VC(1)}},
    {.text = "two VCs, taking turns",
     .ports = 2,
     .vcs = 2,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .night = true,
     .route = device_keep,
     .packets = 2,
     .headers = {0, VC(1)}},
    {.text = "two VCs, the lowest first",
     .ports = 1,
     .vcs = 2,
     .lanes = 1,
     .depth = 2,
     .queues = 3,
     .arbiter = 1,
     .route = device_keep,
     .packets = 2,
     .headers = {0, VC(1)}},
    {.text = "two VCs, the highest first",
     .ports = 1,
     .vcs = 2,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .arbiter = 2,
     .route = device_keep,
     .packets = 2,
     .headers = {0, VC(1)}},
    {.text = "priorities",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 3,
     .queues = 1,
     .priority_bits = 1,
     .route = device_keep,
     .packets = 3,
     .headers = {0, KEY(1), KEY(1)}},
    {.text = "a waiting store",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 1,
     .places = 1,
     .phases = true,
     .route = device_count,
     .packets = 2,
     .headers = {0, WAIT}},
    {.text = "a waiting store and VCs",
     .ports = 1,
     .vcs = 2,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .places = 1,
     .phases = true,
     .route = device_count,
     .packets = 2,
     .headers = {0, VC(1) | WAIT}},
    {.text = "a waiting store and priorities",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 2,
     .queues = 1,
     .priority_bits = 1,
     .places = 1,
     .phases = true,
     .route = device_count,
     .packets = 2,
     .headers = {0, KEY(1) | WAIT}},
    {.text = "three ports",
     .ports = 3,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 5,
     .route = device_keep,
     .packets = 2,
     .headers = {0, 2}},
    {.text = "three ports",
     .ports = 3,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 7,
     .night = true,
     .route = device_keep,
     .packets = 3,
     .headers = {0, 1, 2}},
    {.text = "one port sends",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .sends = 1,
     .route = device_keep,
     .packets = 2,
     .headers = {0, 1}},
    {.text = "one port sends, the lowest",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .sends = 1,
     .arbiter = 1,
     .route = device_keep,
     .packets = 2,
     .headers = {0, 1}},
    {.text = "one push",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .one_push = 1,
     .route = device_keep,
     .packets = 2,
     .headers = {0, 1}},
    {.text = "one push",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 2,
     .queues = 1,
     .one_push = 1,
     .route = device_keep,
     .packets = 2,
     .headers = {0, 0}},
    {.text = "one push and VCs",
     .ports = 1,
     .vcs = 2,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .one_push = 1,
     .route = device_keep,
     .packets = 2,
     .headers = {0, VC(1)}},
    {.text = "random words",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .random = RANDOM_OWN,
     .route = device_random,
     .packets = 1,
     .headers = {0}},
    {.text = "random words",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .night = true,
     .random = RANDOM_OWN,
     .route = device_random,
     .packets = 2,
     .headers = {0, 1}},
    {.text = "shared random words",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 3,
     .random = RANDOM_SHARED,
     .route = device_random,
     .packets = 2,
     .headers = {0, 1}},
    {.text = "random words and counts",
     .ports = 1,
     .vcs = 1,
     .lanes = 1,
     .depth = 1,
     .queues = 1,
     .random = RANDOM_STEPS,
     .route = device_random,
     .packets = 1,
     .headers = {0}},
    {.text = "lanes choose by the queues",
     .ports = 2,
     .vcs = 1,
     .lanes = 1,
     .depth = 2,
     .queues = 3,
     .random = RANDOM_QUEUES,
     .route = device_random,
     .packets = 2,
     .headers = {0, 1}},
};

TEST(test_the_golden_model_is_the_reference)
{
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (!kinds[i].night || getenv("ALL"))
      search_kind(&kinds[i]);
}

/* Channels choose by the queues: the unit of minimal-adaptive on a ring of two by two. */
TEST(test_with_the_emptiest_queue)
{
  struct topology t = topology_of("hypercube:2");
  const struct route_unit *unit = routing_of(&t, "minimal-adaptive")->unit;

  search_kind(&(struct switch_kind){.text = "the emptiest queue",
                                    .ports = 2,
                                    .vcs = 1,
                                    .lanes = 1,
                                    .depth = 2,
                                    .queues = 3,
                                    .random = RANDOM_LEAST,
                                    .route = unit->comb,
                                    .packets = 3,
                                    .headers = {0, 1, 3},
                                    .topology = &t,
                                    .unit = unit});
}
