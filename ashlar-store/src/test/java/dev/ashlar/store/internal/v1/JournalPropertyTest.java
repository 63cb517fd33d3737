// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockListener;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.sbe.otf.MessageHeader;
import dev.ashlar.sbe.otf.MessageSplitter;
import dev.ashlar.sbe.otf.NullBlock;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import dev.ashlar.sbe.otf.ValidationResult.Status;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Journals of random schemas, filled with messages of their own and a newer version and with noise, against lists in
/// memory.
class JournalPropertyTest {
    @TempDir
    Path folder;

    /// What a journal and its tables have to hold.
    private static final class Model implements BlockListener {
        private final Schema schema;
        private final List<byte[]> messages = new ArrayList<>();
        private final List<Long> rows = new ArrayList<>();
        private final Map<String, List<byte[]>> blocks = new TreeMap<>();
        private final Map<String, List<Long>> parents = new TreeMap<>();
        private final MessageSplitter splitter;
        private final List<BlockKind> kinds;
        private long version;
        private Map<String, Integer> before = Map.of();

        Model(Schema schema) {
            this.schema = schema;
            splitter = new MessageSplitter(schema);
            kinds = BlockTree.of(schema).kinds();
        }

        void add(byte[] bytes, long position) {
            before = new TreeMap<>();
            blocks.forEach((path, list) -> before.put(path, list.size()));
            messages.add(bytes);
            this.position = position;
            Status status = splitter.split(MemorySegment.ofArray(bytes), 0, bytes.length, this);
            rows.add(switch (status) {
                case OK -> (long) blocks.get(root).size() - 1;
                case UNKNOWN_TEMPLATE, OTHER_SCHEMA -> JournalWriter.UNKNOWN;
                default -> JournalWriter.MALFORMED;
            });
        }

        private long position;
        private String root = "";

        @Override
        public void begin(MessageHeader header, long length) {
            version = header.version();
        }

        @Override
        public void block(int kind, long entry, long parentEntry, MemorySegment memory, long offset, long length) {
            BlockKind of = kinds.get(kind);
            byte[] block = new byte[of.blockLength()];
            new NullBlock(of.block(), schema.byteOrder()).complete(memory, offset, length, version,
                    MemorySegment.ofArray(block), 0);
            blocks.computeIfAbsent(of.path(), _ -> new ArrayList<>()).add(block);
            if (of.parent() == BlockKind.NONE) {
                root = of.path();
                parents.computeIfAbsent(of.path(), _ -> new ArrayList<>()).add(position);
            } else {
                parents.computeIfAbsent(of.path(), _ -> new ArrayList<>()).add(parentEntry
                        + before.getOrDefault(kinds.get(of.parent()).path(), 0));
            }
        }
    }

    @Test
    void shouldHoldWhatWasRecorded() throws StoreException {
        SplittableRandom random = Seed.random("shouldHoldWhatWasRecorded");
        for (int i = 0; i < 15; i++) {
            Schema schema = RandomSchema.any(random);
            Schema newer = NewerSchema.of(schema, random);
            StoreOptions options = Ticks.SMALL.withChunkBytes(1 << 13 + random.nextInt(3));
            Path store = folder.resolve(Integer.toString(i));
            Model model = new Model(schema);
            JournalDefinition definition = new JournalDefinition("journal of " + i, schema);
            for (int opened = 0; opened < 3; opened++) {
                try (StoreWriter writer = StoreWriter.open(store, options)) {
                    writer.define(definition);
                    record(writer.journalWriter(definition.name()), model, newer, random);
                    check(writer, definition.name(), model);
                    verify(writer, model);
                }
            }
            try (Store reader = Store.open(store)) {
                check(reader, definition.name(), model);
                verify(reader, model);
            }
        }
    }

    private static void record(JournalWriter recorder, Model model, Schema newer, SplittableRandom random)
            throws StoreException {
        boolean batch = random.nextBoolean();
        if (batch) {
            recorder.beginBatch();
        }
        for (int j = 0; j < 120; j++) {
            byte[] bytes = switch (random.nextInt(6)) {
                case 0 -> encode(newer, random);
                case 1 -> noise(random);
                default -> encode(model.schema, random);
            };
            long n = model.messages.size();
            model.add(bytes, recorder.record(MemorySegment.ofArray(bytes), 0, bytes.length, n, 2 * n));
            assertEquals(model.rows.getLast(), recorder.row());
        }
        if (batch) {
            recorder.endBatch();
        }
    }

    private static byte[] encode(Schema schema, SplittableRandom random) {
        Message message = schema.messages().get(random.nextInt(schema.messages().size()));
        byte[] bytes = new byte[1 << 16];
        return Arrays.copyOf(bytes, (int) new OtfEncoder(schema, Checks.LENIENT).encode(message.name(),
                RandomMessage.unruly(message, random).values(), MemorySegment.ofArray(bytes), 0));
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void check(Store store, String name, Model model) throws StoreException {
        try (JournalCursor cursor = store.journal(name).cursor()) {
            for (int n = 0; n < model.messages.size(); n++) {
                assertTrue(cursor.next());
                assertArrayEquals(model.messages.get(n), bytes(cursor.memory(), cursor.offset(), cursor.length()));
                assertEquals(model.rows.get(n), cursor.row());
                assertEquals(2L * n, cursor.sequence());
            }
        }
        assertEquals(model.messages.size(), store.journal(name).messageCount());
        for (BlockKind kind : model.kinds) {
            List<byte[]> blocks = model.blocks.getOrDefault(kind.path(), List.of());
            if (blocks.isEmpty()) {
                assertTrue(store.tables().stream().noneMatch(table -> table.name().equals(kind.table())));
                continue;
            }
            assertEquals(blocks.size(), store.table(kind.table()).rowCount());
            try (Cursor cursor = store.table(kind.table()).cursor()) {
                for (int row = 0; row < blocks.size(); row++) {
                    assertTrue(cursor.next());
                    assertArrayEquals(blocks.get(row), bytes(cursor.memory(), cursor.offset(), kind.blockLength()));
                    assertEquals(model.parents.get(kind.path()).get(row), kind.parent() == BlockKind.NONE
                            ? cursor.position() : cursor.parentRow());
                }
            }
        }
    }

    /// Nothing is wrong, and each row was looked at.
    private static void verify(Store store, Model model) throws StoreException {
        VerifyReport report = store.verify(VerifyOptions.all());
        assertTrue(report.isSound(), report::toString);
        assertEquals(model.messages.size(), report.messages());
        assertEquals(model.blocks.values().stream().mapToLong(List::size).sum(),
                report.replayed().stream().mapToLong(Replayed::rows).sum());
        assertEquals(0, report.replayed().stream().mapToLong(Replayed::unchecked).sum());
    }

    private static byte[] bytes(MemorySegment memory, long offset, int length) {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }
}
