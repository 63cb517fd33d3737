// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.load;

import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.lab.SchemaText;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// The steps of loading a capture; each includes all earlier steps.
enum LoadStep {
    READ("read"),
    FRAME("frame"),
    ARBITRATE("arbitrate"),
    RECORD("record, without rows"),
    ROWS("rows");

    /// As a loader has them.
    private static final int BATCH_PACKETS = 256;

    final String label;

    LoadStep(String label) {
        this.label = label;
    }

    /// @param store a folder that does not exist
    /// @return messages
    long run(Path capture, Schema schema, Path store) throws IOException {
        return switch (this) {
            case READ -> read(capture);
            case FRAME -> frame(capture, source());
            case ARBITRATE -> frame(capture, arbitrated());
            case RECORD -> record(capture, store);
            case ROWS -> load(capture, schema, store, arbitrated());
        };
    }

    /// Whether a message that arrives on two lines counts once.
    boolean isArbitrated() {
        return ordinal() >= ARBITRATE.ordinal();
    }

    private static long read(Path capture) throws IOException {
        boolean compressed = capture.toString().endsWith(".gz");
        byte[] buffer = new byte[1 << 17];
        try (InputStream file = Files.newInputStream(capture);
                InputStream in = compressed ? new GZIPInputStream(file, 1 << 16) : file) {
            while (in.read(buffer) >= 0) {
                // The output is discarded.
            }
        }
        return 0;
    }

    private static long frame(Path capture, SourceOptions options) throws IOException {
        try (MessageSource source = MessageSource.open(capture, options)) {
            return source.drain((_, _, _, _) -> { }).messages();
        }
    }

    private static long record(Path capture, Path store) throws IOException {
        try (StoreWriter writer = StoreWriter.open(store, stored());
                MessageSource source = MessageSource.open(capture, arbitrated())) {
            writer.define(new JournalDefinition("messages", otherSchema()));
            JournalWriter journal = writer.journalWriter("messages");
            journal.beginBatch();
            MessageHandler recorder = (context, memory, offset, length) -> {
                try {
                    journal.record(memory, offset, (int) length, context.timeNs(), context.packetSequence());
                } catch (StoreException e) {
                    throw new UncheckedIOException(e);
                }
            };
            int packets = 0;
            while (source.poll(recorder)) {
                if (++packets % BATCH_PACKETS == 0) {
                    journal.endBatch();
                    journal.beginBatch();
                }
            }
            journal.endBatch();
            return journal.recordedCount();
        }
    }

    private static long load(Path capture, Schema schema, Path store, SourceOptions options) throws IOException {
        Loader loader = new Loader(new JournalDefinition("messages", schema), LoadOptions.defaults(),
                () -> StoreWriter.open(store, stored()));
        try (loader; MessageSource source = MessageSource.open(capture, options)) {
            loader.load(source, () -> { });
            loader.close();
            return loader.report().messages();
        }
    }

    private static SourceOptions source() {
        return SourceOptions.of(Framing.parse(LoadInput.FRAMING));
    }

    private static SourceOptions arbitrated() {
        return source().withArbitration(Arbitration.PAIRS);
    }

    private static StoreOptions stored() {
        return StoreOptions.defaults().withChunkBytes(4 << 20);
    }

    /// A schema without the templates of the messages: each message is recorded, but has no rows.
    private static Schema otherSchema() {
        return SchemaText.parse("none", 65_000, "",
                "<sbe:message name=\"None\" id=\"65000\"><field name=\"none\" id=\"1\" type=\"uint8\"/></sbe:message>");
    }
}
