// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several stores, parameters, and where statements come from, for `query` and `sql`.
class StatementsIT {
    @TempDir
    Path temp;
    private Path day;
    private Path night;

    @BeforeEach
    void load() throws Exception {
        day = load("day", 500);
        night = load("night", 200);
    }

    private Path load(String name, int messages) throws Exception {
        Path schema = Files.writeString(temp.resolve("feed.xml"), SampleFeed.schemaText());
        Path capture = temp.resolve(name + ".pcap");
        Path folder = temp.resolve(name + ".store");
        SampleFeed.write(capture, SampleFeed.Options.messages(messages));
        Command.run("load", "-s", schema, "-f", "cme-mdp3", "-d", folder, capture).done();
        return folder;
    }

    private static String out(Command command) {
        assertEquals("", command.err());
        return command.done();
    }

    private static void assertFails(int exitCode, String message, Command command) {
        assertEquals("ashlar: " + message + "\n", command.err());
        assertEquals(exitCode, command.exitCode());
        assertEquals("", command.out());
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text);
    }

    @Test
    void shouldAnswerOverSeveralStores() throws Exception {
        String csv = "--format=csv";
        String sql = "select (select count(*) from Trade) > (select count(*) from n.Trade) as more";
        assertEquals("more\ntrue\n", out(Command.run("query", day, "--store", "n=" + night, csv, sql)));
        assertEquals("more\nfalse\n", out(Command.run("query", night, "--store", "n=" + day, csv, sql)));
        // Where all have names, the first one is the main store.
        assertEquals("more\ntrue\n", out(Command.run("query", "--store", "d=" + day, "--store", "n=" + night, csv, sql)));
        assertEquals("same\ntrue\n", out(Command.run("query", "--store", "d=" + day, csv,
                "select (select count(*) from Trade) = (select count(*) from d.Trade) as same")));
        List<String> stores = out(Command.run("sql", day, "--store", "n=" + night, "-c", "\\l")).lines().toList();
        assertTrue(stores.get(1).matches("main +\\d+  " + day) && stores.get(2).matches("n +\\d+  " + night),
                stores.toString());
    }

    @Test
    void shouldRefuseStoresThatConflict() throws Exception {
        assertFails(2, "--store must be NAME=FOLDER, such as refs=refs.store: night; see ashlar query --help",
                Command.run("query", day, "--store", "night", "select 1"));
        assertFails(2, "two stores have the same name: n; see ashlar query --help",
                Command.run("query", day, "--store", "n=" + night, "--store", "n=" + day, "select 1"));
        assertFails(3, "another store has this name: N; --store gives stores their names",
                Command.run("query", day, "--store", "n=" + night, "--store", "N=" + day, "select 1"));
        assertFails(3, "'main' is the name of the first store; --store gives stores their names",
                Command.run("query", day, "--store", "main=" + night, "select 1"));
        assertFails(2, "a store is missing; see ashlar query --help", Command.run("query", "select 1"));
        assertFails(2, "a store is missing; see ashlar sql --help", Command.run("sql"));
        assertEquals(4, Command.run("query", day, "--store", "n=" + temp.resolve("absent"), "select 1").exitCode());
        assertFails(3, "line 1, column 15: no store is called 'other'; there are: main, n",
                Command.run("query", day, "--store", "n=" + night, "select * from other.Trade"));
    }

    @Test
    void shouldTakeParametersByTheirPlaces() throws Exception {
        String count = out(Command.run("query", day, "--format", "csv", "select count(*) from Trade where quantity > 10"));
        assertEquals(count, out(Command.run("query", day, "--format", "csv", "--param", "n=10",
                "select count(*) as \"count(*)\" from Trade where quantity > :n")));
        // Text of a statement stays text.
        assertEquals("a,b,c,d\n' or 1=1 --,:x,3,2026-01-02\n", out(Command.run("query", day, "--format", "csv", "--param",
                "x=' or 1=1 --", "--param", "i=2", "--param", "d=2026-01-02", "select cast(:x as varchar) as a, ':x' as b, "
                + "/* :y */ cast(:i as integer) + 1 as c, cast(:d as date) as d -- :z")));
        assertEquals("same\ntrue\n", out(Command.run("query", day, "--format", "csv", "--param", "t=1970-01-01T01:00:00+01:00",
                "select count(*) = (select count(*) from Trade) as same from Trade where _time >= :t")));
        assertEquals("n\n2\n", out(Command.run("query", day, "--format", "csv", "--param", "k=2",
                "select count(*) as n from (select * from Trade limit :k) as t")));
    }

    @Test
    void shouldRefuseParametersThatDoNotFit() throws Exception {
        assertFails(3, "line 1, column 38: value of :n is not a number of at most 38 digits: 'many'",
                Command.run("query", day, "--param", "n=many", "select * from Trade where quantity > :n"));
        assertFails(3, "line 2, column 10: value of :t is not a time such as 2026-01-31 09:30:00.123456789, in UTC or with "
                + "an offset: 'noon'", Command.run("query", day, "--param", "t=noon", "select * from Trade where\n _time > :t"));
        assertFails(3, "line 1, column 38: parameter :n has no value; --param n=VALUE gives it one",
                Command.run("query", day, "select * from Trade where quantity > :n"));
        assertFails(3, "line 1, column 38: parameter :symbl has no value; nearest: symbol",
                Command.run("query", day, "--param", "symbol=A", "select * from Trade where quantity > :symbl"));
        assertFails(2, "no statement has the parameter :n; see ashlar query --help",
                Command.run("query", day, "--param", "n=1", "select 1 as x"));
        assertFails(2, "parameter has two values: n; see ashlar query --help",
                Command.run("query", day, "--param", "n=1", "--param", "n=2", "select :n"));
        assertFails(2, "not a parameter: 'n'; write NAME=VALUE, such as symbol=ESZ6; see ashlar query --help",
                Command.run("query", day, "--param", "n", "select 1"));
    }

    @Test
    void shouldRunStatementsAfterTheStore() throws Exception {
        assertEquals("a\n1\nb\n2\nc\n3\n", out(Command.run("sql", day, "--format=csv", "select 1 as a; select 2 as b",
                "select 3 as c")));
        assertFails(2, "statements are given twice: as arguments, and by -c or -f; see ashlar sql --help",
                Command.run("sql", day, "select 1", "-c", "select 2"));
    }

    @Test
    void shouldRunFilesUpToTheFirstError() throws Exception {
        Path good = file("good.sql", "-- two\nselect 1 as a;\n\\format csv\nselect 2\n  as b");
        assertEquals("a\n-\n1\nb\n2\n", out(Command.run("query", day, "-f", good)));
        assertEquals("a\n-\n1\nb\n2\n", out(Command.run("sql", day, "-f", good)));
        Path bad = file("bad.sql", "select 1 as a; select 2 as b\n  from Trad;\nselect 3;\n");
        Command failed = Command.run("query", day, "-f", bad, "--format", "csv");
        assertEquals("a\n1\n", failed.out());
        assertEquals("ashlar: " + bad + ":2:8: table 'Trad' not found; nearest: Trade\n", failed.err());
        assertEquals(3, failed.exitCode());
        Path column = file("column.sql", "\n/* a\n*/ select 1 as a; select nothing from Trade;");
        assertTrue(Command.run("query", day, "-f", column).err().startsWith("ashlar: " + column
                + ":3:26: column 'nothing' not found"));
        Path zero = file("zero.sql", "\n\nselect 1 /\n 0;");
        assertEquals("ashlar: " + zero + ":3: division by zero: 1 / 0\n", Command.run("query", day, "-f", zero).err());
        Path includes = file("includes.sql", "\\i " + bad + "\nselect 4;\n");
        assertEquals("ashlar: " + bad + ":2:8: table 'Trad' not found; nearest: Trade\n",
                Command.run("sql", day, "-f", includes).err());
        Path itself = file("itself.sql", "\\i " + temp.resolve("itself.sql"));
        assertEquals("ashlar: " + itself + ":1: files are nested too deeply: depth=17, most=16 (" + itself + ")\n",
                Command.run("sql", day, "-f", itself).err());
    }

    @Test
    void shouldRefuseFilesThatAreNone() throws Exception {
        Path absent = temp.resolve("absent.sql");
        Command.run("query", day, "-f", absent).failed(3, absent.toString());
        Path bytes = Files.write(temp.resolve("bytes.sql"), new byte[] {'s', (byte) 0xff, ';'});
        assertEquals("ashlar: file of statements is not UTF-8 (" + bytes + ")\n", Command.run("query", day, "-f", bytes).err());
        Command.run("query", day, "-f", temp).failed(3);
        Path mark = Files.write(temp.resolve("mark.sql"), "\ufeffselect 1 as x;".getBytes(StandardCharsets.UTF_8));
        assertEquals("x\n-\n1\n", out(Command.run("query", day, "-f", mark)));
        assertEquals("", out(Command.run("query", day, "-f", file("empty.sql", "-- nothing\n;;\n"))));
        assertEquals("x\n-\n1\n", out(Command.runWithInput(file("in.sql", "select 1 as x;"), "query", day, "-f", "-")));
    }

    @Test
    void shouldRunStatementsOfTheCommandLine() throws Exception {
        assertEquals("a\n-\n1\nb\n-\n2\nc\n-\n3\n", out(Command.run("sql", day, "-c", "select 1 as a; select 2 as b", "-c",
                "select 3 as c")));
        Command failed = Command.run("sql", day, "-c", "select 1 as a;\nselect x;", "-c", "select 2 as b");
        assertEquals("a\n-\n1\n", failed.out());
        assertTrue(failed.err().startsWith("ashlar: line 1, column 8: column 'x' not found"), failed.err());
        assertEquals(3, failed.exitCode());
        assertFails(2, "-c and -f exclude each other; \\i FILE in -c runs a file; see ashlar sql --help",
                Command.run("sql", day, "-c", "select 1", "-f", temp.resolve("x.sql")));
        assertFails(2, "statements are given twice: as an argument, and by -c or -f; see ashlar query --help",
                Command.run("query", day, "select 1", "-c", "select 2"));
    }

    @Test
    void shouldPrintForPeopleAndPages() throws Exception {
        String sql = "select 'a|b' as t, 12 as n, cast(null as varchar(3)) as z union all select '日本', 3, 'é'";
        assertEquals("""
                ┌────────────┬─────────┬────────────┐
                │ t          │       n │ z          │
                │ VARCHAR(3) │ INTEGER │ VARCHAR(3) │
                ├────────────┼─────────┼────────────┤
                │ a|b        │      12 │ NULL       │
                │ 日本       │       3 │ é          │
                └────────────┴─────────┴────────────┘
                """, out(Command.run("query", day, sql, "--format", "box")));
        assertEquals("""
                | t    |  n | z    |
                |------|---:|------|
                | a\\|b | 12 | NULL |
                | 日本 |  3 | é    |
                """, out(Command.run("query", day, sql, "--format", "markdown")));
        assertEquals("""
                t = a|b
                n = 12
                z = NULL

                t = 日本
                n = 3
                z = é
                """, out(Command.run("query", day, sql, "--format", "line")));
    }

    @Test
    void shouldWriteAnswersToFiles() throws Exception {
        Path answer = temp.resolve("answer.csv");
        assertEquals("b\n-\n2\n", out(Command.run("sql", day, "-c", "\\format csv", "-c", "\\o " + answer, "-c",
                "select 1 as a", "-c", "\\o", "-c", "\\format table", "-c", "select 2 as b")));
        assertEquals("a\n1\n", Files.readString(answer));
        assertFails(3, "file exists; name another, or write \\o! to replace it (" + answer + ")",
                Command.run("sql", day, "-c", "\\o " + answer, "-c", "select 3"));
        out(Command.run("sql", day, "-c", "\\o! " + answer, "-c", "select 4 as c"));
        assertEquals("c\n-\n4\n", Files.readString(answer));
        if (Files.exists(Path.of("/dev/full"))) {
            Command full = Command.run("sql", day, "-c", "\\o! /dev/full", "-c", "select * from Trade");
            assertEquals(3, full.exitCode());
            assertTrue(full.err().contains("cannot write"), full.err());
        }
    }

    @Test
    void shouldDraw() throws Exception {
        String sql = "select * from (values ('a', 4), ('bc', 8), ('d', cast(null as integer)), ('e', -2)) as t(x, y)";
        assertEquals(List.of("y", "a     4               " + "█".repeat(28) + "▍"),
                out(Command.run("query", day, sql, "--plot")).lines().limit(2).toList());
        Path svg = temp.resolve("plot.svg");
        assertEquals("drawn to " + svg + "\n", out(Command.run("query", day, "--svg", svg, sql)));
        assertTrue(Files.readString(svg).startsWith("<svg ") && Files.readString(svg).endsWith("</svg>\n"));
        assertFails(3, "cannot draw column 'b': it is not a number but CHAR(1); select one column for the horizontal axis, "
                + "then numbers", Command.run("query", day, "--plot", "select 'a' as a, 'b' as b"));
        assertFails(3, "there is nothing to draw: the answer has no rows",
                Command.run("query", day, "--plot", "select quantity from Trade where quantity < 0"));
    }

    @Test
    void shouldKnowTheWordsOfOtherShells() throws Exception {
        String tables = out(Command.run("sql", day, "-c", "\\d"));
        for (String word : List.of(".tables", "\\dt")) {
            assertEquals(tables, out(Command.run("sql", day, "-c", word)), word);
        }
        // Those that are SQL are answered as such, in any format.
        for (String word : List.of("show tables", "SHOW TABLES;")) {
            assertTrue(out(Command.run("sql", day, "--format", "csv", "-c", word)).contains("Trade_fills\n"), word);
        }
        for (String word : List.of("describe trade;", "desc Trade", "show columns from Trade")) {
            assertTrue(out(Command.run("sql", day, "--format", "csv", "-c", word)).contains("\ntradeId,"), word);
        }
        String columns = out(Command.run("sql", day, "-c", "\\d Trade"));
        for (String word : List.of(".schema Trade", "\\d+ trade")) {
            assertEquals(columns, out(Command.run("sql", day, "-c", word)), word);
        }
        for (String word : List.of("quit", "exit;", ".quit", ".exit", "\\q", "EXIT", "bye")) {
            assertEquals("", out(Command.run("sql", day, "-c", word, "-c", "select 1")), word);
        }
        assertEquals(out(Command.run("sql", day, "-c", "\\?")), out(Command.run("sql", day, "-c", "help")));
        assertEquals("x\n1\n", out(Command.run("sql", day, "-c", ".mode csv", "-c", "select 1 as x")));
        assertEquals(List.of("table", "Trade", "Trade_fills"), out(Command.run("sql", day, "-c", "\\dt trade*")).lines()
                .map(line -> line.replaceFirst(" .*", "")).toList());
        assertEquals(out(Command.run("sql", day, "-c", "\\d Trade*")), out(Command.run("sql", day, "-c", ".tables Trade%")));
        for (String word : List.of("use night", ".open x.db", "\\c other", "\\copy x", ".import a b", "import a.csv", ".headers on",
                "\\g")) {
            Command.run("sql", day, "-c", word).failed(3, "ashlar: no such command: ");
        }
        assertTrue(Command.run("sql", day, "-c", "\\!ls").err().contains("commands run outside of the shell"));
        assertTrue(Command.run("sql", day, "-c", "\\formt csv").err().endsWith("nearest: \\format\n"));
    }
}
