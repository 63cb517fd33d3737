// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The blocks of a message as [MessageSplitter] tells of them.
final class Blocks implements BlockListener {
    /// @param length bytes on the wire
    record Found(BlockKind kind, long entry, long parentEntry, long offset, long length) {
        @Override
        public String toString() {
            return kind.path() + " " + entry + " in " + parentEntry + " at " + offset + "+" + length;
        }
    }

    final List<Found> found = new ArrayList<>();
    final MessageSplitter splitter;
    final List<BlockKind> kinds;
    String begun = "";

    Blocks(Schema schema) {
        splitter = new MessageSplitter(schema);
        kinds = BlockTree.of(schema).kinds();
    }

    /// Splits a message; forgets the one before.
    Status split(MemorySegment memory, long offset, long length) {
        found.clear();
        begun = "";
        return splitter.split(memory, offset, length, this);
    }

    Status split(byte[] message) {
        return split(MemorySegment.ofArray(message), 0, message.length);
    }

    List<String> texts() {
        return found.stream().map(Found::toString).toList();
    }

    @Override
    public void begin(MessageHeader header, long length) {
        begun = "template=" + header.templateId() + ", version=" + header.version() + ", length=" + length;
    }

    @Override
    public void block(int kind, long entry, long parentEntry, MemorySegment memory, long offset, long length) {
        found.add(new Found(kinds.get(kind), entry, parentEntry, offset, length));
    }
}
