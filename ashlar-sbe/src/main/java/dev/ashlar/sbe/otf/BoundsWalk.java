// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.otf.SchemaLayout.BlockPlan;
import dev.ashlar.sbe.otf.SchemaLayout.CountRange;
import dev.ashlar.sbe.otf.SchemaLayout.DataPlan;
import dev.ashlar.sbe.otf.SchemaLayout.GroupPlan;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Walks over a message by its counts and lengths alone and proves that they stay inside the bounds. It can report the
/// blocks on its way.
///
/// Bounded: an entry is visited only if groups or data follow its block, which take at least one byte, so there are no
/// more visits than bytes; all other entries are checked by one multiplication. If blocks are reported, each entry is
/// visited, which adds at most [MessageValidator#MAX_EMPTY_ENTRIES] entries without bytes. Allocates nothing, even if
/// it fails: the failure is described only on request.
final class BoundsWalk {
    private static final long FAILED = -1;
    /// Maximum length of a block, however large the memory; generated code has the same limit.
    private static final long MAX_LENGTH = Integer.MAX_VALUE;
    private static final long NO_ENTRY = -1;
    private static final String COUNT = "numInGroup";

    private static final BlockVisitor NOBODY = (_, _, _) -> { };

    private MemorySegment memory;
    private BlockVisitor visitor = NOBODY;
    private long end;
    private long version;
    private long emptyEntries;
    private Status status = Status.OK;
    private long failedAt;
    private String brokenName = "";
    private long brokenValue;
    private long brokenBlockLength;
    private CountRange brokenRange;
    private long remainingBytes;
    /// Path of the failure, innermost name first, each with the index of the entry or `NO_ENTRY`.
    private String[] names = new String[8];
    private long[] entries = new long[8];
    private int depth;

    /// Receives each block in depth-first order, before the groups and data after it are checked.
    interface BlockVisitor {
        void block(BlockPlan plan, long at, long blockLength);
    }

    /// @return offset after the message's body, or a negative number if a rule is broken
    long walk(BlockPlan message, MemorySegment source, long at, long sourceEnd, long blockLength, long actingVersion) {
        return walk(message, source, at, sourceEnd, blockLength, actingVersion, NOBODY);
    }

    /// As the overload without a visitor, and reports the blocks. To avoid reports of part of a malformed message, walk
    /// it without a visitor first.
    long walk(BlockPlan message, MemorySegment source, long at, long sourceEnd, long blockLength, long actingVersion,
            BlockVisitor to) {
        memory = source;
        visitor = to;
        end = sourceEnd;
        version = actingVersion;
        emptyEntries = 0;
        status = Status.OK;
        depth = 0;
        return block(message, at, blockLength);
    }

    private long block(BlockPlan plan, long at, long blockLength) {
        if (blockLength < 0 || blockLength > Math.min(end - at, MAX_LENGTH)) {
            return fail(Status.BLOCK_TOO_LONG, plan.block.name(), at, "blockLength", blockLength, end - at);
        }
        visitor.block(plan, at, blockLength);
        long next = at + blockLength;
        for (GroupPlan group : plan.groups) {
            next = group(group, next);
            if (next < 0) {
                return failInside(plan.block.name());
            }
        }
        for (DataPlan data : plan.data) {
            next = data(data, next);
            if (next < 0) {
                return failInside(plan.block.name());
            }
        }
        return next;
    }

    private long group(GroupPlan plan, long at) {
        if (version < plan.sinceVersion) {
            return at;
        }
        if (plan.headerLength > end - at) {
            return fail(Status.GROUP_TOO_LONG, plan.group.name(), at, "headerLength", plan.headerLength, end - at);
        }
        long blockLength = SchemaLayout.read(plan.blockLength, memory, at);
        long count = SchemaLayout.read(plan.numInGroup, memory, at);
        if (!plan.counts.contains(count)) {
            return failRange(plan.group.name(), at, COUNT, count, plan.counts);
        }
        long next = at + plan.headerLength;
        long remaining = end - next;
        boolean tail = version >= plan.entry.tailSince;
        boolean empty = blockLength == 0 && !tail;
        // The block's length must fit into an int even where there are no entries.
        if (blockLength < 0 || blockLength > MAX_LENGTH || count * blockLength > remaining) {
            return failGroup(Status.GROUP_TOO_LONG, plan, at, count, blockLength);
        }
        if (tail) {
            return entries(plan, next, blockLength, count);
        }
        if (empty) {
            emptyEntries += count;
            if (emptyEntries > MessageValidator.MAX_EMPTY_ENTRIES) {
                return failGroup(Status.TOO_MANY_EMPTY_ENTRIES, plan, at, count, blockLength);
            }
        }
        if (visitor != NOBODY) {
            for (long i = 0; i < count; i++) {
                visitor.block(plan.entry, next + i * blockLength, blockLength);
            }
        }
        return next + blockLength * count;
    }

