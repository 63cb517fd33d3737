// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;

/// Builds simple encodings from `type` elements.
record ScalarBuilder(Problems problems, Attributes attributes, TypeResolver types) {
    ScalarType build(XmlElement element, String name, String packageName) {
        Meta meta = attributes.meta(element);
        PrimitiveType primitive = primitive(element);
        if (primitive == null) {
            return null;
        }
        Presence presence = attributes.presence(element, Presence.REQUIRED);
        int length = length(element, primitive);
        String charset = charset(element, primitive, length == 0 || name.equals("varData"));
        Optional<Literal> nullValue = literal(element, "nullValue", primitive);
        if (nullValue.isPresent() && presence != Presence.OPTIONAL) {
            problems.report(element.locationOf("nullValue"), Code.NULL_ON_REQUIRED,
                    "nullValue counts only where the field or composite that uses this type is optional: add "
                            + "presence=\"optional\", or remove nullValue if none is");
        }
        Optional<Literal> constant = Optional.empty();
        if (presence == Presence.CONSTANT) {
            constant = constant(element, primitive, length, charset);
            if (constant.isEmpty()) {
                return null;
            }
            if (constant.get() instanceof Literal.Text(String value) && element.attribute("length") == null) {
                length = value.getBytes(Charset.forName(charset)).length;
            }
        } else if (element.attribute("valueRef") != null) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF,
                    "valueRef needs presence=\"constant\": valueRef=" + element.attribute("valueRef"));
        }
        return new ScalarType(name, packageName, primitive, length, presence, nullValue,
                literal(element, "minValue", primitive), literal(element, "maxValue", primitive), constant, charset,
                meta);
    }

    private PrimitiveType primitive(XmlElement element) {
        String name = attributes.required(element, "primitiveType");
        PrimitiveType primitive = name == null ? null : PrimitiveType.find(name);
        if (name != null && primitive == null) {
            problems.report(element.locationOf("primitiveType"), Code.UNKNOWN_PRIMITIVE, "no such primitive type: "
                    + name + "; one of char, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double");
        }
        return primitive;
    }

    private int length(XmlElement element, PrimitiveType primitive) {
        String variable = Attributes.optional(element, "variableLength");
        if (variable.equals("true")) {
            return 0;
        }
        if (!variable.isEmpty() && !variable.equals("false")) {
            problems.report(element.locationOf("variableLength"), Code.BAD_ATTRIBUTE,
                    "neither true nor false: variableLength=\"" + variable + "\"");
        }
        return attributes.integer(element, "length", 1, Integer.MAX_VALUE / primitive.size());
    }

    private String charset(XmlElement element, PrimitiveType primitive, boolean isVariable) {
        String name = Attributes.optional(element, "characterEncoding");
        if (name.isEmpty()) {
            return primitive == PrimitiveType.CHAR ? "US-ASCII" : "";
        }
        try {
            if (primitive == PrimitiveType.CHAR && !isVariable && Charsets.hasWiderUnits(Charset.forName(name))) {
                problems.report(element.locationOf("characterEncoding"), Code.BAD_CHARSET, "text in " + name
                        + " does not fit into one-byte chars padded with NUL: use UTF-8, or variable-length data");
                return "US-ASCII";
            }
            return name;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            problems.report(element.locationOf("characterEncoding"), Code.BAD_CHARSET,
                    "unknown charset: characterEncoding=\"" + name + "\"; use an IANA name such as UTF-8");
            return "US-ASCII";
        }
    }

    private Optional<Literal> literal(XmlElement element, String attribute, PrimitiveType primitive) {
        String text = element.attribute(attribute);
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        Literal literal = attribute.equals("nullValue") ? Literals.parseNull(text, primitive)
                : Literals.parse(text, primitive);
        if (literal == null) {
            problems.report(element.locationOf(attribute), Code.BAD_LITERAL, "not a value of " + primitive.sbeName()
                    + ": "
                    + attribute + "=\"" + text + "\"" + rangeOf(primitive));
        }
        return Optional.ofNullable(literal);
    }

    private Optional<Literal> constant(XmlElement element, PrimitiveType primitive, int length, String charset) {
        if (element.attribute("valueRef") != null) {
            return referenced(element, primitive);
        }
        String text = element.text();
        if (primitive == PrimitiveType.CHAR) {
            return Optional.ofNullable(characters(element, text, length, charset));
        }
        if (text.isBlank()) {
            problems.report(element.location(), Code.BAD_CONSTANT,
                    "a constant needs its value between the tags, or a valueRef: <type ...>value</type>");
            return Optional.empty();
        }
        Literal literal = length == 1 ? Literals.parse(text, primitive) : null;
        if (literal == null) {
            problems.report(element.location(), Code.BAD_CONSTANT, "not a single value of " + primitive.sbeName()
                    + ": \""
                    + text.strip() + "\"" + rangeOf(primitive));
        }
        return Optional.ofNullable(literal);
    }

    private Literal characters(XmlElement element, String text, int length, String charset) {
        String value = text.isBlank() && !text.isEmpty() && text.indexOf('\n') < 0 ? text : text.strip();
        if (value.isEmpty()) {
            problems.report(element.location(), Code.BAD_CONSTANT,
                    "a constant needs its value between the tags, or a valueRef: <type ...>value</type>");
            return null;
        }
        int bytes = value.getBytes(Charset.forName(charset)).length;
        boolean lengthGiven = element.attribute("length") != null;
        if (lengthGiven && bytes > length) {
            problems.report(element.location(), Code.BAD_CONSTANT, "constant is longer than its type: \"" + value
                    + "\", bytes=" + bytes + ", length=" + length);
            return null;
        }
        return bytes == 1 && length <= 1 && value.charAt(0) < 0x80 ? Literal.of(value.charAt(0)) : Literal.of(value);
    }

    private Optional<Literal> referenced(XmlElement element, PrimitiveType primitive) {
        EnumType.ValidValue value = ValueRefs.find(element, types, problems);
        if (value == null) {
            return Optional.empty();
        }
        String enumName = ValueRefs.enumName(element);
        PrimitiveType encoding = types.enumNamed(enumName, element.location()).primitive();
        if (encoding != primitive) {
            problems.report(element.locationOf("valueRef"), Code.BAD_VALUE_REF, "enum " + enumName + " is encoded as "
                    + encoding.sbeName() + " but this type as " + primitive.sbeName());
            return Optional.empty();
        }
        return Optional.of(Literal.of(value.bits()));
    }

    private static String rangeOf(PrimitiveType primitive) {
        return primitive.isFloatingPoint() || primitive == PrimitiveType.CHAR ? ""
                : ", range " + Literals.bitRange(primitive);
    }
}
