# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
#
# make_imports -- the imports of functions.txt: golden_dpi.sv, a package of the same name, for
# SystemVerilog, and golden_dpi.h for C.
#
#     awk -v folder=FOLDER -f make_imports.awk functions.txt

BEGIN {
  split("void bit u32 u64 text handle", names)
  split("void|bit|int unsigned|longint unsigned|string|chandle", systemverilog, "|")
  split("void|unsigned char|uint32_t|uint64_t|const char *|void *", c, "|")
  for (i in names) {
    of_sv[names[i]] = systemverilog[i]
    of_c[names[i]] = c[i]
  }
  sv = folder "/golden_dpi.sv"
  header = folder "/golden_dpi.h"
  print "// The imports of functions.txt; written by make_imports.awk.\npackage golden_dpi;\n" >sv
  print "/* The functions of functions.txt; written by make_imports.awk. */" >header
  print "#ifndef GOLDEN_DPI_H\n#define GOLDEN_DPI_H\n\n#include <stdint.h>\n" >header
}

function unknown(type) {
  if (type in of_sv)
    return
  print FILENAME ":" FNR ": '" type "' is no type; they are void, bit, u32, u64, text, handle" \
    >"/dev/stderr"
  failed = 2
  exit failed
}

/^ *(#|$)/ { next }

{
  unknown($1)
  sv_arguments = c_arguments = ""
  for (i = 3; i <= NF; i++) {
    split($i, part, ":")
    out = sub(/^out-/, "", part[1])
    unknown(part[1])
    comma = i > 3 ? ", " : ""
    sv_arguments = sv_arguments comma (out ? "output " : "input ") of_sv[part[1]] " " part[2]
    c_arguments = c_arguments comma of_c[part[1]] (of_c[part[1]] ~ /\*$/ ? "" : " ") \
      (out ? "*" : "") part[2]
  }
  print "  import \"DPI-C\" function " of_sv[$1] " " $2 "(" sv_arguments ");" >sv
  print of_c[$1] (of_c[$1] ~ /\*$/ ? "" : " ") $2 "(" c_arguments ");" >header
}

END {
  if (failed)
    exit failed
  print "\nendpackage" >sv
  print "\n#endif" >header
}
