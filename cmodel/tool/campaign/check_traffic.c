/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_traffic -- the traffic and disturbances of lockhop check, as a table. */
#include "tool/campaign/check_traffic.h"

/* The rows that find the most bugs come first.  "@last" is the last terminal. */
static const struct check_traffic rows[] = {
    {.traffic = "uniform,load=1", .open_loop = true, .disturb = "stalls,resets,noise"},
    {.traffic = "random", .packets = 4},
    {.traffic = "hotspot,terminal=0,share=0.7",
     .load = 0.5,
     .open_loop = true,
     .disturb = "resets,noise"},
    {.traffic = "uniform,load=0.5,burst=8", .open_loop = true, .disturb = "all"},
    /* Where switches copy packets, d3. */
    {.traffic = "broadcast,source=@last,count=30,self-links=0",
     .disturb = "stalls,holds,noise"},
    {.traffic = "hotspot,terminal=@last,share=0.6,load=0.5",
     .open_loop = true,
     .data = "mixed",
     .disturb = "stalls,noise",
     .turn = CHECK_LATER},
    {.traffic = "hotspot,terminal=0,share=0.5,load=0.4",
     .open_loop = true,
     .data = "constant",
     .disturb = "stalls,noise",
     .turn = CHECK_LATER,
     .all = CHECK_STANDARD},
    {.traffic = "mix",
     .open_loop = true,
     .wraps = true,
     .disturb = "all",
     .turn = CHECK_LATER,
     .all = CHECK_DEEP},
    /* All pairs of terminals. */
    {.traffic = "gossip", .disturb = "stalls,noise", .turn = CHECK_SIZES},
    {.traffic = "headers", .uncounted = true, .disturb = "noise", .turn = CHECK_SIZES},
    {.traffic = "overtaking", .disturb = "noise", .turn = CHECK_SIZES},
    {.traffic = "broadcast,source=drawers,self-links=0",
     .disturb = "noise",
     .turn = CHECK_SIZES},
    {.traffic = "uniform,load=1", .open_loop = true, .turn = CHECK_LATER},
    {.traffic = "uniform,load=1",
     .open_loop = true,
     .zero = true,
     .turn = CHECK_LATER,
     .all = CHECK_STANDARD},
    {.traffic = "function", .packets = 2, .disturb = "holds,noise", .turn = CHECK_LATER},
#define LATER(t, p, d)                                                                     \
  {                                                                                        \
    .traffic = t, .packets = p, .disturb = d, .turn = CHECK_LATER, .first = CHECK_QUICK,   \
    .all = CHECK_STANDARD                                                                  \
  }
#define LATER_LOOP(t, d)                                                                   \
  {                                                                                        \
    .traffic = t, .open_loop = true, .disturb = d, .turn = CHECK_LATER,                    \
    .first = CHECK_STANDARD, .all = CHECK_STANDARD                                         \
  }
    LATER_LOOP("uniform,load=0.02", "noise"),
    LATER_LOOP("uniform,load=0.3", "all"),
    LATER_LOOP("hotspot,terminal=0,share=1,load=0.3", NULL),
    LATER_LOOP("hotspot,terminal=@last,share=1,load=0.3", "all"),
    LATER("bit-reversal", 2, "stalls"),
    LATER("transpose", 2, "all"),
    LATER("bit-complement", 2, NULL),
    LATER("shuffle", 2, "holds,noise"),
    LATER("identity", 2, "all"),
    LATER("tornado", 2, "stalls,noise"),
    LATER("neighbour", 2, "resets"),
    LATER("swap", 2, "all"),
    LATER("drawer-to-drawer", 2, NULL),
    LATER("relation,h=8", 0, "stalls,noise"),
    LATER("multicast,fanout=2", 2, NULL),
    LATER("gossip", 0, "all"),
    /* Terminals that wait for packets before they send. */
    {.traffic = "request-reply,load=0.3,service=3,window=2",
     .open_loop = true,
     .disturb = "stalls,noise",
     .turn = CHECK_LATER,
     .all = CHECK_STANDARD},
    {.traffic = "batch,service=0,window=1",
     .batch = true,
     .disturb = "noise",
     .turn = CHECK_LATER,
     .all = CHECK_STANDARD},
    {.traffic = "batch,window=4",
     .batch = true,
     .disturb = "all",
     .turn = CHECK_LATER,
     .all = CHECK_STANDARD},
    LATER("tokens,most=20", 0, NULL),
    {.traffic = "headers",
     .uncounted = true,
     .disturb = "noise",
     .turn = CHECK_LATER,
     .all = CHECK_STANDARD},
    LATER("overtaking", 0, "noise"),
    LATER("broadcast,source=drawers,self-links=0", 0, "noise"),
    LATER("broadcast,source=0", 0, "stalls"),
    LATER("broadcast,source=0,count=9", 0, NULL),
    LATER("all-to-all", 0, "noise"),
    LATER("all-to-all,order=zero-wait", 0, "all"),
    LATER("one-to-all,source=@last", 0, "noise"),
    LATER("all-to-one,sink=@last", 0, NULL),
    LATER("all-to-all+uniform,load=0.7,warmup=50", 0, "resets,noise"),
    LATER("exchange", 0, "stalls,noise"),
    LATER("hypercube-embedding", 0, NULL),
#define ENGINES(t, d, least)                                                               \
  {                                                                                        \
    .traffic = t, .disturb = d, .turn = CHECK_ENGINES, .first = least, .all = least        \
  }
    ENGINES("all-to-all-personalized,words=3,startup=2", "stalls,noise", CHECK_QUICK),
    ENGINES("all-to-all-broadcast,words=3", NULL, CHECK_QUICK),
    /* Memories full to the last word, where the network has 2^n switches. */
    ENGINES("all-to-all-broadcast,words=8", "stalls,noise", CHECK_QUICK),
    ENGINES("one-to-all-broadcast,words=3,startup=2", "resets,noise", CHECK_QUICK),
    ENGINES("one-to-all-personalized,word=2", NULL, CHECK_QUICK),
    /* The same engines with numbers of more bits. */
    ENGINES("one-to-all-broadcast,words=3,startup=300,word=9", NULL, CHECK_QUICK),
    ENGINES("all-to-all-broadcast,words=8,startup=5", "noise", CHECK_QUICK),
    ENGINES("one-to-all-broadcast,words=9", "stalls,noise", CHECK_QUICK),
    ENGINES("one-to-all-broadcast,words=20,startup=3,word=5", "noise", CHECK_STANDARD),
    ENGINES("one-to-many-broadcast,count=2,words=2,startup=1", "all", CHECK_STANDARD),
    ENGINES("all-to-all-broadcast", "noise", CHECK_STANDARD),
    ENGINES("all-to-all-personalized", "all", CHECK_STANDARD),
    ENGINES("one-to-all-broadcast,source=@last", NULL, CHECK_STANDARD),
};

