# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""whole_files -- files that are written whole or not at all."""
import os


def write(files):
    """All of {path: bytes}, or none.  A device or a pipe is written into, not replaced."""
    special = [path for path in files if os.path.exists(path) and not os.path.isfile(path)]
    parts = {f"{path}.{os.getpid()}.part": path for path in files if path not in special}
    try:
        for path in special:
            with open(path, "wb") as file:
                file.write(files[path])
        for part, path in parts.items():
            with open(part, "wb") as file:
                file.write(files[path])
        for part, path in parts.items():
            os.replace(part, path)
    finally:
        for part in parts:
            if os.path.exists(part):
                os.unlink(part)
