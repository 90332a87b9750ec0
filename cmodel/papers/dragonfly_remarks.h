/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_remarks -- judges of what the paper says in passing; the rows are with those of
 * their sections. */
#ifndef LOCKHOP_PAPERS_DRAGONFLY_REMARKS_H
#define LOCKHOP_PAPERS_DRAGONFLY_REMARKS_H

#include "papers/claims.h"

claim_judge dragonfly_judge_exchanges; /* 1.3: rounds in which routers send to each other */
claim_judge dragonfly_judge_slots;     /* 6.3: routers in slots of other numbers */
claim_judge dragonfly_judge_rewiring;  /* 6.4: wires that a further cabinet moves */
claim_judge dragonfly_judge_rounds;    /* 9.3: conflicts within a round */
claim_judge dragonfly_judge_radix;     /* 11.17: local and global ports of one radix */
claim_judge dragonfly_judge_fewest;    /* T5.6: the shorter of both one-to-alls */

#endif
