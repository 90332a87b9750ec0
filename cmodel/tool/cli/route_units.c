/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* route_units -- the route units with the parameters that networks give them. */
#include "tool/cli/route_units.h"

#include "base/install.h"
#include "base/text.h"
#include "tool/session/choose.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/route_unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of lines printed: all but the names of network and routing. */
struct seen {
  char **texts; /* [count], each of its own */
  size_t count;
};

static void forget(struct seen *seen)
{
  for (size_t i = 0; i < seen->count; i++)
    free(seen->texts[i]);
  free(seen->texts);
}

/* Is the text new?  It is kept, or freed. */
static bool is_new(struct seen *seen, char *text)
{
  for (size_t i = 0; i < seen->count; i++)
    if (strcmp(seen->texts[i], text) == 0) {
      free(text);
      return false;
    }
  seen->texts[seen->count++] = text;
  return true;
}

/* " HOLDS=1 network K=3 M=4 switch PORTS=8 ..."; NULL: memory is short. */
static char *describe(const struct shape *shape)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  if (!file)
    return NULL;
  route_unit_fixed(shape, " %s=%s", file);
  fputs(" network", file);
  route_unit_named(shape, " %s=%s", file);
  fputs(" switch", file);
  switch_parameters(shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    fprintf(file, " %s=%" PRIu32, parameters[i].name, parameters[i].value);
  if (text_close(file, &text))
    return text;
  free(text);
  return NULL;
}

static bool print_one(struct seen *seen, const struct topology *t,
                      const struct routing *routing, FILE *file, struct err *err)
{
  const struct description description = description_of(t->spec, NULL);
  struct shape shape = {.topology = t, .routing = routing};
  char **more = realloc(seen->texts, (seen->count + 1) * sizeof more[0]);

  if (!more)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  seen->texts = more;
  if (!choose_switch(&shape, &description, err))
    return false;
  char *text = describe(&shape);
  if (!text)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  if (is_new(seen, text))
    fprintf(file, "%s %s %s%s\n", routing->unit->name, t->spec, routing->name, text);
  return true;
}

/* A network in a file is one of ours, wherever the command is called. */
static bool open_example(struct topology *t, const char *spec, struct err *err)
{
  static const char kind[] = "file:";
  const size_t head = sizeof kind - 1;
  char share[FILE_PATH], text[FILE_PATH + 64];

  if (strncmp(spec, kind, head) != 0 || access(&spec[head], R_OK) == 0)
    return topology_open(t, spec, err);
  if (!install_share(share, err))
    return false;
  snprintf(text, sizeof text, "%s%s/%s", kind, share, &spec[head]);
  return topology_open(t, text, err);
}

/* With all routings of a network. */
static bool print_network(struct seen *seen, const char *spec, FILE *file, struct err *err)
{
  struct topology t;

  if (!open_example(&t, spec, err))
    return false;
  bool good = true;
  for (size_t r = 0; good && r < t.routing_count; r++)
    good = print_one(seen, &t, &t.routings[r], file, err);
  topology_close(&t);
  return good;
}

bool route_units_print(FILE *file, struct err *err)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);
  struct seen seen = {.texts = NULL};
  bool good = true;

  for (size_t i = 0; good && i < count; i++)
    for (const char *const *spec = rows[i]->examples; good && *spec; spec++)
      good = print_network(&seen, *spec, file, err);
  forget(&seen);
  return good;
}
