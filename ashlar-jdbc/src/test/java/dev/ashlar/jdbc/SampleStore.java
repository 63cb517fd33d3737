// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;

/// A store with trades, and updates of books with their levels.
final class SampleStore {
    private static final int MESSAGES = 500;

    /// @return the folder of the store
    static Path write(Path temp) throws IOException {
        Path capture = temp.resolve("feed.pcap");
        Path folder = temp.resolve("day.store");
        SampleFeed.write(capture, SampleFeed.Options.messages(MESSAGES));
        Loader loader = new Loader(new JournalDefinition("messages", SampleFeed.schema()), LoadOptions.defaults(),
                () -> StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 14)));
        try (loader; MessageSource source = MessageSource.open(capture, SourceOptions.of(
                Framing.parse(SampleFeed.FRAMING)))) {
            loader.load(source, () -> { });
        }
        return folder;
    }
}
