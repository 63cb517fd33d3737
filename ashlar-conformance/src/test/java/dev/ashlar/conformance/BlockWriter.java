// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.conformance.SlotWriter.Style;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.VarData;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Writes a message or the entry of a group with a generated encoder, ours or the reference's.
final class BlockWriter {
    private final List<SlotWriter> slots;
    private final List<GroupWriter> groups = new ArrayList<>();
    private final List<DataWriter> data = new ArrayList<>();

    BlockWriter(Class<?> owner, Block block, Style style) {
        slots = SlotWriter.of(owner, block, style);
        for (int i = 0; i < block.groups().size(); i++) {
            groups.add(new GroupWriter(owner, block.groups().get(i), style.group(block, i), style));
        }
        for (int i = 0; i < block.data().size(); i++) {
            data.add(new DataWriter(owner, block.data().get(i), style.putData(block, i), style));
        }
    }

    void write(Object encoder, String path, Facts facts) {
        slots.forEach(s -> s.write(encoder, path, facts));
        groups.forEach(g -> g.write(encoder, path, facts));
        data.forEach(d -> d.write(encoder, path, facts));
    }

    private static final class GroupWriter {
        private final String name;
        private final Call begin;
        private final Call next;
        private final BlockWriter entries;

        GroupWriter(Class<?> owner, Group group, String method, Style style) {
            name = group.name();
            begin = Call.of(owner, method, int.class);
            next = Call.of(begin.returnType(), "next");
            entries = new BlockWriter(begin.returnType(), group, style);
        }

        void write(Object encoder, String path, Facts facts) {
            String here = path + "/" + name;
            int count = facts.count(here);
            Object group = begin.on(encoder, count);
            for (int i = 0; i < count; i++) {
                next.on(group);
                entries.write(group, here + "[" + i + "]", facts);
            }
        }
    }

    private static final class DataWriter {
        private final VarData data;
        private final Call put;
        private final Optional<Call> segment;
        private final Optional<Call> string;
        private int calls;

        DataWriter(Class<?> owner, VarData data, String method, Style style) {
            this.data = data;
            put = Call.of(owner, method, byte[].class, int.class, int.class);
            segment = style == Style.OURS
                    ? Optional.of(Call.of(owner, method, MemorySegment.class, long.class, int.class))
                    : Optional.empty();
            String text = Character.toLowerCase(method.charAt(3)) + method.substring(4);
            string = Call.exists(owner, text, String.class) ? Optional.of(Call.of(owner, text, String.class))
                    : Optional.empty();
        }

        void write(Object encoder, String path, Facts facts) {
            byte[] bytes = facts.data(path + "/" + data.name());
            int way = calls++ % 3;
            if (way == 1 && segment.isPresent()) {
                segment.get().on(encoder, MemorySegment.ofArray(bytes), 0L, bytes.length);
            } else if (way == 2 && isText(bytes)) {
                string.get().on(encoder, new String(bytes, Charset.forName(data.characterEncoding())));
            } else {
                put.on(encoder, bytes, 0, bytes.length);
            }
        }

        private boolean isText(byte[] bytes) {
            if (data.characterEncoding().isEmpty() || string.isEmpty()) {
                return false;
            }
            Charset charset = Charset.forName(data.characterEncoding());
            return Arrays.equals(bytes, new String(bytes, charset).getBytes(charset));
        }
    }
}
