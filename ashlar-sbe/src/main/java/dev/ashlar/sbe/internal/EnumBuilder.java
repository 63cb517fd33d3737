// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds enums and sets, the two kinds of types that name their values.
record EnumBuilder(Problems problems, Attributes attributes, SourceMapBuilder sources, TypeResolver types) {
    EnumType buildEnum(XmlElement element, String name, String packageName, String path) {
        Meta meta = attributes.meta(element);
        ScalarType encoding = encoding(element);
        if (encoding == null) {
            return null;
        }
        PrimitiveType primitive = encoding.primitive();
        if (primitive.isFloatingPoint()) {
            problems.report(element.locationOf("encodingType"), Code.WRONG_KIND_OF_TYPE,
                    "an enum is encoded as char or an integer, not as " + primitive.sbeName());
            return null;
        }
        Optional<Literal> nullValue = encoding.nullValue();
        String nullText = element.attribute("nullValue");
        if (nullText != null) {
            nullValue = Optional.ofNullable(Literals.parseNull(nullText, primitive));
            if (nullValue.isEmpty()) {
                problems.report(element.locationOf("nullValue"), Code.BAD_LITERAL,
                        "not a value of " + primitive.sbeName() + ": nullValue=\"" + nullText + "\"");
            }
        }
        Literal effectiveNull = nullValue.orElse(primitive.nullValue());
        Map<String, EnumType.ValidValue> byName = new HashMap<>();
        Map<Long, EnumType.ValidValue> byBits = new HashMap<>();
        List<EnumType.ValidValue> values = new ArrayList<>();
        for (XmlElement child : named(element, "validValue")) {
            EnumType.ValidValue value = validValue(child, encoding, effectiveNull);
            if (value != null && distinct(child, value, byName, byBits)) {
                values.add(value);
                sources.put(path + "/" + value.name(), child.location());
            }
        }
        return new EnumType(name, packageName, primitive, nullValue, values, meta);
    }

    SetType buildSet(XmlElement element, String name, String packageName, String path) {
        Meta meta = attributes.meta(element);
        ScalarType encoding = encoding(element);
        if (encoding == null) {
            return null;
        }
        PrimitiveType primitive = encoding.primitive();
        if (!primitive.isUnsigned()) {
            problems.report(element.locationOf("encodingType"), Code.WRONG_KIND_OF_TYPE,
                    "a set is encoded as uint8, uint16, uint32 or uint64, not as " + primitive.sbeName());
            return null;
        }
        Map<String, SetType.Choice> byName = new HashMap<>();
        List<SetType.Choice> choices = new ArrayList<>();
        for (XmlElement child : named(element, "choice")) {
            SetType.Choice choice = choice(child, primitive);
            if (choice == null) {
                continue;
            }
            SetType.Choice earlier = byName.putIfAbsent(choice.name(), choice);
            if (earlier != null) {
                reportTwice(child, "choice", choice.name(), earlier.bit() == choice.bit());
                continue;
            }
            if (choices.stream().anyMatch(c -> c.bit() == choice.bit())) {
                problems.report(child.location(), Code.DUPLICATE_CHOICE, "two choices share a bit: name="
                        + choice.name()
                        + ", bit=" + choice.bit());
            }
            choices.add(choice);
            sources.put(path + "/" + choice.name(), child.location());
        }
        return new SetType(name, packageName, primitive, choices, meta);
    }

    private ScalarType encoding(XmlElement element) {
        var type = types.named(element, "encodingType");
        if (type == null) {
            return null;
        }
        if (type instanceof ScalarType scalar && scalar.length() == 1) {
            return scalar;
        }
        problems.report(element.locationOf("encodingType"), Code.WRONG_KIND_OF_TYPE,
                "<" + element.name() + "> needs a primitive type or a type of length 1: encodingType=" + type.name());
        return null;
    }

    private List<XmlElement> named(XmlElement element, String childName) {
        List<XmlElement> children = new ArrayList<>();
        for (XmlElement child : element.children()) {
            if (child.name().equals(childName)) {
                children.add(child);
            } else {
                problems.report(child.location(), Code.UNKNOWN_ELEMENT,
                        "<" + child.name() + "> is ignored inside <" + element.name() + ">, which may contain only <"
                        + childName
                        + ">");
            }
        }
        return children;
    }

