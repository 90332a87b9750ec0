# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
#
# check_view -- prints what GTKWave shows, as text, and keeps a picture of it.
#
# Run it with: gtkwave -S waves/check_view.tcl -a FILE.gtkw.  The environment says what is
# wanted: VIEW_CYCLES, a list of cycles at which all values are printed; VIEW_CYCLE_PS, how
# long one is; VIEW_PICTURE, a PNG file.  Lines of output, all beginning with "view|":
#
#   view|rows|NUMBER              rows, those within closed groups included
#   view|marker|TIME|TIME         the marker, and marker A; -1: not set
#   view|window|TIME|TIME         first and last time that is visible
#   view|value|CYCLE|ROW|NAME|VALUE
puts "view|rows|[gtkwave::getTotalNumTraces]"
puts "view|marker|[gtkwave::getMarker]|[gtkwave::getNamedMarker A]"
puts "view|window|[gtkwave::getWindowStartTime]|[gtkwave::getWindowEndTime]"

if {[info exists ::env(VIEW_PICTURE)]} {
  gtkwave::/File/Grab_To_File $::env(VIEW_PICTURE)
}

if {[info exists ::env(VIEW_CYCLES)]} {
  foreach cycle $::env(VIEW_CYCLES) {
    gtkwave::setMarker [expr {$cycle * $::env(VIEW_CYCLE_PS)}]
    for {set row 0} {$row < [gtkwave::getTotalNumTraces]} {incr row} {
      set name [gtkwave::getTraceNameFromIndex $row]
      set value [gtkwave::getTraceValueAtMarkerFromIndex $row]
      puts "view|value|$cycle|$row|$name|$value"
    }
  }
}

puts "view|end"
gtkwave::/File/Quit
