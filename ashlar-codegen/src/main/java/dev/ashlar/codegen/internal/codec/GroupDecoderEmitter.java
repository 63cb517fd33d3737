// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.OrderChecks;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.FieldAccess;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.member.DataCodecs;
import dev.ashlar.codegen.internal.member.DecoderSlots;
import dev.ashlar.codegen.internal.member.MetaEmitter;
import dev.ashlar.codegen.internal.member.PrintEmitter;
import dev.ashlar.codegen.internal.member.WalkEmitter;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Group;
import java.util.List;

/// Writes the decoder of a [Group]: the accessor and the nested class.
final class GroupDecoderEmitter {
    private GroupDecoderEmitter() {
    }

    static void emit(GroupCode g, OrderChecks parentOrder, SchemaCode shared, ClassBody out) {
        Group group = g.group();
        Template t = g.t().with("enter", parentOrder.enterGroup(g));
        String version = parentOrder.code().version();
        t.with("isPresent", group.meta().sinceVersion() == 0 ? "true"
                : version + " >= " + group.meta().sinceVersion());
        MetaEmitter.integer(out, t.get("xDecoderId"), group.id());
        MetaEmitter.integer(out, t.get("xDecoderSinceVersion"), group.meta().sinceVersion());
        out.member(t.fill("""
                /// Whether the writer's version has the group. If not, the group reads as empty.
                public boolean $xIsPresent() {
                    return $isPresent;
                }"""));
        out.member(Doc.of(group.meta(), "Starts reading group `" + group.name() + "` at the cursor"
                + (g.code().isFlat() ? ", which moves past it." : ".")) + t.fill("""
                public $C $x() {
                    return this.$flyweight.wrap();
                }"""));
        entryClass(g, shared, out);
    }

    private static void entryClass(GroupCode g, SchemaCode shared, ClassBody out) {
        BlockCode code = g.code();
        Template t = g.t();
        Struct struct = Struct.of(g.group(), code.path());
        List<GroupCode> groups = GroupCode.of(code, "Decoder", shared.schema().byteOrder());
        OrderChecks order = new OrderChecks(code, shared.options());
        DecoderSlots slots = new DecoderSlots(shared, struct, code.names().slots(), code.version(), out);
        DataCodecs data = new DataCodecs(code, order, out);
        GroupClass nested = new GroupClass(g, groups, order, slots, data, out);
        nested.open(Doc.comment("Entries of group `" + g.group().name() + "`: each call of `next` moves to the next.")
                + t.fill("public static final class $C extends Flyweight.OfGroup implements Iterable<$C>, Iterator<$C> {"));
        block(order, t, out);
        wrap(g, order, t, out);
        iteration(g, order, t, out);
        getters(nested);
        if (code.isFlat()) {
            out.member(t.fill("""
                    /// Moves to the entry with this index. The cursor and the position of the iteration do not change.
                    ///
                    /// @throws IndexOutOfBoundsException if there is no such entry
                    public $C at(int index) {
                        Objects.checkIndex(index, count);
                        offset = start + (long) index * blockBytes();
                        return this;
                    }"""));
        }
        WalkEmitter walk = new WalkEmitter(code, groups, out);
        walk.groupSkips(t, order);
        slots.accessors();
        groups.forEach(inner -> GroupDecoderEmitter.emit(inner, order, shared, out));
        data.decode();
        walk.end();
        walk.group(g);
        new PrintEmitter(shared, out).entry(code, struct, t);
        out.close();
    }

    /// The members that read one entry outside of a message.
    private static void block(OrderChecks order, Template t, ClassBody out) {
        out.member(t.with("argument", order.noParent(t.get("path"))).fill("""
                /// Creates a decoder for entries outside of messages; see the public `wrap`.
                public $C() {
                    this(new $M()$argument);
                }"""));
        t.with("single", order.single()).with("keepBlockMemory", FieldAccess.keepMemory("memoryBytes").indent(4));
        out.member(t.fill("""
                /// Wraps the block of an entry outside of a message, such as a row of a table. Access to its groups or
                /// data throws an exception.
                ///
                /// @param actingBlockLength length of the block as written, in bytes
                /// @param actingVersion     schema version of the writer
                /// @throws MalformedMessageException if the block extends beyond the memory; the flyweight is unchanged
                /// @throws IllegalStateException     if this decoder belongs to a message
                public $C wrap(MemorySegment memory, long offset, int actingBlockLength, int actingVersion) {
                    if (message.memory() != null) {
                        throw new IllegalStateException("decoder belongs to a message: create another $C ($path)");
                    }
                    long memoryBytes = memory == this.memory ? this.memoryBytes : memory.byteSize();
                    Bounds.checkRead(memoryBytes, offset, actingBlockLength, "$path");
                ${keepBlockMemory}    reach = isNative ? actingBlockLength : ~actingBlockLength;
                    this.offset = offset;
                    start = offset;
                    message.actingVersion = actingVersion;
                    message.limit = memoryBytes;
                    count = 1;
                    index = 1;
                ${single}    return this;
                }"""));
    }

