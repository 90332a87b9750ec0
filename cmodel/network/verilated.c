/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated -- RTL as a machine: the array of switches, and the generated network. */
#include "network/verilated.h"

#include "network/pins.h"
#include "network/plugin.h"
#include "network/recording.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  END_PORT_BITS = 6, /* of a packed end of a link: switch above, port below */
  NAME_BYTES = 16,   /* "s" and a switch number */
};

/* All the links of one cycle. */
struct wires {
  uint64_t *valid;   /* [switches] */
  uint64_t *ready;   /* [switches] */
  uint64_t *packets; /* [switches][ports][slot_words]; NULL in a network */
};

struct verilated {
  struct shape shape;
  struct plugin plugin;
  void *dut;
  uint32_t instances; /* Verilated objects */
  struct pins pins;
  uint64_t cycle; /* ticks since reset */

  /* Array alone.  feeder[s * ports + p]: what arrives at channel p of s; taker: where what
   * leaves by port p arrives.  The same table where every link has its way back. */
  uint32_t *feeder;
  uint32_t *taker;

  struct wires now;  /* what the links show in this cycle */
  struct wires next; /* filled while the objects are evaluated one by one */
  uint64_t *eject;   /* [switches] */
  uint64_t *inject;  /* [switches] lanes that the injections of this tick use */

  struct recording recording;
};

static size_t slot_bytes(const struct verilated *m)
{
  return m->pins.slot_words * sizeof(uint64_t);
}

/* --- one cycle --- */

/* Show switch `sw` what the links bring in this cycle.  Packets are copied whether they are
 * valid or not, as wires do.  `words` is slot_words, a constant where this is called. */
static inline void gather(struct verilated *m, uint32_t sw, size_t words)
{
  const size_t ports = m->shape.topology->ports;
  const uint32_t *feeder = m->feeder + sw * ports;
  const uint32_t *taker = m->taker + sw * ports;
  unsigned char *base = m->pins.base[sw];
  unsigned char *slot = base + m->pins.offset[IN_PACKET];
  uint64_t in_valid = 0, out_ready = 0;

  for (size_t p = 0; p < ports; p++) {
    size_t from = feeder[p] >> END_PORT_BITS, from_port = feeder[p] % 64;
    size_t to = taker[p] >> END_PORT_BITS, to_port = taker[p] % 64;

    in_valid |= (m->now.valid[from] >> from_port & 1) << p;
    out_ready |= (m->now.ready[to] >> to_port & 1) << p;
    memcpy(slot, m->now.packets + (from * ports + from_port) * words,
           words * sizeof(uint64_t));
    slot += words * sizeof(uint64_t);
  }
  pin_store(base + m->pins.offset[IN_VALID], in_valid);
  pin_store(base + m->pins.offset[OUT_READY], out_ready);
  pin_store(base + m->pins.offset[INJECT_VALID], m->inject[sw]);
}

/* Read what switch `sw` shows after the edge. */
static inline void collect(struct verilated *m, uint32_t sw, size_t words)
{
  const size_t ports = m->shape.topology->ports;
  const unsigned char *base = m->pins.base[sw];

  m->next.valid[sw] = pin_load(base + m->pins.offset[OUT_VALID]);
  m->next.ready[sw] = pin_load(base + m->pins.offset[IN_READY]) |
                      pin_load(base + m->pins.offset[INJECT_READY]) << ports;
  m->eject[sw] = pin_load(base + m->pins.offset[EJECT_VALID]);
  memcpy(m->next.packets + sw * ports * words, base + m->pins.offset[OUT_PACKET],
         ports * words * sizeof(uint64_t));
}

static inline void array_step(struct verilated *m, size_t words)
{
  const struct dut_ops *ops = m->plugin.ops;

  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++) {
    gather(m, sw, words);
    ops->eval(m->dut, sw, sw + 1, 0);
    ops->eval(m->dut, sw, sw + 1, 1);
    collect(m, sw, words);
  }
}

static void gather_all(struct verilated *m)
{
  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++) {
    if (m->feeder)
      gather(m, sw, m->pins.slot_words);
    else
      pin_store(pins_at(&m->pins, sw, INJECT_VALID), m->inject[sw]);
  }
}

static void collect_all(struct verilated *m)
{
  const uint32_t ports = m->shape.topology->ports;

  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++) {
    if (m->feeder) {
      collect(m, sw, m->pins.slot_words);
      continue;
    }
    m->next.valid[sw] = pin_load(pins_at(&m->pins, sw, OUT_VALID));
    m->next.ready[sw] = pin_load(pins_at(&m->pins, sw, IN_READY)) |
                        pin_load(pins_at(&m->pins, sw, INJECT_READY)) << ports;
    m->eject[sw] = pin_load(pins_at(&m->pins, sw, EJECT_VALID));
  }
}

/* The same cycle in passes over all switches: inputs, falling edges, rising edges, outputs.
 */
