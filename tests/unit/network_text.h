/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_text -- networks that tests write into a file of their own. */
#ifndef LOCKHOP_TESTS_UNIT_NETWORK_TEXT_H
#define LOCKHOP_TESTS_UNIT_NETWORK_TEXT_H

#include "network/topology/topology.h"
#include "tests/unit/unit.h"

/* The file of this process. */
static inline const char *network_path(void)
{
  static char path[64];

  snprintf(path, sizeof path, "build/network-%d", (int)getpid());
  return path;
}

/* Open "file:PATH" and `more` of a file with this text. */
static inline bool network_open(struct topology *t, const char *text, const char *more,
                                struct err *err)
{
  char spec[2 * TOPOLOGY_SPEC];

  *err = (struct err){.kind = ERR_NONE};
  assert_true(file_write(network_path(), text, strlen(text), err));
  snprintf(spec, sizeof spec, "file:%s%s", network_path(), more);
  const bool good = topology_open(t, spec, err);
  unlink(network_path());
  return good;
}

static inline void network_must_open(struct topology *t, const char *text)
{
  struct err err;

  if (!network_open(t, text, "", &err))
    fail_msg("%s: %s", text, err.text);
}

static inline void network_refused(const char *text, const char *part)
{
  TOPOLOGY_OF_BLOCK(t);
  struct err err;

  CHECK(!network_open(&t, text, "", &err), "'%s' is taken", text);
  check_error(&err, ERR_USAGE, part, text);
  check_error(&err, ERR_USAGE, network_path(), text);
}

#endif
