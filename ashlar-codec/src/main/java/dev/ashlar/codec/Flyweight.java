// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// What every generated flyweight keeps: where it is, and what is known of who wrote there.
///
/// The fields are declared here for the sake of the JIT. It tracks what is stored field by field, and each field of
/// each class that is stored in a method makes every access to memory inlined after it a few per cent larger. A message
/// with groups and composites moves a dozen flyweights; declared once, their fields count once.
public abstract class Flyweight {
    /// The memory last wrapped; `null` before.
    protected MemorySegment memory;

    /// Whether [#memory] is [native][MemoryClass#NATIVE].
    protected boolean isNative;

    /// Whether [#memory] is a [byte array][MemoryClass#ARRAY].
    protected boolean isArray;

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
            offset = -1;
        }
    }
}
