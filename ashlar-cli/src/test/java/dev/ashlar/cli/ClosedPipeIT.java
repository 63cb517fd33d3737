// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.ingest.sample.SampleFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands whose output is read only in part, `| head -1`: that is no failure of theirs.
class ClosedPipeIT {
    @TempDir
    Path temp;
    private Path schema;
    private Path capture;
    private Path folder;

    @BeforeEach
    void load() throws Exception {
        schema = Files.writeString(temp.resolve("feed.xml"), SampleFeed.schemaText());
        capture = temp.resolve("feed.pcap");
        folder = temp.resolve("day.store");
        SampleFeed.write(capture, SampleFeed.Options.messages(5_000));
        Command load = Command.run("load", "-s", schema, "-f", "cme-mdp3", "-d", folder, capture);
        assertEquals(0, load.exitCode(), load.err());
    }

    @Test
    void shouldEndQuietlyWhenNobodyReads() throws Exception {
        Path none = Path.of("/dev/null");
        endsQuietly(none, "query", folder, "select * from Trade");
        endsQuietly(none, "query", folder, "select 1");
        endsQuietly(none, "query", folder, "select * from Trade", "--format", "csv");
        endsQuietly(none, "dump", folder, "Trade");
        endsQuietly(none, "dump", folder, "Trade", "--limit", "1");
        endsQuietly(none, "decode", "-s", schema, "-f", "cme-mdp3", capture);
        endsQuietly(none, "decode", "-s", schema, "-f", "cme-mdp3", "--limit", "1", capture);
        // A summary is on standard error.
        assertEquals(0, Command.runToClosedPipe(none, "decode", "-s", schema, "-f", "cme-mdp3", "--summary", capture)
                .exitCode());
        for (List<Object> words : List.<List<Object>>of(List.of("info", folder), List.of("verify", folder),
                List.of("inspect", schema), List.of("export", folder, "Trade", "-o", temp.resolve("t.csv")),
                List.of("index", folder, "--list"), List.of("--help"), List.of("query", "--help"))) {
            endsQuietly(none, words.toArray());
        }
    }

    @Test
    void shouldEndTheSessionQuietly() throws Exception {
        for (String statements : List.of("select * from Trade;\nselect * from Trade;\n", "select 1;\n\\d\n",
                "\\d Trade\n\\?\nselect * from Trade")) {
            endsQuietly(Files.writeString(temp.resolve("input"), statements), "sql", folder);
        }
    }

    private static void endsQuietly(Path input, Object... words) throws IOException, InterruptedException {
        Command command = Command.runToClosedPipe(input, words);
        assertEquals("", command.err(), () -> String.valueOf(List.of(words)));
        assertEquals(0, command.exitCode(), () -> String.valueOf(List.of(words)));
    }
}
