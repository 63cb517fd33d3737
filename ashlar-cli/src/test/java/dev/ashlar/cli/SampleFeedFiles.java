// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.ingest.sample.SampleFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests with a capture of a sample feed, its schema, and a place for a store.
abstract class SampleFeedFiles {
    @TempDir
    Path temp;
    Path schema;
    Path capture;
    Path folder;
    private final int messages;

    /// @param messages of the capture
    SampleFeedFiles(int messages) {
        this.messages = messages;
    }

    @BeforeEach
    void writeFeed() throws IOException {
        schema = Files.writeString(temp.resolve("feed.xml"), SampleFeed.schemaText());
        capture = temp.resolve("feed.pcap");
        folder = temp.resolve("day.store");
        SampleFeed.write(capture, SampleFeed.Options.messages(messages));
    }

    final Command load(Path into, Object... more) throws Exception {
        return Command.run(Stream.concat(Stream.of("load", "-s", schema, "-f", "cme-mdp3", "-d", into),
                Stream.of(more)).toArray());
    }

    static void done(Command command) {
        assertEquals(0, command.exitCode(), command.err());
    }
}