    private EnumType.ValidValue validValue(XmlElement element, ScalarType encoding, Literal nullValue) {
        String name = attributes.name(element);
        PrimitiveType primitive = encoding.primitive();
        String text = primitive == PrimitiveType.CHAR && element.text().length() == 1 ? element.text()
                : element.text().strip();
        Literal literal = primitive == PrimitiveType.CHAR && text.length() != 1 ? null
        : Literals.parse(text, primitive);
        Meta meta = attributes.meta(element);
        if (!(literal instanceof Literal.Whole(long bits))) {
            problems.report(element.location(), Code.BAD_ENUM_VALUE, "not a value of " + primitive.sbeName() + ": \""
                    + text
                    + "\" for validValue " + name
                    + (primitive == PrimitiveType.CHAR ? "; write one character" : ", range "
                    + Literals.bitRange(primitive)));
            return null;
        }
        if (name == null) {
            return null;
        }
        if (literal.equals(nullValue)) {
            problems.report(element.location(), Code.ENUM_VALUE_IS_NULL, "validValue " + name
                    + " equals the null value " + nullValue.show(primitive)
                            + ": readers cannot distinguish it from null");
        } else if (primitive != PrimitiveType.CHAR && outside(bits, encoding)) {
            problems.report(element.location(), Code.BAD_ENUM_VALUE, "validValue " + name
                    + " is out of the range of its type: "
                    + literal.show(primitive) + ", min=" + encoding.effectiveMin().show(primitive)
                    + ", max=" + encoding.effectiveMax().show(primitive));
        }
        return new EnumType.ValidValue(name, bits, meta);
    }

    /// Checks only bounds that the schema declares: the default bounds exclude the default null value, which becomes
    /// usable if the schema declares another.
    private static boolean outside(long bits, ScalarType encoding) {
        boolean unsigned = encoding.primitive() == PrimitiveType.UINT64;
        return encoding.minValue().isPresent() && less(bits, encoding.minValue().get(), unsigned)
                || encoding.maxValue().isPresent() && less(encoding.maxValue().get(), bits, unsigned);
    }

    private static boolean less(long bits, Literal bound, boolean unsigned) {
        return bound instanceof Literal.Whole(long limit) && compare(bits, limit, unsigned) < 0;
    }

    private static boolean less(Literal bound, long bits, boolean unsigned) {
        return bound instanceof Literal.Whole(long limit) && compare(limit, bits, unsigned) < 0;
    }

    private static int compare(long a, long b, boolean unsigned) {
        return unsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    }

    private boolean distinct(XmlElement element, EnumType.ValidValue value, Map<String, EnumType.ValidValue> byName,
            Map<Long, EnumType.ValidValue> byBits) {
        EnumType.ValidValue earlier = byName.putIfAbsent(value.name(), value);
        if (earlier != null) {
            reportTwice(element, "validValue", value.name(), earlier.bits() == value.bits());
            return false;
        }
        EnumType.ValidValue other = byBits.putIfAbsent(value.bits(), value);
        if (other != null) {
            problems.report(element.location(), Code.DUPLICATE_ENUM_VALUE, "validValue " + value.name()
                    + " has the same value as " + other.name() + " and will be decoded as that");
        }
        return true;
    }

    private SetType.Choice choice(XmlElement element, PrimitiveType primitive) {
        String name = attributes.name(element);
        Meta meta = attributes.meta(element);
        int bits = primitive.size() * 8;
        Literal literal = Literals.parse(element.text(), PrimitiveType.INT64);
        if (!(literal instanceof Literal.Whole(long bit)) || bit < 0 || bit >= bits) {
            problems.report(element.location(), Code.BAD_CHOICE, "not a bit of " + primitive.sbeName() + ": \""
                    + element.text().strip() + "\" for choice " + name + ", range 0.." + (bits - 1));
            return null;
        }
        return name == null ? null : new SetType.Choice(name, (int) bit, meta);
    }

    private void reportTwice(XmlElement element, String what, String name, boolean same) {
        problems.report(element.locationOf("name"), same ? Code.DUPLICATE_DEFINITION : Code.DUPLICATE_NAME,
                what + " is declared twice: name=" + name
                + (same ? ", with the same value" : ", with different values"));
    }
}
