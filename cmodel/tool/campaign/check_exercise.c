/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_exercise -- the exercise map of each shape: what its runs reached of what a test
 * must reach. */
#include "tool/campaign/check_exercise.h"

#include "base/file.h"
#include "run/exercise/reach.h"
#include "tool/session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  WALK_SECONDS = 600, /* seconds that an exploration may take */
  BATCH = 4           /* further runs planned at a time; independent of --jobs */
};

void check_reached_path(const struct check *check, size_t run, char path[FILE_PATH])
{
  snprintf(path, FILE_PATH, "%s/reached-%zu", check->work, run);
}

static void walk_path(const struct check *check, size_t shape, char path[FILE_PATH])
{
  snprintf(path, FILE_PATH, "%s/walk-%zu", check->work, shape);
}

/* --- merging --- */

/* Read a map, and remove its file. */
static bool load(struct exercise_map *map, const char *path, struct err *err)
{
  FILE *file = fopen(path, "r");

  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", path, strerror(errno));
  const bool good = exercise_map_load(map, file, path, err);
  fclose(file);
  unlink(path);
  return good;
}

/* Merge the map in a file into that of a shape. */
static bool add_file(struct check *check, size_t shape, const char *path, struct err *err)
{
  struct check_reached *reached = &check->reached[shape];
  struct exercise_map map;

  if (!load(&map, path, err))
    return false;
  if (!reached->has_map) {
    reached->map = map;
    reached->has_map = true;
    return true;
  }
  const bool same = exercise_map_merge(&reached->map, &map);
  exercise_map_close(&map);
  return same || err_set(err, ERR_ENVIRONMENT, "two runs of %s counted different items",
                         check->plan.shapes[shape].name);
}

/* All collective engines share one map, that of their first shape. */
static size_t home_of(const struct check_plan *plan, size_t shape)
{
  const struct check_shape *own = &plan->shapes[shape];
  size_t first = 0;

  while (own->program_words && (plan->shapes[first].program_words == 0 ||
                                plan->shapes[first].member != own->member))
    first++;
  return own->program_words ? first : shape;
}

bool check_reached_add(struct check *check, size_t run, struct err *err)
{
  const struct check_run *planned = check->plan.runs[run];
  const size_t home = home_of(&check->plan, planned->shape);
  struct check_reached *reached = &check->reached[home];
  const size_t before = reached->has_map ? exercise_map_total(&reached->map).reached : 0;
  char path[FILE_PATH];

  check_reached_path(check, run, path);
  if (!add_file(check, home, path, err))
    return false;
  reached->counted++;
  if (exercise_map_total(&reached->map).reached > before)
    reached->vain = 0;
  else if (planned->further)
    reached->vain++;
  return true;
}

/* --- the walk --- */

/* The runs of a shape, one after another, each with its schedule. */
struct walker {
  const struct check_plan *plan;
  const char *path; /* file for its map */
  size_t shape, next;
  struct session session; /* of the current schedule, where `open` */
  bool open;
  struct err err;
};

/* The first shape of a network has every kind of traffic; their packets can occur in all
 * shapes. */
static bool has_packets_of(const struct walker *w, const struct check_run *run)
{
  const struct check_shape *shapes = w->plan->shapes, *own = &shapes[w->shape];
  size_t first = 0;

  while (shapes[first].member != own->member)
    first++;
  return run->counted &&
         (run->shape == w->shape ||
          (run->shape == first && shapes[first].header_bits == own->header_bits));
}

/* The next run whose packets are explored; NULL: there is none. */
static const struct description *next_run(struct walker *w)
{
  while (w->next < w->plan->count) {
    const struct check_run *run = w->plan->runs[w->next++];

    if (has_packets_of(w, run))
      return &run->description;
  }
  return NULL;
}

static const struct schedule *next_schedule(void *self)
{
  struct walker *w = self;
  const struct description *d = w->err.kind == ERR_NONE ? next_run(w) : NULL;

  if (w->open)
    session_close(&w->session);
  w->open = d && session_open(&w->session, d, NULL, &w->err);
  return w->open ? &w->session.schedule : NULL;
}

static bool store_walk(const char *path, const struct exercise_map *map, struct err *err)
{
  FILE *file = fopen(path, "w");

  if (file)
    exercise_map_store(map, file);
  return file_close_written(file, path, err);
}

/* The work of a job. */
static int walk_shape(const void *self, const struct settings *settings, void *result,
                      struct err *err)
{
  struct walker w = *(const struct walker *)self;
  const struct description *first = NULL;
  struct exercise_map map = {.explored = false};
  struct session shape;

