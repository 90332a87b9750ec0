/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_room -- the least bound of the memory of a process is found. */
#include "base/room.h"

#include "tests/unit/unit.h"

#include <sys/stat.h>

enum { KIB = 1024 };

/* A file below the root of a test, with its folders. */
static void put(const char *root, const char *path, const char *text)
{
  char whole[FILE_PATH];

  snprintf(whole, sizeof whole, "%.2000s%s", root, path);
  for (char *at = whole + strlen(root) + 1; (at = strchr(at, '/')); *at++ = '/') {
    *at = '\0';
    mkdir(whole, 0777);
  }
  write_data(whole, text, strlen(text));
}

static const char *open_root(char root[FILE_PATH], const char *name)
{
  struct err err;

  data_path(root, name);
  CHECK(file_make_directory(root, &err), "%s", err.text);
  put(root, "/proc/meminfo", "MemTotal:       900 kB\nMemAvailable:   500 kB\n");
  put(root, "/proc/self/statm", "100 30 1 1 0 1 0\n");
  return root;
}

static void expect(const char *root, uint64_t free, enum room_bound bound)
{
  const struct room room = room_of(root);

  CHECK(room.free == free && room.bound == bound, "%s: %llu bytes, bound %d", root,
        (unsigned long long)room.free, (int)room.bound);
}

TEST(test_the_machine)
{
  char root[FILE_PATH];

  expect(open_root(root, "machine"), UINT64_C(500) * KIB, ROOM_MACHINE);
  assert_int_equal(room_of(root).used, 30 * sysconf(_SC_PAGESIZE));
  expect("build/no-such-folder", UINT64_MAX, ROOM_NOTHING);
}

/* The least of a group and all around it; idle pages of files count as free. */
TEST(test_groups_of_version_2)
{
  char root[FILE_PATH];

  open_root(root, "two");
  put(root, "/proc/self/cgroup", "0::/outer/inner\n");
  put(root, "/sys/fs/cgroup/outer/inner/memory.max", "max\n");
  put(root, "/sys/fs/cgroup/outer/inner/memory.current", "100000\n");
  expect(root, UINT64_C(500) * KIB, ROOM_MACHINE);
  put(root, "/sys/fs/cgroup/outer/memory.max", "300000\n");
  put(root, "/sys/fs/cgroup/outer/memory.current", "120000\n");
  expect(root, 180000, ROOM_GROUP);
  put(root, "/sys/fs/cgroup/outer/memory.stat", "anon 7\ninactive_file 20000\n");
  expect(root, 200000, ROOM_GROUP);
  put(root, "/sys/fs/cgroup/outer/inner/memory.max", "150000\n");
  expect(root, 50000, ROOM_GROUP);
  put(root, "/sys/fs/cgroup/outer/inner/memory.current", "150001\n");
  expect(root, 0, ROOM_GROUP);
}

TEST(test_groups_of_version_1)
{
  char root[FILE_PATH];

  open_root(root, "one");
  put(root, "/proc/self/cgroup", "3:cpu:/other\n7:blkio,memory:/job\n");
  put(root, "/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "400000\n");
  put(root, "/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "100000\n");
  put(root, "/sys/fs/cgroup/memory/job/memory.stat", "cache 1\ntotal_inactive_file 500\n");
  expect(root, 300500, ROOM_GROUP);
}

/* The path is that of the host; here the group is the outermost. */
TEST(test_groups_of_a_container)
{
  char root[FILE_PATH];

  open_root(root, "container");
  put(root, "/proc/self/cgroup", "0::/docker/0123\n");
  put(root, "/sys/fs/cgroup/memory.max", "300000\n");
  put(root, "/sys/fs/cgroup/memory.current", "1000\n");
  expect(root, 299000, ROOM_GROUP);
}

TEST(test_addresses)
{
  const rlim_t old = limit_memory(50000 * KIB);
  const struct room room = room_of("");

  set_memory(old);
  assert_int_equal(room.bound, ROOM_ADDRESSES);
  CHECK(room.free > 49000 * KIB && room.free <= 50000 * KIB, "%llu",
        (unsigned long long)room.free);
}

/* The heap of the C library, which a sanitizer does not use. */
TEST(test_the_heap_grows_by_what_is_allocated)
{
  skip_where_memory_has_no_limit();
  const uint64_t before = room_heap();
  void *volatile small = malloc(100000), *volatile large = malloc(10000000);
  const uint64_t after = room_heap();

  CHECK(after - before >= 10100000 && after - before < 10200000, "%llu",
        (unsigned long long)(after - before));
  free(small);
  free(large);
}
