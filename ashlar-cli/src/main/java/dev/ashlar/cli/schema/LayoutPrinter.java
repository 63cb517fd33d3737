// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.schema;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.io.PrintWriter;
import java.util.Locale;

/// Prints the layouts of a schema as tables of fixed columns.
record LayoutPrinter(PrintWriter out) {
    private static final String ROW = "%-6s %6s  %-40s %-28s %-9s %5s%n";

    void schema(Schema schema) {
        out.printf("schema %s id=%d version=%d byteOrder=%s header=%s (%d bytes) messages=%d%n",
                schema.packageName().isEmpty() ? "(no package)" : schema.packageName(), schema.id(), schema.version(),
                schema.byteOrder(), schema.header().name(), schema.header().encodedLength(), schema.messages().size());
    }

    void message(Message message) {
        out.printf("%nmessage %s id=%d blockLength=%d%s%n", message.name(), message.id(), message.blockLength(),
                message.meta().isDeprecated() ? " deprecated since " + message.meta().deprecatedSince() : "");
        out.printf(ROW, "offset", "bytes", "name", "type", "presence", "since");
        block(message, 0);
    }

    private void block(Block block, int depth) {
        int end = 0;
        for (Field field : block.fields()) {
            gap(end, field.offset(), depth);
            row(field.presence() == Presence.CONSTANT ? "-" : Integer.toString(field.offset()),
                    Integer.toString(field.encodedLength()), indent(depth) + field.name(), typeName(field.type()),
                    constant(field), field.meta().sinceVersion());
            end = field.offset() + field.encodedLength();
        }
        gap(end, block.blockLength(), depth);
        for (Group group : block.groups()) {
            row("group", Integer.toString(group.blockLength()), indent(depth) + group.name(), group.dimension().name(),
                    "",
                    group.meta().sinceVersion());
            block(group, depth + 1);
        }
        for (VarData data : block.data()) {
            row("data", "var", indent(depth) + data.name(), data.encoding().name(), "", data.meta().sinceVersion());
        }
    }

    private void gap(int from, int to, int depth) {
        if (to > from) {
            row(Integer.toString(from), Integer.toString(to - from), indent(depth) + "(padding)", "", "", 0);
        }
    }

    private void row(String offset, String bytes, String name, String type, String presence, int since) {
        out.print(String.format(ROW, offset, bytes, name, type, presence, since == 0 ? "" : since).stripTrailing()
                + System.lineSeparator());
    }

    void type(Type type) {
        switch (type) {
            case ScalarType scalar -> out.printf("%ntype %s %s%n", scalar.name(), typeName(scalar));
            case EnumType e -> {
                out.printf("%nenum %s %s%n", e.name(), e.primitive().sbeName());
                e.values().forEach(v -> out.printf("  %-40s %s%n", v.name(),
                        Literal.of(v.bits()).show(e.primitive())));
            }
            case SetType set -> {
                out.printf("%nset %s %s%n", set.name(), set.primitive().sbeName());
                set.choices().forEach(c -> out.printf("  %-40s bit %d%n", c.name(), c.bit()));
            }
            case CompositeType composite -> {
                out.printf("%ncomposite %s (%d bytes)%n", composite.name(), composite.encodedLength());
                for (Member member : composite.members()) {
                    row(Integer.toString(member.offset()), Integer.toString(member.encodedLength()), member.name(),
                            typeName(member.type()), "", member.meta().sinceVersion());
                }
            }
        }
    }

    private static String indent(int depth) {
        return "  ".repeat(depth);
    }

    private static String constant(Field field) {
        String presence = field.presence().name().toLowerCase(Locale.ROOT);
        if (!field.valueRef().isEmpty()) {
            return presence + " " + field.valueRef();
        }
        return field.constant().isPresent() && field.type() instanceof ScalarType scalar
                ? presence + " " + field.constant().get().show(scalar.primitive()) : presence;
    }

    private static String typeName(Type type) {
        return switch (type) {
            case ScalarType s -> {
                String primitive = s.primitive().sbeName() + (s.length() == 1 ? "" : "[" + s.length() + "]");
                yield s.name().equals(s.primitive().sbeName()) ? primitive : s.name() + " " + primitive;
            }
            case EnumType e -> e.name() + " enum " + e.primitive().sbeName();
            case SetType s -> s.name() + " set " + s.primitive().sbeName();
            case CompositeType c -> c.name();
        };
    }
}
