// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.code;

import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.Headers;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.naming.FileNames;
import dev.ashlar.codegen.internal.naming.JavaWords;
import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The header of a group and its place in the message, for the codecs of the group.
///
/// @param group the group that the code is for
/// @param code  names and expressions for its entries
/// @param t     values for templates
public record GroupCode(Group group, BlockCode code, Template t) {
    /// Whether the header is read with one access.
    public boolean isHeaderWhole() {
        return Headers.whole(group.dimension(), HEADER) != null;
    }

    /// The code of a message's root.
    public static BlockCode root(Message message, SchemaCode shared, String role) {
        String name = shared.names().name(message);
        MemberNames names = MemberNames.of(MemberNames.Kind.MESSAGE,
                message.fields().stream().map(MemberSlot::of).toList(), message.groups(), message.data());
        List<String> taken = new ArrayList<>();
        taken.add(name + "Encoder");
        taken.add(name + "Decoder");
        codecs(shared.schema().header(), shared, taken);
        FileNames.usedBy(message).forEach(type -> codecs(type, shared, taken));
        return new BlockCode(message, names, message.name(), name + role, name + role, "this.limit", "actingVersion",
                taken, BlockCode.isLarge(message));
    }

    /// The code of each group of a block, in order; their classes have names that hide nothing.
    public static List<GroupCode> of(BlockCode parent, String role, ByteOrder order) {
        List<String> taken = new ArrayList<>(parent.taken());
        taken.add(parent.className());
        List<GroupCode> all = new ArrayList<>();
        for (int i = 0; i < parent.block().groups().size(); i++) {
            Group group = parent.block().groups().get(i);
            String name = JavaWords.type(group.name());
            while (taken.contains(name + "Encoder") || taken.contains(name + "Decoder")
                    || JavaWords.isKnownType(name + role)) {
                name += "_";
            }
            taken.add(name + "Encoder");
            taken.add(name + "Decoder");
            MemberNames names = MemberNames.of(MemberNames.Kind.GROUP,
                    group.fields().stream().map(MemberSlot::of).toList(), group.groups(), group.data());
            BlockCode code = new BlockCode(group, names, parent.path() + "." + group.name(), name + role,
                    parent.message(), "message.limit", "message.actingVersion()", taken, parent.isLarge());
            all.add(new GroupCode(group, code, template(group, code, parent.names().groups().get(i), name, order)));
        }
        return all;
    }

    private static final List<String> HEADER = List.of("blockLength", "numInGroup");

    private static Template template(Group group, BlockCode code, Template names, String name, ByteOrder order) {
        JavaPrimitive whole = Headers.whole(group.dimension(), HEADER);
        String read = "int actingBlockLength = " + length(group, true, code, order) + ";\nint count = "
                + count(group, true, code, order) + ";\n";
        String walk = "int actingBlockLength = " + length(group, false, code, order) + ";\nint count = "
                + count(group, false, code, order) + ";\n";
        String write = write(group.blockLengthMember(), "ENTRY_LENGTH", "limit", Integer.toString(group.blockLength()), order)
                + write(group.numInGroupMember(), "ENTRIES", "limit", "count", order);
        String rewrite = write(group.numInGroupMember(), "ENTRIES", "start", "count", order);
        String handles = handle(group.blockLengthMember(), "ENTRY_LENGTH")
                + handle(group.numInGroupMember(), "ENTRIES");
        if (whole != null) {
            handles = "private static final VarHandle HEADER = FieldHandles.of" + whole.name()
                    + "(BYTE_ORDER, HEADER_SIZE, 0);\n";
            FieldAccess access = new FieldAccess(whole, order, "HEADER", "limit", 0, "isNative");
            String members = "int actingBlockLength = "
                    + Headers.extract(group.dimension(), "blockLength", order, whole, "header") + ";\n"
                    + "int count = " + Headers.extract(group.dimension(), "numInGroup", order, whole, "header") + ";\n";
            read = whole.wire() + " header = " + access.get() + ";\n" + members;
            walk = whole.wire() + " header = " + access.getAny() + ";\n" + members;
            int shift = Headers.shift(group.dimension(), "numInGroup", order);
            String bits = (shift == 0 ? "count" : "count << " + shift) + " | "
                    + Headers.constant(group.dimension(), "blockLength", order, group.blockLength());
            String word = whole.wire().equals("int") ? bits : "(short) (" + bits + ")";
            write = new FieldAccess(whole, order, "HEADER", "limit", 0, "isNative").set(word);
            rewrite = new FieldAccess(whole, order, "HEADER", "start", 0, "isNative").set(word);
        }
        boolean hasBoth = group.blockLengthMember().encodedLength() > 0 && group.numInGroupMember().encodedLength() > 0;
        if (code.isLarge() && whole == null && hasBoth && isUnsigned(group.blockLengthMember())
                && isUnsigned(group.numInGroupMember()) && code.className().endsWith("Decoder")) {
            handles = header(group);
            read = "long header = HEADER.get(this, limit, \"" + code.path() + "\");\n"
                    + "int actingBlockLength = (int) (header >>> Integer.SIZE);\nint count = (int) header;\n";
        }
        if (code.isLarge() && code.className().endsWith("Encoder")) {
            handles = header(group);
            write = "HEADER.put(this, limit, count);\n";
            rewrite = "HEADER.put(this, start, count);\n";
        }
        WholeMember count = WholeMember.of(group.dimension(), "numInGroup");
        String bounds = count.isBounded() ? "Bounds.checkCount(count, " + count.least() + ", " + count.greatest() + ", \""
                + code.path() + "\");\n" : "";
        return new Template().withAll(names).with("C", code.className()).with("Name", name).with("M", code.message())
                .with("path", code.path()).with("header", group.dimension().encodedLength())
                .with("block", group.blockLength()).with("since", group.meta().sinceVersion()).with("id", group.id())
                .with("readHeader", (read + bounds).indent(4)).with("walkHeader", (walk + bounds).indent(4))
                .with("writeHeader", write.indent(4))
                .with("rewriteCount", rewrite.indent(4)).with("handles", handles)
                .with("minCount", count.least()).with("maxCount", count.greatest());
    }

