/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* survey -- one question, asked of the networks of a list in turn.
 *
 * The survey opens a network, and closes the one before.  A judge counts in a loop:
 *
 *   struct survey s SURVEY_OF_BLOCK = survey_specs(f, specs, SPECS);
 *   uint32_t wrong = 0, pairs = 0;
 *
 *   for (; survey_next_pair(&s); pairs++)
 *     wrong += ...;
 *   reading(f, wrong == 0, "all %u pairs of %u networks: ...", pairs, s.count);
 */
#ifndef LOCKHOP_PAPERS_SURVEY_H
#define LOCKHOP_PAPERS_SURVEY_H

#include "papers/lab.h"

/* The numbers of a spec. */
struct lab_size {
  uint32_t k, m;
};

struct survey {
  struct finding *f;
  /* The list: specs; or a format for a spec, of one or two numbers, and these numbers. */
  const char *const *specs;     /* [count] or NULL */
  const char *format;           /* NULL with specs */
  const struct lab_size *sizes; /* [count] or NULL: numbers from `first` on */
  uint32_t first, count;
  /* What is opened besides; to be set before the first network. */
  const char *routed; /* a routing: its name, or "" for that of the network; NULL: none */
  bool searched;      /* the graph; survey_next_pair makes a search from each switch */
  /* The network that is open. */
  uint32_t opened; /* 1 + its place in the list */
  union {
    struct lab_size size; /* its numbers; both the same with `first` */
    struct {
      uint32_t k, m; /* of size */
    };
  };
  struct topology t;
  struct lab_graph g;
  const struct routing *routing;
  uint32_t from, to; /* the switch, or pair of switches */
};

#define SURVEY_OF_BLOCK __attribute__((cleanup(survey_close)))

struct survey survey_specs(struct finding *f, const char *const *specs, uint32_t count);
struct survey survey_sizes(struct finding *f, const char *format,
                           const struct lab_size *sizes, uint32_t count);
struct survey survey_range(struct finding *f, const char *format, uint32_t first,
                           uint32_t last);

/* Open the next network.  False: there is none, or s->f has failed. */
bool survey_next(struct survey *s);

/* Go on to the next switch `from`, in the next network after the last one. */
bool survey_next_switch(struct survey *s);

/* Go on to the next pair of switches `from` and `to`, in any order and also of a switch
 * with itself. */
bool survey_next_pair(struct survey *s);

void survey_close(struct survey *s);

#endif
