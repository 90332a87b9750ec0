/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* examples -- command lines that help shows first; tests/system/test_examples.sh runs each,
 * in this order, in one folder.  my_switch.v is a switch as ours, bad_switch.v one with a
 * bug, my_router.v a router with times of its own.
 */
#include "tool/cli/examples.h"

#include <stdbool.h>
#include <string.h>

static const struct example first[] = {
    {"lockhop run hypercube:6 transpose", "golden model: steps, delays and queues"},
    {"lockhop cosim hypercube:4 random",
     "compare 16 Verilog switches with the golden model"},
    {"lockhop cosim hypercube:4 random --dut my_switch.v", "the same with your switch"},
};

static const struct example examples[] = {
    {"lockhop help run", "the options of one command"},
    {"lockhop help --man >lockhop.1", "the manual page"},
    {"lockhop help --completion bash >lockhop.bash", "completion, for bash"},

    {"lockhop list topologies", "all networks"},
    {"lockhop list routings", "all routing algorithms, with their options"},
    {"lockhop list traffic d3:3,4", "the traffic that runs on this network"},

    {"lockhop info d3:3,4", "degree, diameter and other numbers"},
    {"lockhop info hypercube:3 --links", "the link table"},
    {"lockhop info dual-cube:3 --levels", "the indexes of every switch of a dual-net"},

    {"lockhop route hypercube:4 3 12", "a path between two terminals"},
    {"lockhop route d3:3,4 0.1.2 2.0.1 --routing destination", "by another routing"},
    {"lockhop route hypercube:4 3 12 --disjoint", "disjoint paths"},

    {"lockhop schedule hypercube:4 transpose", "a packet in each line"},
    {"lockhop schedule d3:3,4 all-to-all --steps", "the links that packets cross"},
    {"lockhop schedule hypercube:2 matrix,file=rates.csv,load=0.2",
     "by a file of rates between terminals"},

    {"lockhop template torus:4x4 -o new_switch.v", "a switch whose routing you write"},
    {"lockhop template hypercube:4 --lanes 2 -o lanes.v", "with two injection lanes"},

    {"lockhop wrapper hypercube:3 --dut router.sv --dut \"--top router\" --map router.map",
     "a module switch around the module router"},

    {"lockhop rtl hypercube:4 -o cube", "16 switches and their links, in the folder cube"},
    {"lockhop rtl torus:4x4 --depth 2", "with queues of 2 packets, in build/"},

    {"lockhop synth hypercube:1", "the size of a switch in gates"},
    {"lockhop synth hypercube:1 --dut my_switch.v", "your switch beside ours"},

    {"lockhop run hypercube:6 transpose", "golden model: steps, delays and queues"},
    {"lockhop run mesh:8x8 uniform,load=0.1,measure=1000 --json result.json",
     "latency at a load; the result as JSON"},
    {"lockhop run hypercube:4 batch,count=1000,window=8",
     "1000 packets of each terminal, at most 8 of them under way"},

    {"lockhop cosim hypercube:4 random",
     "compare 16 Verilog switches with the golden model"},
    {"lockhop cosim hypercube:4 random --dut my_switch.v", "the same with your switch"},
    {"lockhop cosim hypercube:4 random --compare flow --dut my_router.v",
     "a router with its own latency"},

    {"lockhop testbench hypercube:2 random -o bench", "the bench in the folder bench"},

    {"lockhop check hypercube:2 --level quick --dut my_switch.v",
     "all runs for your switch"},
    {"lockhop check hypercube:2 --level quick --list", "the runs, without making them"},

    {"lockhop shrink trace:failing.txt --dut bad_switch.v", "the run of a saved trace"},

    {"lockhop draw hypercube:3 -o cube.svg", "the network"},
    {"lockhop draw d3:2,3 all-to-all -o loads.svg", "with the load of each link"},

    {"lockhop sweep loads.plan -o loads.csv", "all trials of loads.plan"},
    {"lockhop sweep hypercube:4 uniform --saturation", "the load at which it saturates"},
    {"lockhop sweep loads.plan --plan >jobs.jsonl",
     "the trials as jobs, for other machines"},

    {"lockhop compare hypercube:3 uniform,measure=300 my_router.v --loads 0.1,0.3",
     "your router beside ours"},

    {"lockhop plot loads.csv -o loads.svg", "latency against load"},
    {"lockhop plot loads.csv --figure accepted -o accepted.svg", "accepted load"},

    {"lockhop report result.json -o report.html", "a page of one result"},
    {"lockhop report loads.csv -o loads.html", "a page of a sweep, with its curves"},

    {"lockhop jobs jobs.jsonl -o results.jsonl", "all jobs"},
    {"lockhop jobs jobs.jsonl --shard 1/2 -o part.jsonl", "half of them, on one machine"},

    {"lockhop claims dragonfly", "all claims of a paper"},
    {"lockhop claims hypercube --table list", "its tables"},
};

enum {
  FIRST = sizeof first / sizeof first[0],
  EXAMPLES = sizeof examples / sizeof examples[0]
};

const struct example *examples_first(size_t number)
{
  return number < FIRST ? &first[number] : NULL;
}

static bool is_of(const struct example *example, const char *command)
{
  const char *word = example->line + strlen("lockhop ");
  const size_t length = strlen(command);

  return strncmp(word, command, length) == 0 && word[length] == ' ';
}

const struct example *examples_of(const char *command, size_t number)
{
  for (size_t i = 0; i < EXAMPLES; i++)
    if (is_of(&examples[i], command) && number-- == 0)
      return &examples[i];
  return NULL;
}
