/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* testbench -- a self-checking bench in plain Verilog. */
#include "tool/testbench/testbench.h"

#include "base/file.h"
#include "tool/session/machines.h"
#include "tool/testbench/testbench_text.h"
#include "verilog/generate/verilog.h"

#include <string.h>

enum { PATH_BYTES = FILE_PATH + 64 };

bool testbench_check(const struct session *s, uint32_t sw, struct err *err)
{
  if (s->collective.is)
    return err_set(err, ERR_USAGE,
                   "%s: runs on collective engines, which have other pins than switches; "
                   "give traffic of packets (lockhop list traffic)",
                   s->description.traffic);
  if (sw == RECORD_NETWORK && (s->disturb & DISTURB_STALLS))
    return err_set(err, ERR_USAGE,
                   "stalls: the links of a generated network are inside it and cannot be "
                   "stalled; give --switch");
  return machines_buildable(s, err);
}

bool testbench_try(struct testbench *b, const struct session *s,
                   const struct machine *golden, uint32_t sw, struct err *err)
{
  struct record record;

  *b = (struct testbench){.session = s, .golden = *golden, .sw = sw};
  b->request = session_request(s);
  b->request.machine = *golden;
  if (!record_open(&record, s, golden, sw, err)) {
    record_close(&record);
    return false;
  }
  b->request.feed = record_cycle;
  b->request.feed_self = &record;
  record_begin(&record, NULL, NULL);
  const bool ran = run(&b->request, &b->result, err);
  b->packets = record.packets;
  b->cycles = record.cycle;
  record_close(&record);
  return ran;
}

void testbench_close(struct testbench *b)
{
  run_result_close(&b->result);
}

/* --- the directory --- */

static bool open_in(struct output_file *out, const char *directory, const char *name,
                    struct err *err)
{
  char path[PATH_BYTES];

  snprintf(path, sizeof path, "%s/%s", directory, name);
  return file_open(out, path, err);
}

/* The run again, into both files.  Its cycles are told in *text. */
static bool record_run(struct testbench *b, struct output_file *stimulus,
                       struct output_file *expected, struct testbench_text *text,
                       struct err *err)
{
  struct record record;
  struct run_result again = {.outcome = OUTCOME_PASS};
  bool good = record_open(&record, b->session, &b->golden, b->sw, err);

  if (good) {
    record_begin(&record, stimulus->stream, expected->stream);
    b->request.feed_self = &record;
    good = run(&b->request, &again, err);
    run_result_close(&again);
  }
  if (good && again.outcome != OUTCOME_PASS) { /* it was PASS: interrupted */
    *err = (struct err){.kind = ERR_NONE};
    good = false;
  }
  *text = (struct testbench_text){.session = b->session,
                                  .sw = b->sw,
                                  .key = record.key,
                                  .reset_edges = good ? record_reset_edges(&record) : 0,
                                  .cycles = record.cycle,
                                  .packets = record.packets};
  record_close(&record);
  return good;
}

static bool write_run(struct testbench *b, const char *directory,
                      struct testbench_text *text, struct err *err)
{
  struct output_file stimulus, expected;

  if (!open_in(&stimulus, directory, "stimulus.txt", err))
    return false;
  if (!open_in(&expected, directory, "expected.txt", err)) {
    file_abandon(&stimulus);
    return false;
  }
  if (!record_run(b, &stimulus, &expected, text, err)) {
    file_abandon(&stimulus);
    file_abandon(&expected);
    return false;
  }
  if (!file_commit(&stimulus, err)) {
    file_abandon(&expected);
    return false;
  }
  return file_commit(&expected, err);
}

typedef void printer(const struct testbench_text *text, FILE *file);

static bool write_text(const struct testbench_text *text, const char *directory,
                       const char *name, printer *print, struct err *err)
{
  struct output_file out;

  if (!open_in(&out, directory, name, err))
    return false;
  print(text, out.stream);
  return file_commit(&out, err);
}

bool testbench_write(struct testbench *b, const char *directory,
                     const struct network_watch *watch, struct err *err)
{
  static const char *const names[] = {"network.v", "bench.v", "testbench.v"};
  const struct shape *shape = &b->session->shape;
  const size_t first = b->sw == RECORD_NETWORK ? 0 : 1;
  struct testbench_text text;

  return verilog_write_switch(shape, directory, err) &&
         (first > 0 || verilog_write_network(shape, directory, watch, err)) &&
         verilog_copy("sim/testbench/bench.v", directory, "bench.v", err) &&
         write_run(b, directory, &text, err) &&
         write_text(&text, directory, "testbench.v", testbench_text_print, err) &&
         write_text(&text, directory, "README.md", testbench_text_readme, err) &&
         verilog_write_list(shape, directory, names + first, 3 - first, err);
}
