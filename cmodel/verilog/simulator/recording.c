/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* recording -- the waveform of a Verilated machine, from opening to the complete file. */
#include "verilog/simulator/recording.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum {
  TABLE_BYTES = 1 << 18,
  TABLE_PACKETS = 32, /* packets per channel that a switch has wires for, at most */
  TABLE_COPIES = 4    /* bytes per bit */
};

/* A generous bound on the tables of the FST library. */
static uint64_t table_bytes(const struct shape *shape, size_t switches)
{
  uint64_t packet_bits = shape->format.header_bits + shape->format.data_bits;
  uint64_t packets = (uint64_t)shape_channels(shape) * (shape->depth + TABLE_PACKETS);

  return TABLE_BYTES + switches * packets * packet_bits * TABLE_COPIES;
}

bool recording_open(struct recording *r, const struct dut_ops *ops, void *dut,
                    const struct shape *shape, const struct wave_request *request,
                    struct err *err)
{
  const uint32_t all = 0;
  const bool one_object = ops->switches_per_instance > 1;
  size_t switches = one_object ? shape->topology->switches : request->count;

  if (!wave_part_open(&r->file, request->path, table_bytes(shape, switches), err))
    return false;
  r->switches = malloc((request->count + 1) * sizeof r->switches[0]);
  if (!r->switches) {
    wave_part_abandon(&r->file);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the waveform");
  }
  for (size_t i = 0; i < request->count; i++)
    r->switches[i] = request->switches[i];
  r->count = request->count;
  r->one_object = one_object;
  if (ops->wave_open(dut, r->file.path, one_object ? &all : r->switches,
                     one_object ? 1 : (uint32_t)r->count) != 0) {
    wave_part_abandon(&r->file);
    free(r->switches);
    r->switches = NULL;
    return err_set(err, ERR_ENVIRONMENT, "cannot write the waveform '%.500s'",
                   request->path);
  }
  r->active = true;
  return true;
}

void recording_beside(const struct recording *r, const struct pins *pins, uint32_t ports,
                      uint32_t vcs, const struct machine *other, const struct links *links,
                      const bool *differs)
{
  const uint64_t one_port = bits_mask(vcs);

  if (!r->active)
    return;
  for (size_t i = 0; i < r->count; i++) {
    uint32_t sw = r->switches[i];

    pin_store(pins_at(pins, sw, GOLDEN_VALID), links->valid[sw]);
    pin_store(pins_at(pins, sw, GOLDEN_READY), links->ready[sw]);
    pin_store(pins_at(pins, sw, GOLDEN_EJECT), links->eject[sw]);
    pin_store(pins_at(pins, sw, DIFFER), differs[i]);
    for (uint32_t p = 0; p < ports; p++) {
      struct packet packet = {0};

      if (links->valid[sw] >> p * vcs & one_port)
        packet = other->ops->out_packet(other->self, sw, p);
      pins_store_packet(pins, pins_slot(pins, sw, GOLDEN_PACKET, p), packet);
    }
  }
}

/* Record this time, with everything settled while clk stays 1. */
static void dump_settled(const struct recording *r, const struct dut_ops *ops, void *dut,
                         uint64_t time_ps)
{
  if (r->one_object)
    ops->eval(dut, 0, 1, 1);
  else
    for (size_t i = 0; i < r->count; i++)
      ops->eval(dut, r->switches[i], r->switches[i] + 1, 1);
  ops->wave_dump(dut, time_ps);
}

void recording_begin_cycle(const struct recording *r, const struct dut_ops *ops, void *dut,
                           const struct pins *pins, uint64_t cycle)
{
  if (!r->active)
    return;
  for (size_t i = 0; i < r->count; i++)
    pin_store(pins_at(pins, r->switches[i], CYCLE), cycle);
  dump_settled(r, ops, dut, cycle * RECORDING_CYCLE_PS);
}

void recording_falling_edge(const struct recording *r, const struct dut_ops *ops, void *dut,
                            uint64_t cycle)
{
  if (r->active)
    ops->wave_dump(dut, cycle * RECORDING_CYCLE_PS + RECORDING_CYCLE_PS / 2);
}

/* The library has closed the file. */
static void end(struct recording *r, const struct dut_ops *ops, void *dut)
{
  ops->wave_close(dut);
  free(r->switches);
  r->switches = NULL;
  r->active = false;
}

void recording_abandon(struct recording *r, const struct dut_ops *ops, void *dut)
{
  if (!r->active)
    return;
  end(r, ops, dut);
  wave_part_abandon(&r->file);
}

bool recording_close(struct recording *r, const struct dut_ops *ops, void *dut,
                     struct err *err)
{
  const struct dut_failure *failure = r->active ? ops->failure(dut) : NULL;

  if (!r->active)
    return true;
  if (failure && failure->kind == DUT_NO_MEMORY) {
    recording_abandon(r, ops, dut);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the waveform");
  }
  end(r, ops, dut);
  return wave_part_commit(&r->file, err);
}
