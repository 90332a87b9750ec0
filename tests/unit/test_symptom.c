/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_symptom -- a first difference by its port or rule and its place at the switch. */
#include "tool/console/symptom.h"

#include "tests/unit/support.h"

static void assert_symptom(const struct difference *d, uint32_t vcs, const char *what,
                           const char *place)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 2, 4, 40);

  shape.vcs = vcs;
  const struct symptom symptom = symptom_of(d, &shape);

  CHECK(strcmp(symptom.what, what) == 0, "'%s', not '%s'", symptom.what, what);
  CHECK(strcmp(symptom.place, place) == 0, "'%s', not '%s'", symptom.place, place);
}

static struct difference value(enum difference_field field, uint32_t port, uint32_t vc)
{
  return (struct difference){
      .kind = DIFFERENCE_VALUE, .field = field, .port = port, .vc = vc};
}

static struct difference rule(enum flow_rule which, uint32_t exit)
{
  return (struct difference){.kind = DIFFERENCE_RULE,
                             .flow = {.rule = which, .exit = exit}};
}

TEST(test_values)
{
  const struct difference out = value(DIFFERENCE_OUT_DATA, 2, 1);
  const struct difference ready = value(DIFFERENCE_IN_READY, 0, 0);
  const struct difference inject = value(DIFFERENCE_INJECT_READY, 1, 0);

  assert_symptom(&out, 1, "out_data", "port 2");
  assert_symptom(&out, 2, "out_data", "port 2 VC 1");
  assert_symptom(&ready, 1, "in_ready", "port 0");
  assert_symptom(&inject, 2, "inject_ready", "lane 1");
}

/* What is ejected is at a channel: those of ports, then the lanes. */
TEST(test_ejection)
{
  const struct difference d = value(DIFFERENCE_EJECT_DATA, 4, 0);

  assert_symptom(&d, 1, "eject_data", "lane 1");
  assert_symptom(&d, 2, "eject_data", "port 2 VC 0");
  assert_symptom(&d, 3, "eject_data", "port 1 VC 1");
}

TEST(test_rules)
{
  struct difference order = rule(FLOW_ORDER, 5);
  const struct difference eject = rule(FLOW_EJECT, FLOW_TERMINAL);
  const struct difference vcs = rule(FLOW_ONE_VC, 5), sends = rule(FLOW_SENDS, 5);

  assert_symptom(&order, 2, "rule order", "port 2 VC 1");
  assert_symptom(&eject, 2, "rule eject", "ejection");
  assert_symptom(&vcs, 2, "rule one-vc", "port 2");
  assert_symptom(&sends, 2, "rule sends", "");
  order.flow.end_to_end = true;
  assert_symptom(&order, 2, "rule order", "");
}

TEST(test_laws_and_stops)
{
  const struct difference moore = {.kind = DIFFERENCE_MOORE,
                                   .moore = {.output = "in_ready", .input = "out_ready"}};
  const struct difference no_input = {.kind = DIFFERENCE_MOORE,
                                      .moore = {.output = "in_ready"}};
  const struct difference stopped = {.kind = DIFFERENCE_STOPPED};

  assert_symptom(&moore, 1, "Moore law: in_ready depends on out_ready", "");
  assert_symptom(&no_input, 1, "Moore law: in_ready depends on inputs", "");
  assert_symptom(&stopped, 1, "the design stopped by itself", "");
}

TEST(test_lines_of_other_outcomes)
{
  static const char *const lines[][2] = {
      {"lost: packet 3 from 0 to 1", "lost"},
      {"livelock: packets move, but for 9 cycles", "livelock"},
      {"deadlock in step 3: 2 packets are kept", ""},
      {"no colon", ""},
      {"", ""},
  };

  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    assert_string_equal(symptom_of_line(lines[i][0]).what, lines[i][1]);
}
