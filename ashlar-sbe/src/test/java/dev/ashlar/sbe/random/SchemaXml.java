// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.random;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes a schema as the XML it might have come from.
public final class SchemaXml {
    private final StringBuilder xml = new StringBuilder();

    private SchemaXml() {
    }

    /// The XML of a schema, in UTF-8.
    public static byte[] bytes(Schema schema) {
        return of(schema).getBytes(StandardCharsets.UTF_8);
    }

    /// The XML of a schema.
    public static String of(Schema schema) {
        SchemaXml writer = new SchemaXml();
        writer.schema(schema);
        return writer.xml.toString();
    }

    private void schema(Schema schema) {
        xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n");
        xml.append("<sbe:messageSchema xmlns:sbe=\"http://fixprotocol.io/2016/sbe\"");
        attribute("package", schema.packageName());
        attribute("id", schema.id());
        attribute("version", schema.version());
        attribute("semanticVersion", schema.semanticVersion());
        attribute("description", schema.description());
        attribute("byteOrder", schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "bigEndian" : "littleEndian");
        attribute("headerType", schema.header().name());
        xml.append(">\n<types>\n");
        schema.types().forEach(t -> type(t, t.name(), -1));
        xml.append("</types>\n");
        schema.messages().forEach(this::message);
        xml.append("</sbe:messageSchema>\n");
    }

    private void attribute(String name, String value) {
        if (!value.isEmpty()) {
            xml.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
        }
    }

    private void attribute(String name, long value) {
        attribute(name, Long.toString(value));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private void meta(Meta meta) {
        attribute("description", meta.description());
        attribute("semanticType", meta.semanticType());
        versions(meta);
    }

    private void versions(Meta meta) {
        if (meta.sinceVersion() > 0) {
            attribute("sinceVersion", meta.sinceVersion());
        }
        if (meta.deprecatedSince() > 0) {
            attribute("deprecated", meta.deprecatedSince());
        }
    }

    private void open(String element, String name, int offset) {
        xml.append('<').append(element);
        attribute("name", name);
        if (offset >= 0) {
            attribute("offset", offset);
        }
    }

    /// @param offset negative if none is to be given
    private void type(Type type, String name, int offset) {
        switch (type) {
            case ScalarType scalar -> scalar(scalar, name, offset);
            case CompositeType composite -> {
                open("composite", name, offset);
                meta(composite.meta());
                xml.append(">\n");
                composite.members().forEach(this::member);
                xml.append("</composite>\n");
            }
            case EnumType enumType -> {
                open("enum", name, offset);
                attribute("encodingType", enumType.primitive().sbeName());
                enumType.nullValue().ifPresent(v -> attribute("nullValue", shown(v, enumType.primitive())));
                meta(enumType.meta());
                xml.append(">\n");
                for (EnumType.ValidValue value : enumType.values()) {
                    value("validValue", value.name(), shown(Literal.of(value.bits()), enumType.primitive()),
                            value.meta());
                }
                xml.append("</enum>\n");
            }
            case SetType set -> {
                open("set", name, offset);
                attribute("encodingType", set.primitive().sbeName());
                meta(set.meta());
                xml.append(">\n");
                for (SetType.Choice choice : set.choices()) {
                    value("choice", choice.name(), Integer.toString(choice.bit()), choice.meta());
                }
                xml.append("</set>\n");
            }
        }
    }

    private void value(String element, String name, String value, Meta meta) {
        xml.append('<').append(element);
        attribute("name", name);
        meta(meta);
        xml.append('>').append(escaped(value)).append("</").append(element).append(">\n");
    }

    private void member(Member member) {
        boolean onWire = !(member.type() instanceof ScalarType scalar && scalar.presence() == Presence.CONSTANT);
        int offset = onWire ? member.offset() : -1;
        if (member.ref()) {
            open("ref", member.name(), offset);
            attribute("type", member.type().name());
            meta(member.meta());
            xml.append("/>\n");
        } else {
            type(member.type(), member.name(), offset);
        }
    }

    private void scalar(ScalarType type, String name, int offset) {
        open("type", name, offset);
        attribute("primitiveType", type.primitive().sbeName());
        if (type.length() != 1) {
            attribute("length", type.length());
        }
        if (type.presence() != Presence.REQUIRED) {
            attribute("presence", type.presence() == Presence.OPTIONAL ? "optional" : "constant");
        }
        type.nullValue().ifPresent(v -> attribute("nullValue", shown(v, type.primitive())));
        type.minValue().ifPresent(v -> attribute("minValue", shown(v, type.primitive())));
        type.maxValue().ifPresent(v -> attribute("maxValue", shown(v, type.primitive())));
        attribute("characterEncoding", type.characterEncoding());
        meta(type.meta());
        if (type.constant().isPresent()) {
            xml.append('>').append(escaped(shown(type.constant().get(), type.primitive()))).append("</type>\n");
        } else {
            xml.append("/>\n");
        }
    }

    private static String shown(Literal literal, PrimitiveType primitive) {
        return switch (literal) {
            case Literal.Whole(long bits) when primitive == PrimitiveType.CHAR -> Character.toString((char) bits);
            case Literal.Whole(long bits) -> primitive == PrimitiveType.UINT64 ? Long.toUnsignedString(bits)
                    : Long.toString(bits);
            case Literal.Real(double value) -> Double.toString(value);
            case Literal.Text(String text) -> text;
        };
    }

    private void message(Message message) {
        xml.append("<sbe:message");
        attribute("name", message.name());
        attribute("id", message.id());
        attribute("blockLength", message.blockLength());
        meta(message.meta());
        xml.append(">\n");
        content(message);
        xml.append("</sbe:message>\n");
    }

    private void content(Block block) {
        block.fields().forEach(this::field);
        for (Group group : block.groups()) {
            xml.append("<group");
            attribute("name", group.name());
            attribute("id", group.id());
            attribute("dimensionType", group.dimension().name());
            attribute("blockLength", group.blockLength());
            meta(group.meta());
            xml.append(">\n");
            content(group);
            xml.append("</group>\n");
        }
        for (VarData data : block.data()) {
            xml.append("<data");
            attribute("name", data.name());
            attribute("id", data.id());
            attribute("type", data.encoding().name());
            attribute("epoch", data.epoch());
            attribute("timeUnit", data.timeUnit());
            meta(data.meta());
            xml.append("/>\n");
        }
    }

    private void field(Field field) {
        xml.append("<field");
        attribute("name", field.name());
        attribute("id", field.id());
        attribute("type", field.type().name());
        if (field.presence() != Presence.CONSTANT) {
            attribute("offset", field.offset());
        }
        Presence ofType = field.type() instanceof ScalarType scalar ? scalar.presence() : Presence.REQUIRED;
        if (field.presence() != ofType) {
            attribute("presence", field.presence() == Presence.OPTIONAL ? "optional" : "constant");
        }
        attribute("valueRef", field.valueRef());
        attribute("epoch", field.epoch());
        attribute("timeUnit", field.timeUnit());
        meta(field.meta());
        xml.append("/>\n");
    }
}
