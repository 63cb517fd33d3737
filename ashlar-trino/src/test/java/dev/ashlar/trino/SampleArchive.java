// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;

/// Days of the sample feed as an archive: books, quotes, trades and what is in them.
final class SampleArchive {
    private static final StoreOptions SMALL = StoreOptions.defaults().withChunkBytes(1 << 16);

    /// Writes days of the feed, each with as many messages.
    static void write(Path folder, int days, int messages) throws IOException {
        write(folder, days, messages, () -> { });
    }

    /// @param progress called between batches, which can be read by then
    static void write(Path folder, int days, int messages, Runnable progress) throws IOException {
        JournalDefinition journal = new JournalDefinition("messages", SampleFeed.schema());
        try (Loader loader = Loader.byDay(journal, LoadOptions.defaults(), opener -> ArchiveWriter.open(folder,
                ArchiveOptions.daily(ZoneOffset.UTC).withStore(SMALL), opener))) {
            for (int day = 0; day < days; day++) {
                Path capture = Files.createTempFile("feed", ".pcap");
                try {
                    SampleFeed.write(capture, SampleFeed.Options.messages(messages).withDay(day).withSeed(4_711 + day));
                    try (MessageSource source = MessageSource.open(capture,
                            SourceOptions.of(Framing.parse(SampleFeed.FRAMING)))) {
                        loader.load(source, progress);
                    }
                } finally {
                    Files.delete(capture);
                }
            }
        }
    }
}
