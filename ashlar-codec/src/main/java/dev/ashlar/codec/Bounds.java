// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// Checks lengths and counts, read from a message or requested by a writer, against the memory before they are used.
///
/// All arithmetic is in `long` and cannot overflow: lengths and counts are at most 2^31-1 once they passed. Checks of
/// values that were read throw [MalformedMessageException]; checks of values to be written throw
/// `IllegalArgumentException` or `IndexOutOfBoundsException`, as for any mistake of the caller.
public final class Bounds {
    /// Maximum number of entries without bytes in a group. Such entries cost a writer nothing, so without a bound a few
    /// bytes could make a reader loop for hours. On-the-fly validation applies the same limit to a whole message.
    public static final int MAX_EMPTY_ENTRIES = 65_536;

    private Bounds() {
    }

    /// Checks that a block or header to be read lies inside the memory.
    public static void checkRead(MemorySegment memory, long offset, long length, String what) {
        checkRead(memory.byteSize(), offset, length, what);
    }

    /// Checks that a block or header to be read lies inside a memory of `memoryBytes` bytes.
    public static void checkRead(long memoryBytes, long offset, long length, String what) {
        if (offset < 0 || length < 0 || offset > memoryBytes - length) {
            throw new MalformedMessageException("reaches beyond the memory: offset=" + offset + ", length=" + length
                    + ", memoryBytes=" + memoryBytes + " (" + what + ")");
        }
    }

    /// Checks that a block or header to be written fits into the memory.
    public static void checkWrite(MemorySegment memory, long offset, long length, String what) {
        checkWrite(memory.byteSize(), offset, length, what);
    }

    /// Checks that a block or header to be written fits into a memory of `memoryBytes` bytes.
    public static void checkWrite(long memoryBytes, long offset, long length, String what) {
        if (offset < 0 || offset > memoryBytes - length) {
            throw new IndexOutOfBoundsException("does not fit into the memory: offset=" + offset + ", length=" + length
                    + ", memoryBytes=" + memoryBytes + " (" + what + ")");
        }
    }

    /// The exception for an array index that is out of range.
    public static IndexOutOfBoundsException index(int index, int length, String what) {
        return new IndexOutOfBoundsException("no such element: index=" + index + ", length=" + length + " (" + what
                + ")");
    }

    /// Checks a block length from a header whose field can hold more than 2^31-1.
    public static int checkBlockLength(long blockLength, String what) {
        if (blockLength < 0 || blockLength > Integer.MAX_VALUE) {
            throw new MalformedMessageException("block length out of range: blockLength="
                    + Long.toUnsignedString(blockLength) + ", maxBlockLength=" + Integer.MAX_VALUE + " (" + what + ")");
        }
        return (int) blockLength;
    }

    /// Checks a version from a header whose field can hold more than 2^31-1.
    public static int checkVersion(long version, String what) {
        if (version < 0 || version > Integer.MAX_VALUE) {
            throw new MalformedMessageException("version out of range: version=" + Long.toUnsignedString(version)
                    + ", maxVersion=" + Integer.MAX_VALUE + " (" + what + ")");
        }
        return (int) version;
    }

    /// The exception for a header that announces another message.
    public static MalformedMessageException otherMessage(long templateId, long expectedTemplateId, long schemaId,
            long expectedSchemaId) {
        return new MalformedMessageException("header of another message: templateId=" + templateId
                + ", expectedTemplateId=" + expectedTemplateId
                + ", schemaId=" + schemaId + ", expectedSchemaId=" + expectedSchemaId);
    }

    /// Checks the number of entries read from a group header against the bounds of the schema.
    public static void checkCount(int count, int minCount, int maxCount, String what) {
        if (count < minCount || count > maxCount) {
            throw new MalformedMessageException("count out of range: count=" + count + ", minCount=" + minCount
                    + ", maxCount=" + maxCount + " (" + what + ")");
        }
    }

    /// Checks the number of entries from a group header whose field can hold more than 2^31-1.
    public static int checkCount(long count, String what) {
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw new MalformedMessageException("count out of range: count=" + Long.toUnsignedString(count)
                    + ", maxCount=" + Integer.MAX_VALUE + " (" + what + ")");
        }
        return (int) count;
    }

    /// Checks that the entries of a group can lie inside the memory.
    ///
    /// @param offset      of the first entry
    /// @param entryLength minimum bytes of each entry
    public static void checkEntries(long memoryBytes, long offset, int count, long entryLength, String what) {
        if (count * entryLength > memoryBytes - offset || (entryLength == 0 && count > MAX_EMPTY_ENTRIES)) {
            throw new MalformedMessageException("more entries than the memory holds: count=" + count
                    + ", entryLength=" + entryLength + ", remainingBytes=" + (memoryBytes - offset) + " (" + what
                    + ")");
        }
    }

    /// Checks that a message may have further entries without bytes.
    ///
    /// @param before number of such entries that it already has
    /// @param count  number of such entries to be written
    public static void checkEmptyEntries(int before, int count, String what) {
        if (count > MAX_EMPTY_ENTRIES - before) {
            throw new IllegalArgumentException("too many entries without bytes: count=" + count + ", maxCount="
                    + (MAX_EMPTY_ENTRIES - before) + " (" + what + ")");
        }
    }

    /// Checks a length read from the header of variable-length data.
    ///
    /// @param offset of the first byte of data
    public static int checkData(long memoryBytes, long offset, long length, String what) {
        if (length < 0 || length > Integer.MAX_VALUE || length > memoryBytes - offset) {
            throw new MalformedMessageException("data longer than the memory: length=" + Long.toUnsignedString(length)
                    + ", remainingBytes=" + (memoryBytes - offset) + " (" + what + ")");
        }
        return (int) length;
    }
}
