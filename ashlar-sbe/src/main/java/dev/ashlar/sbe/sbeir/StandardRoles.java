// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.List;

/// Checks the composites that the standard itself defines, by the same rules as the parser.
record StandardRoles(TokenCursor in) {
    void checkHeader(CompositeType header, int schemaId, int version) {
        integer(header, "blockLength", Fault.BAD_HEADER);
        integer(header, "templateId", Fault.BAD_HEADER);
        requireFits(header, "schemaId", schemaId);
        requireFits(header, "version", version);
    }

    void checkMessage(CompositeType header, int templateId, int blockLength) {
        if (templateId < 0) {
            throw in.fault(Fault.BAD_HEADER, "negative template id: " + templateId);
        }
        requireFits(header, "templateId", templateId);
        requireFits(header, "blockLength", blockLength);
    }

    void checkDimension(CompositeType dimension, Token group) {
        ScalarType blockLength = onWire(dimension, "blockLength", Fault.BAD_DIMENSION);
        ScalarType count = onWire(dimension, "numInGroup", Fault.BAD_DIMENSION);
        if (!blockLength.primitive().isUnsigned() || group.size() > blockLength.greatestCount()) {
            throw in.fault(Fault.BAD_DIMENSION, "block length does not fit into its dimension: blockLength="
                    + group.size()
                    + ", type=" + blockLength.primitive().sbeName() + " (" + group.name() + ")");
        }
        boolean bounded = count.primitive().isUnsigned() ? count.greatestCount() <= Integer.MAX_VALUE
                : count.effectiveMin() instanceof Literal.Whole(long min) && min >= 0;
        if (!bounded) {
            throw in.fault(Fault.BAD_DIMENSION,
                    "numInGroup must be unsigned with a maximum below 2^31, or signed with a minimum of at least 0 ("
                    + dimension.name() + ")");
        }
    }

    /// The encoding with data of variable length, whatever length its type declares.
    CompositeType varData(CompositeType encoding) {
        ScalarType length = onWire(encoding, "length", Fault.BAD_VAR_DATA);
        Member data = encoding.member("varData");
        if (data == null || !(data.type() instanceof ScalarType element) || element.presence() == Presence.CONSTANT
                || !length.primitive().isUnsigned()
                || data.offset() < encoding.member("length").offset() + length.encodedLength()) {
            throw in.fault(Fault.BAD_VAR_DATA, "data needs an unsigned length and then varData (" + encoding.name()
                    + ")");
        }
        if (element.length() == 0) {
            return encoding;
        }
        List<Member> members = new ArrayList<>();
        int end = 0;
        for (Member member : encoding.members()) {
            Member kept = member == data ? new Member(member.name(), member.offset(), variable(element), member.ref(),
                    member.meta())
                    : member;
            members.add(kept);
            end = Math.max(end, kept.offset() + kept.encodedLength());
        }
        return new CompositeType(encoding.name(), encoding.packageName(), members, end, encoding.meta());
    }

    private static ScalarType variable(ScalarType type) {
        return new ScalarType(type.name(), type.packageName(), type.primitive(), 0, type.presence(), type.nullValue(),
                type.minValue(), type.maxValue(), type.constant(), type.characterEncoding(), type.meta());
    }

    /// Whether some part of a type has no fixed length.
    static boolean isVariable(Type type) {
        return switch (type) {
            case ScalarType scalar -> scalar.length() == 0 && scalar.presence() != Presence.CONSTANT;
            case CompositeType composite -> composite.members().stream().anyMatch(m -> isVariable(m.type()));
            default -> false;
        };
    }

    private void requireFits(CompositeType header, String name, int value) {
        ScalarType type = integer(header, name, Fault.BAD_HEADER);
        if (type.presence() != Presence.CONSTANT && value > type.greatestCount()) {
            throw in.fault(Fault.BAD_HEADER, "value does not fit into the header: " + name + "=" + value + ", max="
                    + type.greatestCount());
        }
        if (type.constant().orElse(null) instanceof Literal.Whole(long constant) && constant != value) {
            throw in.fault(Fault.BAD_HEADER, "value contradicts the header: " + name + "=" + value + ", constant="
                    + constant);
        }
    }

    private ScalarType onWire(CompositeType composite, String name, Fault fault) {
        ScalarType type = integer(composite, name, fault);
        if (type.presence() != Presence.REQUIRED) {
            throw in.fault(fault, composite.name() + "." + name + " must be required");
        }
        return type;
    }

    private ScalarType integer(CompositeType composite, String name, Fault fault) {
        Member member = composite.member(name);
        if (member == null || !(member.type() instanceof ScalarType type) || type.length() != 1
                || type.primitive().isFloatingPoint() || type.primitive() == PrimitiveType.CHAR) {
            throw in.fault(fault, "composite needs " + name + " as a single integer (" + composite.name() + ")");
        }
        return type;
    }
}
