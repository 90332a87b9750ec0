/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_maximal -- what claims, and table 1, measure of MDF(K,M) and of D3(K,M) beside
 * it. */
#ifndef LOCKHOP_PAPERS_DRAGONFLY_MAXIMAL_H
#define LOCKHOP_PAPERS_DRAGONFLY_MAXIMAL_H

#include "papers/dragonfly.h"

enum { MAXIMAL_SIZES = 7, MAXIMAL_WIRINGS = 3 };
extern const struct lab_size maximal_sizes[MAXIMAL_SIZES];

/* MDF of the sizes with a wiring; that of machines is the first. */
struct survey maximal_survey(struct finding *f, size_t wiring);

/* Does one global link lead from each group to every other, and to itself if that is asked
 * for, or none? */
bool maximal_joins_all(const struct topology *t, bool itself);

/* Sizes of D3 that have K M fixed points; sizes of MDF, with all wirings, without any. */
uint32_t maximal_fixed_of_d3(struct finding *f);
uint32_t maximal_free_of_mdf(struct finding *f);

/* Sizes with K > 1, which are `of`, in which smaller MDF(L,M) stand. */
uint32_t maximal_nested(struct finding *f, size_t wiring, uint32_t *of);

/* A reading of that for each wiring. */
void maximal_judge_nested(struct finding *f);

/* Routers that one vector from all leads to, and most packets of one. */
struct landing {
  uint32_t routers, most;
};

struct landing maximal_land(const struct survey *s, struct d3_vector v);

/* Tables of MDF(2,2): all, with property 5, and with ascending rows besides. */
struct wirings {
  uint64_t all, nested, ascending;
};

struct wirings maximal_count_wirings(void);

#endif
