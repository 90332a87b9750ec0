/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_network_file -- the formats of networks in files, and what is refused in them. */
#include "network/topology/network_file.h"

#include "tests/unit/network_text.h"

#define HEAD "{\"version\": 1,\n\"switches\": [\"a\", \"b\", \"c\"],\n\"links\": "
#define TRIANGLE "[[\"a\", \"b\"], [\"b\", \"c\"],\n[\"c\", \"a\"]]"

static const struct {
  const char *text, *error;
} wrong[] = {
    {"", "at least 2 switches; this file has 0"},
    {"# nothing\n", "at least 2 switches"},
    {"{", ":1: not JSON: "},
    {"{\"version\": 1,\n \"switches\": [\"a\",,]}", ":2: not JSON: "},
    {"{\"version\": 1, \"version\": 1}", "not JSON: duplicate object key"},
    {"{}", ":1: \"version\": 1 is missing"},
    {"{\"version\": 2}", ":1: \"version\" must be 1"},
    {"{\"version\": 1}", ":1: \"switches\" is missing, or no array"},
    {"{\"version\": 1, \"name\": 5}", "\"name\" must be a text"},
    {"{\"version\": 1,\n\n\"swithces\": []}", ":3: unknown key 'swithces'"},
    {"{\"version\": 1, \"switches\": [\n1]}", ":2: a switch is a name, or an object"},
    {"{\"version\": 1, \"switches\": [\"a\",\n\"a\"]}", ":2: switch 'a' is there twice"},
    {"{\"version\": 1, \"switches\": [\"a b\"]}", "'a b' is no name of a switch"},
    {"{\"version\": 1, \"switches\": [\"\"]}", "'' is no name of a switch"},
    {"{\"version\": 1, \"switches\": [\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]}",
     "it has 1 to 31 letters"},
    {"{\"version\": 1, \"switches\": [{\"name\": \"a\",\n\"terminal\": 1}]}",
     ":2: unknown key 'terminal'"},
    {"{\"version\": 1, \"switches\": [{\"name\": \"a\", \"terminals\": 64}]}",
     "\"terminals\" must be a whole number from 0 to 63"},
    {"{\"version\": 1, \"switches\": [{\"name\": \"a\", \"at\": [1]}]}",
     "\"at\" must be two numbers"},
    {"{\"version\": 1, \"switches\": [\"a\", {\"name\": \"b\", \"at\": [1, 2]}], "
     "\"links\": [[\"a\", \"b\"]]}",
     "'a' has no \"at\", and 'b' has"},
    {HEAD "[]}", "there are no links"},
    {HEAD "{}}", ":3: \"links\" is missing, or no array"},
    {HEAD "[[\"a\"]]}", ":3: a link is a pair of names, or an object"},
    {HEAD "[[\"a\", \"b\"],\n[\"a\", \"x\"]]}",
     ":4: the second end of the link is 'x', which is no switch; add it"},
    {HEAD "[[\"a\", 3]]}", "the second end of the link must be the name of a switch"},
    {HEAD "[{\"from\": \"a\"}]}", "\"to\" of the link must be the name of a switch"},
    {HEAD "[{\"from\": \"a\", \"to\": \"b\", \"port\": 1}]}", "unknown key 'port'"},
    {HEAD "[{\"from\": \"a\", \"to\": \"b\",\n\"from_port\": 63}]}",
     ":4: \"from_port\" must be a whole number from 0 to 62"},
    {HEAD "[{\"from\": \"a\", \"to\": \"b\", \"one_way\": 1}]}",
     "\"one_way\" must be true or false"},
    {HEAD "[[\"a\", \"a\"]]}", ":3: the link leads from 'a' to itself"},
    {HEAD "[{\"from\": \"a\", \"from_port\": 2, \"to\": \"b\"},\n{\"from\": \"c\", "
          "\"to_port\": 2, \"to\": \"a\"}]}",
     ":4: port 2 of 'a' has a link already"},
    {HEAD "[[\"a\", \"b\"]]}", ":2: there is no path from 'a' to 'c'"},
    {HEAD "[[\"a\", \"b\"], {\"from\": \"c\", \"to\": \"a\", \"one_way\": true}]}",
     "there is no path from 'a' to 'c'"},
    {"{\"version\": 1, \"terminals\": 0, \"switches\": [\"a\", \"b\"], \"links\": "
     "[[\"a\", \"b\"]]}",
     "no switch has terminals; at least 2 must"},
    {"{\"version\": 1, \"switches\": [\"a\",\n{\"name\": \"b\", \"terminals\": 2}], "
     "\"links\": [[\"a\", \"b\"]]}",
     ":2: 'b' has 2 terminals and 'a' has 1"},
    {HEAD TRIANGLE ", \"routes\": []}", "\"routes\" must be an object"},
    {HEAD TRIANGLE ",\n\"routes\": {\"x\": {}}}",
     ":5: \"routes\" has 'x', which is no switch"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"x\": 0}}}", "\"routes\" leads to 'x'"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"b\": 63}}}", "a route is a port from 0 to 62"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"b\": [0, 8]}}}", "a VC from 0 to 7"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"b\": [0]}}}", "or [port, VC]"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"a\": 0}}}", "where packets have arrived"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"b\": 0}}}", "\"routes\" of 'a' has no 'c'"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"b\": 5}}}", "port 5 of 'a' has no link"},
    {HEAD TRIANGLE ", \"routes\": {\"a\": {\"c\": 0, \"b\": 0},\n\"b\": {\"c\": 0}}}",
     ":5: packets for 'c' go round in a loop"},
    {"a b c\n", ":1: a line of an edge list is 'A B', or 'A > B'"},
    {"a\n", ":1: a line of an edge list"},
    {"a b # c\nb c d e\n", ":2: a line of an edge list"},
    {"a b\nb/ c\n", ":2: 'b/' is no name of a switch"},
    {"a b\nc d\n", "there is no path from 'a' to 'c'"},
    {"a b\na a\n", ":2: the link leads from 'a' to itself"},
    {"a > b\n", "there is no path from 'b' to 'a'"},
    {"router 0 router 1 5\n", ":1: latency '5': a link takes one cycle; write 1"},
    {"router 0 node 0 router 1\nrouter 1 nodes 1\n", ":2: 'nodes' is neither"},
    {"router 0 node 0 router 1\nrouter x\n", ":2: 'router x': a number from 0 to 511"},
    {"router 0 node\n", "'node': a number from 0 to 65535"},
    {"router 0 router 0\n", "leads from 'r0' to itself"},
    {"node 0 node 1\n", "two nodes cannot be joined"},
    {"router 0 node 0 router 2\nrouter 2 node 1\n",
     ":1: router 2, but there is no router 1;"},
    {"router 0 node 0\nrouter 1 node 1 router 0 router 7\n",
     ":2: router 7, but there is no router 2;"},
    {"router 0 node 0 routr 1\n",
     ":1: 'routr' is neither 'router' nor 'node' nor a latency"},
    {"router 0 node 0 router 1\n", "only one switch has terminals"},
    {"router 0 node 0 router 1\nrouter 1 node 2\n", "node 1 is missing"},
    {"router 0 node 0 router 1\nrouter 1 node 0\n", ":2: node 0 is joined to router 0"},
    {"router 0 node 0 node 1 router 1\nrouter 1 node 2\n",
     ":1: 'r1' has 1 terminal and 'r0' has 2"},
};

