// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.flow.AdmissionLimit;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.JsonReader;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.VerifyOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/// Messages that tests send, each with a number, and what a store has of them.
public final class Ticks {
    public static final Schema SCHEMA = schema();
    /// Bytes of a tick.
    public static final int LENGTH = 8 + 17;
    /// Bounds that nobody meets because the machine is busy: no request is late, and no client is.
    public static final Bounds BOUNDS = Bounds.defaults().withAdmission(AdmissionLimit.fixed(1_024))
            .withTimes(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BYTES = 1 << 18;

    private Ticks() {
    }

    private static Schema schema() {
        try (InputStream in = Ticks.class.getResourceAsStream("ticks.xml")) {
            return SchemaParser.parse(in, "ticks.xml", ParseOptions.DEFAULT).schema();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A gateway of a store for ticks, on free ports.
    public static GatewayOptions options(Path folder) {
        return GatewayOptions.of(folder, new JournalDefinition("messages", SCHEMA))
                .withStore(StoreOptions.defaults().withChunkBytes(CHUNK_BYTES)).withBounds(BOUNDS);
    }

    /// Ticks with these numbers, back to back.
    public static byte[] of(long... numbers) {
        byte[] bytes = new byte[LENGTH * numbers.length];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        byte[] first = fromJson("{\"template\":\"Tick\",\"number\":0,\"price\":5,\"side\":\"Buy\"}");
        for (int i = 0; i < numbers.length; i++) {
            MemorySegment.copy(MemorySegment.ofArray(first), 0, memory, (long) LENGTH * i, LENGTH);
            memory.set(LONG, (long) LENGTH * i + 8, numbers[i]);
        }
        return bytes;
    }

    /// Ticks with the numbers from one on.
    public static byte[] run(long from, int count) {
        return of(LongStream.range(from, from + count).toArray());
    }

    public static byte[] fromJson(String json) {
        byte[] room = new byte[1 << 16];
        int length = (int) new JsonReader(SCHEMA).read(json, MemorySegment.ofArray(room), 0);
        return Arrays.copyOf(room, length);
    }

    /// With two bytes of length in front of each.
    public static byte[] framed(byte[]... messages) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] message : messages) {
            out.write(message.length);
            out.write(message.length >>> 8);
            out.writeBytes(message);
        }
        return out.toByteArray();
    }

    /// Numbers of all messages of a store, each of which must be there once.
    public static Set<Long> numbers(Path folder) throws StoreException {
        Set<Long> numbers = new TreeSet<>();
        try (Store store = Store.open(folder)) {
            Journal journal = store.journal("messages");
            try (JournalCursor cursor = journal.cursor()) {
                while (cursor.next()) {
                    long number = cursor.memory().get(LONG, cursor.offset() + 8);
                    if (!numbers.add(number)) {
                        throw new AssertionError("twice: number=" + number);
                    }
                }
            }
            store.verify(VerifyOptions.all()).findings().forEach(finding -> {
                throw new AssertionError(finding.toString());
            });
        }
        return numbers;
    }
}