static void slow_step(struct verilated *m)
{
  const struct dut_ops *ops = m->plugin.ops;

  gather_all(m);
  recording_begin_cycle(&m->recording, ops, m->dut, &m->pins, m->cycle);
  ops->eval(m->dut, 0, m->instances, 0);
  recording_falling_edge(&m->recording, ops, m->dut, m->cycle);
  ops->eval(m->dut, 0, m->instances, 1);
  collect_all(m);
}

static void swap_wires(struct verilated *m)
{
  struct wires now = m->next;

  m->next = m->now;
  m->now = now;
}

static void machine_tick(void *machine, const struct injection *injections, size_t count)
{
  struct verilated *m = machine;

  for (size_t i = 0; i < count; i++) {
    const struct injection *in = &injections[i];

    m->inject[in->at] |= UINT64_C(1) << in->lane;
    pins_store_packet(&m->pins, pins_slot(&m->pins, in->at, INJECT_PACKET, in->lane),
                      in->packet);
  }
  if (m->recording.active || !m->feeder)
    slow_step(m);
  else if (m->pins.slot_words == 1)
    array_step(m, 1);
  else
    array_step(m, 2);
  for (size_t i = 0; i < count; i++)
    m->inject[injections[i].at] = 0;
  swap_wires(m);
  m->cycle++;
}

static bool machine_reset(void *machine, struct err *err)
{
  struct verilated *m = machine;
  const struct topology *t = m->shape.topology;
  const enum pin masks[] = {IN_VALID,     OUT_READY,    INJECT_VALID, GOLDEN_VALID,
                            GOLDEN_READY, GOLDEN_EJECT, DIFFER,       CYCLE};
  uint64_t *here = malloc(t->switches * sizeof here[0]);

  if (!here)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    here[sw] = sw;
    for (size_t k = m->feeder ? 0 : 2; k < sizeof masks / sizeof masks[0]; k++)
      pin_store(pins_at(&m->pins, sw, masks[k]), 0);
    memset(pins_at(&m->pins, sw, GOLDEN_PACKET), 0, t->ports * slot_bytes(m));
    memset(pins_at(&m->pins, sw, INJECT_PACKET), 0, m->shape.lanes * slot_bytes(m));
    if (m->feeder)
      memset(pins_at(&m->pins, sw, IN_PACKET), 0, t->ports * slot_bytes(m));
  }
  m->plugin.ops->reset(m->dut, 1, here);
  m->plugin.ops->eval(m->dut, 0, m->instances, 0);
  m->plugin.ops->eval(m->dut, 0, m->instances, 1);
  m->plugin.ops->reset(m->dut, 0, here);
  m->plugin.ops->eval(m->dut, 0, m->instances, 1);
  free(here);
  memset(m->inject, 0, t->switches * sizeof m->inject[0]);
  collect_all(m);
  swap_wires(m);
  m->cycle = 0;
  return true;
}

/* --- what it shows --- */

static struct links machine_links(void *machine)
{
  const struct verilated *m = machine;

  return (struct links){.valid = m->now.valid, .ready = m->now.ready, .eject = m->eject};
}

static struct packet machine_out_packet(const void *machine, uint32_t sw, uint32_t port)
{
  const struct verilated *m = machine;

  return pins_load_packet(&m->pins, pins_slot(&m->pins, sw, OUT_PACKET, port));
}

static struct packet machine_eject_packet(const void *machine, uint32_t sw,
                                          uint32_t channel)
{
  const struct verilated *m = machine;

  return pins_load_packet(&m->pins, pins_slot(&m->pins, sw, EJECT_PACKET, channel));
}

static const char *machine_failure(void *machine)
{
  struct verilated *m = machine;

  return m->plugin.ops->failure(m->dut);
}

/* --- waveform --- */

static bool machine_wave_open(void *machine, const struct wave_request *request,
                              struct err *err)
{
  struct verilated *m = machine;

  return recording_open(&m->recording, m->plugin.ops, m->dut, &m->shape, request, err);
}

static void machine_wave_view(void *machine, const struct machine *golden, uint32_t differs)
{
  struct verilated *m = machine;

  recording_view(&m->recording, &m->pins, m->shape.topology->ports, golden, differs);
}

static bool machine_wave_close(void *machine, struct err *err)
{
  struct verilated *m = machine;

  if (m->recording.active) {
    gather_all(m); /* the last cycle lasts its whole time too */
    recording_begin_cycle(&m->recording, m->plugin.ops, m->dut, &m->pins, m->cycle);
  }
  return recording_close(&m->recording, m->plugin.ops, m->dut, err);
}

/* --- opening and closing --- */