const struct check_traffic *check_traffic_rows(size_t *count)
{
  *count = sizeof rows / sizeof rows[0];
  return rows;
}

/* Dense, sparse, to one terminal, in copies: each finds bugs that the others miss. */
static const struct check_traffic further[] = {
    {.traffic = "uniform,load=0.7,burst=4", .open_loop = true, .disturb = "all"},
    {.traffic = "random", .packets = 4, .disturb = "stalls,holds,noise"},
    {.traffic = "hotspot,terminal=0,share=1",
     .open_loop = true,
     .few = true,
     .disturb = "stalls,holds,noise"},
    {.traffic = "uniform,load=0.15", .open_loop = true, .disturb = "stalls,holds,noise"},
    {.traffic = "hotspot,terminal=@last,share=0.4",
     .load = 0.8,
     .open_loop = true,
     .disturb = "all"},
    {.traffic = "hotspot,terminal=0,share=1",
     .open_loop = true,
     .few = true,
     .disturb = "holds,noise"},
    {.traffic = "multicast,fanout=3", .packets = 2, .disturb = "all"},
    {.traffic = "uniform,load=1", .open_loop = true, .disturb = "all"},
    {.traffic = "broadcast,source=@last,count=20", .disturb = "all"},
    {.traffic = "hotspot,terminal=@last,share=1",
     .open_loop = true,
     .few = true,
     .disturb = "all"},
    {.traffic = "uniform,load=0.4", .open_loop = true, .disturb = "resets,noise"},
    {.traffic = "relation,h=12", .disturb = "all"},
};

const struct check_traffic *check_traffic_further(size_t *count)
{
  *count = sizeof further / sizeof further[0];
  return further;
}