    private long entries(GroupPlan plan, long at, long blockLength, long count) {
        long next = at;
        for (long i = 0; i < count; i++) {
            next = block(plan.entry, next, blockLength);
            if (next < 0) {
                entries[depth - 1] = i;
                return FAILED;
            }
        }
        return next;
    }

    private long data(DataPlan plan, long at) {
        if (version < plan.sinceVersion) {
            return at;
        }
        if (plan.headerLength > end - at) {
            return fail(Status.DATA_TOO_LONG, plan.data.name(), at, "headerLength", plan.headerLength, end - at);
        }
        long length = SchemaLayout.read(plan.length, memory, at);
        if (!plan.lengths.contains(length)) {
            return failRange(plan.data.name(), at, "length", length, plan.lengths);
        }
        long next = at + plan.headerLength;
        if (length > end - next) {
            return fail(Status.DATA_TOO_LONG, plan.data.name(), at, "length", length, end - next);
        }
        return next + length;
    }

    private long failGroup(Status broken, GroupPlan plan, long at, long count, long blockLength) {
        brokenBlockLength = blockLength;
        return fail(broken, plan.group.name(), at, COUNT, count, end - at - plan.headerLength);
    }

    private long failRange(String name, long at, String valueName, long value, CountRange range) {
        brokenRange = range;
        return fail(Status.COUNT_OUT_OF_RANGE, name, at, valueName, value, 0);
    }

    private long fail(Status broken, String name, long at, String valueName, long value,
            long remaining) {
        status = broken;
        failedAt = at;
        remainingBytes = remaining;
        brokenName = valueName;
        brokenValue = value;
        return failInside(name);
    }

    private long failInside(String name) {
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            entries = Arrays.copyOf(entries, 2 * depth);
        }
        names[depth] = name;
        entries[depth++] = NO_ENTRY;
        return FAILED;
    }

    Status status() {
        return status;
    }

    /// Minimum number of bytes missing at the end; [MessageValidator#NOT_MENDED] if no further bytes would make the
    /// message valid.
    long missingBytes() {
        boolean isGroup = brokenName.equals(COUNT);
        if (status == Status.TOO_MANY_EMPTY_ENTRIES || brokenValue < 0 || brokenValue > MAX_LENGTH
                || isGroup && (brokenBlockLength < 0 || brokenBlockLength > MAX_LENGTH)) {
            return MessageValidator.NOT_MENDED;
        }
        return (isGroup ? brokenBlockLength * brokenValue : brokenValue) - remainingBytes;
    }

    ValidationResult failure() {
        return new ValidationResult(status, failedAt, path(), detail(), 0);
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        for (int i = depth - 1; i >= 0; i--) {
            path.append(names[i]);
            if (entries[i] != NO_ENTRY) {
                path.append('[').append(entries[i]).append(']');
            }
            path.append(i == 0 ? "" : "/");
        }
        return path.toString();
    }

    private String detail() {
        String found = brokenName + "=" + Long.toUnsignedString(brokenValue);
        if (status == Status.COUNT_OUT_OF_RANGE) {
            return found + ", " + brokenRange;
        }
        if (brokenName.equals(COUNT)) {
            found += ", blockLength=" + Long.toUnsignedString(brokenBlockLength);
        }
        return status == Status.TOO_MANY_EMPTY_ENTRIES ? found : found + ", remainingBytes=" + remainingBytes;
    }
}
