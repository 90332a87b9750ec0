#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""plant -- a module that is the right or the broken one, as the simulation is started.

    plant.py NAME RIGHT.v BROKEN.v >MODULE.sv

The broken one answers to +planted=NAME, and with +at=TEXT only in instances whose path holds
TEXT.  One compiled bench can so be tried with several bugs, in one place or in all.
"""

import re
import sys


def main():
    name, right, broken = sys.argv[1], open(sys.argv[2]).read(), open(sys.argv[3]).read()
    module = re.search(r"^module (\w+)", right, re.M).group(1)
    head = re.search(r"^module \w+.*?^\);\n", right, re.M | re.S).group(0)
    ports = re.findall(r"^ +(input|output) +(?:wire|reg) +(\[.*?\])? *(\w+)", head, re.M)
    for kind, text in ("right", right), ("broken", broken):
        print(re.sub(rf"^module {module}\b", f"module {module}_{name}_{kind}", text, flags=re.M))
    print(head.replace("output reg ", "output wire "))
    print(f"""  reg     planted;
  string  at;
  string  path;
  integer i;

  initial begin
    path    = $sformatf("%m");
    planted = $test$plusargs("planted={name}");
    if (planted && $value$plusargs("at=%s", at)) begin
      planted = 1'b0;
      for (i = 0; i + at.len() <= path.len(); i = i + 1)
        if (path.substr(i, i + at.len() - 1) == at)
          planted = 1'b1;
    end
  end
""")
    for direction, bits, port in ports:
        if direction == "output":
            print(f"  wire {bits} {port}_right, {port}_broken;\n"
                  f"  assign {port} = planted ? {port}_broken : {port}_right;")
    for kind, text in ("right", right), ("broken", broken):
        its_head = re.search(rf"^module {module}\b.*?^\);\n", text, re.M | re.S).group(0)
        parameters = re.findall(r"^ +parameter +(\w+)", its_head, re.M)
        of_parameters = ", ".join(f".{p}({p})" for p in parameters)
        of_ports = ", ".join(f".{port}({port}{'_' + kind if direction == 'output' else ''})"
                             for direction, _, port in ports)
        print(f"  {module}_{name}_{kind} #({of_parameters}) u_{kind} ({of_ports});")
    print("endmodule")


main()
