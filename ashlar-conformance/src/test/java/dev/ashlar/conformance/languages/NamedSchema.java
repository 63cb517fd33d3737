// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Schemas whose elements have given names. What else they have is called `Qq…`.
enum NamedSchema {
    ENUMS("<enum name=\"$name\" encodingType=\"uint8\"><validValue name=\"QqOne\">1</validValue></enum>\n"),
    SETS("<set name=\"$name\" encodingType=\"uint8\"><choice name=\"qqZero\">0</choice></set>\n"),
    COMPOSITES("<composite name=\"$name\"><type name=\"qqOne\" primitiveType=\"uint8\"/></composite>\n"),
    MESSAGES("") {
        @Override
        String messages(List<String> names) {
            return each(names, message("$name", "$id", """
                    <field name="qqKind" id="1" type="QqKind"/>
                    <group name="qqGroup" id="2"><field name="qqFew" id="3" type="uint8"/></group>
                    """));
        }
    },
    GROUPS("") {
        @Override
        String messages(List<String> names) {
            return spread(names, "<group name=\"$name\" id=\"$id\"><field name=\"qqFew\" id=\"1\" type=\"uint8\"/></group>\n");
        }
    },
    VALUES("") {
        @Override
        String types(List<String> names) {
            StringBuilder out = new StringBuilder("<enum name=\"QqNames\" encodingType=\"uint16\">"
                    + each(names, "<validValue name=\"$name\">$id</validValue>") + "</enum>\n");
            for (int at = 0; at < names.size(); at += BITS) {
                List<String> chunk = names.subList(at, Math.min(names.size(), at + BITS));
                out.append("<set name=\"QqNames").append(at).append("\" encodingType=\"uint64\">").append(IntStream
                        .range(0, chunk.size()).mapToObj(i -> "<choice name=\"" + chunk.get(i) + "\">" + i + "</choice>")
                        .collect(Collectors.joining())).append("</set>\n");
            }
            return out.toString();
        }

        @Override
        String messages(List<String> names) {
            return message("QqMessage", 1, "<field name=\"qqName\" id=\"1\" type=\"QqNames\"/>" + IntStream
                    .iterate(0, at -> at < names.size(), at -> at + BITS).mapToObj(at -> "<field name=\"qqNames" + at
                            + "\" id=\"" + (at + 2) + "\" type=\"QqNames" + at + "\"/>\n").collect(Collectors.joining()));
        }
    },
    MEMBERS("") {
        @Override
        String types(List<String> names) {
            StringBuilder out = new StringBuilder();
            for (int at = 0; at < names.size(); at += CHUNK) {
                for (String kind : MEMBER_KINDS) {
                    List<String> chunk = names.subList(at, Math.min(names.size(), at + CHUNK));
                    out.append("<composite name=\"QqMembers").append(MEMBER_KINDS.indexOf(kind)).append("Of").append(at)
                            .append("\">").append(each(chunk, kind)).append("</composite>\n");
                }
            }
            return out.toString();
        }

        @Override
        String messages(List<String> names) {
            StringBuilder out = new StringBuilder();
            int id = 1;
            for (int at = 0; at < names.size(); at += CHUNK) {
                List<String> chunk = names.subList(at, Math.min(names.size(), at + CHUNK));
                for (String kind : FIELD_KINDS) {
                    out.append(message("QqFields" + id, id++, each(chunk, kind)));
                }
                for (String kind : MEMBER_KINDS) {
                    out.append(message("QqComposite" + id, id++, "<field name=\"qqMembers\" id=\"1\" type=\"QqMembers"
                            + MEMBER_KINDS.indexOf(kind) + "Of" + at + "\"/>"));
                }
            }
            return out.toString();
        }
    };

