#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_documents -- the commands of the pages run, and print what the pages show.
exec "$(dirname "$0")/../../scripts/check_documents.py" --check
