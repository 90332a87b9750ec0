/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* difference -- compares all ports of two machines in a cycle.
 *
 * For every switch it compares: the valid bit of every queue, the ready bit and the eject
 * bit of every channel, and header and data of every packet that is offered or ejected.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_DIFFERENCE_H
#define LOCKHOP_RUN_LOCKSTEP_DIFFERENCE_H

#include "base/team.h"
#include "run/flow/flow.h"
#include "run/machine/machine.h"

/* The field that differs.  Within a cycle the lowest switch is reported; at the switch, the
 * first field of this list; for the field, the lowest port; at the port, the lowest VC. */
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

/* The kind of a difference. */
enum difference_kind {
  DIFFERENCE_VALUE,   /* the machines show different values */
  DIFFERENCE_MOORE,   /* an output of the design depends on an input of the same cycle */
  DIFFERENCE_STOPPED, /* the design stopped by itself at the end of the cycle */
  DIFFERENCE_RULE     /* a switch that is judged by its flow breaks a rule */
};

enum { DIFFERENCE_TEXT = 512 };

struct difference {
  enum difference_kind kind;
  uint64_t cycle;
  uint32_t at;   /* switch */
  uint32_t port; /* port of out_* and in_*, lane of inject_ready, channel of eject_* */
  uint32_t vc;   /* of out_* and in_*: the VC of packets; of a packet, its VC */
  enum difference_field field;
  uint64_t golden;            /* value in the golden machine */
  uint64_t dut;               /* value in the design under test */
  uint32_t others;            /* other switches that differ in the same cycle */
  struct moore_fault moore;   /* MOORE: the output and the input */
  bool in_reset;              /* STOPPED: before the first cycle */
  struct flow_fault flow;     /* RULE: which, and by what */
  char text[DIFFERENCE_TEXT]; /* STOPPED: the reason; `at` may be UINT32_MAX: unknown */
};

/* The port of rtl/switch/switch.v that carries the field, e.g. "out_valid", "eject_data".
 */
const char *difference_field_name(enum difference_field field);

/* Do the machines differ at this switch? */
bool difference_at(const struct shape *shape, const struct machine *golden,
                   const struct machine *dut, const struct links *golden_links,
                   const struct links *dut_links, uint32_t sw);

/* The difference that reports a violation of the Moore law. */
struct difference difference_moore(const struct shape *shape, uint64_t cycle,
                                   const struct moore_fault *fault);

/* The difference that reports a broken rule. */
struct difference difference_rule(const struct shape *shape,
                                  const struct flow_fault *fault);

/* Compare all switches, each thread of the team those of its part (NULL: one thread).
 * True: they differ, and *difference is set, except its cycle. */
bool difference_find(const struct shape *shape, const struct machine *golden,
                     const struct machine *dut, const struct links *golden_links,
                     const struct links *dut_links, struct team *team,
                     struct difference *difference);

#endif