    /// Names in one block: its parts must fit in a message.
    private static final int CHUNK = 40;
    private static final int BITS = 64;
    private static final List<String> FIELD_KINDS = List.of(field("uint8"), field("QqOptional"), field("QqFloat"),
            field("QqText"), field("QqLatin"), field("QqRaw"), field("QqArray"), field("QqKind"), field("QqFlags"),
            field("QqPrice"), field("QqPoint"), field("QqConstant"), field("QqOptional").replace("/>", " sinceVersion=\"1\"/>"),
            "<data name=\"$name\" id=\"$id\" type=\"qqText16\"/>\n", "<data name=\"$name\" id=\"$id\" type=\"qqBytes16\"/>\n");
    private static final List<String> MEMBER_KINDS = List.of("<type name=\"$name\" primitiveType=\"uint8\"/>",
            "<type name=\"$name\" primitiveType=\"char\" length=\"4\"/>", "<type name=\"$name\" primitiveType=\"int16\" length=\"3\"/>",
            "<ref name=\"$name\" type=\"QqKind\"/>", "<ref name=\"$name\" type=\"QqFlags\"/>", "<ref name=\"$name\" type=\"QqPrice\"/>",
            "<ref name=\"$name\" type=\"QqPoint\"/>");
    private static final String TYPES = StandardTypes.HEADER + StandardTypes.GROUPS + """
            <composite name="qqText16"><type name="length" primitiveType="uint16"/>
              <type name="varData" length="0" primitiveType="uint8" characterEncoding="UTF-8"/></composite>
            <composite name="qqBytes16"><type name="length" primitiveType="uint16"/>
              <type name="varData" length="0" primitiveType="uint8"/></composite>
            <type name="QqOptional" primitiveType="int32" presence="optional"/>
            <type name="QqFloat" primitiveType="double" presence="optional" minValue="-Infinity"/>
            <type name="QqText" primitiveType="char" length="6"/>
            <type name="QqLatin" primitiveType="char" length="6" characterEncoding="ISO-8859-1"/>
            <type name="QqRaw" primitiveType="uint8" length="6"/>
            <type name="QqArray" primitiveType="int16" length="3" presence="optional"/>
            <type name="QqConstant" primitiveType="char" length="2" presence="constant">kg</type>
            <enum name="QqKind" encodingType="uint8"><validValue name="QqOne">1</validValue></enum>
            <set name="QqFlags" encodingType="uint8"><choice name="qqZero">0</choice></set>
            <composite name="QqPrice"><type name="mantissa" primitiveType="int64"/>
              <type name="exponent" primitiveType="int8"/></composite>
            <composite name="QqPoint"><type name="qqX" primitiveType="int16" presence="optional"/>
              <type name="qqY" primitiveType="int16"/></composite>
            """;

    /// A type with a name; empty if there is none for each.
    private final String type;

    NamedSchema(String type) {
        this.type = type;
    }

    /// Types with the names.
    String types(List<String> names) {
        return each(names, type);
    }

    /// Messages with the names, or with fields of those types.
    String messages(List<String> names) {
        return spread(names, "<field name=\"qq$id\" id=\"$id\" type=\"$name\"/>\n");
    }

    /// @param names all different
    Schema of(List<String> names) throws IOException {
        return LanguagePage.parse("""
                <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="named" id="9" version="1">
                <types>
                """ + TYPES + types(names) + "</types>\n" + messages(names) + "</sbe:messageSchema>\n");
    }

    private static String field(String type) {
        return "<field name=\"$name\" id=\"$id\" type=\"" + type + "\"/>\n";
    }

    /// Messages that have an element for each name, some in each.
    private static String spread(List<String> names, String element) {
        return IntStream.iterate(0, at -> at < names.size(), at -> at + CHUNK).mapToObj(at -> message("QqMessage" + at, at + 1,
                each(names.subList(at, Math.min(names.size(), at + CHUNK)), element))).collect(Collectors.joining());
    }

    private static String message(String name, Object id, String content) {
        return "<sbe:message name=\"" + name + "\" id=\"" + id + "\">\n" + content + "</sbe:message>\n";
    }

    private static String each(List<String> names, String xml) {
        return IntStream.range(0, names.size()).mapToObj(i -> xml.replace("$id", Integer.toString(i + 1))
                .replace("$name", names.get(i))).collect(Collectors.joining());
    }
}
