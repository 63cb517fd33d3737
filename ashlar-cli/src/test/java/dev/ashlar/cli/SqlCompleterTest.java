// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.shell.SqlCompleter;
import dev.ashlar.cli.shell.SqlPrompt;
import dev.ashlar.cli.shell.StatementParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.ReadOptions;
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
import java.util.Map;
import java.util.Optional;
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
    @TempDir
    Path temp;
    private OpenStores stores;

    @BeforeEach
    void makeStore() throws IOException {
        Schema schema = ShopStore.schema();
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            writer.define(TableDefinition.of(schema, "Trade"));
            writer.define(TableDefinition.of(schema, "Quote"));
        }
        stores = new OpenStores(temp.resolve("s"), Map.of("other", temp.resolve("s")), ReadOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        stores.close();
    }

    /// What the completer offers at the end of a line that is left when the reader has taken what does not fit.
    private List<String> offered(String line) {
        ParsedLine parsed = new StatementParser().parse(line, line.length(), ParseContext.COMPLETE);
        List<Candidate> candidates = new ArrayList<>();
        new SqlCompleter(stores.session()).complete(null, parsed, candidates);
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
        assertTrue(offered("\\").containsAll(List.of("\\d", "\\format", "\\timing", "\\q", "\\?", "\\plot", "\\e")));
        assertEquals(List.of("\\timing"), offered("\\t"));
        assertTrue(offered("\\d Tr").contains("Trade"));
        assertEquals(List.of("other.Trade", "other.Quote"), offered("\\d oth"));
        assertEquals(List.of("markdown"), offered("\\format m"));
    }

    @Test
    void shouldOfferTablesAloneAfterFrom() {
        assertEquals(List.of("Trade"), offered("select count(*) from tra"));
        assertEquals(List.of("other.Trade"), offered("select count(*) from other.tra"));
        assertFalse(offered("select count(*) from ").contains("select"));
    }

    @Test
    void shouldOfferColumnsOfAnAlias() {
        assertEquals(List.of("t.transactTime", "t.tradeId"), offered("select * from Trade t join Quote q on t.tra"));
        assertEquals(List.of("q.transactTime"), offered("select * from Trade t join Quote q on q.tra"));
    }

    @Test
    void shouldOfferFunctionsWithTheirSignatures() {
        List<Candidate> candidates = new ArrayList<>();
        String line = "select time_b";
        new SqlCompleter(stores.session()).complete(null, new StatementParser().parse(line, line.length(),
                ParseContext.COMPLETE), candidates);
        Candidate bucket = candidates.stream().filter(c -> c.value().equals("time_bucket(")).findFirst().orElseThrow();
        assertTrue(bucket.displ().startsWith("time_bucket(") && bucket.displ().endsWith(")"), bucket.displ());
        assertEquals("functions", bucket.group());
    }

    /// As somebody types it, Tab included.
    @Test
    void shouldCompleteAsSomebodyTypes() throws IOException {
        assertEquals("select tradeId from Trade;", typed("select tradeI\t from Trad\t;\n"));
        assertEquals("select sum(quantity) from Trade;", typed("select sum(quantit\t) from Trade;\n"));
    }

    /// A line that completes no statement is followed by others, which are one entry of the history.
    @Test
    void shouldReadAStatementOfSeveralLines() throws IOException {
        assertEquals("select 1\n  as uno;", typed("select 1\n  as uno;\n"));
        assertEquals("\\d", typed("\\d\n"));
        assertEquals("quit", typed("quit\n"));
        assertEquals("select ';\n' as x;", typed("select ';\n' as x;\n"));
    }

    private String typed(String keys) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8));
        try (Terminal terminal = new DumbTerminal("test", "ansi", in, new ByteArrayOutputStream(),
                StandardCharsets.UTF_8)) {
            LineReader reader = SqlPrompt.reader(terminal, stores, Optional.of(temp.resolve("history")));
            return reader.readLine();
        }
    }
}
