// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import static dev.ashlar.codec.MemoryClass.ARRAY;
import static dev.ashlar.codec.MemoryClass.NATIVE;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// What every generated flyweight keeps: where it is, and what is known of who wrote there.
///
/// The fields are declared here for the sake of the JIT. It tracks what is stored field by field, and each field of
/// each class that is stored in a method makes every access to memory inlined after it a few per cent larger. A message
/// with groups and composites moves a dozen flyweights; declared once, their fields count once.
///
/// **Arrays.** Memory in a `byte[]` is accessed as the array it is, which takes the JIT a third of what it needs for an
/// access to a segment. The JVM checks the bounds of the array, not those of the segment, which may be a part of it. So
/// each move of a flyweight checks that what it moves to lies inside the memory.
public abstract class Flyweight {
    /// [#offset] of an entry before the first. It is so low that no field of it has an index in an array.
    protected static final long BEFORE_FIRST = Integer.MIN_VALUE;

    /// Longer arrays are accessed as segments, so that the index of a field does not overflow.
    private static final int MAX_ARRAY = 1 << 30;

    /// The memory last wrapped; `null` before.
    protected MemorySegment memory;

    /// Bytes of [#memory].
    protected long memoryBytes;

    /// Whether [#memory] is [native][MemoryClass#NATIVE].
    protected boolean isNative;

    /// The array that [#memory] is or is a part of; `null` if memory is no `byte[]` or is read-only.
    protected byte[] array;

    /// Index of the first byte of memory in [#array].
    protected int arrayStart;

    /// Where the block, composite or set starts.
    protected long offset;

    /// Bytes of the block as its writer sent it if memory is native, their one's complement if not. So one test tells
    /// whether a field may be read through its handle: `reach` is at least the end of all fields of its version.
    protected int reach;

    /// Schema version of the writer.
    protected int actingVersion;

    /// What was read or written as a whole: the bits of a set, the members of a header.
    protected long bits;

    /// For generated classes only.
    protected Flyweight() {
    }

    /// Bytes of the block as its writer sent it.
    protected final int blockBytes() {
        return reach >= 0 ? reach : ~reach;
    }

    /// Keeps another memory than before.
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

    /// Moves to `length` bytes of a memory.
    ///
    /// @throws IndexOutOfBoundsException if they are not inside it; the flyweight is as before
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

    /// Moves the flyweight of a part of this block to it.
    ///
    /// @param part of this block, so that no check is needed
    /// @param at   bytes from the start of this block
    protected final void place(Flyweight part, int at) {
        if (part.memory != memory) {
            part.enter(this);
        }
        part.offset = offset + at;
    }

    /// Moves the flyweight of a part of this block to it.
    ///
    /// @param bytes of the part that the block has
    protected final void place(Flyweight part, int at, int bytes) {
        place(part, at);
        part.reach = isNative ? bytes : ~bytes;
    }

    /// Moves the flyweight of a part, some of which came with a later version, to it.
    ///
    /// @param bytes   of the part that the block has
    /// @param version of the writer
    protected final void place(Flyweight part, int at, int bytes, int version) {
        place(part, at, bytes);
        part.actingVersion = version;
    }

    /// Keeps the memory of another flyweight. It is longer than what the JIT inlines where code runs seldom, as
    /// [#keep] is, which is wanted: loops over entries stay small.
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

        /// Where the first entry starts in a decoder, and the group's header in an encoder.
        protected long start;

        /// For generated classes only.
        protected OfGroup() {
            offset = BEFORE_FIRST;
        }
    }
}
