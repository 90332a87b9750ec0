/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bench -- how a bench begins, and how it ends. */
#include "bench.h"

#include "../common/description.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_say(const char *line)
{
  vpi_printf("%s\n", (PLI_BYTE8 *)(uintptr_t)line);
}

bool bench_stop(struct bench *b, int code, const char *line)
{
  bench_say(line);
  b->over = true;
  b->code = code;
  return false;
}

bool bench_arguments(struct bench *b, vpiHandle handles[], size_t count)
{
  vpiHandle list = vpi_iterate(vpiArgument, vpi_handle(vpiSysTfCall, NULL));
  size_t found = 0;

  for (vpiHandle h; list && (h = vpi_scan(list)); found++)
    if (found < count)
      handles[found] = h;
  return found == count || bench_stop(b, LOCKHOP_USAGE, "ERROR: wrong number of arguments");
}

static bool open_buses(struct bench *b)
{
  const struct lockhop_shape *s = &b->shape;
  const uint32_t n = s->switches, packet = s->header_bits + s->data_bits;
  const uint32_t inputs[INPUTS] = {[RST] = 1,
                                   [HERE] = n * s->address_bits,
                                   [SEED] = n * 64,
                                   [PHASE] = s->phase_bits,
                                   [IN_VALID] = n * s->queues,
                                   [IN_PACKET] = n * s->ports * packet,
                                   [OUT_READY] = n * s->queues,
                                   [INJECT_VALID] = n * s->lanes,
                                   [INJECT_PACKET] = n * s->lanes * packet};
  const uint32_t outputs[OUTPUTS] = {
      [IN_READY] = n * s->queues,           [OUT_VALID] = n * s->queues,
      [OUT_PACKET] = n * s->ports * packet, [INJECT_READY] = n * s->lanes,
      [EJECT_VALID] = n * s->channels,      [EJECT_PACKET] = n * s->channels * packet};
  struct lockhop_error error;
  bool good = true;

  for (size_t i = 0; i < INPUTS; i++)
    good = bus_open(&b->input[i], inputs[i]) && good;
  for (size_t i = 0; i < OUTPUTS; i++)
    good = bus_open(&b->output[i], outputs[i]) && good;
  b->expected = calloc(n, sizeof *b->expected);
  good = good && (!b->is_judged || judged_open(&b->judged, b->network, &error));
  return (good && b->expected) ||
         bench_stop(b, LOCKHOP_ENVIRONMENT, "ERROR: not enough memory");
}

/* Is the design compiled for this network? */
static bool check_parameters(struct bench *b)
{
  const struct lockhop_shape *s = &b->shape;
  const struct {
    const char *name;
    uint32_t value;
  } parameters[] = {
      {"SWITCHES", s->switches},
      {"PORTS", s->ports},
      {"LANES", s->lanes},
      {"VCS", s->vcs},
      {"DEPTH", s->depth},
      {"STORE", s->store},
      {"SENDS", s->sends},
      {"PHASE_BITS", s->phase_bits},
      {"HEADER_BITS", s->header_bits},
      {"DATA_BITS", s->data_bits},
      {"ADDRESS_BITS", s->address_bits},
  };
  enum { COUNT = sizeof parameters / sizeof parameters[0] };
  vpiHandle handles[COUNT];
  char line[160];

  if (!bench_arguments(b, handles, COUNT))
    return false;
  for (size_t i = 0; i < COUNT; i++) {
    s_vpi_value value = {.format = vpiIntVal};

    vpi_get_value(handles[i], &value);
    if ((uint32_t)value.value.integer == parameters[i].value)
      continue;
    snprintf(line, sizeof line,
             "ERROR: the bench has %s %" PRId32 ", and what +run says has %" PRIu32
             ": build it for this run",
             parameters[i].name, (int32_t)value.value.integer, parameters[i].value);
    return bench_stop(b, LOCKHOP_USAGE, line);
  }
  return true;
}

static bool open_network(struct bench *b)
{
  static const char run[] = "+run=";
  struct lockhop_description description;
  struct lockhop_error error = {LOCKHOP_USAGE, "+run='SPEC TRAFFIC OPTIONS' is missing"};
  s_vpi_vlog_info info;
  char *line = NULL, text[LOCKHOP_TEXT + 16];

  vpi_get_vlog_info(&info);
  for (int i = 0; i < info.argc; i++)
    if (strncmp(info.argv[i], run, strlen(run)) == 0)
      line = strdup(info.argv[i] + strlen(run));
  if (line && description_read(&description, line, &error))
    b->network = lockhop_open(&description, &error);
  b->is_judged = b->network && judged_asked(&description);
  free(line);
  if (b->network)
    return true;
  snprintf(text, sizeof text, "ERROR: %s", error.text);
  return bench_stop(b, (int)error.code, text);
}

bool bench_open(struct bench *b)
{
  if (!open_network(b))
    return false;
  b->shape = lockhop_shape_of(b->network);
  b->resets = b->shape.random % 2 == 1 ? b->shape.channels : 1;
  return check_parameters(b) && open_buses(b);
}
