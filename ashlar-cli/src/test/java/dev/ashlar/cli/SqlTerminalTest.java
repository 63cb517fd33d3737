// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.shell.SqlPrompt;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The shell as somebody sees it who types.
@Timeout(1800)
class SqlTerminalTest {
    private static final String PROMPT = "ashlar> ";

    @TempDir
    Path temp;
    private OpenStores stores;

    @BeforeEach
    void makeStore() throws IOException {
        Schema schema = ShopStore.schema();
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            writer.define(TableDefinition.of(schema, "Trade"));
            Appender trades = writer.appender("Trade");
            for (int row = 0; row < 300; row++) {
                RowClaim claim = trades.claim();
                claim.memory().asSlice(claim.offset(), claim.stride()).fill((byte) 0);
                claim.commit();
            }
        }
        stores = new OpenStores(temp.resolve("s"), Map.of(), ReadOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        stores.close();
    }

    private TypedSession open(String type, int columns, int lines) throws IOException {
        TypedSession session = new TypedSession(stores, temp.resolve("history"), type, columns, lines);
        session.await(PROMPT);
        return session;
    }

    @Test
    void shouldAnswerAndEnd() throws Exception {
        try (TypedSession session = open("xterm", 80, 24)) {
            assertTrue(session.type("select 1 as uno;\r", PROMPT).contains("uno\n---\n  1\n"));
            session.type("\u0004", "");
            session.awaitEnd();
        }
        for (String word : List.of("\\q", "quit", "exit;", ".quit")) {
            try (TypedSession session = open("xterm", 80, 24)) {
                session.type(word + "\r", "");
                session.awaitEnd();
            }
        }
    }

    @Test
    void shouldMarkThePlaceOfAnError() throws Exception {
        try (TypedSession session = open("xterm", 80, 24)) {
            String text = session.type("select nothing from Trade;\r", PROMPT);
            assertTrue(text.contains("error: column 'nothing' not found"), text);
            assertTrue(text.contains("  select nothing from Trade\n         ^\n"), text);
        }
    }

    @Test
    void shouldFitAnswersToTheTerminal() throws Exception {
        try (TypedSession session = open("xterm", 60, 24)) {
            String text = session.type("select * from Trade;\r", " shown");
            assertTrue(text.matches("(?s).*18 of 300 rows and \\d+ of \\d+ columns shown"), text);
            assertTrue(text.lines().filter(line -> !line.contains("select")).allMatch(line -> line.length() <= 60), text);
            session.await(PROMPT);
            session.resize(300, 40);
            assertTrue(session.type("select * from Trade;\r", " shown").endsWith("\n34 of 300 rows shown"));
            session.await(PROMPT);
            session.type("\\rows all\r", PROMPT);
            String all = session.type("select _row from Trade;\r", PROMPT);
            assertTrue(all.contains("\n 299\n") && !all.contains("shown"), all);
        }
    }

    @Test
    void shouldRememberStatementsAsAWhole() throws Exception {
        try (TypedSession session = open("xterm", 80, 24)) {
            assertTrue(session.type("select 1 as uno,\r", "-> ").endsWith("-> "));
            session.type("2 as two;\r", PROMPT);
            // The whole statement again by one key.
            String again = session.type("\u0010\r", PROMPT);
            assertTrue(again.contains("uno  two\n---  ---\n  1    2\n"), again);
        }
        assertTrue(Files.readString(temp.resolve("history")).lines().count() == 1, Files.readString(temp.resolve("history")));
        try (TypedSession later = open("xterm", 80, 24)) {
            assertTrue(later.type("\u0010\r", PROMPT).contains("uno  two\n---  ---\n  1    2\n"));
        }
    }

    @Test
    void shouldKeepNoHistoryWhereItCannotBeWritten() throws Exception {
        assertEquals(Optional.empty(), SqlPrompt.history(temp.resolve("missing")));
        assertEquals(Optional.empty(), SqlPrompt.history(Files.createFile(temp.resolve("file"))));
        assertFalse(Files.exists(temp.resolve("missing")));
        Path file = SqlPrompt.history(temp).orElseThrow();
        assertEquals(Optional.of(file), SqlPrompt.history(temp));
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        Files.delete(file);
        Files.createDirectory(file);
        assertEquals(Optional.empty(), SqlPrompt.history(temp));
    }

    @Test
    void shouldCancelAStatementAndGoOn() throws Exception {
        try (TypedSession session = open("xterm", 80, 24)) {
            session.type("select count(*) from Trade a, Trade b, Trade c, Trade d, Trade e where a._row + b._row + c._row "
                    + "+ d._row + e._row < 0;\r", "< 0;");
            assertTrue(session.interrupt("cancelled").contains("error: "));
            session.await(PROMPT);
            assertTrue(session.type("select 2 as two;\r", "  2\n").contains("two\n"));
        }
    }

    @Test
    void shouldClearALineThatIsInterrupted() throws Exception {
        try (TypedSession session = open("xterm", 80, 24)) {
            session.type("select 1 as\r", "-> ");
            session.type("nothing", "nothing");
            session.interrupt(PROMPT);
            String text = session.type("select 3 as three;\r", "    3\n");
            assertFalse(text.contains("error"), text);
        }
    }

    @Test
    void shouldDoWithoutEscapesOnADumbTerminal() throws Exception {
        try (TypedSession session = open("dumb", 80, 24)) {
            String text = session.type("select 1 as uno, cast(null as integer) as n;\r", PROMPT);
            assertTrue(text.contains("uno     n\n---  ----\n  1  NULL\n"), text);
            assertEquals(-1, text.indexOf('\u001b'), text);
        }
    }

    @Test
    void shouldDrawTheLastAnswer() throws Exception {
        try (TypedSession session = open("xterm", 60, 24)) {
            assertTrue(session.type("\\plot\r", PROMPT).contains("nothing to draw yet"));
            session.type("select 'a' as k, 3 as n union all select 'b', 6;\r", PROMPT);
            assertTrue(session.type("\\plot\r", PROMPT).contains("b 6 ████"));
        }
    }
}
