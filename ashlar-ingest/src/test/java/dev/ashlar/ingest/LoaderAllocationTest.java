// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Allocation;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loading costs no garbage for packets and messages. Taking space does, once in some MiB, so that some batches do
/// without.
class LoaderAllocationTest {
    private static final int BATCHES = 10;

    @TempDir
    Path folder;

    @Test
    void shouldLoadWithoutGarbage() throws IOException {
        Path capture = folder.resolve("feed.pcap");
        SampleFeed.write(capture, SampleFeed.Options.messages(600_000).withSecondLine(1_000));
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 28).withDurability(Durability.NONE);
        Loader loader = new Loader(new JournalDefinition("messages", SampleFeed.schema()), LoadOptions.defaults(),
                () -> StoreWriter.open(folder.resolve("store"), options));
        try (loader; MessageSource source = MessageSource.open(capture, SourceOptions.of(
                Framing.parse(SampleFeed.FRAMING)).withArbitration(Arbitration.PAIRS))) {
            long[] least = {Long.MAX_VALUE, 0, 0};
            loader.load(source, () -> {
                // Early batches warm the code up; what remains at the least is what every batch costs.
                if (++least[1] % BATCHES == 0) {
                    long now = Allocation.ofThread();
                    least[0] = Math.min(least[0], now - least[2]);
                    least[2] = Allocation.ofThread();
                }
            });
            assertTrue(least[1] > 10 * BATCHES, "too few batches: " + least[1]);
            assertEquals(0, least[0]);
        }
    }
}
