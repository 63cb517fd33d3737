// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.DataCodecs;
import dev.ashlar.codegen.internal.member.MemberSlots;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import java.util.List;

/// The class of a [Message]: the members that decoders and encoders share.
final class MessageClass {
    /// Members of a standard header.
    static final List<String> HEADER = List.of("blockLength", "templateId", "schemaId", "version");
    /// Most calls pass the same memory as before, and asking a memory for its length costs as much as reading a field.
    private static final String MEMORY_BYTES = """
            long memoryBytes = memory == this.memory ? this.memoryBytes : memory.byteSize();
            """;

    final BlockCode code;
    final Struct struct;
    final List<GroupCode> groups;
    final OrderChecks order;
    final ClassBody out = new ClassBody();
    final DataCodecs data;
    final Template t;
    private final Message message;
    private final SchemaCode shared;

    /// @param role `Decoder` or `Encoder`
    MessageClass(Message message, SchemaCode shared, String role) {
        this.message = message;
        this.shared = shared;
        code = GroupCode.root(message, shared, role);
        struct = Struct.of(message, message.name());
        groups = GroupCode.of(code, role, shared.schema().byteOrder());
        order = new OrderChecks(code, shared.options());
        data = new DataCodecs(code, order, out);
        t = new Template().with("C", code.className()).with("Name", shared.names().name(message)).with("role", role)
                .with("path", code.path()).with("block", message.blockLength()).with("id", message.id())
                .with("Header", shared.names().name(shared.schema().header()))
                .with("header", shared.schema().header().name())
                .with("memoryBytes", MEMORY_BYTES.indent(4))
                .with("keepMemory", FieldAccess.keepMemory("memoryBytes").indent(4))
                .with("semanticType", Strings.literal(message.meta().semanticType()));
    }

    /// Opens the class, with the constants of message and schema.
    ///
    /// @param does verb for what its codec does with a message
    void open(String does) {
        out.open(Doc.of(message.meta(), does + " message `" + message.name() + "` of the schema.")
                + shared.suppression() + t.fill("public final class $C extends Flyweight implements Message$role {"));
        out.lines(t.fill("""
                public static final int BLOCK_LENGTH = $block;
                public static final int TEMPLATE_ID = $id;"""));
        shared.schemaConstants(out);
    }

    /// Handles, fields, the constructor, and the methods of its interface that identify the message.
    void fields(MemberSlots slots) {
        slots.handles();
        data.handles();
        out.member("private long limit;");
        if (countsEmptyEntries()) {
            out.lines("private int emptyEntries;");
        }
        slots.fields();
        out.lines(order.field());
        groups.forEach(g -> out.lines(g.t().with("argument", order.argument())
                .fill("private final $C $flyweight = new $C(this$argument);")));
        out.member(t.fill("public $C() {\n}"));
        for (String[] method : new String[][] {{"int", "sbeBlockLength", "BLOCK_LENGTH"},
                {"int", "sbeTemplateId", "TEMPLATE_ID"}, {"int", "sbeSchemaId", "SCHEMA_ID"},
                {"int", "sbeSchemaVersion", "SCHEMA_VERSION"}, {"String", "sbeSemanticType", t.get("semanticType")},
                {"MemorySegment", "memory", "memory"}, {"long", "offset", "offset"}, {"long", "limit", "limit"},
                {"long", "encodedLength", "limit - offset"}}) {
            out.member(new Template().with("T", method[0]).with("name", method[1]).with("value", method[2]).fill("""
                    @Override
                    public $T $name() {
                        return $value;
                    }"""));
        }
        out.member("""
                @Override
                public void limit(long limit) {
                    this.limit = limit;
                }""");
    }

    /// Whether it counts entries that occupy no bytes, because readers limit their number.
    boolean countsEmptyEntries() {
        return code.className().endsWith("Encoder") && code.hasEmptyEntries();
    }

    /// The name of the accessors of a member of the header.
    static String headerName(SchemaCode shared, String member) {
        CompositeType header = shared.schema().header();
        List<MemberSlot> slots = Struct.slotsOf(header);
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i).name().equals(member)) {
                return shared.names(header).slots().get(i).get("x");
            }
        }
        throw new IllegalArgumentException("header without member: member=" + member + " (" + header.name() + ")");
    }
}
