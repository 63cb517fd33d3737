// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.DataCodecs;
import dev.ashlar.codegen.internal.member.EncoderSlots;
import dev.ashlar.codegen.internal.member.MetaEmitter;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Group;
import java.util.List;

/// Writes the encoder of a [Group]: the count method and the nested class.
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
        GroupClass nested = new GroupClass(g, groups, order, slots, data, out);
        nested.open(Doc.comment("Entries of group `" + group.name() + "`: each call of `next` starts a new one.")
                + t.fill("public static final class $C extends Flyweight.OfGroup {"));
        wrap(order, t, out);
        iteration(order, t, out);
        nested.getters();
        slots.accessors();
        groups.forEach(inner -> GroupEncoderEmitter.emit(inner, order, shared, out));
        data.encode();
        out.close();
    }

    private static void wrap(OrderChecks order, Template t, ClassBody out) {
        t.with("begin", order.begin("count"));
        t.with("checkEmpty", !order.code().isEmpty() ? ""
                : t.fill("    Bounds.checkEmptyEntries(message.emptyEntries, count, \"$path\");\n"))
                .with("countEmpty", order.code().isEmpty() ? "    message.emptyEntries += count;\n" : "");
        out.member(t.fill("""
                private $C wrap(int count) {
                    if (count < $minCount || count > $maxCount) {
                        throw new IllegalArgumentException(
                                "count out of range: count=" + count + ", minCount=$minCount, maxCount=$maxCount ($path)");
                    }
                ${checkEmpty}    long limit = message.limit;
                    if (limit < 0 || limit > message.memoryBytes - HEADER_SIZE) {
                        Bounds.checkWrite(message.memoryBytes, limit, HEADER_SIZE, "$path");
                    }
                ${enter}    if (memory != message.memory) {
                        enter(message);
                    }
                ${writeHeader}    start = limit;
                    offset = BEFORE_FIRST;
                    this.count = count;
                    index = 0;
                    message.limit = limit + HEADER_SIZE;
                ${countEmpty}${begin}    return this;
                }"""));
    }

    private static void iteration(OrderChecks order, Template t, ClassBody out) {
        t.with("nextEntry", order.nextEntry()).with("reset", order.resetCount())
                .with("uncount", order.code().isEmpty() ? "    message.emptyEntries -= count - index;\n" : "")
                .with("requireLeast", t.get("minCount").equals("0") ? "" : t.fill("""
                            if (index < $minCount) {
                                throw new IllegalStateException("fewer entries than the minimum: count=" + index
                                        + ", minCount=$minCount ($path)");
                            }
                        """));
        out.member(t.fill("""
                /// Starts the next entry at the cursor and moves the cursor past its block.
                public $C next() {
                    if (index >= count) {
                        throw new NoSuchElementException("no entry left: count=" + count + " ($path)");
                    }
                    long offset = message.limit;
                    if (offset < 0 || offset > memoryBytes - $block) {
                        Bounds.checkWrite(memoryBytes, offset, $block, "$path");
                    }
                ${nextEntry}    this.offset = offset;
                    message.limit = offset + $block;
                    index++;
                    return this;
                }"""));
        out.member(t.fill("""
                /// Ends the group after the current entry, for writers that did not know the count in advance.
                ///
                /// @return the number of entries written, now the count of the group
                public int resetCountToIndex() {
                ${requireLeast}${uncount}    count = index;
                ${rewriteCount}${reset}    return count;
                }"""));
    }
}
