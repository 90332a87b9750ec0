/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated -- RTL as a machine: the array of switches, and the generated network. */
#include "network/verilated.h"

#include "base/bits.h"
#include "base/file.h"
#include "base/fst_check.h"
#include "network/plugin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  END_PORT_BITS = 6, /* of a packed end of a link: switch above, port below */
  NAME_BYTES = 16,   /* "s" and a switch number */
  CYCLE_PS = 10000,  /* a cycle in the waveform: 10 ns */
};

/* Pins of struct dut_pins, in its order. */
enum pin {
  IN_VALID,
  IN_PACKET,
  OUT_READY,
  INJECT_VALID,
  INJECT_PACKET,
  IN_READY,
  INJECT_READY,
  OUT_VALID,
  OUT_PACKET,
  EJECT_VALID,
  EJECT_PACKET,
  GOLDEN_VALID,
  GOLDEN_READY,
  GOLDEN_EJECT,
  GOLDEN_PACKET,
  DIFFER,
  CYCLE,
  PIN_COUNT
};

_Static_assert(sizeof(struct dut_pins) == PIN_COUNT * sizeof(void *), "enum pin is stale");

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
  uint32_t instances;  /* Verilated objects */
  uint32_t slot_words; /* words of a packet */
  uint64_t cycle;      /* ticks since reset */

  /* Pin k of switch s is at base[s] + offset[k]: all objects have one layout, so this takes
   * 8 bytes per switch, not 8 per pin.  Pins may lie at any multiple of 4 bytes. */
  unsigned char **base; /* [switches] */
  ptrdiff_t offset[PIN_COUNT];
  ptrdiff_t stride[PIN_COUNT]; /* network: bytes from a switch to the next; array: 0 */

  /* Array alone.  feeder[s * ports + p]: what arrives at channel p of s; taker: where what
   * leaves by port p arrives.  The same table where every link has its way back. */
  uint32_t *feeder;
  uint32_t *taker;

  struct wires now;  /* what the links show in this cycle */
  struct wires next; /* filled while the objects are evaluated one by one */
  uint64_t *eject;   /* [switches] */
  uint64_t *inject;  /* [switches] lanes that the injections of this tick use */

  bool recording;
  char wave_path[FILE_PATH];
  char wave_part[FILE_PATH]; /* where it is written until it is whole */
  uint32_t *recorded;        /* [recorded_count] switches */
  size_t recorded_count;
};

static unsigned char *pin_at(const struct verilated *m, uint32_t sw, enum pin pin)
{
  return m->base[sw] + m->offset[pin] + (ptrdiff_t)sw * m->stride[pin];
}

static uint64_t load(const unsigned char *pin)
{
  uint64_t word;

  memcpy(&word, pin, sizeof word);
  return word;
}

static void store(unsigned char *pin, uint64_t word)
{
  memcpy(pin, &word, sizeof word);
}

/* A packet's slot: header in the low bits, data above it. */
static void store_packet(const struct verilated *m, unsigned char *slot,
                         struct packet packet)
{
  uint32_t bits = m->shape.format.header_bits;
  uint64_t header = packet.header & bits_mask(bits);
  uint64_t data = packet.data & bits_mask(m->shape.format.data_bits);

  store(slot, bits < 64 ? header | data << bits : header);
  if (m->slot_words == 2)
    store(slot + sizeof data, bits < 64 ? data >> (64 - bits) : data);
}

static struct packet load_packet(const struct verilated *m, const unsigned char *slot)
{
  uint32_t bits = m->shape.format.header_bits;
  uint64_t low = load(slot);
  uint64_t high = m->slot_words == 2 ? load(slot + sizeof low) : 0;
  uint64_t data = bits < 64 ? low >> bits | high << (64 - bits) : high;

  return (struct packet){.header = low & bits_mask(bits),
                         .data = data & bits_mask(m->shape.format.data_bits)};
}

static size_t slot_bytes(const struct verilated *m)
{
  return m->slot_words * sizeof(uint64_t);
}

/* --- one cycle --- */

/* Show switch `sw` what the links bring in this cycle.  Packets are copied whether they are
 * valid or not, as wires do.  `words` is slot_words, a constant where this is called. */
static inline void gather(struct verilated *m, uint32_t sw, size_t words)
{
  const size_t ports = m->shape.topology->ports;
  const uint32_t *feeder = m->feeder + sw * ports;
  const uint32_t *taker = m->taker + sw * ports;
  unsigned char *base = m->base[sw];
  unsigned char *slot = base + m->offset[IN_PACKET];
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
  store(base + m->offset[IN_VALID], in_valid);
  store(base + m->offset[OUT_READY], out_ready);
  store(base + m->offset[INJECT_VALID], m->inject[sw]);
}

