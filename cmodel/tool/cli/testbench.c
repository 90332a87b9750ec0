/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench -- lockhop testbench: a self-checking bench in plain Verilog. */
#include "tool/testbench/testbench.h"
#include "tool/cli/command.h"
#include "tool/console/explain.h"
#include "tool/console/interrupt.h"
#include "tool/console/result.h"
#include "tool/session/machines.h"

#include <inttypes.h>

enum { INTERRUPTED = 130 };

static bool go_on(void *self, uint32_t done, uint32_t switches)
{
  (void)self, (void)done, (void)switches;
  return !interrupt_asked();
}

static bool read_switch(const struct settings *settings, const struct topology *t,
                        uint32_t *sw, struct err *err)
{
  *sw = RECORD_NETWORK;
  return !settings->at || topology_parse_address(t, settings->at, "--switch", sw, err);
}

/* A run that does not pass, or moves nothing, cannot be a test. */
static bool is_test(const struct simulation *s, const struct testbench *b, struct err *err)
{
  if (b->packets > 0)
    return true;
  if (b->sw == RECORD_NETWORK)
    return err_set(err, ERR_USAGE,
                   "%s: no packet moves, so the bench would compare nothing",
                   s->settings->argument[1]);
  return err_set(err, ERR_USAGE,
                 "--switch '%.100s': no packet comes there in this run, so the bench would "
                 "compare nothing; give another switch, or more packets",
                 s->settings->at);
}

/* The exit code. */
static int write_bench(struct simulation *s, struct testbench *b,
                       const struct machine *golden, struct err *err)
{
  const struct network_watch watch = {.go_on = go_on};
  const char *output = s->settings->output;

  if (b->result.outcome != OUTCOME_PASS) {
    explain_outcome(s, golden, &b->result, s->settings->out);
    return result_outcome(s, &b->result);
  }
  if (!is_test(s, b, err))
    return 0;
  if (!testbench_write(b, output, &watch, err)) {
    if (err->kind == ERR_NONE)
      fprintf(stderr, "lockhop: interrupted: %s is not whole and has no files.f\n", output);
    return INTERRUPTED;
  }
  fprintf(s->settings->out,
          "%s: a bench of %" PRIu64 " cycles that compares %" PRIu64
          " packets; see %s/README.md\n",
          s->session.topology.spec, b->cycles, b->packets, output);
  return 0;
}

static int make_bench(struct simulation *s, struct err *err)
{
  struct testbench bench;
  struct machine golden;
  uint32_t sw;
  int code = 0;

  if (!read_switch(s->settings, &s->session.topology, &sw, err) ||
      !testbench_check(&s->session, sw, err) ||
      !machines_open_golden(&golden, &s->session, err))
    return 0;
  simulate_watch(s);
  if (testbench_try(&bench, &s->session, &golden, sw, err))
    code = write_bench(s, &bench, &golden, err);
  testbench_close(&bench);
  golden.ops->close(golden.self);
  return code;
}

int command_testbench(const struct settings *settings, struct err *err)
{
  struct simulation s;

  if (!settings->output) {
    err_set(err, ERR_USAGE, "lockhop testbench needs a directory to write to: -o DIR");
    return ERR_USAGE;
  }
  if (!simulate_open(&s, settings, true, false, err))
    return (int)err->kind;
  *err = (struct err){.kind = ERR_NONE};
  const int code = make_bench(&s, err);
  simulate_close(&s);
  return err->kind ? (int)err->kind : code;
}
