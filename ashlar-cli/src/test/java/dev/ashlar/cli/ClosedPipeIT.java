// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Commands whose output is read only in part, `| head -1`: that is no failure of theirs.
class ClosedPipeIT extends SampleFeedFiles {
    private static CommandHost host;

    ClosedPipeIT() {
        super(5_000);
    }

    @BeforeAll
    static void start() throws IOException {
        host = CommandHost.withClosedPipe();
    }

    @AfterAll
    static void end() throws IOException {
        host.close();
    }

    @BeforeEach
    void load() throws Exception {
        load(folder, capture).done();
    }

    @Test
    void shouldEndQuietlyWhenNobodyReads() throws Exception {
        endsQuietly("query", folder, "select * from Trade");
        endsQuietly("query", folder, "select 1");
        endsQuietly("query", folder, "select * from Trade", "--format", "csv");
        endsQuietly("dump", folder, "Trade");
        endsQuietly("dump", folder, "Trade", "--limit", "1");
        endsQuietly("decode", "-s", schema, "-f", "cme-mdp3", capture);
        endsQuietly("decode", "-s", schema, "-f", "cme-mdp3", "--limit", "1", capture);
        // A summary is on standard error.
        Command summary = run("decode", "-s", schema, "-f", "cme-mdp3", "--summary", capture);
        assertEquals(0, summary.exitCode());
        assertFalse(summary.err().isEmpty());
        for (List<Object> words : List.<List<Object>>of(List.of("info", folder), List.of("verify", folder),
                List.of("inspect", schema), List.of("export", folder, "Trade", "-o", temp.resolve("t.csv")),
                List.of("index", folder, "--list"), List.of("--help"), List.of("query", "--help"))) {
            endsQuietly(words);
        }
    }

    @Test
    void shouldEndTheSessionQuietly() throws Exception {
        for (String statements : List.of("select * from Trade;\nselect * from Trade;\n", "select 1;\n\\d\n",
                "\\d Trade\n\\?\nselect * from Trade")) {
            endsQuietly("sql", folder, "-f", Files.writeString(temp.resolve("input.sql"), statements));
        }
    }

    @Test
    void shouldEndTheProcessQuietly() throws Exception {
        Path err = temp.resolve("err");
        for (List<Object> words : List.<List<Object>>of(List.of("query", folder, "select * from Trade"),
                List.of("sql", folder))) {
            Process process = Command.pipe(err, words);
            process.getInputStream().close();
            try (OutputStream input = process.getOutputStream()) {
                input.write("select * from Trade;\nselect * from Trade;\n".getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It has ended already.
            }
            assertTrue(process.waitFor(Command.TIMEOUT_S, TimeUnit.SECONDS), "does not end");
            assertEquals("", Files.readString(err), words::toString);
            assertEquals(0, process.exitValue(), words::toString);
        }
    }

    private static Command run(Object... words) throws IOException {
        return host.execute(Command.words(words));
    }

    private static void endsQuietly(Object... words) throws IOException {
        Command command = run(words);
        assertEquals("", command.err(), () -> String.valueOf(List.of(words)));
        assertEquals(0, command.exitCode(), () -> String.valueOf(List.of(words)));
    }
}
