// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// dual_net -- route unit of dual-nets: the shortest path, hop by hop, and the VC of each hop.
//
// Twin of cmodel/switch/route/dual_net.c; docs/switches/dual_net.md.  Combinational.  From the
// highest level down, each level gives the next one the target switch within its cluster and the
// dimensions that must match there; or it jumps: the packet leaves by the cross-edge of the level.
// Then come the factors of the base, rings and others, in dimension order, and after them the
// lowest cross-edge that is needed.
`default_nettype none

module dual_net #(
  parameter PORTS        = 6,                     // those of the base, and LEVELS
  parameter HEADER_BITS  = 10,                    // equal to ADDRESS_BITS
  parameter ADDRESS_BITS = 10,                    // the bits of all fields, 1..32
  parameter RINGS        = 3,                     // dimensions of the base, 1..20
  parameter LEVELS       = 1,                     // 1..3
  parameter DATELINES    = 1,                     // 1: rings of 4 and more have two VCs each
  parameter [32*RINGS-1:0] SHAPE =                // [dimension] switches; [dimension] super-nodes
    {16'd1, 16'd1, 16'd0, 16'd2, 16'd3, 16'd5}    // that it is in, a bit for each of 3 levels,
                                                  // and above them its kind
) (
  input  wire [ADDRESS_BITS-1:0] here_i,          // address of this switch
  input  wire [HEADER_BITS-1:0]  header_i,        // that of the destination
  output wire                    eject_o,
  output wire [PORTS-1:0]        ports_o,         // the port it leaves by; or none
  output wire [HEADER_BITS-1:0]  header_o,
  output reg  [2:0]              vc_o
);

  localparam [RINGS-1:0]  NO_RING = 0;
  localparam [RINGS-1:0]  RING    = 1;
  localparam [LEVELS-1:0] NONE    = 0;
  localparam [LEVELS-1:0] ONE     = 1;

  // Kinds of factors; 0: a ring.
  localparam COMPLETE = 1;
  localparam PETERSEN = 2;

  wire [LEVELS-1:0] is_inside;                    // [level-1] the destination is in its cluster
  wire [LEVELS-1:0] jumps;                        // the highest one counts
  wire [LEVELS-1:0] approaches;
  wire [2:0]        phase;                        // `is_inside`, of three levels
  wire [RINGS-1:0]  differs;                      // its digit must be another one
  wire [RINGS-1:0]  moves;                        // and those below it are right
  wire [RINGS-1:0]  past;                         // it moves, and no dateline is in the way
  reg  [LEVELS-1:0] crosses;                      // it leaves by this cross-edge
  integer l;

  genvar i;
  genvar d;
  genvar h;

  // Switches in the factor of a dimension.
  function integer size(input integer dimension);
    size = {16'd0, SHAPE[16*dimension +: 16]};
  endfunction

  function integer kind(input integer dimension);
    kind = {30'd0, SHAPE[16*(RINGS + dimension) + 3 +: 2]};
  endfunction

  // Is it in the super-nodes of a level?
  function integer free(input integer level, input integer dimension);
    free = {31'd0, SHAPE[16*(RINGS + dimension) + level - 1]};
  endfunction

  // Lowest bit of its digit; of RINGS: the bits of all digits.
  function integer digit(input integer dimension);
    integer j;
    begin
      digit = 0;
      for (j = 0; j < dimension; j = j + 1) begin
        digit = digit + $clog2(size(j));
      end
    end
  endfunction

  // Its first port, of a ring `+`; of RINGS: the cross-edge of level 1.
  function integer plus(input integer dimension);
    integer j;
    begin
      plus = 0;
      for (j = 0; j < dimension; j = j + 1) begin
        plus = plus + (kind(j) == COMPLETE ? size(j) - 1 :
                       kind(j) == PETERSEN ? 3 : size(j) == 2 ? 1 : 2);
      end
    end
  endfunction

  // Bits of the digits below a dimension that a cluster number of a level has.
  function integer fixed(input integer level, input integer dimension);
    integer j;
    begin
      fixed = 0;
      for (j = 0; j < dimension; j = j + 1) begin
        fixed = fixed + (free(level, j) == 1 ? 0 : $clog2(size(j)));
      end
    end
  endfunction

  // Lowest bit of a level's cluster number: what is below is the address within the cluster.
  function integer low(input integer level);
    integer j;
    begin
      low = digit(RINGS);
      for (j = 1; j < level; j = j + 1) begin
        low = low + low - digit(RINGS) + fixed(j, RINGS) + 1;
      end
    end
  endfunction

  assign header_o = header_i;
  assign phase[LEVELS-1:0] = is_inside;

  generate
    if (LEVELS < 3) begin : g_no_levels
      assign phase[2:LEVELS] = {3-LEVELS{1'b0}};
    end

    for (i = LEVELS; i > 0; i = i - 1) begin : g_level
      localparam LOW   = low(i);                  // of the cluster number
      localparam BASE  = digit(RINGS);
      localparam CLASS = low(i + 1) - 1;
      localparam WIDTH = CLASS - LOW;             // of the cluster number

      wire [CLASS:0]   target;                    // where to go
      wire [RINGS-1:0] checked;                   // dimensions that count there
      wire [LOW-1:0]   expanded;                  // the super-node that leads to its cluster
      wire [RINGS-1:0] outside;                   // dimensions that no super-node has
      wire             same_class = target[CLASS] == here_i[CLASS];
      wire             same_cluster;

      // The same for the level below.
      wire [LOW-1:0]   target_below  = is_inside[i-1] ? target[LOW-1:0] : expanded;
      wire [RINGS-1:0] checked_below = is_inside[i-1] ? checked : outside;

      assign is_inside[i-1]  = same_class && same_cluster;
      assign jumps[i-1]      = same_class && !same_cluster;
      assign approaches[i-1] = !same_class;

      if (i == LEVELS) begin : g_first
        assign target  = header_i;
        assign checked = ~NO_RING;
      end else begin : g_next
        assign target  = g_level[i+1].target_below;
        assign checked = g_level[i+1].checked_below;
      end

      if (WIDTH > 0) begin : g_clusters
        assign same_cluster = target[LOW +: WIDTH] == here_i[LOW +: WIDTH];
      end else begin : g_one_cluster
        assign same_cluster = 1'b1;
      end

      for (d = 0; d < RINGS; d = d + 1) begin : g_digit
        localparam BITS  = $clog2(size(d));
        localparam DIGIT = digit(d);
        localparam FIELD = LOW + fixed(i, d);

        assign outside[d] = free(i, d) == 0;
        if (free(i, d) == 1) begin : g_zero
          assign expanded[DIGIT +: BITS] = {BITS{1'b0}};
        end else begin : g_field
          assign expanded[DIGIT +: BITS] = target[FIELD +: BITS];
        end
      end

      if (LOW > BASE) begin : g_above
        assign expanded[LOW-1:BASE] = target[CLASS-1 -: LOW - BASE];
      end
    end

    for (d = 0; d < RINGS; d = d + 1) begin : g_dimension
      localparam SIZE  = size(d);
      localparam BITS  = $clog2(SIZE);
      localparam DIGIT = digit(d);
      localparam PLUS  = plus(d);

      wire [BITS-1:0] to = g_level[1].target_below[DIGIT +: BITS];
      wire [BITS-1:0] at = here_i[DIGIT +: BITS];

      assign differs[d] = g_level[1].checked_below[d] && to != at;

      if (SIZE == 2) begin : g_link
        assign ports_o[PLUS] = moves[d];
        assign past[d]       = 1'b0;
      end else if (kind(d) == COMPLETE) begin : g_complete
        wire [BITS:0] ahead = {1'b0, to} - {1'b0, at} + (to > at ? {BITS+1{1'b0}} : SIZE[BITS:0]);

        for (h = 1; h < SIZE; h = h + 1) begin : g_port
          localparam HOPS = h;

          if (h < SIZE - 1) begin : g_exact
            assign ports_o[PLUS + h - 1] = moves[d] && ahead == HOPS[BITS:0];
          end else begin : g_last
            assign ports_o[PLUS + h - 1] = moves[d] && ahead >= HOPS[BITS:0];
          end
        end
        assign past[d] = 1'b0;
      end else if (kind(d) == PETERSEN) begin : g_petersen
        // Digits 0 to 4 are the outer circle, 5 to 9 the inner one, whose links lead two further.
        wire       from_inner = at > 4'd4;
        wire       to_inner   = to > 4'd4;
        wire [3:0] x          = from_inner ? at - 4'd5 : at;
        wire [3:0] y          = to_inner ? to - 4'd5 : to;
        wire [3:0] ahead      = y >= x ? y - x : y + 4'd5 - x;
        wire [3:0] step       = from_inner ? 4'd2 : 4'd1;
        wire       by_plus    = ahead == step;
        wire       by_minus   = ahead == 4'd5 - step;
        wire       same       = from_inner == to_inner;
        wire       goes_plus  = by_plus || same && ahead == {step[2:0], 1'b0};
        wire       goes_minus = same ? !goes_plus : by_minus;
        wire       unused_ok  = &{1'b0, step[3]};

        assign ports_o[PLUS +: 3] = {moves[d] && !goes_plus && !goes_minus,
                                     moves[d] && goes_minus, moves[d] && goes_plus};
        assign past[d] = moves[d] && (same ? by_plus || by_minus : ahead == 4'd0);
      end else begin : g_ring
        localparam [BITS+1:0] AROUND = SIZE[BITS+1:0];

        wire            forward   = to > at;      // by `+` it does not pass the dateline
        wire [BITS+1:0] ahead     = {2'b00, to} - {2'b00, at} + (forward ? {BITS+2{1'b0}} : AROUND);
        wire            by_plus   = {ahead[BITS:0], 1'b0} <= AROUND;
        wire            unused_ok = &{1'b0, ahead[BITS+1]};  // ahead is below 2^(BITS+1)

        assign ports_o[PLUS +: 2] = {moves[d] && !by_plus, moves[d] && by_plus};
        assign past[d]            = SIZE > 3 && moves[d] && forward == by_plus;
      end
    end
  endgenerate

  assign moves = jumps == NONE ? differs & (~differs + RING) : NO_RING;
  assign ports_o[PORTS-1 -: LEVELS] = crosses;
  assign eject_o = moves == NO_RING && crosses == NONE;

  // The highest level that jumps; or else, where the rings are right, the lowest that approaches.
  always @* begin
    crosses = moves == NO_RING ? approaches & (~approaches + ONE) : NONE;
    for (l = 0; l < LEVELS; l = l + 1) begin
      if (jumps[l]) begin
        crosses = ONE << l;
      end
    end
  end

  // What is inside, from the level of the link up; and the rings have a dateline.
  always @* begin
    vc_o = 3'd0;
    if (moves != NO_RING) begin
      vc_o = DATELINES != 0 ? {phase[1:0], past != NO_RING} : phase;
    end
    for (l = 0; l < LEVELS; l = l + 1) begin
      if (crosses[l]) begin
        vc_o = phase >> l | {2'b00, approaches[l]};
      end
    end
  end

endmodule

`default_nettype wire
