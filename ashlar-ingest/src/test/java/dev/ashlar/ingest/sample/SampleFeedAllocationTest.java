// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.ingest.sample.SampleFeed.Options;
import dev.ashlar.testkit.Allocation;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A feed costs no garbage for its messages, on one line or two.
class SampleFeedAllocationTest {
    private static final int EVENTS = 50_000;

    @TempDir
    Path folder;

    @Test
    void shouldWriteWithoutGarbage() throws IOException {
        for (Options options : new Options[] {Options.messages(Long.MAX_VALUE),
            Options.messages(Long.MAX_VALUE).withSecondLine(10_000)}) {
            WritableByteChannel file = Files.newByteChannel(folder.resolve("feed.pcap"),
                    StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try (PcapWriter capture = new PcapWriter(file); SampleWriter writer = new SampleWriter(capture, options)) {
                assertEquals(0, Allocation.leastBytes(EVENTS, () -> assertTrue(writer.step())));
            }
        }
    }
}
