// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// version -- what the preprocessor makes of this is the version of SystemC; without SystemC
// it fails.
#include <sysc/kernel/sc_ver.h>

SC_VERSION
