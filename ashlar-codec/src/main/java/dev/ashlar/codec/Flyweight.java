// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.ARRAY;
import static dev.ashlar.codec.MemoryClass.NATIVE;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Common state of every generated flyweight: its place in memory, and what is known about the writer.
///
/// The fields are declared here for the sake of the JIT. It tracks stores field by field: each field of each class that
/// a method stores to makes every memory access inlined after it a few per cent larger. A message with groups and
/// composites moves a dozen flyweights; their fields are declared once and therefore count once.
///
/// **Arrays.** Memory in a `byte[]` is accessed through the array, which costs the JIT a third of what access through a
/// segment costs. The JVM then checks the bounds of the array, not those of the segment, which may cover only part of
/// it. Therefore each move of a flyweight checks that the target lies inside the memory.
public abstract class Flyweight {
    /// [#offset] before the first entry. It is so low that no field has a valid array index.
    protected static final long BEFORE_FIRST = Integer.MIN_VALUE;

    /// Longer arrays are accessed as segments, so that the index of a field does not overflow.
    private static final int MAX_ARRAY = 1 << 30;

    /// The memory last wrapped; `null` before the first wrap.
    protected MemorySegment memory;

    /// Bytes of [#memory].
    protected long memoryBytes;

    /// Whether [#memory] is [native][MemoryClass#NATIVE].
    protected boolean isNative;

    /// The array behind [#memory]; `null` if the memory is not in a `byte[]`, is read-only, or the array has more than
    /// 2^30 bytes.
    protected byte[] array;

    /// Index of the first byte of memory in [#array].
    protected int arrayStart;

    /// Where the block, composite or set starts.
    protected long offset;

    /// Bytes of the block as its writer sent it if the memory is native, else their one's complement. So one comparison
    /// decides whether a field may be read through its handle: `reach` must be at least the end of all fields of its
    /// version.
    protected int reach;

    /// Schema version of the writer.
    protected int actingVersion;

    /// A value that is read or written as a whole: the bits of a set, the members of a header.
    protected long bits;

    /// For generated classes only.
    protected Flyweight() {
    }

    /// Bytes of the block as its writer sent it.
    protected final int blockBytes() {
        return reach >= 0 ? reach : ~reach;
    }

    /// Changes to another memory.
    protected final void keep(MemorySegment memory, long memoryBytes) {
        this.memory = memory;
        this.memoryBytes = memoryBytes;
        isNative = NATIVE.isInstance(memory);
        array = null;
        if (ARRAY.isInstance(memory)) {
            byte[] whole = (byte[]) ARRAY.cast(Objects.requireNonNull(memory)).heapBase().orElse(null);
            if (whole != null && whole.length <= MAX_ARRAY) {
                array = whole;
                arrayStart = (int) memory.address();
            }
        }
    }

    /// Moves this flyweight to `length` bytes of a memory.
    ///
    /// @throws IndexOutOfBoundsException if they are not inside it; the flyweight is unchanged
    protected final void move(MemorySegment memory, long offset, int length) {
        if (memory == this.memory) {
            Objects.checkFromIndexSize(offset, length, memoryBytes);
        } else {
            long bytes = memory.byteSize();
            Objects.checkFromIndexSize(offset, length, bytes);
            keep(memory, bytes);
        }
        this.offset = offset;
    }

    /// Moves the flyweight of a part of this block to that part.
    ///
    /// @param part of this block, so that no check is needed
    /// @param at   bytes from the start of this block
    protected final void place(Flyweight part, int at) {
        if (part.memory != memory) {
            part.enter(this);
        }
        part.offset = offset + at;
    }

    /// Moves the flyweight of a part of this block to that part.
    ///
    /// @param bytes of the part that the block has
    protected final void place(Flyweight part, int at, int bytes) {
        place(part, at);
        part.reach = isNative ? bytes : ~bytes;
    }

    /// Moves the flyweight of a part, some members of which were added in a later version, to that part.
    ///
    /// @param bytes   of the part that the block has
    /// @param version of the writer
    protected final void place(Flyweight part, int at, int bytes, int version) {
        place(part, at, bytes);
        part.actingVersion = version;
    }

    /// Changes to the memory of another flyweight. Like [#keep], it is deliberately too long for the JIT to inline into
    /// code that runs rarely, so that loops over entries stay small.
    protected final void enter(Flyweight other) {
        memory = other.memory;
        memoryBytes = other.memoryBytes;
        isNative = other.isNative;
        array = other.array;
        arrayStart = other.arrayStart;
    }

    /// A flyweight over a group, which moves from entry to entry.
    public abstract static class OfGroup extends Flyweight {
        /// Number of entries.
        protected int count;

        /// Number of entries begun.
        protected int index;

        /// In a decoder, the offset of the first entry; in an encoder, the offset of the group's header.
        protected long start;

        /// For generated classes only.
        protected OfGroup() {
            offset = BEFORE_FIRST;
        }
    }
}
