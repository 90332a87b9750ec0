/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube -- the claims of the hypercube switch paper. */
#include "papers/hypercube.h"

const char *const algorithm_names[ALGORITHMS] = {
    [DET] = "deterministic",
    [SYNC] = "rand-sync",
    [TRANS] = "rand-trans",
    [OOO] = "rand-trans-ooo",
    [DRAND] = "drand-trans-ooo",
    [FREE] = "drand-trans-ooo,forced=0",
    [SHARED] = "drand-trans-ooo,random=shared",
};

const char *const traffic_names[TRAFFICS] = {
    [RANDOM] = "random",         [TRANSPOSE] = "transpose",
    [REVERSAL] = "bit-reversal", [COMPLEMENT] = "bit-complement",
    [SHUFFLE] = "shuffle",
};

static const struct claim_part *const parts[] = {
    &claims_hypercube_network,    &claims_hypercube_remarks,
    &claims_hypercube_phases,     &claims_hypercube_choice,
    &claims_hypercube_evaluation, &claims_hypercube_results,
    &claims_hypercube_transpose,  &claims_hypercube_forms,
    &claims_hypercube_deadlock,   NULL};

const struct paper claims_hypercube = {
    .name = "hypercube",
    .title = "Rabbah, Puttaswamy, Specification and Switch Design for a Hypercube Routing "
             "Network",
    .parts = parts,
    .trials_text = means_trials_text,
    .close = claims_free_measured,
};
