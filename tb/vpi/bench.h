/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bench -- the designs of a bench, and the golden network or the judge beside them. */
#ifndef LOCKHOP_TB_VPI_BENCH_H
#define LOCKHOP_TB_VPI_BENCH_H

#include "../common/judged.h"
#include "bus.h"

enum input {
  RST,
  HERE,
  SEED,
  PHASE,
  IN_VALID,
  IN_PACKET,
  OUT_READY,
  INJECT_VALID,
  INJECT_PACKET,
  INPUTS
};

enum output {
  IN_READY,
  OUT_VALID,
  OUT_PACKET,
  INJECT_READY,
  EJECT_VALID,
  EJECT_PACKET,
  OUTPUTS
};

enum { LINE_TEXT = 240 };

struct bench {
  struct lockhop_network *network;
  struct lockhop_shape shape;
  struct lockhop_outputs *expected; /* [switches] */
  bool is_judged;                   /* by `judged`; else compared with `expected` */
  struct judged judged;
  bool shown;              /* since the latest $lockhop_drive */
  char unknown[LINE_TEXT]; /* the first x or z of this cycle, where nothing is expected */
  struct bus input[INPUTS], output[OUTPUTS];
  uint32_t resets; /* edges left of the reset before cycle 0 */
  uint64_t cycle;  /* that is compared next */
  bool over;       /* the verdict is known */
  int code;
};

void bench_say(const char *line);

/* Says the verdict; returns false. */
bool bench_stop(struct bench *bench, int code, const char *line);

/* The arguments of the call, `count` of them.  False: there are others, and all is over. */
bool bench_arguments(struct bench *bench, vpiHandle handles[], size_t count);

/* The network of +run, for a design with the parameters of the call.  False: all is over.
 */
bool bench_open(struct bench *bench);

/* Do the pins of a switch, as they are in `output`, show what is expected?  False: `line`
 * has the first difference. */
bool compare_switch(const struct bench *bench, uint32_t sw, char line[LINE_TEXT]);

/* What they show; x and z are 0.  False: a bit that means something is x or z, and `line`
 * has the first one. */
bool compare_read(const struct bench *bench, uint32_t sw, struct lockhop_outputs *outputs,
                  char line[LINE_TEXT]);

#endif
