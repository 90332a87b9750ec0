/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_recorder -- a recording holds the cycles of its window, and comes with its view. */
#include "verilog/wave/recorder.h"

#include "tests/unit/support.h"

static bool observer(void *self, const struct run_cycle *cycle, struct err *err)
{
  return recorder_add(self, cycle, err);
}

/* A golden hypercube:4 under random traffic, recorded. */
static void record(const char *path, uint64_t from, uint64_t to, uint32_t vcs,
                   const struct difference *difference, bool *written)
{
  static const uint32_t switches[] = {3, 2, 1};
  struct network network;
  struct recorder recorder;
  struct err err = {.kind = ERR_NONE};

  network_prepare(&network, 4, NULL, 1, 0);
  network.shape.vcs = vcs;
  network_start(&network, 64);
  struct schedule schedule = schedule_of(&network.topology, "random", 1, 1);
  recorder_start(&recorder, &(struct recorder_request){.shape = &network.shape,
                                                       .path = path,
                                                       .switches = switches,
                                                       .count = 3,
                                                       .from = from,
                                                       .to = to,
                                                       .traffic = "random",
                                                       .seed = 1,
                                                       .command = "a command"});
  struct run_result result;
  struct run_request request = {.shape = network.shape,
                                .schedule = &schedule,
                                .seed = 1,
                                .machine = network.golden,
                                .observer = observer,
                                .observer_self = &recorder};
  CHECK(run(&request, &result, &err), "%s", err.text);
  CHECK(recorder_finish(&recorder, difference, written, &err), "%s", err.text);
  run_result_close(&result);
  schedule_free(&schedule);
  network_close(&network);
}

static bool exists(const char *stem, const char *suffix)
{
  char path[FILE_PATH + 16];

  snprintf(path, sizeof path, "%s%s", stem, suffix);
  return access(path, R_OK) == 0;
}

/* Times at which a signal changes, from GTKWave's own reader. */
static void check_times(const char *stem, uint64_t first, uint64_t last)
{
  char command[FILE_PATH + 64], line[256];
  uint64_t time = 0, least = UINT64_MAX, most = 0;

  snprintf(command, sizeof command, "fst2vcd -f %s.fst 2>/dev/null", stem);
  FILE *vcd = popen(command, "r");
  assert_non_null(vcd);
  while (fgets(line, sizeof line, vcd))
    if (sscanf(line, "#%" SCNu64, &time) == 1) {
      least = time < least ? time : least;
      most = time > most ? time : most;
    }
  pclose(vcd);
  CHECK(least == first * WAVE_CYCLE_PS, "starts at %" PRIu64 " ps", least);
  CHECK(most >= last * WAVE_CYCLE_PS && most <= (last + 1) * WAVE_CYCLE_PS,
        "ends at %" PRIu64 " ps", most);
}

TEST(test_window_is_what_is_recorded)
{
  char stem[FILE_PATH], path[FILE_PATH + 16];
  bool written = false;

  data_path(stem, "window");
  snprintf(path, sizeof path, "%s.fst", stem);
  record(path, 1, 3, 1, NULL, &written);
  assert_true(written);
  assert_true(exists(stem, ".fst") && exists(stem, ".gtkw") && exists(stem, ".decode.py"));
  check_times(stem, 1, 2);
}

TEST(test_empty_window_leaves_nothing)
{
  char stem[FILE_PATH], path[FILE_PATH + 16];
  bool written = true;

  data_path(stem, "empty");
  snprintf(path, sizeof path, "%s.fst", stem);
  record(path, 1000, 2000, 1, NULL, &written);
  assert_false(written);
  assert_false(exists(stem, ".fst") || exists(stem, ".gtkw"));
}

/* The golden model is recorded, and a run that ends with an error leaves nothing of it. */
TEST(test_discarded_leaves_nothing)
{
  static const uint32_t switches[] = {0};
  char stem[FILE_PATH], path[FILE_PATH + 16];
  struct network network;
  struct recorder recorder;
  struct err err = {.kind = ERR_NONE};

  data_path(stem, "discarded");
  snprintf(path, sizeof path, "%s.fst", stem);
  network_prepare(&network, 2, NULL, 1, 0);
  network_start(&network, 64);
  recorder_start(&recorder, &(struct recorder_request){.shape = &network.shape,
                                                       .path = path,
                                                       .switches = switches,
                                                       .count = 1,
                                                       .to = 9});
  const struct machine *m = &network.golden;
  const struct links links = m->ops->links(m->self);
  const struct run_cycle cycle = {.machine = m, .links = &links};
  CHECK(recorder_add(&recorder, &cycle, &err), "%s", err.text);
  recorder_discard(&recorder);
  assert_false(exists(stem, ".fst") || exists(stem, ".gtkw"));
  recorder_discard(&recorder); /* there is nothing more to discard */
  network_close(&network);
}

/* All of a difference comes into the view. */
TEST(test_difference_is_handed_on)
{
  static const struct difference difference = {
      .cycle = 1, .at = 3, .port = 2, .vc = 1, .field = DIFFERENCE_OUT_HEADER};
  char path[FILE_PATH];
  struct err err;
  bool written = false;
  size_t size;

  record(data_path(path, "differs.fst"), 0, 3, 2, &difference, &written);
  assert_true(written);
  char *save = file_read(data_path(path, "differs.gtkw"), &size, &err);
  CHECK(save, "%s", err.text);
  assert_non_null(strstr(save, "first difference: cycle 1, switch 3 (0011), port 2 VC 1, "
                               "out_header\n"));
  free(save);
}

TEST(test_neighbourhood)
{
  struct topology t = topology_of("hypercube:5");
  uint32_t switches[64];

  assert_int_equal(recorder_neighbourhood(&t, 9, false, switches, 64), 6);
  assert_int_equal(switches[0], 9);
  for (uint32_t port = 0; port < 5; port++)
    assert_int_equal(switches[1 + port], 9 ^ 1u << port);
  assert_int_equal(recorder_neighbourhood(&t, 9, false, switches, 3), 3);
  assert_int_equal(recorder_neighbourhood(&t, 9, true, switches, 64), 32);
  assert_int_equal(switches[0], 9);
  assert_int_equal(switches[1], 0);
  assert_int_equal(switches[31], 31);
  assert_int_equal(recorder_neighbourhood(&t, 9, true, switches, 31), 6);
}