TEST(test_wrong_files)
{
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    network_refused(wrong[i].text, wrong[i].error);
}

TEST(test_wrong_specs)
{
  TOPOLOGY_OF_BLOCK(t);
  struct err err;

  assert_false(topology_open(&t, "file:", &err));
  check_error(&err, ERR_USAGE, "the path of a file is missing", "file:");
  assert_false(topology_open(&t, "file", &err));
  check_error(&err, ERR_USAGE, "the path of a file is missing", "file");
  assert_false(topology_open(&t, "file:build/there/is/none", &err));
  check_error(&err, ERR_USAGE, "build/there/is/none", "none");
  assert_false(topology_open(&t, "file:build", &err));
  check_error(&err, ERR_USAGE, "build", "a folder");
  assert_false(network_open(&t, "a b\n", ",sides=3", &err));
  check_error(&err, ERR_USAGE, "unknown key 'sides'", "sides");
  assert_false(network_open(&t, "a b\n", ",content=0123456789abcdef", &err));
  check_error(&err, ERR_USAGE, "not 0123456789abcdef: it has changed", "content");
  assert_false(network_open(&t, "router 0 node 0 router 1\nrouter 1 node 1\n",
                            ",terminals=2", &err));
  check_error(&err, ERR_USAGE, "the network has 1 at a switch", "terminals");
}

/* Two files of one name are two networks. */
TEST(test_content_is_in_the_spec)
{
  struct topology one = {.row = NULL}, other = {.row = NULL};
  char again[TOPOLOGY_SPEC];
  struct err err;

  network_must_open(&one, "a b\n");
  network_must_open(&other, "b a\n");
  assert_string_not_equal(one.spec, other.spec);
  assert_int_equal(strcspn(one.spec, ","), strcspn(other.spec, ","));
  snprintf(again, sizeof again, "%s", strchr(one.spec, ','));
  topology_close(&other);
  assert_true(network_open(&other, "a b\n", again, &err));
  assert_string_equal(one.spec, other.spec);
  topology_close(&other);
  assert_false(network_open(&other, "a  b\n", again, &err));
  topology_close(&one);
  topology_close(&other);
}