static void machine_close(void *machine)
{
  struct verilated *m = machine;

  if (!m)
    return;
  recording_abandon(&m->recording, m->plugin.ops, m->dut);
  if (m->dut)
    m->plugin.ops->close(m->dut);
  plugin_close(&m->plugin);
  if (m->taker != m->feeder)
    free(m->taker);
  free(m->feeder);
  pins_close(&m->pins);
  free(m->now.valid);
  free(m->now.ready);
  free(m->now.packets);
  free(m->next.valid);
  free(m->next.ready);
  free(m->next.packets);
  free(m->eject);
  free(m->inject);
  free(m);
}

static const struct machine_ops array_ops = {
    .name = "array",
    .reset = machine_reset,
    .tick = machine_tick,
    .links = machine_links,
    .out_packet = machine_out_packet,
    .eject_packet = machine_eject_packet,
    .failure = machine_failure,
    .wave_open = machine_wave_open,
    .wave_view = machine_wave_view,
    .wave_close = machine_wave_close,
    .close = machine_close,
};

static const struct machine_ops network_ops = {
    .name = "network",
    .reset = machine_reset,
    .tick = machine_tick,
    .links = machine_links,
    .out_packet = machine_out_packet,
    .eject_packet = machine_eject_packet,
    .failure = machine_failure,
    .wave_open = machine_wave_open,
    .wave_view = machine_wave_view,
    .wave_close = machine_wave_close,
    .close = machine_close,
};

static bool allocate_wires(struct wires *wires, const struct verilated *m, bool packets)
{
  const struct topology *t = m->shape.topology;

  wires->valid = calloc(t->switches, sizeof wires->valid[0]);
  wires->ready = calloc(t->switches, sizeof wires->ready[0]);
  if (packets)
    wires->packets = calloc((size_t)t->switches * t->ports, slot_bytes(m));
  return wires->valid && wires->ready && (!packets || wires->packets);
}

/* Fill feeder and taker from the topology. */
static bool wire_array(struct verilated *m)
{
  const struct topology *t = m->shape.topology;
  size_t ends = (size_t)t->switches * t->ports;

  m->feeder = calloc(ends, sizeof m->feeder[0]);
  m->taker = calloc(ends, sizeof m->taker[0]);
  if (!m->feeder || !m->taker)
    return false;
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    for (uint32_t port = 0; port < t->ports; port++) {
      struct link link = topology_link(t, sw, port);

      m->taker[(size_t)sw * t->ports + port] =
          link.to_switch << END_PORT_BITS | link.to_port;
      m->feeder[(size_t)link.to_switch * t->ports + link.to_port] =
          sw << END_PORT_BITS | port;
    }
  }
  if (memcmp(m->feeder, m->taker, ends * sizeof m->feeder[0]) == 0) {
    free(m->taker);
    m->taker = m->feeder;
  }
  return true;
}

static bool open_dut(struct verilated *m, bool network)
{
  char(*names)[NAME_BYTES] = calloc(m->instances, sizeof *names);
  const char **list = calloc(m->instances, sizeof *list);

  if (names && list) {
    for (uint32_t i = 0; i < m->instances; i++) {
      if (network)
        snprintf(names[i], NAME_BYTES, "network");
      else
        snprintf(names[i], NAME_BYTES, "s%" PRIu32, i);
      list[i] = names[i];
    }
    m->dut = m->plugin.ops->open(m->instances, list);
  }
  free(list);
  free(names);
  return m->dut != NULL;
}

static bool open_machine(struct machine *machine, const struct machine_ops *ops,
                         const struct plugin_request *request, struct err *err)
{
  const struct topology *t = request->shape->topology;
  bool network = request->network != NULL;
  struct verilated *m = calloc(1, sizeof *m);

  if (!m)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  m->shape = *request->shape;
  m->instances = network ? 1 : t->switches;
  if (!plugin_open(&m->plugin, request, err)) {
    free(m);
    return false;
  }
  m->eject = calloc(t->switches, sizeof m->eject[0]);
  m->inject = calloc(t->switches, sizeof m->inject[0]);
  if (!m->eject || !m->inject || !open_dut(m, network) ||
      !pins_open(&m->pins, m->plugin.ops, m->dut, t->switches, &m->shape.format) ||
      !allocate_wires(&m->now, m, !network) || !allocate_wires(&m->next, m, !network) ||
      !(network || wire_array(m))) {
    machine_close(m);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  }
  *machine = (struct machine){.ops = ops, .self = m};
  return machine_reset(m, err) || (machine_close(m), false);
}

bool array_open(struct machine *machine, const struct shape *shape,
                const char *const *dut_files, size_t dut_count, struct err *err)
{
  struct plugin_request request = {
      .shape = shape, .dut_files = dut_files, .dut_count = dut_count};

  return open_machine(machine, &array_ops, &request, err);
}

bool network_open(struct machine *machine, const struct shape *shape, const char *directory,
                  const char *const *dut_files, size_t dut_count, struct err *err)
{
  struct plugin_request request = {
      .shape = shape, .network = directory, .dut_files = dut_files, .dut_count = dut_count};

  return open_machine(machine, &network_ops, &request, err);
}