/* Read what switch `sw` shows after the edge. */
static inline void collect(struct verilated *m, uint32_t sw, size_t words)
{
  const size_t ports = m->shape.topology->ports;
  const unsigned char *base = m->base[sw];

  m->next.valid[sw] = load(base + m->offset[OUT_VALID]);
  m->next.ready[sw] =
      load(base + m->offset[IN_READY]) | load(base + m->offset[INJECT_READY]) << ports;
  m->eject[sw] = load(base + m->offset[EJECT_VALID]);
  memcpy(m->next.packets + sw * ports * words, base + m->offset[OUT_PACKET],
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
      gather(m, sw, m->slot_words);
    else
      store(pin_at(m, sw, INJECT_VALID), m->inject[sw]);
  }
}

static void collect_all(struct verilated *m)
{
  const uint32_t ports = m->shape.topology->ports;

  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++) {
    if (m->feeder) {
      collect(m, sw, m->slot_words);
      continue;
    }
    m->next.valid[sw] = load(pin_at(m, sw, OUT_VALID));
    m->next.ready[sw] = load(pin_at(m, sw, IN_READY)) | load(pin_at(m, sw, INJECT_READY))
                                                            << ports;
    m->eject[sw] = load(pin_at(m, sw, EJECT_VALID));
  }
}

/* Add the time `time_ps` to the waveform, with everything settled at this clock level. */
static void record(struct verilated *m, uint64_t time_ps, int clock)
{
  if (m->feeder) {
    for (size_t i = 0; i < m->recorded_count; i++)
      m->plugin.ops->eval(m->dut, m->recorded[i], m->recorded[i] + 1, clock);
  } else {
    m->plugin.ops->eval(m->dut, 0, 1, clock);
  }
  m->plugin.ops->wave_dump(m->dut, time_ps);
}

/* The same cycle in two passes, with a waveform: all inputs, then all edges. */
static void slow_step(struct verilated *m)
{
  uint64_t time_ps = m->cycle * CYCLE_PS;

  gather_all(m);
  if (m->recording) {
    for (size_t i = 0; i < m->recorded_count; i++)
      store(pin_at(m, m->recorded[i], CYCLE), m->cycle);
    record(m, time_ps, 1);
  }
  m->plugin.ops->eval(m->dut, 0, m->instances, 0);
  if (m->recording)
    m->plugin.ops->wave_dump(m->dut, time_ps + CYCLE_PS / 2);
  m->plugin.ops->eval(m->dut, 0, m->instances, 1);
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
    store_packet(m, pin_at(m, in->at, INJECT_PACKET) + in->lane * slot_bytes(m),
                 in->packet);
  }
  if (m->recording || !m->feeder)
    slow_step(m);
  else if (m->slot_words == 1)
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
      store(pin_at(m, sw, masks[k]), 0);
    memset(pin_at(m, sw, GOLDEN_PACKET), 0, t->ports * slot_bytes(m));
    memset(pin_at(m, sw, INJECT_PACKET), 0, m->shape.lanes * slot_bytes(m));
    if (m->feeder)
      memset(pin_at(m, sw, IN_PACKET), 0, t->ports * slot_bytes(m));
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

  return load_packet(m, pin_at(m, sw, OUT_PACKET) + port * slot_bytes(m));
}

static struct packet machine_eject_packet(const void *machine, uint32_t sw,
                                          uint32_t channel)
{
  const struct verilated *m = machine;

  return load_packet(m, pin_at(m, sw, EJECT_PACKET) + channel * slot_bytes(m));
}

static const char *machine_failure(void *machine)
{
  struct verilated *m = machine;

  return m->plugin.ops->failure(m->dut);
}

/* --- waveform --- */

/* Refuse what cannot become a file before the library touches it: it would remove a device
 * of this name. */
static bool wave_paths(struct verilated *m, const char *path, struct err *err)
{
  struct stat status;
  FILE *file;

  if (strlen(path) + NAME_BYTES + sizeof ".part" > sizeof m->wave_part)
    return err_set(err, ERR_USAGE, "the path of the waveform is too long");
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "cannot write the waveform '%.500s': not a regular file",
                   path);
  snprintf(m->wave_path, sizeof m->wave_path, "%s", path);
  snprintf(m->wave_part, sizeof m->wave_part, "%.*s.%ld.part", FILE_PATH - NAME_BYTES * 2,
           path, (long)getpid());
  file = fopen(m->wave_part, "w");
  if (!file)
    return err_set(err, errno == ENOSPC ? ERR_ENVIRONMENT : ERR_USAGE,
                   "cannot create '%.500s': %s", path, strerror(errno));
  fclose(file);
  return true;
}

static bool machine_wave_open(void *machine, const struct wave_request *request,
                              struct err *err)
{
  struct verilated *m = machine;
  const uint32_t all = 0;
  const uint32_t *instances = m->feeder ? request->switches : &all;
  uint32_t count = m->feeder ? (uint32_t)request->count : 1;

