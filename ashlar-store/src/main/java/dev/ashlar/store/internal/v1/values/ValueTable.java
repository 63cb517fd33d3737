// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.flow.VersionedCell;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.LastValues;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A last-value table: its chunks, and the index from keys to records.
///
/// **Threading**: any thread. Adding new records to the index blocks other threads that do so.
public final class ValueTable implements LastValues {
    /// The index has 32 bits for a number.
    static final long MAX_RECORDS = 1L << 31;

    private final String name;
    private final Chain chain;
    private final ValueKeyLayout keyLayout;
    private final int slots;
    private final int chunkBytes;
    private final ValueIndex index = new ValueIndex();
    /// For those who extend the index.
    private final Key key;
    private volatile ValueTableLayout layout;
    private volatile ValueChunk[] chunks = {};
    /// Records before this are in the index.
    private volatile long indexed;
    private int links;
    /// The first records that cannot be read, if any.
    private volatile CorruptChunkException missing;

    public ValueTable(String name, Chain chain, ValueKeyLayout keyLayout, int slots, ValueTableLayout layout,
            int chunkBytes) {
        this.name = name;
        this.chain = chain;
        this.keyLayout = keyLayout;
        this.slots = slots;
        this.layout = layout;
        this.chunkBytes = chunkBytes;
        key = new Key(keyLayout);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return layout.schema();
    }

    @Override
    public Block block() {
        return layout.block();
    }

    @Override
    public List<String> keyFields() {
        return keyLayout.names();
    }

    @Override
    public int keyLength() {
        return keyLayout.length();
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public synchronized long recordCount() {
        refresh();
        return index.count();
    }

    @Override
    public LastValuesReader reader() {
        return new ValueReader(this);
    }

    public ValueKeyLayout keyLayout() {
        return keyLayout;
    }

    public ValueTableLayout layout() {
        return layout;
    }

    public void layout(ValueTableLayout newer) {
        layout = newer;
    }

    Chain chain() {
        return chain;
    }

    public ValueChunk[] chunks() {
        return chunks;
    }

    /// The record of a key, or one that has moved to it; [LastValuesReader#ABSENT] if there is none.
    public long find(Key wanted) {
        // Read first: a lookup may miss what another thread puts into the index meanwhile.
        long known = indexed;
        long record = index.find(wanted, this);
        if (record == LastValuesReader.ABSENT && chain.end() > known) {
            refresh();
            record = index.find(wanted, this);
        }
        return record;
    }

    @Override
    public void checkComplete() {
        refresh();
        CorruptChunkException found = missing;
        if (found != null) {
            throw new CorruptChunkException("key is unknown", found.first(), found.end(), name);
        }
    }

    /// Takes note of records that are new.
    public void refresh() {
        long end = chain.end();
        if (end > indexed) {
            extend(end);
        }
    }

    private synchronized void extend(long end) {
        addChunks();
        long from = indexed;
        long readable = chunks.length == 0 ? 0 : chunks[chunks.length - 1].link().end();
        if (readable < end) {
            miss(Math.max(from, readable), end);
        }
        for (int i = Math.max(0, indexOf(chunks, from)); i < chunks.length; i++) {
            ValueChunk chunk = chunks[i];
            long last = Math.min(end, chunk.link().end());
            for (long record = Math.max(from, chunk.first()); record < last; record++) {
                if (chunk.layout().readKey(chunk.memory(), chunk.offset(record), key)) {
                    index.put(key, record, this);
                } else {
                    miss(record, record + 1);
                }
            }
        }
        indexed = Math.max(end, from);
    }

    private void addChunks() {
        Link[] now = chain.links();
        ValueChunk[] known = chunks;
        long end = known.length == 0 ? 0 : known[known.length - 1].link().end();
        for (; links < now.length; links++) {
            Link link = now[links];
            ValueRecordLayout of = layoutOf(link.identity());
            if (of == null) {
                continue;
            }
            if (link.identity().first() > end) {
                miss(end, link.identity().first());
            }
            known = Arrays.copyOf(known, known.length + 1);
            known[known.length - 1] = ValueChunk.of(link, of);
            end = link.end();
        }
        chunks = known;
    }

    private void miss(long first, long end) {
        if (missing == null) {
            missing = new CorruptChunkException("key, or entry of the chunk, is damaged", first, end, name);
        }
    }

    /// How a chunk is laid out; null if it cannot be a last-value table's like this.
    public ValueRecordLayout layoutOf(Identity identity) {
        if (identity.blockLength() < 1 || identity.blockLength() > VersionedCell.MAX_VALUE_LENGTH) {
            return null;
        }
        ValueRecordLayout of = new ValueRecordLayout(keyLayout.length(), identity.blockLength(),
                identity.schemaVersion(), slots);
        return of.isOf(identity, chunkBytes) ? of : null;
    }

    /// The chunk with a record.
    ///
    /// @throws IndexOutOfBoundsException if the last-value table has no such record
    /// @throws CorruptChunkException     if it is missing
    public ValueChunk chunk(long record) {
        ValueChunk[] now = chunks;
        int at = indexOf(now, record);
        if (at < 0 || !now[at].has(record)) {
            refresh();
            now = chunks;
            at = indexOf(now, record);
            if (at < 0 || !now[at].has(record)) {
                Objects.checkIndex(record, chain.end());
                throw chain.missing(record, at + 1 < now.length ? now[at + 1].first() : chain.end());
            }
        }
        return now[at];
    }

    /// The last chunk that begins with a record or before; -1 if none does.
    public static int indexOf(ValueChunk[] among, long record) {
        int low = -1;
        int high = among.length - 1;
        while (low < high) {
            int middle = low + high + 1 >> 1;
            if (among[middle].first() <= record) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /// Whether a record that is in the index has a key.
    boolean isKeyOf(long record, Key wanted) {
        ValueChunk[] now = chunks;
        ValueChunk chunk = now[indexOf(now, record)];
        return wanted.isAt(chunk.memory(), chunk.layout().keyOffset(chunk.offset(record)));
    }

    /// The record that has the value now, where one may have moved.
    ///
    /// @param spare for a key
    long current(long record, Key spare) {
        long current = record;
        while (true) {
            ValueChunk chunk = chunk(current);
            long at = chunk.offset(current);
            long moved = chunk.layout().moved(chunk.memory(), at);
            if (moved <= current || moved >= chain.end()) {
                return current;
            }
            // A writer that died may have left the number, which a record with another key then got.
            spare.set(chunk.memory(), chunk.layout().keyOffset(at));
            ValueChunk to = chunk(moved);
            if (!spare.isAt(to.memory(), to.layout().keyOffset(to.offset(moved)))) {
                return current;
            }
            current = moved;
        }
    }

    /// The first record from a number on that has its key now; [LastValuesReader#ABSENT] if none has.
    ///
    /// @param spare for a key
    long next(long from, Key spare) {
        refresh();
        long end = indexed;
        for (long record = from; record < end; record++) {
            ValueChunk[] now = chunks;
            int at = indexOf(now, record);
            if (at < 0 || !now[at].has(record)) {
                if (at + 1 == now.length) {
                    return LastValuesReader.ABSENT;
                }
                record = now[at + 1].first() - 1;
                continue;
            }
            ValueChunk chunk = now[at];
            if (chunk.layout().readKey(chunk.memory(), chunk.offset(record), spare)
                    && index.find(spare, this) == record) {
                return record;
            }
        }
        return LastValuesReader.ABSENT;
    }
}
