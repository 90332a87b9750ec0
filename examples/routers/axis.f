// A wormhole router with AXI-Stream ports, and the adapters that connect it.
axis.v
axis_switch.v
-y ../../tb/adapters
