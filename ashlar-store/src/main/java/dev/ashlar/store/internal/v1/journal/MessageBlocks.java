// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockListener;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageSplitter;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The blocks of one message: root block and entries of groups, in their order, and how many there are of each kind.
///
/// **Threading**: one thread at a time. Allocates nothing, except for a message with more blocks than any before.
public final class MessageBlocks implements BlockListener {
    private final MessageSplitter splitter;
    /// By kind.
    private final int[] counts;
    private final int[] touched;
    private int touchedCount;
    /// By block.
    private int[] kinds = new int[64];
    private long[] entries = new long[64];
    private long[] parents = new long[64];
    private long[] offsets = new long[64];
    private long[] lengths = new long[64];
    private int count;
    private long version;

    public MessageBlocks(Schema schema) {
        int kindCount = BlockTree.of(schema).kinds().size();
        splitter = new MessageSplitter(schema);
        counts = new int[kindCount];
        touched = new int[kindCount];
    }

    /// Splits a message. Its bytes are not copied. There are no blocks of a message that is refused.
    public Status split(MemorySegment memory, long offset, long length) {
        clear();
        Status status = splitter.collect(memory, offset, length, this);
        if (status != Status.OK) {
            clear();
        }
        return status;
    }

    private void clear() {
        for (int i = 0; i < touchedCount; i++) {
            counts[touched[i]] = 0;
        }
        touchedCount = 0;
        count = 0;
    }

    @Override
    public void begin(MessageHeader header, long length) {
        version = header.version();
    }

    @Override
    public void block(int kind, long entry, long parentEntry, MemorySegment source, long offset, long length) {
        if (counts[kind]++ == 0) {
            touched[touchedCount++] = kind;
        }
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            entries = Arrays.copyOf(entries, 2 * count);
            parents = Arrays.copyOf(parents, 2 * count);
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        kinds[count] = kind;
        entries[count] = entry;
        parents[count] = parentEntry;
        offsets[count] = offset;
        lengths[count++] = length;
    }

    /// Kinds of which there are blocks.
    public int touchedCount() {
        return touchedCount;
    }

    /// One of these kinds; that of the root block is the first.
    public int touched(int index) {
        return touched[index];
    }

    /// Blocks of a kind.
    public int count(int kind) {
        return counts[kind];
    }

    /// Blocks of all kinds.
    public int count() {
        return count;
    }

    /// Kind of a block.
    public int kind(int block) {
        return kinds[block];
    }

    /// How many blocks of its kind are before it.
    public long entry(int block) {
        return entries[block];
    }

    /// How many blocks of its parent's kind are before its parent; [BlockKind#NONE] for a root block.
    public long parent(int block) {
        return parents[block];
    }

    /// Where it begins in the memory that was split.
    public long offset(int block) {
        return offsets[block];
    }

    public long length(int block) {
        return lengths[block];
    }

    /// Schema version of the writer.
    public long version() {
        return version;
    }
}
