// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Journal;
import dev.ashlar.store.RowLayout;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.RowRunVisitor;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkZones;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Pins;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// A table: its chunks and how new ones are laid out.
///
/// **Threading**: any thread.
public final class Rows implements Table {
    private static final int NO_TIME = -1;

    private final String name;
    private final Chain chain;
    private final Pins pins;
    private final RowPrefix prefix;
    private final String timeField;
    private volatile BlockLayout layout;
    /// What fills it; null for nothing.
    private volatile Journal journal;
    /// Follows what is published; null for nobody. The writer's.
    private RowFollower follower;

    public Rows(String name, Chain chain, Pins pins, BlockLayout layout, String timeField) {
        this.name = name;
        this.chain = chain;
        this.pins = pins;
        prefix = layout.row().prefix();
        this.timeField = timeField;
        this.layout = layout;
    }

    @Override
    public Optional<Journal> journal() {
        return Optional.ofNullable(journal);
    }

    public void journal(Journal source) {
        journal = source;
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
    public RowPrefix prefix() {
        return prefix;
    }

    @Override
    public long firstRow() {
        return chain.first();
    }

    @Override
    public long endRow() {
        return chain.end();
    }

    @Override
    public Cursor cursor() {
        return new RowCursor(this, pins, false);
    }

    @Override
    public Cursor tail() {
        return new RowCursor(this, pins, true);
    }

    @Override
    public void forEachRun(long from, long to, RowRunVisitor visitor) {
        long pin = pins.pin();
        try {
            Objects.checkFromToIndex(from - firstRow(), to - firstRow(), rowCount());
            Link[] links = chain.links();
            for (long row = from; row < to;) {
                Link link = at(links, row);
                Identity identity = link.identity();
                long end = Math.min(to, Chain.end(links, Chain.indexOf(links, row)));
                long rows = chain.readable(link, row - identity.first(), end - identity.first())
                        - (row - identity.first());
                long at = link.offset() + (row - identity.first()) * identity.stride() + identity.prefix();
                visit(visitor, link, at, row, rows);
                chain.requireUncut(link);
                if (pin == Pins.UNPINNED && link.isReused()) {
                    throw chain.missing(row, row + rows);
                }
                row += rows;
            }
        } finally {
            pins.unpin(pin);
        }
    }

    private void visit(RowRunVisitor visitor, Link link, long at, long row, long rows) {
        Identity identity = link.identity();
        try {
            visitor.visit(link.memory(), at, identity.stride(), rows, row, new RowLayout(identity.stride(),
                    identity.blockLength(), identity.schemaVersion(), prefix));
            // What the visitor has read was there.
            MemoryFaults.settle();
        } catch (InternalError e) {
            throw chain.fault(e, row, row + rows);
        }
    }

    @Override
    public CorruptChunkException fault(InternalError fault) {
        // As far as is known without reading any of that memory.
        Link[] links = chain.links();
        Identity last = links.length == 0 ? null : links[links.length - 1].identity();
        return chain.fault(fault, last == null ? 0 : links[0].identity().first(), last == null ? 0
                : last.first() + last.capacity());
    }

    @Override
    public List<ChunkSummary> chunks() {
        List<ChunkSummary> summaries = new ArrayList<>();
        long pin = pins.pin();
        try {
            long first = firstRow();
            long end = endRow();
            Link[] links = chain.links();
            for (int i = 0; i < links.length; i++) {
                long linkEnd = Math.min(Chain.end(links, i), end);
                if (linkEnd > first && links[i].identity().first() < end) {
                    summaries.add(summary(links[i], linkEnd - links[i].identity().first()));
                }
            }
        } finally {
            pins.unpin(pin);
        }
        return summaries;
    }

    /// @param rows committed rows, read before
    private ChunkSummary summary(Link link, long rows) {
        Identity identity = link.identity();
        RowLayout row = new RowLayout(identity.stride(), identity.blockLength(), identity.schemaVersion(), prefix);
        // One that speaks of other rows is that of another moment, or damaged: then it says nothing.
        Seal seal = Chain.seal(link, rows);
        ChunkZones known = chain.zones(link, seal);
        if (known == null) {
            return new ChunkSummary(identity.first(), rows, row, false, 0, 0, false, List.of());
        }
        return new ChunkSummary(identity.first(), rows, row, true, seal.minTime(), seal.maxTime(),
                known.timesInOrder(), known.zones());
    }

    public Chain chain() {
        return chain;
    }

    public BlockLayout layout() {
        return layout;
    }

    public void layout(BlockLayout newer) {
        layout = newer;
    }

    public Pins pins() {
        return pins;
    }

    /// Null for nobody.
    public RowFollower follower() {
        return follower;
    }

    public void follower(RowFollower told) {
        follower = told;
    }

    /// The link with a row that is there.
    public Link at(Link[] links, long row) {
        if (links.length == 0) {
            throw chain.missing(row, endRow());
        }
        int index = Chain.indexOf(links, row);
        Link link = links[index];
        if (row < link.identity().first()) {
            throw chain.missing(row, link.identity().first());
        }
        if (row >= link.end()) {
            throw chain.missing(row, index + 1 < links.length ? links[index + 1].identity().first()
                    : Math.max(row + 1, endRow()));
        }
        return link;
    }

    boolean hasTime() {
        return prefix == RowPrefix.MESSAGE || !timeField.isEmpty();
    }

    /// Whether the time has another byte order than this format.
    public boolean swapsTime() {
        return prefix != RowPrefix.MESSAGE && schema().byteOrder() == ByteOrder.BIG_ENDIAN;
    }

    /// As [#timeOffset].
    ///
    /// @throws UnsupportedOperationException if the table has no time
    int requireTime() {
        int offset = findTime();
        if (offset == NO_TIME) {
            throw new UnsupportedOperationException("table has no time (" + name + ")");
        }
        return offset;
    }

    @Override
    public OptionalInt timeOffset() {
        int offset = findTime();
        return offset == NO_TIME ? OptionalInt.empty() : OptionalInt.of(offset);
    }

    private int findTime() {
        return prefix == RowPrefix.MESSAGE ? -Long.BYTES : timeField.isEmpty() ? NO_TIME
                : timeOffset(block(), timeField);
    }

    /// Where 8 bytes of time lie in a block; -1 if the field has none.
    public static int timeOffset(Block block, String fieldName) {
        for (Field field : block.fields()) {
            if (field.name().equals(fieldName) && field.encodedLength() > 0) {
                return timeOffset(field.type(), field.offset());
            }
        }
        return NO_TIME;
    }

    private static int timeOffset(Type type, int offset) {
        return switch (type) {
            case ScalarType scalar -> scalar.encodedLength() == Long.BYTES && !scalar.isArray() ? offset : NO_TIME;
            case CompositeType composite -> {
                for (Member member : composite.members()) {
                    int found = timeOffset(member.type(), offset + member.offset());
                    if (found != NO_TIME) {
                        yield found;
                    }
                }
                yield NO_TIME;
            }
            case EnumType _, SetType _ -> NO_TIME;
        };
    }
}
