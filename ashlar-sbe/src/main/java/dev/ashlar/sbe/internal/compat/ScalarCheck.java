// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Compares simple encodings that are on the wire in both versions.
record ScalarCheck(CompatibilityFindings findings) {
    static String show(Optional<Literal> literal, PrimitiveType primitive) {
        return literal.map(value -> value.show(primitive)).orElse("none");
    }

    /// The null value of a simple type or an enum.
    static Literal nullOf(Type type) {
        return switch (type) {
            case ScalarType scalar -> scalar.effectiveNull();
            case EnumType enumType -> enumType.effectiveNull();
            case SetType _, CompositeType _ -> throw new IllegalArgumentException("has no null value: type="
                    + type.name());
        };
    }

    void compare(ScalarType before, ScalarType after, PathPair place, boolean nullable) {
        if (!samePrimitive(before.primitive(), after.primitive(), place)) {
            return;
        }
        if (before.length() != after.length()) {
            findings.report(Rule.LENGTH_CHANGED, place, "length changed from " + before.length() + " to "
                    + after.length());
        }
        compareCharset(before.characterEncoding(), after.characterEncoding(), place);
        compareRange(before, after, place);
        if (nullable) {
            compareNull(before.effectiveNull(), after.effectiveNull(), after.primitive(), place);
        }
    }

    boolean samePrimitive(PrimitiveType before, PrimitiveType after, PathPair place) {
        if (before == after) {
            return true;
        }
        findings.report(Rule.PRIMITIVE_CHANGED, place, "primitive type changed from " + before.sbeName() + " to "
                + after.sbeName());
        return false;
    }

    void compareNull(Literal before, Literal after, PrimitiveType primitive, PathPair place) {
        if (!before.equals(after)) {
            findings.report(Rule.NULL_CHANGED, place, "null value changed from " + before.show(primitive)
                    + " to " + after.show(primitive));
        }
    }

    /// Compares names of charsets that the parser knows, or that are empty.
    void compareCharset(String before, String after, PathPair place) {
        if (before.equals(after)) {
            return;
        }
        String change = "character encoding changed from \"" + before + "\" to \"" + after + "\"";
        if (before.isEmpty() || after.isEmpty()) {
            findings.report(Rule.CHARSET_DECLARED, place, change);
            return;
        }
        Charset oldCharset = Charset.forName(before);
        Charset newCharset = Charset.forName(after);
        if (oldCharset.equals(newCharset)) {
            return;
        }
        findings.report(extendsAscii(newCharset) && oldCharset.equals(StandardCharsets.US_ASCII) ? Rule.CHARSET_WIDENED
                : extendsAscii(oldCharset) && newCharset.equals(StandardCharsets.US_ASCII) ? Rule.CHARSET_NARROWED
                : Rule.CHARSET_CHANGED, place, change);
    }

    /// Whether the bytes 0 to 127 mean in this charset what they mean in ASCII.
    private static boolean extendsAscii(Charset charset) {
        byte[] ascii = new byte[128];
        for (int i = 0; i < ascii.length; i++) {
            ascii[i] = (byte) i;
        }
        return new String(ascii, charset).equals(new String(ascii, StandardCharsets.US_ASCII));
    }

    void compareRange(ScalarType before, ScalarType after, PathPair place) {
        if (before.primitive() != after.primitive()) {
            return;
        }
        PrimitiveType primitive = after.primitive();
        int min = compare(after.effectiveMin(), before.effectiveMin(), primitive);
        int max = compare(after.effectiveMax(), before.effectiveMax(), primitive);
        String change = "range changed from " + range(before) + " to " + range(after);
        if (min < 0 || max > 0) {
            findings.report(Rule.RANGE_WIDENED, place, change);
        }
        if (min > 0 || max < 0) {
            findings.report(Rule.RANGE_NARROWED, place, change);
        }
    }

    private static String range(ScalarType type) {
        return type.effectiveMin().show(type.primitive()) + ".."
                + type.effectiveMax().show(type.primitive());
    }

    private static int compare(Literal a, Literal b, PrimitiveType primitive) {
        if (a instanceof Literal.Whole(long x) && b instanceof Literal.Whole(long y)) {
            return primitive == PrimitiveType.UINT64 ? Long.compareUnsigned(x, y) : Long.compare(x, y);
        }
        if (a instanceof Literal.Real(double x) && b instanceof Literal.Real(double y)) {
            return Double.compare(x, y);
        }
        return 0;
    }
}
