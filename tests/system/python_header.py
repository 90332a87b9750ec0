# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""python_header -- what lockhop.h declares, and what lockhop.py says of it.

Both as sets of lines; where they are equal, the binding fits the header:

    constant LOCKHOP_USAGE 2
    struct lockhop_far 8
    field lockhop_far.to_port 4 4 u
    function lockhop_here uint64_t handle uint32_t

A field has its offset, size and kind.  Names are read in the header; numbers are told by a C
program that is compiled with it.
"""
import ctypes
import re
import subprocess

KINDS = {  # of ctypes: as in C; kind of a field
    ctypes.c_bool: ("bool", "b"), ctypes.c_uint32: ("uint32_t", "u"),
    ctypes.c_uint64: ("uint64_t", "u"), ctypes.c_double: ("double", "d"),
    ctypes.c_char_p: ("char*", "s"), ctypes.c_char: ("char", "c"), ctypes.c_void_p: ("handle", ""),
    None: ("void", ""),
}
PROGRAM = """
#include <lockhop.h>
#include <stdio.h>
#define KIND(x) _Generic((x), bool: "b", uint32_t: "u", uint64_t: "u", double: "d", \\
                         const char *: "s", char: "c", default: "?")
#define FIELD(s, f, x) printf("field " #s "." #f " %%zu %%zu %%s\\n", offsetof(struct s, f), \\
                              sizeof((struct s *)0)->f, KIND(((struct s *)0)->x))
int main(void)
{
%s
  return 0;
}
"""


def without_comments(header):
    return re.sub(r"/\*.*?\*/", " ", header, flags=re.DOTALL)


def c_statements(header):
    """Of the program that tells constants, structs and fields."""
    text = without_comments(header)
    found = []
    for name in re.findall(r"^#define (LOCKHOP_\w+) \w+$", text, re.MULTILINE):
        found.append((name, f'printf("constant {name} %lld\\n", (long long){name});'))
    for body in re.findall(r"\benum(?: \w+)? \{(.*?)\};", text, re.DOTALL):
        for name in re.findall(r"\bLOCKHOP_\w+", body):
            found.append((name, f'printf("constant {name} %lld\\n", (long long){name});'))
    for name, body in re.findall(r"\bstruct (\w+) \{(.*?)\};", text, re.DOTALL):
        found.append((name, f'printf("struct {name} %zu\\n", sizeof(struct {name}));'))
        for field, array in re.findall(r"(\w+)(\[\w+\])?;", body):
            # What is a struct, or an array of them, has a kind of its own.
            found.append((field, f"FIELD({name}, {field}, {field}{'[0]' if array else ''});"))
    return [statement for name, statement in found if name != "LOCKHOP_API"]


def c_type(text):
    """uint32_t; handle; shape and shape* for a struct; watch."""
    words = re.sub(r"\b(const|struct|enum)\b", " ", text)
    stars = "*" * words.count("*")
    name = re.match(r"\s*(?:lockhop_)?(\w+)", words.replace("*", " "))[1]
    if (name, stars) in (("network", "*"), ("switch", "*"), ("judge", "*"), ("void", "*")):
        return "handle"
    return {"code": "uint32_t", "outcome": "uint32_t"}.get(name, name) + \
        ("" if name == "watch" else stars)


def functions(header):
    """The lines of its functions."""
    text = " ".join(line for line in without_comments(header).split("\n")
                    if not line.startswith("#"))
    declared = r"(?:LOCKHOP_API|typedef) ([^;()]*?)(lockhop_\w+)\(([^)]*)\);"
    for result, name, arguments in re.findall(declared, text):
        types = [c_type(a) for a in arguments.split(",") if a.strip() != "void"]
        yield " ".join(["function", name, c_type(result), *types])


def of_header(path, folder, compiler="gcc"):
    """The lines of the header lockhop.h at `path`."""
    header = path.read_text()
    source = folder / "header.c"
    source.write_text(PROGRAM % "\n".join("  " + line for line in c_statements(header)))
    subprocess.run([compiler, "-std=c11", "-I", path.parent, "-o", folder / "header", source],
                   check=True)
    told = subprocess.run([folder / "header"], check=True, capture_output=True, text=True)
    return {*told.stdout.splitlines(), *functions(header)}


def struct_name(kind):
    return kind.__name__.lstrip("_").lower()


def python_type(kind):
    if kind in KINDS:
        return KINDS[kind][0]
    if issubclass(kind, ctypes._Pointer):
        return python_type(kind._type_) + "*"
    return "watch" if issubclass(kind, ctypes._CFuncPtr) else struct_name(kind)


def field_kind(kind):
    element = getattr(kind, "_type_", None) if issubclass(kind, ctypes.Array) else kind
    return KINDS.get(element, ("", "?"))[1]


def of_binding(lockhop):
    """The lines of the module."""
    lines = {f"constant LOCKHOP_{name} {getattr(lockhop, name)}"
             for name in dir(lockhop) if name.isupper() and name[0] != "_" and name != "VERSION"
             and isinstance(getattr(lockhop, name), int)}
    for enum in (lockhop.Code, lockhop.Outcome):
        lines |= {f"constant LOCKHOP_{one.name} {one.value}" for one in enum}
    for struct in lockhop._Struct.__subclasses__():
        name = "lockhop_" + struct_name(struct)
        lines.add(f"struct {name} {ctypes.sizeof(struct)}")
        for field, kind in struct._fields_:
            at = getattr(struct, field)
            lines.add(f"field {name}.{field} {at.offset} {at.size} {field_kind(kind)}")
    watch = (lockhop._Watch._restype_, *lockhop._Watch._argtypes_)
    for name, types in {**lockhop._FUNCTIONS, "watch": watch}.items():
        lines.add(" ".join(["function", "lockhop_" + name, *map(python_type, types)]))
    return lines
