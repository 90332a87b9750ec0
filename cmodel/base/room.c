/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* room -- the memory that this process has, and what it may still take. */
#include "base/room.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATH = 4096, LINE = 4096, KIB_SHIFT = 10 };

/* The files of a version of control groups, below the folder of a group. */
struct group_files {
  const char *mount, *most, *used, *stat, *idle; /* idle: a key of `stat` */
};

static const struct group_files versions[] = {
    {"/sys/fs/cgroup", "memory.max", "memory.current", "memory.stat", "inactive_file"},
    {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "memory.stat", "total_inactive_file"},
};

static FILE *open_below(const char *root, const char *path)
{
  char whole[PATH];

  return snprintf(whole, sizeof whole, "%s%s", root, path) < (int)sizeof whole
             ? fopen(whole, "r")
             : NULL;
}

/* The number after `key` at the start of a line; "": of the first line.  False: none. */
static bool read_number(const char *root, const char *path, const char *key,
                        uint64_t *value)
{
  FILE *file = open_below(root, path);
  const size_t length = strlen(key);
  char line[LINE];
  bool found = false;

  while (file && !found && fgets(line, sizeof line, file))
    found =
        strncmp(line, key, length) == 0 && sscanf(line + length, " %" SCNu64, value) == 1;
  if (file)
    fclose(file);
  return found;
}

static void bound(struct room *room, uint64_t most, uint64_t used, enum room_bound by)
{
  const uint64_t left = most > used ? most - used : 0;

  if (left >= room->free)
    return;
  room->free = left;
  room->bound = by;
}

static void look_at_group(struct room *room, const char *root,
                          const struct group_files *files, const char *folder)
{
  uint64_t most, used, idle = 0;
  const char *const names[] = {files->most, files->used, files->stat};
  char paths[3][PATH];

  for (int i = 0; i < 3; i++)
    if (snprintf(paths[i], PATH, "%s%s/%s", files->mount, folder, names[i]) >= PATH)
      return;
  if (!read_number(root, paths[0], "", &most) || !read_number(root, paths[1], "", &used))
    return;
  read_number(root, paths[2], files->idle, &idle);
  bound(room, most, used > idle ? used - idle : 0, ROOM_GROUP);
}

/* A group and all around it.  In a container its path may be that of the host, which is not
 * there: then only the outermost counts. */
static void look_at_groups(struct room *room, const char *root,
                           const struct group_files *files, char *folder)
{
  for (;;) {
    char *last = strrchr(folder, '/');

    look_at_group(room, root, files, folder);
    if (!last)
      return;
    *last = '\0';
  }
}

/* Lines "0::/PATH" of version 2, and "7:cpu,memory:/PATH" of version 1. */
static void look_for_groups(struct room *room, const char *root)
{
  FILE *file = open_below(root, "/proc/self/cgroup");
  char line[LINE];

  while (file && fgets(line, sizeof line, file)) {
    char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;

    if (!path)
      continue;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    if (names[1] == '\0')
      look_at_groups(room, root, &versions[0], path);
    else if (strstr(names + 1, "memory"))
      look_at_groups(room, root, &versions[1], path);
  }
  if (file)
    fclose(file);
}

/* Resident bytes that the heap gives out again before it grows, of `used`. */
static uint64_t free_in_heap(uint64_t used)
{
#ifdef __GLIBC__
  const struct mallinfo2 info = mallinfo2();

  return info.fordblks < used ? info.fordblks : 0;
#else
  return 0 * used;
#endif
}

struct room room_of(const char *root)
{
  struct room room = {.free = UINT64_MAX};
  struct rlimit limit;
  uint64_t kib, addresses = 0, pages = 0;
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  FILE *file = open_below(root, "/proc/self/statm");

  if (file && fscanf(file, "%" SCNu64 " %" SCNu64, &addresses, &pages) == 2)
    room.used = pages * page;
  if (root[0] == '\0')
    room.used -= free_in_heap(room.used);
  if (file)
    fclose(file);
  if (read_number(root, "/proc/meminfo", "MemAvailable:", &kib))
    bound(&room, kib << KIB_SHIFT, 0, ROOM_MACHINE);
  look_for_groups(&room, root);
#ifndef __SANITIZE_ADDRESS__ /* the sanitizer maps terabytes */
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bound(&room, limit.rlim_cur, addresses * page, ROOM_ADDRESSES);
#else
  (void)limit;
#endif
  return room;
}

uint64_t room_heap(void)
{
#ifdef __GLIBC__
  const struct mallinfo2 info = mallinfo2();

  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}
