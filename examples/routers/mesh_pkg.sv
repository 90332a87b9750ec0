// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// mesh_pkg -- addresses, packets, directions and the XY rule of mesh_router.sv.
// For mesh:AxB with A and B of 3 or 4; mesh:8x8 needs +define+MESH_X_BITS=3, and of Y too.
`ifndef MESH_X_BITS
  `define MESH_X_BITS 2
`endif
`ifndef MESH_Y_BITS
  `define MESH_Y_BITS 2
`endif

package mesh_pkg;

  typedef struct packed {
    logic [`MESH_Y_BITS-1:0] y;                       // row, from the top
    logic [`MESH_X_BITS-1:0] x;                       // column, from the left
  } address_t;

  typedef struct packed {
    logic [39:0] data;
    address_t    to;                                  // the header: where it is sent
  } packet_t;

  typedef enum logic [2:0] {WEST, EAST, NORTH, SOUTH, LOCAL} direction_t;  // a port

  // First along the row, then along the column.
  function automatic direction_t way(address_t here, address_t to);
    if (to.x != here.x)
      return to.x < here.x ? WEST : EAST;
    if (to.y != here.y)
      return to.y < here.y ? NORTH : SOUTH;
    return LOCAL;
  endfunction

endpackage
