// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.ashlar.codec.MessageDecoder;
import dev.ashlar.codegen.internal.SchemaNames;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Reads a message or the entry of a group through every accessor that a generated decoder has for it.
final class BlockReader {
    private final List<SlotReader> slots;
    private final List<GroupReader> groups = new ArrayList<>();
    private final List<DataReader> data = new ArrayList<>();
    private final Optional<Call> print;

    /// @param once whether the code checks the order of access, so that data cannot be read again
    BlockReader(Class<?> owner, Block block, boolean once) {
        SchemaNames names = SchemaNames.of(block);
        slots = SlotReader.of(owner, block);
        for (int i = 0; i < block.groups().size(); i++) {
            groups.add(new GroupReader(owner, names, i, block.groups().get(i), once));
        }
        for (int i = 0; i < block.data().size(); i++) {
            data.add(new DataReader(owner, names, i, block.data().get(i), once));
        }
        print = block instanceof Group ? Optional.of(Call.of(owner, "appendTo", StringBuilder.class))
                : Optional.empty();
    }

    /// Reads all, moving the cursor of the message behind the block's data.
    void read(MessageDecoder message, Object decoder, String path, Found found) {
        slots.forEach(s -> s.read(decoder, path, found));
        long limit = message.limit();
        print.ifPresent(call -> call.on(decoder, new StringBuilder()));
        assertEquals(limit, message.limit(), () -> "printing moved the cursor: " + path);
        groups.forEach(g -> g.read(message, decoder, path, found));
        data.forEach(d -> d.read(message, decoder, path, found));
    }

    private boolean isFlat() {
        return groups.isEmpty() && data.isEmpty();
    }

    private static final class GroupReader {
        private final String name;
        private final Call get;
        private final Call isPresent;
        private final Call count;
        private final Call hasNext;
        private final Call next;
        private final Optional<Call> at;
        private final BlockReader entries;

        GroupReader(Class<?> owner, SchemaNames names, int index, Group group, boolean once) {
            name = group.name();
            get = Call.of(owner, names.group(index, "x"));
            isPresent = Call.of(owner, names.group(index, "xIsPresent"));
            Class<?> type = get.returnType();
            count = Call.of(type, "count");
            hasNext = Call.of(type, "hasNext");
            next = Call.of(type, "next");
            entries = new BlockReader(type, group, once);
            at = entries.isFlat() ? Optional.of(Call.of(type, "at", int.class)) : Optional.empty();
        }

        void read(MessageDecoder message, Object decoder, String path, Found found) {
            String here = path + "/" + name;
            long start = message.limit();
            boolean present = isPresent.flag(decoder);
            Object group = get.on(decoder);
            int size = count.number(group);
            if (present) {
                found.fact(here + "=" + size);
            } else {
                assertEquals(start, message.limit(), () -> "absent but moved the cursor: " + here);
                assertEquals(0, size, () -> "absent but with entries: " + here);
            }
            int first = found.facts().size();
            int entry = 0;
            while (hasNext.flag(group)) {
                assertEquals(group, next.on(group));
                entries.read(message, group, here + "[" + entry++ + "]", found);
            }
            assertEquals(size, entry, here);
            long end = message.limit();
            at.ifPresent(call -> {
                Found again = new Found();
                for (int i = 0; i < size; i++) {
                    call.on(group, i);
                    entries.read(message, group, here + "[" + i + "]", again);
                }
                assertEquals(found.facts().subList(first, found.facts().size()), again.facts());
                assertEquals(end, message.limit(), here);
                assertFalse(hasNext.flag(group), here);
            });
        }
    }

    private static final class DataReader {
        private final String name;
        private final boolean once;
        private final Call isPresent;
        private final Call length;
        private final Call bytes;
        private final Call segment;
        private final Call wrap;
        private final Call skip;
        private final Optional<Call> text;
        private final Optional<Call> append;
        private final Optional<Charset> charset;

        DataReader(Class<?> owner, SchemaNames names, int index, VarData data, boolean once) {
            name = data.name();
            this.once = once;
            isPresent = Call.of(owner, names.data(index, "xIsPresent"));
            length = Call.of(owner, names.data(index, "xLength"));
            String getX = names.data(index, "getX");
            bytes = Call.of(owner, getX, byte[].class, int.class, int.class);
            segment = Call.of(owner, getX, MemorySegment.class, long.class, int.class);
            wrap = Call.of(owner, names.data(index, "wrapX"));
            skip = Call.of(owner, names.data(index, "skipX"));
            boolean isText = Call.exists(owner, names.data(index, "x"));
            text = isText ? Optional.of(Call.of(owner, names.data(index, "x"))) : Optional.empty();
            append = isText ? Optional.of(Call.of(owner, getX, Appendable.class)) : Optional.empty();
            charset = isText ? Optional.of(Charset.forName(data.characterEncoding())) : Optional.empty();
        }

        void read(MessageDecoder message, Object decoder, String path, Found found) {
            String here = path + "/" + name;
            boolean present = isPresent.flag(decoder);
            long start = message.limit();
            int size = length.number(decoder);
            assertEquals(start, message.limit(), () -> "length moved the cursor: " + here);
            byte[] copy = new byte[size];
            assertEquals(size, bytes.on(decoder, copy, 0, size), here);
            long end = message.limit();
            if (present) {
                found.fact(here + "=" + HexFormat.of().formatHex(copy));
            } else {
                assertEquals(start, end, () -> "absent but moved the cursor: " + here);
                assertEquals(0, size, () -> "absent but with bytes: " + here);
            }
            if (once) {
                return;
            }
            message.limit(start);
            byte[] other = new byte[size];
            assertEquals(size, segment.on(decoder, MemorySegment.ofArray(other), 0L, size), here);
            again(message, start, end, copy, other, here);
            again(message, start, end, copy, ((MemorySegment) wrap.on(decoder)).toArray(ValueLayout.JAVA_BYTE), here);
            text.ifPresent(call -> {
                assertEquals(new String(copy, charset.get()), call.on(decoder), here);
                again(message, start, end, copy, copy, here);
                StringBuilder appendable = new StringBuilder();
                assertEquals(size, append.get().on(decoder, appendable), here);
                assertEquals(new String(copy, charset.get()), appendable.toString(), here);
                again(message, start, end, copy, copy, here);
            });
            assertEquals(size, skip.on(decoder), here);
            assertEquals(end, message.limit(), here);
        }

        /// Checks what one accessor did, and goes back for the next one.
        private static void again(MessageDecoder message, long start, long end, byte[] expected, byte[] actual,
                String here) {
            assertArrayEquals(expected, actual, here);
            assertEquals(end, message.limit(), here);
            message.limit(start);
        }
    }
}
