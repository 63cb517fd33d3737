// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The layout of a composite that the standard itself defines: its length and the places of the members that a reader
/// depends on.
///
/// @param length  bytes before what follows
/// @param members those that the standard reads
record StandardLayout(int length, List<Slot> members) {
    /// The place of one member; a constant one has no place, only its value.
    record Slot(String name, int offset, String type) {
        @Override
        public String toString() {
            return name + " " + type + (offset < 0 ? "" : " at " + offset);
        }
    }

    static StandardLayout ofHeader(CompositeType header) {
        return of(header, header.encodedLength(), "blockLength", "templateId", "schemaId", "version");
    }

    static StandardLayout ofDimension(CompositeType dimension) {
        return of(dimension, dimension.encodedLength(), "blockLength", "numInGroup");
    }

    /// The length ends where the data begins; of the data, only the size of an element is layout.
    static StandardLayout ofData(CompositeType encoding) {
        ScalarType element = (ScalarType) encoding.member("varData").type();
        StandardLayout layout = of(encoding, encoding.member("varData").offset(), "length");
        Slot data = new Slot("varData", layout.length(), element.primitive().size() + " bytes each");
        return new StandardLayout(layout.length(), Stream.concat(layout.members().stream(), Stream.of(data)).toList());
    }

    private static StandardLayout of(CompositeType composite, int length, String... names) {
        return new StandardLayout(length, Stream.of(names).map(name -> slot(composite.member(name))).toList());
    }

    private static Slot slot(Member member) {
        ScalarType type = (ScalarType) member.type();
        if (type.presence() == Presence.CONSTANT) {
            return new Slot(member.name(), -1, "constant");
        }
        return new Slot(member.name(), member.offset(), type.primitive().sbeName());
    }

    @Override
    public String toString() {
        return members.stream().map(Slot::toString).collect(Collectors.joining(", ", "(", "; " + length + " bytes)"));
    }
}
