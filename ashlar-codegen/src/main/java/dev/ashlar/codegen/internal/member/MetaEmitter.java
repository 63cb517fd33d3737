// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.text.Charsets;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.VarData;
import java.util.Locale;

/// Writes the static methods that describe a field, the same in encoder and decoder.
public final class MetaEmitter {
    private MetaEmitter() {
    }

    public static void slot(MemberSlot slot, Template t, ClassBody out) {
        if (slot.id() != MemberSlot.NO_ID) {
            integer(out, t.get("xId"), slot.id());
        }
        integer(out, t.get("xSinceVersion"), slot.since());
        integer(out, t.get("xEncodingOffset"), slot.offset());
        integer(out, t.get("xEncodingLength"), slot.encodedLength());
        attributes(out, t, slot.epoch(), slot.timeUnit(), slot.meta().semanticType(),
                slot.presence().name().toLowerCase(Locale.ROOT));
        if (slot.type() instanceof ScalarType scalar) {
            scalar(scalar, t, out);
        }
    }

    static void data(VarData data, Template t, ClassBody out) {
        integer(out, t.get("xId"), data.id());
        integer(out, t.get("xSinceVersion"), data.meta().sinceVersion());
        integer(out, t.get("xHeaderLength"), data.headerLength());
        attributes(out, t, data.epoch(), data.timeUnit(), data.meta().semanticType(), "required");
        if (!data.characterEncoding().isEmpty()) {
            text(out, t.get("xCharacterEncoding"), Charsets.name(data.characterEncoding()));
        }
    }

    public static void integer(ClassBody out, String name, long value) {
        out.member("public static int " + name + "() {\n    return " + value + ";\n}");
    }

    private static void text(ClassBody out, String name, String value) {
        out.member("public static String " + name + "() {\n    return " + Strings.literal(value) + ";\n}");
    }

    private static void attributes(ClassBody out, Template t, String epoch, String timeUnit, String semanticType,
            String presence) {
        out.member(new Template().withAll(t)
                .with("epoch", Strings.literal(epoch)).with("timeUnit", Strings.literal(timeUnit))
                .with("semanticType", Strings.literal(semanticType)).with("presence", presence).fill("""
                public static String $xMetaAttribute(MetaAttribute attribute) {
                    return switch (attribute) {
                        case EPOCH -> $epoch;
                        case TIME_UNIT -> $timeUnit;
                        case SEMANTIC_TYPE -> $semanticType;
                        case PRESENCE -> "$presence";
                    };
                }"""));
    }

    private static void scalar(ScalarType scalar, Template t, ClassBody out) {
        JavaPrimitive primitive = JavaPrimitive.of(scalar.primitive());
        literal(out, primitive, t.get("xNullValue"), scalar.effectiveNull());
        literal(out, primitive, t.get("xMinValue"), scalar.effectiveMin());
        literal(out, primitive, t.get("xMaxValue"), scalar.effectiveMax());
        if (scalar.isArray()) {
            integer(out, t.get("xLength"), scalar.length());
        }
        boolean isText = scalar.primitive() == PrimitiveType.CHAR || !scalar.characterEncoding().isEmpty();
        if (scalar.isArray() && isText) {
            String encoding = scalar.characterEncoding().isEmpty() ? "US-ASCII" : scalar.characterEncoding();
            text(out, t.get("xCharacterEncoding"), Charsets.name(encoding));
        }
    }

    private static void literal(ClassBody out, JavaPrimitive primitive, String name, Literal value) {
        out.member("public static " + primitive.java() + " " + name + "() {\n    return " + primitive.literal(value)
                + ";\n}");
    }
}
