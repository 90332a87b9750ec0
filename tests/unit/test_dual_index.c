/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dual_index -- the example of the paper, every index there and back, and texts that
 * are none. */
#include "network/topology/dual_index.h"

#include "network/topology/hdn.h"
#include "tests/unit/unit.h"

TEST(test_example)
{
  struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  const struct dual_net *net = hdn_net(&t);
  char text[DUAL_INDEX_TEXT];
  uint32_t sw;

  assert_true(dual_index_parse(net, 1, "0.0/1.4.2.3", &sw));
  dual_index_print(net, 2, sw, text);
  assert_string_equal(text, "0.0.19.2");
  dual_index_print(net, 0, sw, text);
  assert_string_equal(text, "0.0/1.4/1.0.2");
  assert_int_equal(dual_index_serial(net, 1, (struct dual_id){1, 4, 2, 3}), 285);
  assert_true(dual_index_parse(net, 2, "1.19.19.14", &sw));
  assert_int_equal(sw, 11999);
  dual_index_print(net, 1, sw, text);
  assert_string_equal(text, "1.19/1.4.4.5");
}

TEST(test_there_and_back)
{
  static const char *const specs[] = {"rdn:3:1",       "rdn:2:2",     "hdn:2x2:2",
                                      "hdn:2x2:2,2@2", "hdn:2x3:3,2", "dual-cube:3"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const struct dual_net *net = hdn_net(&t);

    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t level = 0; level <= net->levels; level++) {
        char text[DUAL_INDEX_TEXT];
        uint32_t back = UINT32_MAX;

        dual_index_print(net, level, sw, text);
        CHECK(dual_index_parse(net, level, text, &back) && back == sw, "%s: %s is %u",
              t.spec, text, back);
      }
  }
}

TEST(test_serials)
{
  struct topology t = topology_of("hdn:2x3:3,2");
  const struct dual_net *net = hdn_net(&t);

  for (uint32_t level = 1; level <= 2; level++)
    for (uint32_t serial = 0; serial < net->nodes[level]; serial++)
      assert_int_equal(
          dual_index_serial(net, level, dual_index_of_serial(net, level, serial)), serial);
}

TEST(test_texts_that_are_none)
{
  struct topology t = topology_of("hdn:2x3x5:2x3,3x5");
  const struct dual_net *net = hdn_net(&t);
  static const struct {
    uint32_t level;
    const char *text;
  } wrong[] = {{2, ""},
               {2, "0.0.0"},
               {2, "2.0.0.0"},
               {2, "0.20.0.0"},
               {2, "0.0.0.15"},
               {2, "0.0.0.0.0"},
               {2, "0.0/0.0.0.0"},
               {1, "0.0.0.0"},
               {1, "0.0/0.0.5.0"},
               {1, "0.20/0.0.0.0"},
               {1, "0.0/0.0/0.0.0"},
               {1, "0.0/"},
               {0, "0.0/0.0/2.0.0"},
               {0, "0.0/0.0.0"},
               {0, "00000000000000000000000000000000000000000000000000000000000000.0/0"}};
  uint32_t sw;

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK(!dual_index_parse(net, wrong[i].level, wrong[i].text, &sw), "%u:%s",
          wrong[i].level, wrong[i].text);
}