    private static void wrap(GroupCode g, OrderChecks order, Template t, ClassBody out) {
        int since = g.group().meta().sinceVersion();
        String absent = since == 0 ? "" : t.with("begin", order.begin("0")).fill("""
                    if (message.actingVersion() < $since) {
                        start = message.limit;
                        offset = BEFORE_FIRST;
                        count = 0;
                        index = 0;
                        return this;
                    }
                """);
        // If the header is refused, no entry of the previous memory remains accessible.
        t.with("absent", absent)
                .with("checkEntries", checkEntries(g).indent(4))
                .with("begin", order.begin("count"))
                .with("limit", g.code().isFlat() ? "start + (long) count * actingBlockLength" : "start");
        out.member(t.fill("""
                private $C wrap() {
                    if (memory != message.memory) {
                        enter(message);
                        reach = 0;
                        count = 0;
                        index = 0;
                    }
                ${absent}    long limit = message.limit;
                ${enter}    if (limit < 0 || limit > memoryBytes - HEADER_SIZE) {
                        Bounds.checkRead(memoryBytes, limit, HEADER_SIZE, "$path");
                    }
                ${readHeader}${checkEntries}                    reach = isNative ? actingBlockLength : ~actingBlockLength;
                    this.count = count;
                    start = limit + HEADER_SIZE;
                    offset = BEFORE_FIRST;
                    index = 0;
                    message.limit = $limit;
                ${begin}    return this;
                }"""));
    }

    /// If the header is read with one access, the method has room for a comparison, which is cheaper for the JIT than a
    /// call. Otherwise the method would exceed the size that the JIT inlines.
    private static String checkEntries(GroupCode g) {
        Template t = new Template().withAll(g.t()).with("entry", g.entryLength("message.actingVersion()"));
        return t.fill(g.isHeaderWhole() ? """
                long entryLength = $entry;
                if (entryLength == 0 || count * entryLength > memoryBytes - limit - HEADER_SIZE) {
                    Bounds.checkEntries(memoryBytes, limit + HEADER_SIZE, count, entryLength, "$path");
                }
                """ : """
                Bounds.checkEntries(memoryBytes, limit + HEADER_SIZE, count, $entry, "$path");
                """);
    }

    private static void iteration(GroupCode g, OrderChecks order, Template t, ClassBody out) {
        t.with("nextEntry", order.nextEntry());
        out.member("""
                @Override
                public boolean hasNext() {
                    return index < count;
                }""");
        out.member(t.with("move", g.code().isFlat() ? """
                        offset = start + (long) index * blockBytes();
                    """ : t.fill("""
                        long offset = message.limit;
                        int length = blockBytes();
                        if (offset < 0 || offset > memoryBytes - length) {
                            Bounds.checkRead(memoryBytes, offset, length, "$path");
                        }
                        this.offset = offset;
                        message.limit = offset + length;
                    """)).with("moves", g.code().isFlat()
                ? "/// Moves to the next entry. The cursor does not move: it is already past the group."
                : "/// Moves to the next entry, at the cursor, and moves the cursor past its block.").fill("""
                $moves
                @Override
                public $C next() {
                    if (index >= count) {
                        throw new NoSuchElementException("no entry left: count=" + count + " ($path)");
                    }
                ${nextEntry}${move}    index++;
                    return this;
                }"""));
        out.member(t.fill("""
                /// Returns this group itself, which can be iterated once.
                @Override
                public Iterator<$C> iterator() {
                    return this;
                }"""));
    }

    private static void getters(GroupClass nested) {
        nested.getters(new GroupClass.Getter("int", "count", "count", "/// Number of entries.\n"),
                new GroupClass.Getter("int", "actingBlockLength", "blockBytes()",
                        "/// Length of an entry's block as written, in bytes.\n"),
                new GroupClass.Getter("int", "actingVersion", "message.actingVersion()",
                        "/// Schema version of the writer.\n"));
    }
}
