/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* difference -- do two machines show the same on every port in this cycle?
 *
 * Compared are, for every switch: the valid bit of every queue, the ready bit of every
 * channel, the eject bit of every channel, and header and data of every packet that is
 * offered or ejected.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_DIFFERENCE_H
#define LOCKHOP_RUN_LOCKSTEP_DIFFERENCE_H

#include "run/machine/machine.h"

/* What differs; within a cycle the lowest switch is reported, within it the first of these,
 * within that the lowest port, there the lowest VC. */
enum difference_field {
  DIFFERENCE_OUT_VALID,
  DIFFERENCE_OUT_HEADER,
  DIFFERENCE_OUT_DATA,
  DIFFERENCE_IN_READY,
  DIFFERENCE_INJECT_READY,
  DIFFERENCE_EJECT_VALID,
  DIFFERENCE_EJECT_HEADER,
  DIFFERENCE_EJECT_DATA
};

/* How it was found. */
enum difference_kind {
  DIFFERENCE_VALUE,  /* the machines show different values */
  DIFFERENCE_MOORE,  /* an output of the design depends on an input of the same cycle */
  DIFFERENCE_STOPPED /* the design has stopped by itself, at the end of the cycle */
};

enum { DIFFERENCE_TEXT = 512 };

struct difference {
  enum difference_kind kind;
  uint64_t cycle;
  uint32_t at;   /* switch */
  uint32_t port; /* port of out_* and in_*, lane of inject_ready, channel of eject_* */
  uint32_t vc;   /* of out_* and in_*: the VC of packets; of a packet, its VC */
  enum difference_field field;
  uint64_t golden;            /* value of the field in the golden machine */
  uint64_t dut;               /* and in the design under test */
  uint32_t others;            /* other switches that differ in the same cycle */
  struct moore_fault moore;   /* MOORE: which output and input */
  bool in_reset;              /* STOPPED: before the first cycle */
  char text[DIFFERENCE_TEXT]; /* STOPPED: why; `at` may be UINT32_MAX, not known */
};

/* The port of rtl/switch/switch.v that carries the field, e.g. "out_valid", "eject_data".
 */
const char *difference_field_name(enum difference_field field);

/* Do the machines differ at this switch? */
bool difference_at(const struct shape *shape, const struct machine *golden,
                   const struct machine *dut, const struct links *golden_links,
                   const struct links *dut_links, uint32_t sw);

/* The difference that a broken Moore law is. */
struct difference difference_moore(const struct shape *shape, uint64_t cycle,
                                   const struct moore_fault *fault);

/* Compare all switches.  True, and *difference filled (but for cycle), when they differ in
 * a value. */
bool difference_find(const struct shape *shape, const struct machine *golden,
                     const struct machine *dut, const struct links *golden_links,
                     const struct links *dut_links, struct difference *difference);

#endif
