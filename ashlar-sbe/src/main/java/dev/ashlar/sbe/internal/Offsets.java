// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

/// Offsets of fields and members: packed unless the schema says otherwise, never overlapping.
final class Offsets {
    /// The offset of an element whose predecessors end at `end`: its own if given, else `end`. An offset that overlaps
    /// the predecessors is reported.
    static long place(XmlElement element, long end, Attributes attributes, Problems problems) {
        if (element.attribute("offset") == null) {
            return end;
        }
        int offset = attributes.integer(element, "offset", -1, Integer.MAX_VALUE);
        if (offset >= 0 && offset < end) {
            problems.report(element.locationOf("offset"), Code.OFFSET_TOO_SMALL, "overlaps the element before it: "
                    + Attributes.optional(element, "name") + " has offset=" + offset + ", least possible " + end);
        }
        return Math.max(offset, end);
    }
}
