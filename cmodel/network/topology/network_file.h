/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_file -- a network as a file describes it: docs/topologies/file.md.
 *
 * Reads JSON, an edge list or the anynet text of BookSim into one list of switches, links
 * and routes.  What needs the whole network, such as ports and paths, is decided by those
 * that use the list.  Errors name the file and the line.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_NETWORK_FILE_H
#define LOCKHOP_NETWORK_TOPOLOGY_NETWORK_FILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  NETWORK_SWITCHES = 512, /* at most */
  NETWORK_NAME = 32,      /* bytes of the name of a switch, its 0 included */
  NETWORK_LINKS = NETWORK_SWITCHES * 63,
  NETWORK_NOT_SAID = -1 /* a port, or a number of terminals */
};

struct network_switch {
  char name[NETWORK_NAME];
  int32_t terminals; /* or NETWORK_NOT_SAID */
  bool placed;
  double x, y; /* in a drawing; valid if placed */
  uint32_t line;
};

struct network_link {
  uint32_t from, to;          /* switches */
  int32_t from_port, to_port; /* [0, 63), or NETWORK_NOT_SAID */
  bool one_way;               /* false: a pair of links */
  uint32_t line;
};

/* At a switch, packets for a destination leave by this port and VC. */
struct network_route {
  uint32_t at, to;
  uint32_t port, vc;
  uint32_t line;
};

struct network_file {
  const char *path; /* the caller's */
  char *text;       /* [size] of the file, 0-terminated */
  size_t size;
  struct network_switch *switches;
  struct network_link *links;
  struct network_route *routes;
  uint32_t switch_count, link_count, route_count;
  uint32_t switch_room, link_room, route_room;
  bool says_terminals; /* the file says how many are at a switch */
  int32_t terminals;   /* at a switch that does not say its own number */
};

/* Read a file.  Errors: ERR_USAGE when the file cannot be read or is wrong, ERR_ENVIRONMENT
 * when memory is short; *f must be freed in any case. */
bool network_file_read(struct network_file *f, const char *path, struct err *err);

void network_file_free(struct network_file *f);

/* --- for those that read a format --- */

bool network_read_json(struct network_file *f, struct err *err);
bool network_read_edges(struct network_file *f, struct err *err);
bool network_read_anynet(struct network_file *f, struct err *err);

/* "PATH:LINE: " and the text; line 0: the whole file.  Returns false. */
bool network_refuse(const struct network_file *f, uint32_t line, struct err *err,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The switch of this name; UINT32_MAX: there is none. */
uint32_t network_find(const struct network_file *f, const char *name, size_t length);

/* Append, after checks of what can be checked alone: the name, ports in range, no link from
 * a switch to itself. */
bool network_add_switch(struct network_file *f, const char *name, size_t length,
                        uint32_t line, struct err *err);
bool network_add_link(struct network_file *f, const struct network_link *link,
                      struct err *err);
bool network_add_route(struct network_file *f, const struct network_route *route,
                       struct err *err);

#endif