  if (!wave_paths(m, request->path, err))
    return false;
  m->recorded = malloc((request->count + 1) * sizeof m->recorded[0]);
  if (!m->recorded) {
    unlink(m->wave_part);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the waveform");
  }
  memcpy(m->recorded, request->switches, request->count * sizeof m->recorded[0]);
  m->recorded_count = request->count;
  if (m->plugin.ops->wave_open(m->dut, m->wave_part, instances, count) != 0) {
    free(m->recorded);
    m->recorded = NULL;
    unlink(m->wave_part);
    return err_set(err, ERR_ENVIRONMENT, "cannot write the waveform '%.500s'",
                   request->path);
  }
  m->recording = true;
  return true;
}

static void machine_wave_view(void *machine, const struct machine *golden, uint32_t differs)
{
  struct verilated *m = machine;
  uint32_t ports = m->shape.topology->ports;

  if (!m->recording)
    return;
  struct links links = golden->ops->links(golden->self);

  for (size_t i = 0; i < m->recorded_count; i++) {
    uint32_t sw = m->recorded[i];
    unsigned char *slot = pin_at(m, sw, GOLDEN_PACKET);

    store(pin_at(m, sw, GOLDEN_VALID), links.valid[sw]);
    store(pin_at(m, sw, GOLDEN_READY), links.ready[sw]);
    store(pin_at(m, sw, GOLDEN_EJECT), links.eject[sw]);
    store(pin_at(m, sw, DIFFER), sw == differs);
    for (uint32_t p = 0; p < ports; p++, slot += slot_bytes(m)) {
      struct packet packet = {0};

      if (links.valid[sw] >> p & 1)
        packet = golden->ops->out_packet(golden->self, sw, p);
      store_packet(m, slot, packet);
    }
  }
}

static bool machine_wave_close(void *machine, struct err *err)
{
  struct verilated *m = machine;
  struct err why;

  if (!m->recording)
    return true;
  /* The last cycle lasts its 10 ns too. */
  gather_all(m);
  record(m, m->cycle * CYCLE_PS, 1);
  m->plugin.ops->wave_close(m->dut);
  m->recording = false;
  free(m->recorded);
  m->recorded = NULL;
  if (!fst_check(m->wave_part, &why)) {
    unlink(m->wave_part);
    return err_set(err, ERR_ENVIRONMENT,
                   "cannot write the waveform '%.300s': is the disk full? (%.400s)",
                   m->wave_path, why.text);
  }
  if (rename(m->wave_part, m->wave_path) != 0) {
    unlink(m->wave_part);
    return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", m->wave_path,
                   strerror(errno));
  }
  return true;
}

/* --- opening and closing --- */

static void machine_close(void *machine)
{
  struct verilated *m = machine;

  if (!m)
    return;
  if (m->recording) {
    m->plugin.ops->wave_close(m->dut);
    unlink(m->wave_part);
  }
  if (m->dut)
    m->plugin.ops->close(m->dut);
  plugin_close(&m->plugin);
  if (m->taker != m->feeder)
    free(m->taker);
  free(m->feeder);
  free(m->base);
  free(m->now.valid);
  free(m->now.ready);
  free(m->now.packets);
  free(m->next.valid);
  free(m->next.ready);
  free(m->next.packets);
  free(m->eject);
  free(m->inject);
  free(m->recorded);
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

/* Find the pins, and that all switches have theirs in the same places.  False: they do
 * not. */
static bool find_pins(struct verilated *m, bool network)
{
  unsigned char *first[PIN_COUNT], *pins[PIN_COUNT];

  m->plugin.ops->pins(m->dut, 0, (struct dut_pins *)(void *)first);
  for (size_t k = 0; k < PIN_COUNT; k++)
    if (first[k])
      m->offset[k] = first[k] - first[INJECT_VALID];
  for (uint32_t sw = 0; sw < m->shape.topology->switches; sw++) {
    m->plugin.ops->pins(m->dut, sw, (struct dut_pins *)(void *)pins);
    m->base[sw] = network ? first[INJECT_VALID] : pins[INJECT_VALID];
    for (size_t k = 0; k < PIN_COUNT; k++) {
      if (network && sw == 1 && pins[k])
        m->stride[k] = pins[k] - first[k];
      if (pins[k] && pins[k] != pin_at(m, sw, (enum pin)k))
        return false;
    }
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
  m->slot_words = m->plugin.ops->slot_words;
  m->base = calloc(t->switches, sizeof m->base[0]);
  m->eject = calloc(t->switches, sizeof m->eject[0]);
  m->inject = calloc(t->switches, sizeof m->inject[0]);
  if (!m->base || !m->eject || !m->inject || !allocate_wires(&m->now, m, !network) ||
      !allocate_wires(&m->next, m, !network) || !(network || wire_array(m)) ||
      !open_dut(m, network)) {
    machine_close(m);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec);
  }
  if (!find_pins(m, network)) {
    machine_close(m);
    return err_set(err, ERR_ENVIRONMENT, "the plug-in's pins are not laid out evenly");
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
