/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* exit -- a child that ends by _exit() writes what gcov has counted in it.  Linked with
 * -Wl,--wrap=_exit in the build that counts (make coverage). */

void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

void __wrap__exit(int status)
{
  __gcov_dump();
  __real__exit(status);
}
