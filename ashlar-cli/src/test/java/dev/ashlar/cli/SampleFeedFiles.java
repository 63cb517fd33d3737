// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.ingest.sample.SampleTotals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests with a capture of a sample feed, its schema, and a place for a store.
abstract class SampleFeedFiles {
    @TempDir
    Path temp;
    Path schema;
    Path capture;
    Path folder;
    SampleTotals written;
    private final SampleFeed.Options options;

    /// @param messages of the capture
    SampleFeedFiles(int messages) {
        this(SampleFeed.Options.messages(messages));
    }

    SampleFeedFiles(SampleFeed.Options options) {
        this.options = options;
    }

    @BeforeEach
    void writeFeed() throws IOException {
        schema = Files.writeString(temp.resolve("feed.xml"), SampleFeed.schemaText());
        capture = temp.resolve("feed.pcap");
        folder = temp.resolve("day.store");
        written = SampleFeed.write(capture, options);
    }

    final Command load(Path into, Object... more) throws Exception {
        return Command.run("load", "-s", schema, "-f", "cme-mdp3", "-d", into, more);
    }

    /// Copies a capture without its second packet.
    static Path withoutSecondPacket(Path capture, Path copy) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(capture)).order(ByteOrder.LITTLE_ENDIAN);
        int second = 24 + 16 + bytes.getInt(24 + 8);
        int third = second + 16 + bytes.getInt(second + 8);
        return Files.write(copy, ByteBuffer.allocate(bytes.capacity() - third + second).put(bytes.slice(0, second))
                .put(bytes.slice(third, bytes.capacity() - third)).array());
    }
}
