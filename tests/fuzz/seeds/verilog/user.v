// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors
// one
/* two */ `timescale 1ns/1ps
package p; endpackage
module part #(parameter W = "a\"b") (input x); import p::*; endmodule
module whole; part #(.W(1)) u_part (.x(p::Y)); endmodule
