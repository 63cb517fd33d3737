// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.decode;

import dev.ashlar.cli.output.TextTable;
import dev.ashlar.object.ObjectHeader;
import dev.ashlar.object.ObjectNode;
import dev.ashlar.object.ObjectType;
import dev.ashlar.sbe.otf.JsonEscapes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;

/// Formats of printed objects.
enum ObjectForm {
    /// One JSON object a line.
    JSON {
        @Override
        void append(ObjectHeader header, ObjectNode object, Appendable out) throws IOException {
            out.append("{\"class\":").append(quoted(object.name())).append(",\"classId\":")
                    .append(Integer.toString(header.classId())).append(",\"version\":")
                    .append(Integer.toString(header.version())).append(",\"offset\":")
                    .append(Long.toString(object.offset())).append(",\"length\":")
                    .append(Integer.toString(header.length())).append(",\"fields\":").append(json(object)).append("}\n");
        }
    },
    /// A table of places, types, names and values for each object.
    TEXT {
        @Override
        void append(ObjectHeader header, ObjectNode object, Appendable out) throws IOException {
            TextTable table = new TextTable(">offset", "type", "field", "value");
            rows(object, "", table);
            StringWriter text = new StringWriter();
            PrintWriter writer = new PrintWriter(text);
            writer.println(object.name() + " classId=" + header.classId() + " version=" + header.version() + " offset="
                    + object.offset() + " length=" + header.length() + " order=" + header.order());
            table.print(writer, "  ");
            out.append(text.toString());
        }
    };

    /// Array elements shown in a line of text.
    private static final int MAX_ELEMENTS = 16;

    /// @throws IOException if it cannot be written
    abstract void append(ObjectHeader header, ObjectNode object, Appendable out) throws IOException;

    private static void rows(ObjectNode object, String path, TextTable table) {
        for (ObjectNode node : object.children()) {
            String name = isStruct(object) ? path + node.name() : path + "[" + node.name() + "]";
            table.row(Long.toString(node.offset()), node.type().text(), name, text(node));
            if (hasChildren(node)) {
                rows(node, isStruct(node) ? name + "." : name, table);
            }
        }
    }

    private static boolean isStruct(ObjectNode node) {
        return node.type() instanceof ObjectType.Struct;
    }

    private static boolean hasChildren(ObjectNode node) {
        return node.value() instanceof List && !(node.type() instanceof ObjectType.Array);
    }

    private static String text(ObjectNode node) {
        if (hasChildren(node)) {
            return switch (node.type()) {
                case ObjectType.Sequence _ -> node.children().size() + " elements";
                case ObjectType.Option _ -> node.children().isEmpty() ? "empty" : "";
                default -> "";
            };
        }
        if (node.value() instanceof List<?> elements) {
            return elements.stream().limit(MAX_ELEMENTS).map(ObjectForm::scalar)
                    .collect(Collectors.joining(", ", "[", elements.size() > MAX_ELEMENTS
                            ? ", … " + elements.size() + " in all]" : "]"));
        }
        return scalar(node.value());
    }

    private static String json(ObjectNode node) {
        if (node.value() == null) {
            return "null";
        }
        return switch (node.type()) {
            case ObjectType.Struct _ -> node.children().stream()
                    .map(child -> quoted(child.name()) + ":" + json(child)).collect(Collectors.joining(",", "{", "}"));
            case ObjectType.Sequence _ -> node.children().stream().map(ObjectForm::json)
                    .collect(Collectors.joining(",", "[", "]"));
            case ObjectType.Option _ -> node.children().isEmpty() ? "null" : json(node.children().getFirst());
            case ObjectType.Array _ -> ((List<?>) node.value()).stream().map(ObjectForm::scalar)
                    .collect(Collectors.joining(",", "[", "]"));
            case ObjectType.Value _, ObjectType.Maybe _, ObjectType.Text _, ObjectType.Enumeration _ ->
                scalar(node.value());
        };
    }

    /// As a JSON value; numbers that JSON cannot express are quoted.
    private static String scalar(Object value) {
        return switch (value) {
            case Double d when !Double.isFinite(d) -> quoted(d.toString());
            case Float f when !Float.isFinite(f) -> quoted(f.toString());
            case Character c -> quoted(c.toString());
            case String s -> quoted(s);
            case null, default -> String.valueOf(value);
        };
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder();
        JsonEscapes.ALL.quote(out, text);
        return out.toString();
    }
}
