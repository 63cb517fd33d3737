// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.member;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.VarData;
import java.util.List;

/// Writes the methods that find the end of a block's groups and data without a flyweight. They move and allocate
/// nothing.
public record WalkEmitter(BlockCode code, List<GroupCode> groups, ClassBody out) {
    /// The method `end`, from the end of a block to the end of its groups and data.
    public void end() {
        if (code.isFlat()) {
            out.member("""
                    private static long end(MemorySegment memory, long limit, int actingVersion) {
                        return limit;
                    }""");
            return;
        }
        StringBuilder body = new StringBuilder();
        for (GroupCode g : groups) {
            body.append(guard(g.group().meta().sinceVersion(),
                    g.t().fill("limit = $C.groupEnd(memory, limit, actingVersion);\n")));
        }
        List<VarData> data = code.block().data();
        for (int i = 0; i < data.size(); i++) {
            body.append(guard(data.get(i).meta().sinceVersion(), "limit += " + data.get(i).headerLength() + "L + "
                    + code.names().data().get(i).get("H") + ".length(memory, limit);\n"));
        }
        out.member("""
                private static long end(MemorySegment memory, long blockEnd, int actingVersion) {
                    long limit = blockEnd;
                """ + body.toString().indent(4) + "    return limit;\n}");
    }

    /// The method `groupEnd`, from the header of a group to its end.
    public void group(GroupCode g) {
        String path = code.path();
        Template t = new Template().withAll(g.t()).with("walk", code.isFlat() ? """
                return limit + (long) count * actingBlockLength;
                """ : """
                for (int i = 0; i < count; i++) {
                    Bounds.checkRead(memory, limit, actingBlockLength, "%s");
                    limit = end(memory, limit + actingBlockLength, actingVersion);
                }
                return limit;
                """.formatted(path))
                .with("entry", g.entryLength("actingVersion"));
        out.member(t.fill("""
                private static long groupEnd(MemorySegment memory, long start, int actingVersion) {
                    long limit = start;
                    Bounds.checkRead(memory, limit, HEADER_SIZE, "$path");
                ${walkHeader}    limit += HEADER_SIZE;
                    Bounds.checkEntries(memory.byteSize(), limit, count, $entry, "$path");
                """) + t.get("walk").indent(4) + "}");
    }

    /// The methods of a group that move the cursor without reading.
    public void groupSkips(Template group, OrderChecks order) {
        Template t = new Template().withAll(group).with("skipped", order.skipped())
                .with("skippedGroup", order.skippedGroup());
        out.member(t.with("skip", code.isFlat() ? "" : """
                    if (offset < 0 || message.memory() == null) {
                        throw new IllegalStateException("no entry of a message: call next() first ($path)");
                    }
                    message.limit = end(memory, offset + blockBytes(), message.actingVersion());
                """.replace("$path", code.path())).fill("""
                /// Moves the cursor past the current entry.
                public $C sbeSkip() {
                ${skip}${skipped}    return this;
                }"""));
        out.member(t.with("skip", code.isFlat() ? """
                    message.limit = start + (long) count * blockBytes();
                """ : """
                    if (message.memory() == null) {
                        throw new IllegalStateException("decoder does not belong to a message ($path)");
                    }
                    int actingVersion = message.actingVersion();
                    long limit = index == 0 ? start : end(memory, offset + blockBytes(), actingVersion);
                    for (int i = index; i < count; i++) {
                        Bounds.checkRead(memory, limit, blockBytes(), "$path");
                        limit = end(memory, limit + blockBytes(), actingVersion);
                    }
                    message.limit = limit;
                """.replace("$path", code.path())).fill("""
                /// Moves the cursor past the last entry, which ends the iteration.
                public $C sbeSkipRemaining() {
                ${skip}${skippedGroup}    index = count;
                    return this;
                }"""));
    }

    private static String guard(int since, String statements) {
        return since == 0 ? statements : "if (actingVersion >= " + since + ") {\n" + statements.indent(4) + "}\n";
    }
}
