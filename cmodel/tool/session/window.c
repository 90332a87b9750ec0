/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* window -- the waveform that a description asks for. */
#include "tool/session/window.h"

#include <string.h>

static bool add(struct session *s, const char *address, struct err *err)
{
  uint32_t *sw = &s->wave_switches[s->wave_count];

  if (s->wave_count == RECORDER_SWITCHES)
    return err_set(err, ERR_USAGE, "--wave-switches: at most %d switches",
                   RECORDER_SWITCHES);
  if (!topology_parse_address(&s->topology, address, "--wave-switches", sw, err))
    return false;
  for (size_t i = 0; i < s->wave_count; i++)
    if (s->wave_switches[i] == *sw)
      return err_set(err, ERR_USAGE, "--wave-switches: '%s' is named twice", address);
  s->wave_count++;
  return true;
}

bool window_switches(struct session *s, struct err *err)
{
  const char *list = s->description.wave_switches;

  if (!s->description.wave && (list || s->description.wave_to != UINT64_MAX))
    return err_set(err, ERR_USAGE,
                   "--wave-%s says what to record; give --wave FILE.fst too",
                   list ? "switches" : "cycles");
  if (!list) {
    s->wave_count =
        recorder_neighbourhood(&s->topology, 0, true, s->wave_switches, RECORDER_SWITCHES);
    return true;
  }
  while (*list != '\0') {
    char item[ADDRESS_TEXT];
    size_t length = strcspn(list, ",");

    snprintf(item, sizeof item, "%.*s", (int)length, list);
    if (!add(s, item, err))
      return false;
    list += length + (list[length] == ',');
  }
  return s->wave_count > 0 || err_set(err, ERR_USAGE, "--wave-switches: the list is empty");
}

void window_start(struct recorder *recorder, const struct session *s,
                  struct recorder_request request)
{
  request.shape = &s->shape;
  request.traffic = s->description.traffic;
  request.seed = s->description.seed;
  request.resets = disturbances_count(&s->schedule.disturbances, DISTURBANCE_RESET);
  request.values = s->schedule.reduction != NULL;
  request.command = s->description.command;
  if (s->host.before_wave)
    s->host.before_wave(s->host.self);
  recorder_start(recorder, &request);
}

bool window_asked(struct recorder *recorder, const struct session *s)
{
  if (!s->description.wave)
    return false;
  window_start(recorder, s,
               (struct recorder_request){.path = s->description.wave,
                                         .switches = s->wave_switches,
                                         .count = s->wave_count,
                                         .from = s->description.wave_from,
                                         .to = s->description.wave_to});
  return true;
}
