/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ranks -- processes that make one run together, each with its part of a network.
 *
 * All ranks do the same exchanges in the same order.  In an exchange every rank gives every
 * other one some bytes: it fills the boxes `out`, calls ranks_begin, may work on something
 * else, and calls ranks_end; then the boxes `in` hold what the others gave.  How bytes
 * travel is not known here (struct ranks_ops).
 */
#ifndef LOCKHOP_BASE_RANKS_H
#define LOCKHOP_BASE_RANKS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RANKS_MOST = 1024 };

struct ranks_box {
  uint8_t *bytes; /* [size], room for `room` */
  size_t size, room;
  size_t taken; /* bytes that have been read */
};

struct ranks;

struct ranks_ops {
  /* Start to send every box of `out` but that of the rank itself, and to receive.  The
   * boxes stay as they are until end() returns. */
  void (*begin)(struct ranks *ranks);
  /* Wait until every box of `in` but the own one holds what its rank sent. */
  void (*end)(struct ranks *ranks);
  /* This rank cannot go on: say why, and end all ranks with this exit code.  Does not
   * return, except in tests. */
  void (*fail)(struct ranks *ranks, int code, const char *text);
};

struct ranks {
  const struct ranks_ops *ops;
  void *self;           /* of the ops */
  uint32_t rank, count; /* [0, count); [2, RANKS_MOST] */
  uint32_t here;        /* ranks that share the memory of this machine, this one included */
  struct ranks_box *out, *in; /* [count]; the own ones are not sent */
};

/* Make the boxes.  Error: ERR_ENVIRONMENT. */
bool ranks_open(struct ranks *ranks, struct err *err);
void ranks_close(struct ranks *ranks);

/* Room for `size` more bytes at the end of a box, which has them then.  Alignment: that of
 * sums of sizes so far.  NULL: memory is short. */
void *ranks_append(struct ranks_box *box, size_t size);

/* The next `size` bytes of a box; NULL: there are not so many left. */
const void *ranks_take(struct ranks_box *box, size_t size);

/* Empty all boxes `out`. */
void ranks_clear(struct ranks *ranks);

/* Append the same bytes to the boxes for all others.  False: memory is short. */
bool ranks_tell(struct ranks *ranks, const void *bytes, size_t size);

/* What ranks_tell has told to all, and nothing else: the box of any other, to be taken from
 * as the boxes `in` are. */
static inline struct ranks_box ranks_said(const struct ranks *ranks)
{
  struct ranks_box box = ranks->out[ranks->rank == 0];

  box.taken = 0;
  return box;
}

static inline void ranks_begin(struct ranks *ranks)
{
  ranks->ops->begin(ranks);
}

static inline void ranks_end(struct ranks *ranks)
{
  ranks->ops->end(ranks);
}

/* An exchange of as many bytes from every rank: all[count * size] are those of the ranks in
 * their order, own ones too.  Error: ERR_ENVIRONMENT
 * when memory is short, or when ranks are out of step. */
bool ranks_collect(struct ranks *ranks, const void *mine, size_t size, void *all,
                   struct err *err);

#endif