static void check_link(const struct topology *t, const char *from, uint32_t port,
                       const char *to, uint32_t to_port)
{
  uint32_t at, end;

  assert_true(t->row->parse_address(t, from, &at) && t->row->parse_address(t, to, &end));
  const struct link link = topology_link(t, at, port);
  CHECK(link.to_switch == end && link.to_port == to_port &&
            topology_port_kind(t, at, port) == PORT_LINK,
        "%s port %u leads to switch %u port %u", from, port, link.to_switch, link.to_port);
}

TEST(test_ports)
{
  TOPOLOGY_OF_BLOCK(t);

  network_must_open(
      &t, "{\"version\": 1, \"switches\": [\"a\", {\"name\": \"b\", \"terminals\": 0}, "
          "\"c\"], \"links\": [[\"a\", \"b\"], {\"from\": \"b\", \"from_port\": 0, \"to\": "
          "\"c\", \"to_port\": 3}, [\"b\", \"a\"], [\"a\", \"c\"]]}");
  assert_int_equal(t.ports, 4);
  check_link(&t, "b", 0, "c", 3);
  check_link(&t, "c", 3, "b", 0);
  check_link(&t, "a", 0, "b", 1);
  check_link(&t, "a", 1, "b", 2);
  check_link(&t, "a", 2, "c", 0);
  assert_int_equal(topology_port_kind(&t, 2, 1), PORT_UNUSED);
  assert_int_equal(t.terminals, 2);
  assert_int_equal(topology_sink(&t, 1), 2);
  assert_int_equal(topology_source_of(&t, 1), UINT32_MAX);
}

TEST(test_ports_of_links_that_go_one_way)
{
  TOPOLOGY_OF_BLOCK(t);

  network_must_open(&t, "2 > 0 # a comment\n0 > 1\n\n1 2\n0 > 2\r\n");
  assert_int_equal(t.ports, 2);
  assert_true(topology_one_way(&t));
  check_link(&t, "2", 0, "0", 0);
  check_link(&t, "0", 0, "1", 0);
  check_link(&t, "1", 1, "2", 1); /* port 0 of each has a direction already */
  check_link(&t, "2", 1, "1", 1);
  check_link(&t, "0", 1, "2", 0);
}

/* By their numbers where they are the numbers of switches, else as they appear. */
TEST(test_order_of_an_edge_list)
{
  TOPOLOGY_OF_BLOCK(numbers);
  TOPOLOGY_OF_BLOCK(names);
  TOPOLOGY_OF_BLOCK(gap);
  char text[ADDRESS_TEXT];

  network_must_open(&numbers, "2 1\n1 0\n");
  numbers.row->print_address(&numbers, 0, text);
  assert_string_equal(text, "0");
  check_link(&numbers, "1", 0, "2", 0);
  network_must_open(&names, "x 1\n1 0\n");
  names.row->print_address(&names, 1, text);
  assert_string_equal(text, "1");
  network_must_open(&gap, "3 1\n1 0\n");
  gap.row->print_address(&gap, 0, text);
  assert_string_equal(text, "3");
}

TEST(test_terminals_of_a_spec)
{
  TOPOLOGY_OF_BLOCK(t);
  struct err err;
  char text[ADDRESS_TEXT];
  uint32_t terminal;

  assert_true(network_open(&t, "x y\ny z\n", ",terminals=3", &err));
  assert_int_equal(t.terminals, 9);
  assert_non_null(strstr(t.spec, ",terminals=3"));
  topology_print_terminal(&t, 5, text);
  assert_string_equal(text, "y/2");
  assert_true(topology_parse_terminal(&t, "z/0", "source", &terminal, &err));
  assert_int_equal(terminal, 6);
}

/* BookSim's text: links said by both ends are one, nodes may be said by either end. */
TEST(test_anynet)
{
  TOPOLOGY_OF_BLOCK(t);

  network_must_open(&t, "router 0 router 1 1 router 2\nrouter 1 node 2 1 node 3 router 0\n"
                        "node 0 router 0\nnode 1 router 0 1\nrouter 2 router 1\n");
  assert_int_equal(t.switches, 3);
  assert_int_equal(t.per_site, 2);
  assert_int_equal(t.terminals, 4);
  assert_int_equal(t.ports, 2);
  check_link(&t, "r0", 0, "r1", 0);
  check_link(&t, "r0", 1, "r2", 0);
  check_link(&t, "r2", 1, "r1", 1);
  assert_int_equal(topology_source_of(&t, 2), UINT32_MAX);
}