    /// Whether it can be read as [dev.ashlar.codec.GroupHeader] reads it.
    private static boolean isUnsigned(Member member) {
        return ((ScalarType) member.type()).primitive().isUnsigned();
    }

    /// The constant by which codecs of large messages read and write the header with a call.
    private static String header(Group group) {
        Member length = group.blockLengthMember();
        Member count = group.numInGroupMember();
        return "private static final GroupHeader HEADER = new GroupHeader(" + length.offset() + ", "
                + length.type().encodedLength() + ", " + count.offset() + ", " + count.type().encodedLength()
                + ", BYTE_ORDER, " + group.blockLength() + ");\n";
    }

    /// A statement that writes a member of the header at `limit`; empty for a constant.
    private static String write(Member member, String handle, String at, String value,
            ByteOrder order) {
        ScalarType type = (ScalarType) member.type();
        if (type.encodedLength() == 0) {
            return "";
        }
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        String bits = primitive.wire().equals("int") ? value : "(" + primitive.wire() + ") " + value;
        return new FieldAccess(primitive, order, handle, at, member.offset(), "isNative").set(bits);
    }

    /// An expression for the least length of an entry: its block, and the headers of its groups and data.
    ///
    /// @param version expression of the writer's version
    public String entryLength(String version) {
        TreeMap<Integer, Integer> headers = new TreeMap<>();
        group.groups().forEach(g ->
                headers.merge(g.meta().sinceVersion(), g.dimension().encodedLength(), Integer::sum));
        group.data().forEach(d -> headers.merge(d.meta().sinceVersion(), d.headerLength(), Integer::sum));
        StringBuilder length = new StringBuilder("actingBlockLength");
        headers.forEach((since, bytes) -> length.append(" + ").append(since == 0 ? bytes + "L"
                : "(" + version + " >= " + since + " ? " + bytes + "L : 0)"));
        return length.toString();
    }

    private static String handle(Member member, String name) {
        ScalarType type = (ScalarType) member.type();
        return type.encodedLength() == 0 ? "" : "private static final VarHandle " + name + " = FieldHandles.of"
                + JavaPrimitive.of(type.primitive()).name() + "(BYTE_ORDER, HEADER_SIZE, " + member.offset() + ");\n";
    }

    private static String length(Group group, boolean inEntry, BlockCode code, ByteOrder order) {
        return member(group.blockLengthMember(), "ENTRY_LENGTH", inEntry, "checkBlockLength", code, order);
    }

    private static String count(Group group, boolean inEntry, BlockCode code, ByteOrder order) {
        return member(group.numInGroupMember(), "ENTRIES", inEntry, "checkCount", code, order);
    }

    /// An expression of a member of the header at `limit`.
    private static String member(Member member, String handle, boolean inEntry, String check, BlockCode code,
            ByteOrder order) {
        ScalarType type = (ScalarType) member.type();
        if (type.encodedLength() == 0) {
            return type.constant().orElseThrow() instanceof Literal.Whole(long bits) ? Long.toString(bits) : "0";
        }
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        FieldAccess access = new FieldAccess(primitive, order, handle, "limit", member.offset(), "isNative");
        return primitive.countFromWire(inEntry ? access.get() : access.getAny(), check, code.path());
    }

    private static void codecs(Type type, SchemaCode shared, List<String> taken) {
        String name = shared.names().name(type);
        switch (type) {
            case CompositeType c -> taken.addAll(List.of(name + "Encoder", name + "Decoder"));
            case SetType s -> taken.addAll(List.of(name + "Encoder", name + "Decoder"));
            case EnumType e -> taken.add(name);
            case ScalarType s -> {
            }
        }
    }
}
