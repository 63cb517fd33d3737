// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.util.Locale;

/// The rules for the three composites that the standard itself defines: message header, group dimension,
/// variable-length data. Their members are found by name; order, widths and further members are up to the schema.
record StandardComposites(Problems problems) {
    /// Whether the composite can head messages; reports why not.
    boolean checkHeader(CompositeType header, Location place) {
        boolean usable = true;
        for (String name : new String[] {"blockLength", "templateId", "schemaId", "version"}) {
            ScalarType type = integerMember(header, name, place, Code.BAD_HEADER, "message header");
            if (type == null) {
                usable = false;
            } else if (type.primitive() != PrimitiveType.UINT16) {
                problems.report(place, Code.UNUSUAL_HEADER, "message header " + header.name() + " has " + name
                        + " of type "
                        + type.primitive().sbeName() + " where the standard recommends uint16");
            }
        }
        return usable;
    }

    /// Whether the composite can head groups; reports why not.
    boolean checkDimension(CompositeType dimension, Location place) {
        ScalarType blockLength = integerMember(dimension, "blockLength", place, Code.BAD_DIMENSION, "group dimension");
        ScalarType numInGroup = integerMember(dimension, "numInGroup", place, Code.BAD_DIMENSION, "group dimension");
        if (blockLength == null || numInGroup == null) {
            return false;
        }
        return onTheWire(blockLength, dimension, "blockLength", place, Code.BAD_DIMENSION)
                & onTheWire(numInGroup, dimension, "numInGroup", place, Code.BAD_DIMENSION)
                & checkDimensionBlockLength(dimension, blockLength, place)
                & checkNumInGroup(dimension, numInGroup, place);
    }

    private boolean checkDimensionBlockLength(CompositeType dimension, ScalarType type, Location place) {
        switch (type.primitive()) {
            case UINT8, UINT16 -> {
                return true;
            }
            case UINT32, UINT64 -> {
                problems.report(place, Code.UNUSUAL_DIMENSION, "group dimension " + dimension.name()
                        + " has blockLength of type "
                        + type.primitive().sbeName() + " where the standard recommends uint16");
                return true;
            }
            default -> {
                problems.report(place, Code.BAD_DIMENSION, "group dimension " + dimension.name()
                        + " needs an unsigned blockLength: " + type.primitive().sbeName());
                return false;
            }
        }
    }

    private boolean checkNumInGroup(CompositeType dimension, ScalarType type, Location place) {
        switch (type.primitive()) {
            case UINT8, UINT16 -> {
                return true;
            }
            case UINT32, UINT64 -> {
                if (type.greatestCount() <= Integer.MAX_VALUE) {
                    problems.report(place, Code.UNUSUAL_DIMENSION, "group dimension " + dimension.name()
                            + " has numInGroup of type " + type.primitive().sbeName()
                                    + " where the standard recommends uint16");
                    return true;
                }
                problems.report(place, Code.BAD_DIMENSION, "group dimension " + dimension.name()
                        + " needs a maxValue of at most "
                        + Integer.MAX_VALUE + " on numInGroup, which is " + type.primitive().sbeName());
                return false;
            }
            default -> {
                if (type.minValue().orElse(null) instanceof Literal.Whole(long min) && min >= 0) {
                    problems.report(place, Code.UNUSUAL_DIMENSION, "group dimension " + dimension.name()
                            + " has a signed numInGroup: " + type.primitive().sbeName());
                    return true;
                }
                problems.report(place, Code.BAD_DIMENSION, "group dimension " + dimension.name()
                        + " needs an unsigned numInGroup, or one with minValue=\"0\": " + type.primitive().sbeName());
                return false;
            }
        }
    }

    /// Whether the composite can carry variable-length data; reports why not.
    boolean checkVarData(CompositeType encoding, Location place) {
        ScalarType length = integerMember(encoding, "length", place, Code.BAD_VAR_DATA, "data type");
        Member data = encoding.member("varData");
        if (data == null || !(data.type() instanceof ScalarType element)) {
            problems.report(place, Code.BAD_VAR_DATA, "data type " + encoding.name() + " needs a member varData");
            return false;
        }
        if (length == null || !onTheWire(length, encoding, "length", place, Code.BAD_VAR_DATA)) {
            return false;
        }
        if (!length.primitive().isUnsigned()) {
            problems.report(place, Code.BAD_VAR_DATA, "data type " + encoding.name() + " needs an unsigned length: "
                    + length.primitive().sbeName());
            return false;
        }
        if (element.presence() == Presence.CONSTANT) {
            problems.report(place, Code.BAD_VAR_DATA, encoding.name() + ".varData must not be constant");
            return false;
        }
        if (encoding.member("length").offset() + length.encodedLength() > data.offset()) {
            problems.report(place, Code.BAD_VAR_DATA, "data type " + encoding.name()
                    + " needs its length before varData");
            return false;
        }
        if (length.primitive() == PrimitiveType.UINT64 || element.primitive().size() != 1) {
            problems.report(place, Code.UNUSUAL_VAR_DATA, "data type " + encoding.name() + " has length of type "
                    + length.primitive().sbeName() + " and varData of type " + element.primitive().sbeName()
                    + " where the standard recommends uint8, uint16 or uint32 and uint8");
        }
        return true;
    }

    private boolean onTheWire(ScalarType type, CompositeType composite, String name, Location place, Code code) {
        if (type.presence() != Presence.REQUIRED) {
            problems.report(place, code, composite.name() + "." + name + " must be required, not "
                    + type.presence().name().toLowerCase(Locale.ROOT));
            return false;
        }
        long greatest = Math.min(type.greatestCount(), Integer.MAX_VALUE);
        if (type.leastCount() > greatest) {
            problems.report(place, code, composite.name() + "." + name + " allows no value: minValue="
                    + type.leastCount() + ", greatest=" + greatest);
            return false;
        }
        return true;
    }

    private ScalarType integerMember(CompositeType composite, String name, Location place, Code code, String what) {
        Member member = composite.member(name);
        if (member == null) {
            problems.report(place, code, what + " " + composite.name() + " needs a member " + name);
            return null;
        }
        if (member.type() instanceof ScalarType type && type.length() == 1 && !type.primitive().isFloatingPoint()
                && type.primitive() != PrimitiveType.CHAR) {
            return type;
        }
        problems.report(place, code, what + " " + composite.name() + " needs " + name + " as a single integer");
        return null;
    }

    /// Reports a value of the schema that a header or dimension cannot hold, or that a constant member contradicts:
    /// readers would use the constant.
    ///
    /// @param what     the value in the schema, such as `blockLength of Car`
    /// @param tooLarge what to report if it is greater than the member can hold
    void checkFits(CompositeType composite, String memberName, String what, long value, Location place, Code tooLarge) {
        if (!(composite.member(memberName).type() instanceof ScalarType type)) {
            return;
        }
        String found = what + " is " + value + ", " + composite.name() + "." + memberName;
        if (type.presence() != Presence.CONSTANT) {
            if (value > type.greatestCount()) {
                problems.report(place, tooLarge, found + " holds at most " + type.greatestCount());
            }
        } else if (type.constant().orElse(null) instanceof Literal.Whole(long constant) && constant != value) {
            problems.report(place, Code.CONTRADICTED_BY_HEADER, found + " is always " + constant);
        }
    }
}
