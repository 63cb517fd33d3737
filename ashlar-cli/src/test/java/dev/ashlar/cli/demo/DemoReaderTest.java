// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed.Options;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the demo calls checked was compared: other totals are found out, one by one.
class DemoReaderTest {
    private static final int MESSAGES = 5_000;

    @TempDir
    Path temp;

    private List<String> differences(SampleTotals totals) throws IOException {
        try (Store store = Store.open(temp.resolve("store"))) {
            DemoReader reader = new DemoReader(store, totals);
            assertTrue(reader.readTables() > MESSAGES);
            assertEquals(MESSAGES, reader.readJournal("messages"));
            assertEquals(6 + 6 + 3 + 2 + 2 + 5, reader.compared());
            return reader.differences();
        }
    }

    @Test
    void shouldFindEveryTotalThatIsNotAsWritten() throws IOException {
        Path capture = temp.resolve("feed.pcap");
        SampleTotals written = SampleFeed.write(capture, Options.messages(MESSAGES));
        SampleTotals other = SampleFeed.write(temp.resolve("other.pcap"), Options.messages(MESSAGES).withSeed(1)
                .withInstruments(70));
        Loader loader = new Loader(new JournalDefinition("messages", SampleFeed.schema()), LoadOptions.defaults(),
                () -> StoreWriter.open(temp.resolve("store"), StoreOptions.defaults().withChunkBytes(1 << 18)));
        try (loader; MessageSource source = MessageSource.open(capture,
                SourceOptions.of(Framing.parse(SampleFeed.FRAMING)))) {
            loader.load(source, () -> { });
        }
        assertEquals(List.of(), differences(written));
        // All but the number of messages, and of heartbeats, may differ.
        List<String> found = differences(other);
        assertTrue(found.size() >= 20, found::toString);
        assertTrue(found.stream().anyMatch(line -> line.startsWith("bytes of var data: written=")), found::toString);
        assertTrue(found.stream().anyMatch(line -> line.startsWith("bid levels in tables: ")), found::toString);
        assertTrue(found.stream().anyMatch(line -> line.startsWith("bid levels in messages: ")), found::toString);
    }
}
