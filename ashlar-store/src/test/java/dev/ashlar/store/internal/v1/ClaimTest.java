// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MessageEncoder;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Claim;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesReader;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.store.VerifyOptions;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Claims of rows, messages and values are one shape: what is encoded into one reaches nothing that was committed, and
/// nothing can be had from one that is not open.
class ClaimTest {
    @TempDir
    Path folder;

    @Test
    void shouldGiveNothingWhenAClaimIsNotOpen() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder)) {
            writer.define(Quotes.DEFINITION);
            writer.define(Orders.DEFINITION);
            RowClaim row = writer.appender(Ticks.NAME).claim();
            row.abort();
            requireNothing(row);
            assertThrows(IllegalStateException.class, row::rows);
            assertThrows(IllegalStateException.class, row::commit);
            assertThrows(IllegalStateException.class, () -> row.commit(0));
            MessageClaim message = writer.journalWriter(Orders.NAME).claim(0);
            message.abort();
            requireNothing(message);
            assertThrows(IllegalStateException.class, message::capacity);
            assertThrows(IllegalStateException.class, () -> message.commit(0, 0, 0));
            ValueClaim value = writer.lastValuesWriter(Quotes.NAME).claim(1);
            value.commit();
            requireNothing(value);
            assertThrows(IllegalStateException.class, value::commit);
        }
    }

    private static void requireNothing(Claim claim) {
        assertThrows(IllegalStateException.class, claim::memory);
        assertThrows(IllegalStateException.class, claim::offset);
        claim.abort();
    }

    @Test
    void shouldReachNoOtherChunkWhenMoreIsEncodedThanClaimed() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder)) {
            writer.define(Orders.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            JournalWriter recorder = writer.journalWriter(Orders.NAME);
            for (int i = 0; i < 20; i++) {
                overrun(recorder.claim(64));
                overrun(appender.claim());
                Ticks.append(appender, 100);
                Orders.record(recorder, i * 10L, i * 10L + 10);
            }
            Orders.checkAll(writer, 200);
            assertTrue(writer.verify(VerifyOptions.all()).isSound());
        }
    }

    /// Fills all the memory that there is, from the claim to the end.
    private static void overrun(Claim claim) {
        MemorySegment memory = claim.memory();
        assertThrows(IndexOutOfBoundsException.class, () -> {
            for (long at = claim.offset();; at += Long.BYTES) {
                memory.set(PACKED_LONG, at, -1);
            }
        });
        claim.abort();
    }

    /// Rows are made where they stay, or in a buffer: each length of a claim has room for its rows, and keeps them.
    @Test
    void shouldKeepRowsOfClaimsOfAnyLength() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 21)
                .withDurability(Durability.NONE))) {
            writer.define(Ticks.DEFINITION);
            Appender appender = writer.appender(Ticks.NAME);
            for (int rows : new int[] {1, 204, 205, 206, 1000, 13_107, 26_214, 52_428, 52_429, 90_000, 3, 500}) {
                RowClaim claim = appender.claim(rows);
                long first = appender.endRow();
                for (int i = 0; i < claim.rows(); i++) {
                    claim.memory().set(PACKED_LONG, claim.offset(i), first + i);
                    claim.memory().set(PACKED_LONG, claim.offset(i) + 12, -first - i);
                }
                claim.commit(claim.rows() - claim.rows() / 7);
            }
            try (Cursor cursor = writer.table(Ticks.NAME).cursor()) {
                for (long row = 0; row < appender.endRow(); row++) {
                    assertTrue(cursor.next());
                    assertEquals(row, cursor.memory().get(PACKED_LONG, cursor.offset()));
                    assertEquals(-row, cursor.memory().get(PACKED_LONG, cursor.offset() + 12));
                }
            }
            assertTrue(writer.verify(VerifyOptions.all()).isSound());
        }
    }

    @Test
    void shouldReachNoOtherValueWhenMoreIsEncodedThanTheBlock() throws StoreException {
        try (StoreWriter writer = StoreWriter.open(folder, Ticks.SMALL)) {
            LastValuesReader reader = writer.define(Quotes.DEFINITION).reader();
            LastValuesWriter quotes = writer.lastValuesWriter(Quotes.NAME);
            for (int id = 0; id < 100; id++) {
                Quotes.put(quotes, id, id, Quotes.LENGTH);
                overrun(quotes.claim(id / 2));
                overrun(quotes.update(id));
            }
            MemorySegment target = MemorySegment.ofArray(new byte[Quotes.LENGTH]);
            for (int id = 0; id < 100; id++) {
                assertEquals(id, Quotes.number(reader, id, target, Quotes.LENGTH));
            }
            ValueClaim value = quotes.claim(7);
            assertEquals(Quotes.LENGTH, value.memory().byteSize());
            assertThrows(IllegalStateException.class, () -> writer.define(Quotes.NEWER));
            value.abort();
            writer.define(Quotes.NEWER);
            assertEquals(Quotes.NEWER_LENGTH, quotes.claim(7).memory().byteSize());
        }
    }

    @Test
    void shouldNotOpenAnyClaimTwice() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder)) {
            Appender appender = writer.appender(Ticks.NAME);
            RowClaim claim = appender.claim(3);
            assertThrows(IllegalStateException.class, appender::claim);
            assertThrows(IndexOutOfBoundsException.class, () -> claim.offset(3));
            assertThrows(IllegalArgumentException.class, () -> claim.commit(4));
            assertEquals(claim.offset(1), claim.offset() + claim.stride());
            claim.abort();
            assertEquals(0, appender.endRow());
        }
    }

    @Test
    void shouldWrapOnlyEncodersOfTheBlock() throws StoreException {
        try (StoreWriter writer = Ticks.writer(folder)) {
            writer.define(Quotes.DEFINITION);
            RowClaim row = writer.appender(Ticks.NAME).claim();
            ValueClaim value = writer.lastValuesWriter(Quotes.NAME).claim(1);
            int length = writer.table(Ticks.NAME).block().blockLength();
            int tick = Ticks.DEFINITION.schema().message("Tick").id();
            int schema = Ticks.DEFINITION.schema().id();
            Encoder fits = new Encoder(tick, schema, 0, length);
            assertEquals(fits, row.wrap(fits));
            assertEquals(row.offset(), fits.offset());
            requireRefused(row::wrap, new Encoder(tick + 1, schema, 0, length));
            requireRefused(row::wrap, new Encoder(tick, schema + 1, 0, length));
            requireRefused(row::wrap, new Encoder(tick, schema, 1, length));
            requireRefused(row::wrap, new Encoder(tick, schema, 0, length - 1));
            requireRefused(value::wrap, fits);
            Encoder quote = new Encoder(1, 9, 0, Quotes.LENGTH);
            assertEquals(quote, value.wrap(quote));
            row.abort();
            value.abort();
            assertThrows(IllegalStateException.class, () -> row.wrap(fits));
            assertThrows(IllegalStateException.class, () -> value.wrap(quote));
        }
    }

    private static void requireRefused(Function<Encoder, Encoder> wrap, Encoder encoder) {
        String message = assertThrows(IllegalArgumentException.class, () -> wrap.apply(encoder)).getMessage();
        assertTrue(message.startsWith("encoder is for another block: "), message);
    }

    /// As generated encoders are.
    private static final class Encoder implements MessageEncoder {
        private final int template;
        private final int schema;
        private final int version;
        private final int blockLength;
        private MemorySegment memory;
        private long offset;

        Encoder(int template, int schema, int version, int blockLength) {
            this.template = template;
            this.schema = schema;
            this.version = version;
            this.blockLength = blockLength;
        }

        @Override
        public MessageEncoder wrap(MemorySegment memory, long offset) {
            this.memory = memory;
            this.offset = offset;
            return this;
        }

        @Override
        public int sbeBlockLength() {
            return blockLength;
        }

        @Override
        public int sbeTemplateId() {
            return template;
        }

        @Override
        public int sbeSchemaId() {
            return schema;
        }

        @Override
        public int sbeSchemaVersion() {
            return version;
        }

        @Override
        public String sbeSemanticType() {
            return "";
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long limit() {
            return offset + blockLength;
        }

        @Override
        public void limit(long limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long encodedLength() {
            return blockLength;
        }
    }
}
