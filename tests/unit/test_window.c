/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_window -- which switches of a run a waveform shows. */
#include "tests/unit/unit.h"
#include "tool/session/session.h"
#include "tool/session/window.h"

#include <string.h>

/* The switches of a list, in a hypercube.  False: err says why not. */
static bool switches(struct session *s, const char *spec, const char *list, struct err *err)
{
  *s = (struct session){.description = description_of(spec, NULL)};
  s->description.wave = "none.fst";
  s->description.wave_switches = list;
  assert_true(topology_open(&s->topology, spec, err));
  const bool good = window_switches(s, err);

  topology_close(&s->topology);
  return good;
}

TEST(test_switches_of_a_list)
{
  static const uint32_t wanted[] = {5, 0, 7};
  struct session s;
  struct err err;

  assert_true(switches(&s, "hypercube:3", "101,000,111", &err));
  assert_int_equal(s.wave_count, 3);
  assert_memory_equal(s.wave_switches, wanted, sizeof wanted);
  assert_true(switches(&s, "hypercube:3", "110", &err));
  assert_int_equal(s.wave_count, 1);
  assert_int_equal(s.wave_switches[0], 6);
}

/* Without a list: all that fit, or switch 0 and its neighbours. */
TEST(test_switches_without_a_list)
{
  struct session s;
  struct err err;

  assert_true(switches(&s, "hypercube:3", NULL, &err));
  assert_int_equal(s.wave_count, 8);
  assert_true(switches(&s, "hypercube:6", NULL, &err));
  assert_int_equal(s.wave_count, RECORDER_SWITCHES);
  assert_true(switches(&s, "hypercube:7", NULL, &err));
  assert_int_equal(s.wave_count, 8);
  assert_int_equal(s.wave_switches[0], 0);
}

static void refused(const char *list, const char *text)
{
  struct err err = {.kind = ERR_NONE};
  struct session s;

  assert_false(switches(&s, "hypercube:7", list, &err));
  CHECK(err.kind == ERR_USAGE && strstr(err.text, text), "%s: %s", list, err.text);
}

TEST(test_lists_that_are_refused)
{
  refused("", "the list is empty");
  refused("0000000,000000x", "000000x");
  refused("0000000,200", "200");
  refused("0000001,0000000,0000001", "'0000001' is named twice");
}

/* One more switch than a waveform can have. */
TEST(test_most_switches)
{
  char list[(RECORDER_SWITCHES + 1) * 8 + 1];
  struct err err = {.kind = ERR_NONE};
  struct session s;
  size_t used = 0;

  for (uint32_t sw = 0; sw <= RECORDER_SWITCHES; sw++)
    for (uint32_t bit = 0; bit < 8; bit++)
      list[used++] = bit == 7 ? ',' : "01"[sw >> (6 - bit) & 1];
  list[RECORDER_SWITCHES * 8 - 1] = '\0';
  assert_true(switches(&s, "hypercube:7", list, &err));
  assert_int_equal(s.wave_count, RECORDER_SWITCHES);
  list[RECORDER_SWITCHES * 8 - 1] = ',';
  list[used - 1] = '\0';
  assert_false(switches(&s, "hypercube:7", list, &err));
  assert_non_null(strstr(err.text, "at most 64 switches"));
}

/* Switches and cycles are those of a waveform. */
TEST(test_no_waveform)
{
  struct session s = {.description = description_of("hypercube:2", NULL)};
  struct err err = {.kind = ERR_NONE};

  assert_true(topology_open(&s.topology, "hypercube:2", &err));
  assert_true(window_switches(&s, &err));
  s.description.wave_switches = "00";
  assert_false(window_switches(&s, &err));
  assert_non_null(strstr(err.text, "--wave-switches says what to record"));
  s.description.wave_switches = NULL;
  s.description.wave_to = 3;
  assert_false(window_switches(&s, &err));
  assert_non_null(strstr(err.text, "--wave-cycles says what to record"));
  topology_close(&s.topology);
}
