# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_parameters -- the values of parameters with which networks have the modules of rtl/.

Each network of the table of runs in lock step (tests/system/lockstep.txt) is written as Verilog by
the command.  Its switch and its route unit, elaborated by Yosys, say with which parameters they
have which component.
"""
import concurrent.futures
import json
import pathlib
import re
import tempfile

from prove_tools import JOBS, LOCKHOP, ROOT, Failed, run

COMPONENTS = {path.stem: path for path in sorted(ROOT.glob("rtl/component/*.v"))}
MODULES = {**COMPONENTS, "switch": ROOT / "rtl/switch/switch.v"}
TABLE = ROOT / "tests/system/lockstep.txt"
# The module that the generated file route.v defines; here its outputs are left open.
ROUTE_UNIT = """
module route_unit #(
  parameter PORTS = 1, parameter HEADER_BITS = 1, parameter ADDRESS_BITS = 1,
  parameter PHASE_BITS = 1
) (
  input wire [ADDRESS_BITS-1:0] here_i, input wire [HEADER_BITS-1:0] header_i,
  input wire [PHASE_BITS-1:0] phase_i, input wire [31:0] random_i, output wire eject_o,
  output wire wait_o, output wire [PORTS-1:0] ports_o, output wire [HEADER_BITS-1:0] header_o,
  output wire [2:0] vc_o, output wire [15:0] priority_o
);
endmodule
"""


def networks():
    """The networks of the table, each as options of `lockhop rtl`, once."""
    found = {}
    for line in TABLE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        _, spec, lanes, depth, routing, vcs = line.lstrip("*+").split()[:6]
        vcs, sends, pushes = (vcs.replace("!", "").split("/") + ["0", "0"])[:3]
        if "/" in routing:      # of failed switches: its Verilog is that of source_route
            continue
        found[(spec, "--lanes", lanes, "--depth", depth, "--routing", routing, "--vcs", vcs,
               "--sends", sends, "--pushes", pushes)] = None
    return list(found)


def modules_of(network):
    """[instance in Verilog]: switch, route unit and tree of a network."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder) / "network"
        run([LOCKHOP, "rtl", *network, "-o", str(folder)], f"lockhop rtl {network[0]}")
        whole, route = ((folder / name).read_text() for name in ("network.v", "route.v"))
    head = dict(re.findall(r"^  parameter (\w+) += (\d+),", whole, re.M))
    unit, fixed = re.search(r"^  (\w+) #\((.*?)\) u_unit", route, re.M | re.S).groups()
    values = {**dict(re.findall(r"\.(\w+) +\(([\w']+)\)", fixed)),
              **{name: head[name] for name in ("PORTS", "HEADER_BITS", "ADDRESS_BITS")}}
    tree = re.search(r"^  barrier_tree #\(\.LEAVES\((\w+)\)\)", whole, re.M)
    switches = head.pop("SWITCHES")
    return [instance("switch", head), instance(unit, values),
            *([instance("barrier_tree", {"LEAVES": switches})] if tree else [])]


def instance(module, values):
    return f"{module} #({', '.join(f'.{name}({value})' for name, value in values.items())})"


def used():
    """{component: [{parameter: value}]}: with which parameters the networks have each."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        instances = {text for network in pool.map(modules_of, networks()) for text in network}
    with tempfile.TemporaryDirectory() as folder:
        top, out = pathlib.Path(folder) / "top.v", pathlib.Path(folder) / "top.json"
        top.write_text(ROUTE_UNIT + "module top;\n" + "".join(
            f"  {text} u_{number} ();\n" for number, text in enumerate(sorted(instances))) +
            "endmodule\n")
        files = [path for path in sorted(ROOT.glob("rtl/*/*.v")) if path.parent.name != "component"]
        top.write_text(top.read_text() + "".join(map(outside, COMPONENTS.values())))
        run(["yosys", "-q", "-p", f"read_verilog -defer {' '.join(map(str, files))} {top}; "
             f"hierarchy -top top; delete */p:*; write_json {out}"], "yosys")
        design = json.loads(out.read_text())
    return components(design)


def outside(path):
    """A component without what is in it, if that is no other component: only its parameters are
    asked for."""
    text = re.sub(r"//.*", "", path.read_text())
    inner = any(re.search(rf"^ *{name} #\(", text, re.M) for name in COMPONENTS)
    return text if inner else re.sub(r"^\);.*^endmodule", ");\nendmodule", text, flags=re.M | re.S)


def components(design):
    found = {}
    for name, module in design["modules"].items():
        kind = module["attributes"].get("hdlname", name).lstrip("\\")
        if kind in COMPONENTS:
            values = {key: int(value, 2) for key, value in
                      module["parameter_default_values"].items()}
            if values not in found.setdefault(kind, []):
                found[kind].append(values)
    if not found:
        raise Failed("no network has a component")
    return found
