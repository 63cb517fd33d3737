// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.flow.Cell;
import dev.ashlar.flow.VersionedCell;
import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.BlockReader;
import dev.ashlar.store.LastValuesReader;
import java.lang.foreign.MemorySegment;

/// Finds and reads records.
final class ValueReader implements LastValuesReader {
    private final ValueTable records;
    private final Key key;
    private final BlockReader copier = this::copy;
    private MemorySegment target;
    private long targetOffset;

    ValueReader(ValueTable records) {
        this.records = records;
        key = new Key(records.keyLayout());
    }

    @Override
    public long find(long number) {
        return key.set(number) ? find() : ABSENT;
    }

    @Override
    public long find(CharSequence text) {
        return key.set(text) ? find() : ABSENT;
    }

    @Override
    public long find(MemorySegment memory, long offset) {
        key.set(memory, offset);
        return find();
    }

    private long find() {
        try {
            long record = records.find(key);
            if (record == ABSENT) {
                records.checkComplete();
            }
            return record;
        } catch (InternalError e) {
            throw records.chain().fault(e, 0, records.chain().end());
        }
    }

    @Override
    public long next(long record) {
        try {
            long next = records.next(record + 1, key);
            if (next == ABSENT) {
                records.checkComplete();
            }
            return next;
        } catch (InternalError e) {
            throw records.chain().fault(e, record + 1, records.chain().end());
        }
    }

    @Override
    public long read(long record, MemorySegment target, long targetOffset, int maxAttempts) {
        this.target = target;
        this.targetOffset = targetOffset;
        return read(record, copier, maxAttempts);
    }

    private void copy(MemorySegment memory, long offset, int blockLength, int schemaVersion) {
        records.layout().nulls().complete(memory, offset, blockLength, schemaVersion, target, targetOffset);
    }

    @Override
    public long read(long record, BlockReader reader, int maxAttempts) {
        checkAttempts(maxAttempts);
        try {
            return tryRead(record, reader, maxAttempts);
        } catch (InternalError e) {
            throw records.chain().fault(e, record, record + 1);
        }
    }

    private long tryRead(long record, BlockReader reader, int maxAttempts) {
        long current = records.current(record, key);
        ValueChunk chunk = records.chunk(current);
        long at = chunk.offset(current);
        long cellAt = chunk.layout().cellOffset(at);
        VersionedCell cell = chunk.layout().cell();
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            long ticket = cell.beginRead(chunk.memory(), cellAt);
            if (ticket > 0) {
                reader.read(chunk.memory(), cell.valueOffset(cellAt, ticket), chunk.layout().blockLength(),
                        chunk.layout().schemaVersion());
                MemoryFaults.settle();
                if (cell.validate(chunk.memory(), cellAt, ticket)) {
                    return chunk.layout().result(chunk.memory(), at, ticket, attempt);
                }
            } else if (ticket != Cell.CONTENDED) {
                return ticket;
            }
            Thread.onSpinWait();
        }
        return Cell.CONTENDED;
    }

    private static void checkAttempts(int maxAttempts) {
        if (maxAttempts < 1 || maxAttempts > Cell.MAX_ATTEMPTS) {
            throw new IllegalArgumentException("attempts out of range: maxAttempts=" + maxAttempts + ", most="
                    + Cell.MAX_ATTEMPTS);
        }
    }

    @Override
    public long latest(long record) {
        try {
            long current = records.current(record, key);
            ValueChunk chunk = records.chunk(current);
            return chunk.layout().latest(chunk.memory(), chunk.offset(current));
        } catch (InternalError e) {
            throw records.chain().fault(e, record, record + 1);
        }
    }

    @Override
    public String keyText(long record) {
        try {
            ValueChunk chunk = records.chunk(record);
            key.set(chunk.memory(), chunk.layout().keyOffset(chunk.offset(record)));
            return key.toString();
        } catch (InternalError e) {
            throw records.chain().fault(e, record, record + 1);
        }
    }
}
