/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* synthesis_log -- reads what Yosys prints of a synthesis. */
#include "verilog/synthesis/synthesis_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct reading {
  struct synthesis *result;
  bool in_path, counted;
};

static bool begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

static void copy(char *to, size_t size, const char *from, size_t length)
{
  snprintf(to, size, "%.*s", (int)length, from);
}

/* A name of Verilog begins with a backslash. */
static void copy_word(char to[SYNTHESIS_NAME], const char *from)
{
  from += from[0] == '\\';
  copy(to, SYNTHESIS_NAME, from, strcspn(from, " \n"));
}

/* "\\u_queue.count_q [2] (via ...)" is the signal "u_queue.count_q[2]"; those without a
 * backslash have no name of the Verilog.  The last one is kept in any case. */
static void add_signal(struct synthesis *result, const char *text)
{
  const size_t length = strcspn(text, " \n");

  if (text[0] != '\\')
    return;
  if (result->path_count < SYNTHESIS_PATH)
    result->path_count++;
  char *name = result->path[result->path_count - 1];
  copy(name, SYNTHESIS_NAME, text + 1, length - 1);
  const size_t used = strlen(name);
  if (text[length] == ' ' && text[length + 1] == '[')
    copy(name + used, SYNTHESIS_NAME - used, text + length + 1,
         strcspn(text + length + 1, " \n"));
}

/* "   12: SIGNAL (via CELL)", or "   ff: ..." at a register behind it. */
static void read_step(struct reading *r, const char *line)
{
  const char *colon = strchr(line, ':');

  if (line[0] == ' ' && colon)
    add_signal(r->result, colon + 2);
  else if (r->result->path_count > 0 || line[0] != '\n')
    r->in_path = false;
}

static void read_cell(struct reading *r, const char *name, uint64_t count)
{
  struct synthesis *result = r->result;

  if (strcmp(name, "$lut") == 0)
    result->luts += count;
  else if (begins(name, "$_DLATCH") || begins(name, "$_SR_"))
    result->latches += count;
  else if (begins(name, "$_") && strstr(name, "FF"))
    result->flip_flops += count;
  else
    result->others += count;
}

/* Lines of `stat`: "   Number of cells: 12", and below it a line for each kind of cell. */
static void read_count(struct reading *r, const char *line)
{
  char name[SYNTHESIS_NAME];
  uint64_t count;

  if (begins(line, "   Number of cells:"))
    r->counted = true;
  else if (begins(line, "     ") && r->counted &&
           sscanf(line, " %159s %" SCNu64, name, &count) == 2)
    read_cell(r, name, count);
}

static void forget_counts(struct reading *r)
{
  r->counted = false;
  r->result->luts = r->result->flip_flops = 0;
  r->result->latches = r->result->others = 0;
}

static void read_line(struct reading *r, const char *line)
{
  struct synthesis *result = r->result;
  const char *found;

  if (begins(line, " Yosys ") && result->tool[0] == '\0')
    copy(result->tool, sizeof result->tool, line + 1,
         strlen("Yosys ") + strcspn(line + strlen(" Yosys "), " \n"));
  else if ((found = strstr(line, "ERROR: ")) && result->error[0] == '\0')
    copy(result->error, sizeof result->error, line, strcspn(line, "\n"));
  else if ((found = strstr(line, "Detected loop at ")) && result->loop[0] == '\0')
    copy_word(result->loop, found + strlen("Detected loop at "));
  else if (begins(line, "Longest topological path in ") &&
           (found = strstr(line, "(length="))) {
    result->levels = (uint32_t)strtoul(found + strlen("(length="), NULL, 10);
    result->path_count = 0;
    r->in_path = true;
  } else if (r->in_path)
    read_step(r, line);
  else if (begins(line, "=== "))
    forget_counts(r);
  else
    read_count(r, line);
}

bool synthesis_log_read(struct synthesis *result, FILE *log, struct err *err)
{
  struct reading reading = {.result = result};
  char *line = NULL;
  size_t size = 0;

  *result = (struct synthesis){.levels = 0};
  rewind(log);
  while (getline(&line, &size, log) > 0)
    read_line(&reading, line);
  const bool whole = feof(log); /* else getline had no memory */
  free(line);
  if (!whole)
    return err_set(err, ERR_ENVIRONMENT, "cannot read what Yosys prints to its end");
  return reading.counted || result->error[0] != '\0' ||
         err_set(err, ERR_ENVIRONMENT, "Yosys has printed no statistics");
}
