// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SqlCommandIT extends SampleFeedFiles {
    SqlCommandIT() {
        super(500);
    }

    @BeforeEach
    void load() throws Exception {
        load(folder, capture).done();
    }

    private Command sql(String input, Object... more) throws IOException, InterruptedException {
        return Command.runWithInput(Files.writeString(temp.resolve("input"), input), "sql", folder, more);
    }

    @Test
    void shouldGoOnAfterErrors() throws Exception {
        Command session = sql("""
                select nothing from Trade;
                select count(*) as n,
                  ';' as s -- not the end;
                from (values (1), (2)) as t(a); select 1 / 0;
                \\format csv
                \\nonsense
                select 'a;b' as x
                """);
        assertEquals(3, session.exitCode());
        assertEquals("n  s\n-  -\n2  ;\nx\na;b\n", session.out());
        assertTrue(session.err().matches("(?s)ashlar: stdin:1:8: .*there are: .*; if it is a text, "
                + "write 'nothing'\nashlar: stdin:4: division by zero.*\n"
                + "ashlar: stdin:6: no such command: .nonsense.*\n"), session.err());
    }

    @Test
    void shouldShowTablesAndColumns() throws Exception {
        Command session = sql(".tables\n\\d trade\n\\timing\nselect 1 as x1;\n\\q\nselect 2;\n");
        assertTrue(session.done().contains("\nTrade_fills"), session.out());
        assertTrue(session.out().contains("\n_position") && session.out().contains("TIMESTAMP(9)"), session.out());
        assertTrue(session.out().endsWith("timing on\nx1\n--\n 1\n"), session.out());
        assertTrue(session.err().matches("1 row, \\d+\\.\\d{3} s\n"), session.err());
    }

    @Test
    void shouldGoOnAfterWhatBreaksTheParserOrThePlanner() throws Exception {
        Command session = sql(";;\n-- nothing\n;\n/* nothing; */ ;\nselect " + "(".repeat(2_000) + "1" + ")".repeat(2_000)
                + ";\nselect cast('x' as tinyint) from Trade;\nselect 'abc' as x;\n-- the end");
        assertEquals("x\n---\nabc\n", session.out());
        assertEquals(3, session.exitCode());
        assertEquals("""
                ashlar: stdin:5: statement is nested too deeply: depth=201, most=200; write IN for a chain of OR, WITH \
                for nested queries
                ashlar: stdin:6: text is not a number: 'x'
                """, session.err());
    }

    @Test
    void shouldRefuseInputThatIsNotUtf8() throws Exception {
        byte[] latin = "select 1 as n;\nselect 'M\u00fcller' as n;\nselect 2 as n;\n".getBytes(StandardCharsets.ISO_8859_1);
        Command session = Command.runWithInput(Files.write(temp.resolve("latin"), latin), "sql", folder)
                .failed(3, "stdin", "not UTF-8");
        assertFalse(session.out().contains("ller"), session.out());
        Command marked = sql("\ufeffselect 1 as n;\n", "--format", "csv");
        assertEquals("n\n1\n", marked.out(), marked.err());
    }
}
