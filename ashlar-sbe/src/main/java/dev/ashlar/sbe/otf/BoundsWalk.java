// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.otf.Plan.BlockPlan;
import dev.ashlar.sbe.otf.Plan.DataPlan;
import dev.ashlar.sbe.otf.Plan.GroupPlan;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;

/// Goes through a message by its counts and lengths alone and proves that they stay inside the bounds.
///
/// Bounded: an entry is visited only if something follows its block, and that takes a byte at least, so there are no
/// more visits than bytes; all other entries are proved by one multiplication. Allocates nothing unless it fails.
final class BoundsWalk {
    private static final long FAILED = -1;
    /// No block, data or number of entries is greater, however large the memory: what generated code holds them to.
    private static final long MAX_LENGTH = Integer.MAX_VALUE;

    private MemorySegment memory;
    private long end;
    private long version;
    private long emptyEntries;
    private Status status = Status.OK;
    private long failedAt;
    private String detail = "";
    private String path = "";

    /// @return offset after the message's body, or a negative number if a rule is broken
    long walk(BlockPlan message, MemorySegment source, long at, long sourceEnd, long blockLength, long actingVersion) {
        memory = source;
        end = sourceEnd;
        version = actingVersion;
        emptyEntries = 0;
        status = Status.OK;
        return block(message, at, blockLength);
    }

    private long block(BlockPlan plan, long at, long blockLength) {
        if (blockLength < 0 || blockLength > Math.min(end - at, MAX_LENGTH)) {
            fail(Status.BLOCK_TOO_LONG, at, "blockLength=" + Long.toUnsignedString(blockLength) + ", remainingBytes="
                    + (end - at));
            path = plan.block.name();
            return FAILED;
        }
        long next = at + blockLength;
        for (GroupPlan group : plan.groups) {
            next = group(group, next);
            if (next < 0) {
                path = plan.block.name() + "/" + path;
                return FAILED;
            }
        }
        for (DataPlan data : plan.data) {
            next = data(data, next);
            if (next < 0) {
                path = plan.block.name() + "/" + path;
                return FAILED;
            }
        }
        return next;
    }

    private long group(GroupPlan plan, long at) {
        if (version < plan.sinceVersion) {
            return at;
        }
        if (plan.headerLength > end - at) {
            path = plan.group.name();
            return fail(Status.GROUP_TOO_LONG, at, "headerLength=" + plan.headerLength + ", remainingBytes="
                    + (end - at));
        }
        long blockLength = Plan.read(plan.blockLength, memory, at);
        long count = Plan.read(plan.numInGroup, memory, at);
        long next = at + plan.headerLength;
        long remaining = end - next;
        boolean tail = version >= plan.entry.tailSince;
        boolean empty = blockLength == 0 && !tail;
        // The block's length must fit into an int even where there are no entries.
        if (blockLength < 0 || blockLength > MAX_LENGTH || count < 0 || count > MAX_LENGTH && !empty
                || blockLength != 0 && count > remaining / blockLength) {
            path = plan.group.name();
            return fail(Status.GROUP_TOO_LONG, at, "numInGroup=" + Long.toUnsignedString(count) + ", blockLength="
                    + Long.toUnsignedString(blockLength) + ", remainingBytes=" + remaining);
        }
        if (tail) {
            return entries(plan, next, blockLength, count);
        }
        if (empty) {
            emptyEntries = count > MessageValidator.MAX_EMPTY_ENTRIES ? count : emptyEntries + count;
            if (emptyEntries > MessageValidator.MAX_EMPTY_ENTRIES) {
                path = plan.group.name();
                return fail(Status.TOO_MANY_EMPTY_ENTRIES, at, "numInGroup=" + count + ", blockLength=0");
            }
        }
        return next + blockLength * count;
    }

    private long entries(GroupPlan plan, long at, long blockLength, long count) {
        long next = at;
        for (long i = 0; i < count; i++) {
            next = block(plan.entry, next, blockLength);
            if (next < 0) {
                String name = plan.group.name();
                path = name + "[" + i + "]" + path.substring(name.length());
                return FAILED;
            }
        }
        return next;
    }

    private long data(DataPlan plan, long at) {
        if (version < plan.sinceVersion) {
            return at;
        }
        path = plan.data.name();
        if (plan.headerLength > end - at) {
            return fail(Status.DATA_TOO_LONG, at, "headerLength=" + plan.headerLength + ", remainingBytes="
                    + (end - at));
        }
        long length = Plan.read(plan.length, memory, at);
        long next = at + plan.headerLength;
        if (length < 0 || length > Math.min(end - next, MAX_LENGTH)) {
            return fail(Status.DATA_TOO_LONG, at, "length=" + Long.toUnsignedString(length) + ", remainingBytes="
                    + (end - next));
        }
        return next + length;
    }

    private long fail(Status broken, long at, String found) {
        status = broken;
        failedAt = at;
        detail = found;
        return FAILED;
    }

    Status status() {
        return status;
    }

    ValidationResult failure() {
        return new ValidationResult(status, failedAt, path, detail, 0);
    }
}