  (void)settings, (void)result;
  for (size_t i = 0; !first && i < w.plan->count; i++)
    if (w.plan->runs[i]->shape == w.shape)
      first = &w.plan->runs[i]->description;
  if (!session_open(&shape, first, NULL, err))
    return (int)err->kind;
  shape.shape.privileged_lanes = 0; /* other runs of the shape have packets of one level */
  bool good = session_map_open(&shape, &map, err) &&
              exercise_reach_all(&map, &shape.shape, w.plan->shapes[w.shape].waiting,
                                 next_schedule, &w, err);
  if (w.open)
    session_close(&w.session);
  if (good && w.err.kind != ERR_NONE)
    good = err_set(err, w.err.kind, "%s", w.err.text);
  if (good)
    store_walk(w.path, &map, err);
  exercise_map_close(&map);
  session_close(&shape);
  return (int)err->kind;
}

static bool start_walk(struct check *check, size_t shape, struct err *err)
{
  struct walker *w = calloc(1, sizeof *w);
  char path[FILE_PATH];

  if (!w)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  walk_path(check, shape, path);
  w->plan = &check->plan;
  w->path = path;
  w->shape = shape;
  const bool good = jobs_start(&check->jobs, check_job_number(CHECK_JOB_WALK, shape),
                               WALK_SECONDS, walk_shape, w, &check->settings, NULL, err);
  free(w); /* the job has a copy */
  if (good)
    check->reached[shape].state = CHECK_WALKS;
  return good;
}

bool check_reached_walked(struct check *check, size_t shape, const struct job *job,
                          struct err *err)
{
  const struct job_end *end = job->end;
  char path[FILE_PATH];

  check->reached[shape].state = CHECK_WALKED;
  if (end->late ||
      end->hung[0] != '\0') /* it did not finish: treat every item as reachable */
    return true;
  if (end->err.kind != ERR_NONE || !end->worked)
    return err_set(err, ERR_ENVIRONMENT, "the packets of %s could not be explored: %.500s",
                   check->plan.shapes[shape].name,
                   end->err.kind ? end->err.text : "the exploration did not finish");
  walk_path(check, shape, path);
  return add_file(check, shape, path, err);
}

/* --- further runs --- */

static bool any_failed(const struct check *check)
{
  for (size_t i = 0; i < check->plan.count; i++)
    if (check->results[i].state == CHECK_ENDED && check_failed(check->results[i].word))
      return true;
  return false;
}

/* Does a shape need no further runs, or would they be pointless? */
static bool is_done(const struct check *check, const struct check_reached *reached)
{
  const struct check_further limits = check_levels[check->request.level].further;
  const struct exercise_share all = exercise_map_total(&reached->map);

  return all.reached == all.reachable || reached->further >= limits.most ||
         reached->vain >= limits.vain || any_failed(check);
}

static bool make_room(struct check *check, struct err *err)
{
  struct check_result *more =
      realloc(check->results, (check->plan.count + BATCH) * sizeof *more);

  if (!more)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for further runs");
  check->results = more;
  memset(more + check->plan.count, 0, BATCH * sizeof *more);
  return true;
}

/* Plan a batch of further runs; *planned: there is one. */
static bool plan_further(struct check *check, size_t shape, bool *planned, struct err *err)
{
  struct check_reached *reached = &check->reached[shape];
  size_t rows, refused = 0, made = 0;

  check_traffic_further(&rows);
  if (!make_room(check, err))
    return false;
  while (made < BATCH && refused < rows) {
    bool added;

    if (!check_plan_further(&check->plan, &check->request, shape, reached->number++, &added,
                            err))
      return false;
    made += added;
    refused = added ? 0 : refused + 1;
  }
  reached->further += made;
  *planned = made > 0;
  return true;
}

bool check_reached_next(struct check *check, bool *started, bool *planned, struct err *err)
{
  *started = *planned = false;
  for (size_t shape = 0; shape < check->plan.shape_count; shape++) {
    struct check_reached *reached = &check->reached[shape];

    if (reached->state == CHECK_REACHED || reached->state == CHECK_WALKS ||
        reached->over < check->plan.shapes[shape].runs)
      continue;
    if (!reached->has_map || check->stopped ||
        check->plan.shapes[shape]
            .program_words) { /* what programs reach is known without exploration */
      reached->state = CHECK_REACHED;
    } else if (reached->state == CHECK_COUNTS) {
      *started = true;
      return start_walk(check, shape, err);
    } else if (is_done(check, reached)) {
      reached->state = CHECK_REACHED;
    } else {
      if (!plan_further(check, shape, planned, err))
        return false;
      if (*planned)
        return true;
      reached->state = CHECK_REACHED;
    }
  }
  return true;
}

void check_reached_close(struct check *check)
{
  for (size_t i = 0; check->reached && i < check->plan.shape_count; i++)
    if (check->reached[i].has_map)
      exercise_map_close(&check->reached[i].map);
  free(check->reached);
  check->reached = NULL;
}
