// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.codegen.internal.text.Charsets;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;

/// Writes `toString` and `appendTo`. They work on copies of flyweights, so that looking at a message in a debugger
/// changes nothing: neither the cursor nor the entry that a group is at.
public record PrintEmitter(SchemaCode shared, ClassBody out) {
    /// A method of Java has at most 65,535 bytes.
    private static final int PARTS_OF_METHOD = 256;

    public void composite(Struct struct, MemberNames names) {
        toStringMethod();
        out.member("""
                /// Appends all members.
                public StringBuilder appendTo(StringBuilder destination) {
                    destination.append('(');
                """ + inMethods(slots(struct, names)).indent(4) + """
                    return destination.append(')');
                }""");
    }

    public void message(BlockCode code, Struct struct, Template t) {
        toStringMethod();
        out.member(t.fill("""
                /// Appends the whole message. If it is malformed, the rest is replaced by `!malformed` and the error.
                public StringBuilder appendTo(StringBuilder destination) {
                    if (memory == null) {
                        return destination;
                    }
                    destination.append("[$path](sbeTemplateId=").append(TEMPLATE_ID)
                            .append("|sbeSchemaId=").append(SCHEMA_ID)
                            .append("|sbeSchemaVersion=").append(actingVersion)
                            .append("|sbeBlockLength=").append(blockBytes())
                            .append("):");
                    try {
                        new $C().wrap(memory, offset, blockBytes(), actingVersion).print(destination);
                    } catch (MalformedMessageException e) {
                        destination.append("!malformed: ").append(e.getMessage());
                    }
                    return destination;
                }"""));
        print(code, struct);
    }

    public void entry(BlockCode code, Struct struct, Template group) {
        String args = shared.options().accessOrderChecks() ? ", parentOrder" : "";
        out.member(new Template().withAll(group).with("args", args).fill("""
                /// Appends the current entry; appends nothing before the first.
                public StringBuilder appendTo(StringBuilder destination) {
                    if (offset < 0) {
                        return destination;
                    }
                    // An entry outside of a message ends with its block.
                    MemorySegment memory = message.memory() == null ? this.memory.asSlice(0, offset + blockBytes())
                            : this.memory;
                    $M root = new $M().wrap(memory, message.offset(), message.actingBlockLength(), message.actingVersion());
                    root.limit = offset + blockBytes();
                    $C copy = new $C(root$args);
                    copy.keep(memory, memory.byteSize());
                    copy.index = 1;
                    copy.offset = offset;
                    copy.reach = reach;
                    try {
                        copy.print(destination);
                    } catch (MalformedMessageException e) {
                        destination.append("!malformed: ").append(e.getMessage());
                    }
                    return destination;
                }"""));
        print(code, struct);
    }

    private void toStringMethod() {
        out.member("""
                @Override
                public String toString() {
                    return memory == null ? "" : appendTo(new StringBuilder()).toString();
                }""");
    }

    private void print(BlockCode code, Struct struct) {
        List<String> parts = slots(struct, code.names());
        for (int i = 0; i < code.block().groups().size(); i++) {
            Group group = code.block().groups().get(i);
            String entry = GroupCode.of(code, "Decoder", shared.schema().byteOrder()).get(i).code().className();
            parts.add(code.names().groups().get(i).with("label", group.name()).with("Entry", entry).fill("""
                    destination.append("$label=[");
                    for ($Entry entry : $x()) {
                        entry.print(destination);
                    }
                    destination.append(']');
                    """));
        }
        for (int i = 0; i < code.block().data().size(); i++) {
            VarData data = code.block().data().get(i);
            boolean text = Charsets.expression(data.characterEncoding()).isPresent();
            parts.add(code.names().data().get(i).with("label", data.name()).fill(text ? """
                    destination.append("$label='").append($x()).append('\\'');
                    """ : """
                    destination.append("$label=<").append($skipX()).append(" bytes>");
                    """));
        }
        out.member("private void print(StringBuilder destination) {\n"
                + (code.isRoot() ? "" : "    destination.append(index == 1 ? \"(\" : \",(\");\n") + inMethods(parts).indent(4)
                + (code.isRoot() ? "" : "    destination.append(')');\n") + "}");
    }

    private List<String> slots(Struct struct, MemberNames names) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < struct.slots().size(); i++) {
            MemberSlot slot = struct.slots().get(i);
            Template t = new Template().withAll(names.slots().get(i)).with("label", slot.name());
            String part = slot.isConstant() ? constant(slot, t) : value(slot, t);
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    private String constant(MemberSlot slot, Template t) {
        return switch (slot.type()) {
            case ScalarType type when ConstantEmitter.isText(slot, type) -> append(t, "$x()");
            case ScalarType type -> append(t, scalar(type, t));
            case EnumType type -> append(t, "$x()");
            case SetType type -> "";
            case CompositeType type -> "";
        };
    }

    private String value(MemberSlot slot, Template t) {
        return switch (slot.type()) {
            case ScalarType type when type.isArray() -> array(type, t);
            case ScalarType type -> append(t, "$xIsNull() ? \"null\" : String.valueOf(" + scalar(type, t) + ")");
            case EnumType type -> append(t.with("Type", shared.names().name(type)),
                    "$x() == $Type.SBE_UNKNOWN ? String.valueOf($xRaw()) : $x().name()");
            case SetType type -> t.fill("$x().appendTo(destination.append(\"$label=\"));\n");
            case CompositeType type -> t.fill("$x().appendTo(destination.append(\"$label=\"));\n");
        };
    }

    private static String scalar(ScalarType type, Template t) {
        return type.primitive() == PrimitiveType.CHAR ? t.fill("(char) ($x() & 0xff)")
                : JavaPrimitive.of(type.primitive()).print(t.fill("$x()"));
    }

    private static String array(ScalarType type, Template t) {
        String encoding = type.characterEncoding().isBlank() ? "US-ASCII" : type.characterEncoding();
        if (type.primitive() == PrimitiveType.CHAR && Charsets.expression(encoding).isPresent()) {
            return append(t, "$x()");
        }
        return t.with("element", JavaPrimitive.of(type.primitive()).print(t.fill("$x(i)"))).fill("""
                destination.append("$label=[");
                for (int i = 0; i < $xLength(); i++) {
                    destination.append(i == 0 ? "" : ",").append($element);
                }
                destination.append(']');
                """);
    }

    private static String append(Template t, String expression) {
        return t.fill("destination.append(\"$label=\").append(" + expression + ");\n");
    }

    /// The parts; if there are many, calls of methods that contain them.
    private String inMethods(List<String> parts) {
        if (parts.size() <= PARTS_OF_METHOD) {
            return join(parts);
        }
        List<String> calls = new ArrayList<>();
        for (int from = 0; from < parts.size(); from += PARTS_OF_METHOD) {
            List<String> some = parts.subList(from, Math.min(from + PARTS_OF_METHOD, parts.size()));
            out.member("private void printFrom" + from + "(StringBuilder destination) {\n" + join(some).indent(4) + "}");
            calls.add("printFrom" + from + "(destination);\n");
        }
        return join(calls);
    }

    private static String join(List<String> parts) {
        return String.join("destination.append('|');\n", parts);
    }
}
