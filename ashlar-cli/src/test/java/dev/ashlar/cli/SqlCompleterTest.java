// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.query.SqlCompleter;
import dev.ashlar.cli.query.SqlPrompt;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCompleterTest {
    private static final Path SAMPLE = Path.of("src/test/resources/shop.xml").toAbsolutePath();

    @TempDir
    Path temp;
    private Store store;
    private SqlSession session;

    @BeforeEach
    void makeStore() throws IOException {
        Schema schema = SchemaParser.parse(SAMPLE, ParseOptions.DEFAULT).schema();
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            writer.define(TableDefinition.of(schema, "Trade"));
            writer.define(TableDefinition.of(schema, "Quote"));
        }
        store = Store.open(temp.resolve("s"));
        session = SqlSession.of(store);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    /// What the completer offers at the end of a line that is left when the reader has taken what does not fit.
    private List<String> offered(String line) {
        ParsedLine parsed = SqlPrompt.words().parse(line, line.length(), ParseContext.COMPLETE);
        List<Candidate> candidates = new ArrayList<>();
        new SqlCompleter(session).complete(null, parsed, candidates);
        String word = parsed.word().substring(0, parsed.wordCursor()).toLowerCase();
        return candidates.stream().map(Candidate::value).filter(value -> value.toLowerCase().startsWith(word)).toList();
    }

    @Test
    void shouldOfferTablesColumnsAndWords() {
        assertTrue(offered("select * from Tr").contains("Trade"));
        assertTrue(offered("sel").contains("select"));
        assertTrue(offered("").containsAll(List.of("Trade", "Quote", "select", "tradeId")));
        assertEquals(List.of("order by"), offered("select tradeId from Trade ord"));
        assertEquals(List.of(), offered("select * from Nothing"));
    }

    @Test
    void shouldOfferColumnsOfTheTablesThatTheLineNames() {
        assertTrue(offered("select * from Trade where tra").contains("tradeId"));
        assertFalse(offered("select * from Quote where tra").contains("tradeId"));
        assertTrue(offered("select * from quote join trade where tra").contains("tradeId"));
    }

    @Test
    void shouldKeepWhatStandsBeforeInTheSameWord() {
        assertTrue(offered("select sum(quan").contains("sum(quantity"));
        assertTrue(offered("select * from Trade t where t.pri").contains("t.price"));
        assertTrue(offered("select a+pri").contains("a+price"));
    }

    @Test
    void shouldOfferCommandsAtTheBeginOfALine() {
        assertEquals(List.of("\\d", "\\format", "\\timing", "\\q", "\\?"), offered("\\"));
        assertEquals(List.of("\\timing"), offered("\\t"));
        assertTrue(offered("\\d Tr").contains("Trade"));
    }

    /// As somebody types it, Tab included.
    @Test
    void shouldCompleteAsSomebodyTypes() throws IOException {
        assertEquals("select tradeId from Trade;", typed("select tradeI\t from Trad\t;\n"));
        assertEquals("select sum(quantity) from Trade", typed("select sum(quanti\t) from Trade\n"));
    }

    private String typed(String keys) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8));
        try (Terminal terminal = new DumbTerminal("test", "ansi", in, new ByteArrayOutputStream(),
                StandardCharsets.UTF_8)) {
            LineReader reader = SqlPrompt.reader(terminal, session, temp.resolve("history"));
            return reader.readLine();
        }
    }
}
