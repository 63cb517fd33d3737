// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BoundsWalk.BlockVisitor;
import dev.ashlar.sbe.otf.SchemaLayout.BlockPlan;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Splits messages of a schema into their blocks, from any segment and without copying. Variable-length data is
/// skipped.
///
/// The acting version and the block lengths on the wire apply, as in [OtfDecoder]: a group newer than the acting
/// version has no blocks. A message has at most as many blocks as bytes, plus [MessageValidator#MAX_EMPTY_ENTRIES].
/// Allocates nothing, whatever the bytes are.
///
/// **Threading**: for one thread at a time. **Failure**: [#split] validates a message completely before the listener
/// receives anything. A malformed message is reported by a returned status, so that callers can count them; [#result()]
/// explains it.
public final class MessageSplitter {
    private final MessageValidator validator;
    private final int[] parents;
    private final long[] entries;
    private final BlockVisitor visitor = this::block;
    private BlockListener listener = (_, _, _, _, _, _) -> { };
    private MemorySegment memory = MemorySegment.NULL;
    private long begin;
    private long available;
    /// `null` before the first message.
    private Status status;

    /// @throws IllegalArgumentException if a header, dimension or data encoding lacks a required member
    public MessageSplitter(Schema schema) {
        validator = new MessageValidator(schema);
        parents = BlockTree.of(schema).kinds().stream().mapToInt(BlockKind::parent).toArray();
        entries = new long[parents.length];
    }

    /// Splits the message that begins with its header at `offset`. Bytes after it are allowed.
    ///
    /// The bytes must not change during the call; if they do, the listener may have received blocks of a message that
    /// is then refused, but none beyond its bytes.
    ///
    /// @param length bytes that may be read from there, at least those of the message
    /// @return [Status#OK], or why the listener was not called
    /// @throws IndexOutOfBoundsException if `offset` and `length` reach beyond the memory
    public Status split(MemorySegment source, long offset, long length, BlockListener to) {
        status = validator.check(source, offset, length);
        begin = offset;
        available = length;
        if (status == Status.OK) {
            BlockPlan root = validator.message();
            Arrays.fill(entries, root.kind, root.endKind, 0);
            memory = source;
            listener = to;
            to.begin(validator.header(), validator.decodedLength());
            status = validator.visit(visitor);
        }
        return status;
    }

    /// As [#split], but walks the message only once, for a listener that buffers blocks until it knows the result: it
    /// may have received some blocks of a message that is then refused, but none beyond its bytes.
    public Status collect(MemorySegment source, long offset, long length, BlockListener to) {
        begin = offset;
        available = length;
        status = validator.checkHeader(source, offset, length);
        if (status == Status.OK) {
            BlockPlan root = validator.message();
            Arrays.fill(entries, root.kind, root.endKind, 0);
            memory = source;
            listener = to;
            to.begin(validator.header(), length);
            status = validator.isVersionInRange() ? validator.checkBody(source, offset, length, visitor)
                    : Status.VERSION_OUT_OF_RANGE;
        }
        return status;
    }

    private void block(BlockPlan plan, long at, long length) {
        int kind = plan.kind;
        int parent = parents[kind];
        // Depth first: the parent of a block is the block of its kind that was reported last.
        long parentEntry = parent == BlockKind.NONE ? BlockKind.NONE : entries[parent] - 1;
        listener.block(kind, entries[kind]++, parentEntry, memory, at, length);
    }

    /// Explains the result of the last call of [#split] or [#collect]. The bytes are not read again.
    ///
    /// @throws IllegalStateException if there was no such call
    public ValidationResult result() {
        if (status == null) {
            throw new IllegalStateException("no message was split yet");
        }
        return validator.result(status, begin, available);
    }
}
