// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The blocks of a message as the events of [OtfDecoder] imply them; their fields tell where they begin.
final class DecodedBlocks implements MessageListener {
    static final class Decoded {
        final String path;
        final long entry;
        final long parentEntry;
        /// Of each field, what it says; empty for a block without fields.
        final List<Long> offsets = new ArrayList<>();

        Decoded(String path, long entry, long parentEntry) {
            this.path = path;
            this.entry = entry;
            this.parentEntry = parentEntry;
        }
    }

    final List<Decoded> decoded = new ArrayList<>();
    private final Map<String, Long> counts = new HashMap<>();
    private final Deque<Decoded> inside = new ArrayDeque<>();

    private void enter(String path, long parentEntry) {
        Decoded block = new Decoded(path, counts.merge(path, 1L, Long::sum) - 1, parentEntry);
        decoded.add(block);
        inside.push(block);
    }

    private void field(Slot slot, long offset) {
        if (slot.field().isPresent()) {
            inside.peek().offsets.add(offset - slot.offset());
        }
    }

    @Override
    public void beginMessage(Message message, MessageHeader header) {
        enter(message.name(), BlockKind.NONE);
    }

    @Override
    public void beginEntry(Group group, long index) {
        enter(inside.peek().path + "/" + group.name(), inside.peek().entry);
    }

    @Override
    public void endEntry(Group group, long index) {
        inside.pop();
    }

    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        field(slot, offset);
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        field(slot, offset);
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        field(slot, offset);
    }

    @Override
    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset, boolean present) {
        field(slot, offset);
        return true;
    }
}
