/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- a result that a child process gives its parent, in shared memory. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/report.h"

#include "base/hash.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

struct report_page {
  _Atomic uint32_t given; /* how often */
  uint64_t size;
  struct hash seal; /* of the mark and the bytes */
  char bytes[];
};

static size_t page_size(const struct report *report)
{
  return sizeof *report->page + report->most;
}

static struct hash seal(const struct report *report, const char *bytes, size_t size)
{
  struct hash hash = hash_start();

  hash_u64(&hash, report->mark[0]);
  hash_u64(&hash, report->mark[1]);
  hash_u64(&hash, size);
  hash_bytes(&hash, bytes, size);
  return hash;
}

bool report_open(struct report *report, size_t most)
{
  *report = (struct report){.most = most};
  void *page = mmap(NULL, page_size(report), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (page == MAP_FAILED)
    return false;
  report->page = page;
  if (getrandom(report->mark, sizeof report->mark, 0) < 0)
    report->mark[0] = (uint64_t)(uintptr_t)page;
  return true;
}

void report_own(const struct report *report)
{
  madvise(report->page, page_size(report), MADV_DONTFORK);
}

bool report_give(const struct report *report, const struct iovec *parts, size_t count)
{
  struct report_page *page = report->page;
  size_t size = 0;

  for (size_t i = 0; i < count; i++) {
    if (parts[i].iov_len > report->most - size)
      return false;
    if (parts[i].iov_len > 0)
      memcpy(page->bytes + size, parts[i].iov_base, parts[i].iov_len);
    size += parts[i].iov_len;
  }
  page->size = size;
  page->seal = seal(report, page->bytes, size);
  atomic_fetch_add(&page->given, 1);
  return true;
}

bool report_given(const struct report *report)
{
  return atomic_load(&report->page->given) != 0;
}

/* The child may still change the page, so look only at a copy. */
enum report_state report_take(const struct report *report, char **bytes, size_t *size)
{
  const struct report_page *page = report->page;
  const uint32_t given = atomic_load(&report->page->given);

  *bytes = NULL;
  *size = page->size;
  if (given == 0)
    return REPORT_NONE;
  if (given > 1 || *size > report->most || !(*bytes = malloc(*size + 1)))
    return REPORT_DAMAGED;
  memcpy(*bytes, page->bytes, *size);
  const struct hash sealed = page->seal, now = seal(report, *bytes, *size);
  if (memcmp(&sealed, &now, sizeof now) == 0)
    return REPORT_WHOLE;
  free(*bytes);
  *bytes = NULL;
  return REPORT_DAMAGED;
}

void report_close(struct report *report)
{
  if (report->page)
    munmap(report->page, page_size(report));
  report->page = NULL;
}
