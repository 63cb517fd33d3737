// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.DataCodecs;
import dev.ashlar.codegen.internal.member.EncoderSlots;
import dev.ashlar.codegen.internal.member.MetaEmitter;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Group;
import java.util.List;

/// Writes what writes a [Group]: the count method and the nested class.
final class GroupEncoderEmitter {
    private GroupEncoderEmitter() {
    }

    static void emit(GroupCode g, OrderChecks parentOrder, SchemaCode shared, ClassBody out) {
        Group group = g.group();
        Template t = g.t().with("enter", parentOrder.enterGroup(g));
        MetaEmitter.integer(out, t.get("xId"), group.id());
        MetaEmitter.integer(out, t.get("xSinceVersion"), group.meta().sinceVersion());
        out.member(Doc.of(group.meta(), "Starts writing group `" + group.name() + "` at the cursor.") + t.fill("""
                public $C $xCount(int count) {
                    return this.$flyweight.wrap(count);
                }"""));
        BlockCode code = g.code();
        Struct struct = Struct.of(group, code.path());
        List<GroupCode> groups = GroupCode.of(code, "Encoder", shared.schema().byteOrder());
        OrderChecks order = new OrderChecks(code, shared.options());
        EncoderSlots slots = new EncoderSlots(shared, struct, code.names().slots(), code.className(), out);
        DataCodecs data = new DataCodecs(code, order, out);
        out.open(Doc.comment("Entries of group `" + group.name() + "`: each call of `next` starts another one.")
                + t.fill("public static final class $C extends Flyweight.OfGroup {"));
        out.lines(t.fill("public static final int HEADER_SIZE = $header;"));
        out.lines(t.get("handles"));
        slots.handles();
        data.handles();
        out.member(t.fill("""
                private final $M message;"""));
        slots.fields();
        out.lines(order.parentField());
        out.lines(order.field());
        StringBuilder nestedNew = new StringBuilder();
        for (GroupCode inner : groups) {
            out.lines(inner.t().fill("private final $C $flyweight;"));
            nestedNew.append(inner.t().with("argument", order.argument())
                    .fill("    this.$flyweight = new $C(message$argument);\n"));
        }
        out.member(t.with("nested", order.assignment() + nestedNew).with("parameter", order.parameter()).fill("""
                private $C($M message$parameter) {
                    this.message = message;
                ${nested}}"""));
        wrap(order, t, out);
        iteration(order, t, out);
        slots.accessors();
        groups.forEach(inner -> GroupEncoderEmitter.emit(inner, order, shared, out));
        data.encode();
        out.close();
    }

    private static void wrap(OrderChecks order, Template t, ClassBody out) {
        t.with("begin", order.begin("count")).with("keepMemory", FieldAccess.keepMemory().indent(4));
        out.member(t.fill("""
                private $C wrap(int count) {
                    if (count < $minCount || count > $maxCount) {
                        throw new IllegalArgumentException(
                                "count out of range: count=" + count + ", maxCount=$maxCount ($path)");
                    }
                    MemorySegment memory = message.memory();
                    long limit = message.limit;
                ${enter}    Bounds.checkWrite(message.memoryBytes, limit, HEADER_SIZE, "$path");
                ${keepMemory}${writeHeader}    start = limit;
                    offset = -1;
                    this.count = count;
                    index = 0;
                    message.limit = limit + HEADER_SIZE;
                ${begin}    return this;
                }"""));
    }

    private static void iteration(OrderChecks order, Template t, ClassBody out) {
        t.with("nextEntry", order.nextEntry()).with("reset", order.resetCount());
        out.member(t.fill("""
                /// Starts the next entry at the cursor; the cursor then is behind its block.
                public $C next() {
                    if (index >= count) {
                        throw new NoSuchElementException("no entry left: count=" + count + " ($path)");
                    }
                ${nextEntry}    long offset = message.limit;
                    Bounds.checkWrite(message.memoryBytes, offset, $block, "$path");
                    this.offset = offset;
                    message.limit = offset + $block;
                    index++;
                    return this;
                }"""));
        out.member(t.fill("""
                /// Ends the group after the current entry, for writers that did not know the number of entries before.
                ///
                /// @return the number of entries, which now is the group's
                public int resetCountToIndex() {
                    count = index;
                ${rewriteCount}${reset}    return count;
                }"""));
        for (String[] method : new String[][] {
                {"long", "sbeOffset", "offset",
                        "/// Where the block of the current entry starts; -1 before the first.\n"},
                {"static int", "countMinValue", t.get("minCount"), ""},
                {"static int", "countMaxValue", t.get("maxCount"), ""},
                {"static int", "sbeHeaderSize", "HEADER_SIZE", ""},
                {"static int", "sbeBlockLength", t.get("block"), ""}}) {
            out.member(method[3] + "public " + method[0] + " " + method[1] + "() {\n    return " + method[2] + ";\n}");
        }
    }
}
