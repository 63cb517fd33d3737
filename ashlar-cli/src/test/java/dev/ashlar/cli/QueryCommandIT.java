// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.TestFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCommandIT {
    private static final int ROWS = 250;

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void makeStore() throws IOException {
        folder = temp.resolve("day.store");
        ShopStore.write(folder, ROWS, row -> new ShopStore.Trade("A\"S,H", row == 1 ? Long.MIN_VALUE : 12_5000 + row,
                100 * row, 0));
    }

    @Test
    void shouldSayThatThereIsNothingToAnswer() throws Exception {
        for (String nothing : List.of("", " ", ";", "; -- all", "/* all */;")) {
            Command query = Command.run("query", folder, nothing);
            assertEquals(3, query.exitCode(), nothing);
            assertEquals("ashlar: statement is empty; write SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SHOW or EXPLAIN\n",
                    query.err(), nothing);
        }
        Command export = Command.run("export", folder, "Trad", "-o", temp.resolve("x.csv"));
        assertEquals(3, export.exitCode());
        assertEquals("ashlar: table 'Trad' not found; nearest: Trade; ashlar info lists them (" + folder + ")\n",
                export.err());
    }

    private static String[] lines(Command command) {
        return command.out().split("\n");
    }

    @Test
    void shouldPrintTables() throws Exception {
        Command query = Command.run("query", folder,
                "select Side, count(*) as n, sum(price) as total from trade group by side order by n desc, side;");
        assertEquals("", query.err());
        assertEquals("""
                Side    n      total
                ----  ---  ---------
                Buy   125  1564.0500
                NULL  125  1551.5624
                """, query.done());
        Command timed = Command.run("query", folder, "select * from Trade where upper(symbol) = 'X'", "--timing");
        assertTrue(timed.err().matches("0 rows, \\d+\\.\\d{3} s\n"), timed.err());
        assertEquals(2, lines(timed).length, timed.out());
    }

    @Test
    void shouldPrintForPrograms() throws Exception {
        String sql = "select tradeId, symbol, price, side, transactTime, tradeId = 1 as \"is, one\" from Trade limit 2";
        assertEquals("""
                tradeId,symbol,price,side,transactTime,"is, one"
                0,"A""S,H",12.5000,Buy,2023-11-14 22:13:20.000000000,false
                1,"A""S,H",,,2023-11-14 22:13:20.000000001,true
                """, Command.run("query", folder, sql, "--format", "csv").out());
        assertEquals("""
                {"tradeId":0,"symbol":"A\\"S,H","price":12.5000,"side":"Buy","transactTime":"2023-11-14 22:13:20.000000000",\
                "is, one":false}
                {"tradeId":1,"symbol":"A\\"S,H","price":null,"side":null,"transactTime":"2023-11-14 22:13:20.000000001",\
                "is, one":true}
                """, Command.run("query", folder, sql, "--format", "json", "--threads", 2).out());
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() throws Exception {
        Command column = Command.run("query", folder, "select pric from Trade");
        assertEquals(3, column.exitCode());
        assertEquals("ashlar: line 1, column 8: column 'pric' not found; nearest: price\n", column.err());
        for (String sql : new String[] {"drop table Trade",
            "select upper(symbol), quantity / (quantity - quantity) from Trade"}) {
            Command failed = Command.run("query", folder, sql).failed(3);
            assertFalse(failed.err().contains("internal error"), failed.err());
        }
        assertEquals(4, Command.run("query", temp.resolve("absent"), "select 1").exitCode());
        assertEquals(2, Command.run("query", folder).exitCode());
        assertEquals(2, Command.run("query", folder, "select 1", "--threads", 0).exitCode());
        assertEquals(2, Command.run("query", folder, "select 1", "--limit-time", -1).exitCode());
        Command.run("query", folder, "select count(*) from Trade a, Trade b, Trade c, Trade d, Trade e where a.tradeId "
                + "+ b.tradeId + c.tradeId + d.tradeId + e.tradeId < 0", "--limit-time", 1).failed(3, "took too long");
    }

    @Test
    void shouldSayThatRowsAreDamaged() throws Exception {
        // The entry of the first chunk.
        TestFiles.flip(folder.resolve("extents/0000.ext"), 4096 + 8);
        Command.run("query", folder, "select sum(quantity) from Trade").failed(4);
        Command sound = Command.run("query", folder, "select 1 + 1 as two");
        assertEquals("two\n---\n  2\n", sound.out());
    }

    /// Commands that read rows, and what they say of a store that was damaged behind their back.
    private void refuseAll() throws Exception {
        for (String sql : new String[] {"select sum(quantity) from Trade", "select count(*) from Trade",
            "select * from Trade where quantity > 5 order by price limit 3"}) {
            Command.run("query", folder, sql).failed(4, "cannot be read");
        }
        Command dump = Command.run("dump", folder, "Trade");
        assertEquals(4, dump.exitCode());
        assertTrue(dump.out().lines().count() < ROWS, dump.out());
        Path file = temp.resolve("trades.csv");
        assertEquals(4, Command.run("export", folder, "Trade", "-o", file).exitCode());
        assertTrue(Files.notExists(file));
        assertEquals(4, Command.run("reorder", folder, "Trade", "--by", "price", "-o", temp.resolve("other"))
                .exitCode());
    }

    @Test
    void shouldRefuseRowsThatDifferFromTheirChecksums() throws Exception {
        Path extent = folder.resolve("extents/0000.ext");
        byte[] whole = Files.readAllBytes(extent);
        byte[] damaged = whole.clone();
        // In the first chunk, behind the header and 64 entries.
        damaged[4096 + 64 * 128 + 100] ^= 1;
        Files.write(extent, damaged);
        refuseAll();
        for (String[] command : new String[][] {{"query", "select sum(quantity) from Trade"}, {"dump", "Trade"}}) {
            Command.run(command[0], folder, command[1], "--no-verify-reads").done();
        }
        // Cut to a third of what is in use, and grown again.
        int used = 4096 + 64 * 128 + 3 * 4096;
        Files.write(extent, Arrays.copyOf(Arrays.copyOf(whole, 4096 + 64 * 128 + used / 9), whole.length));
        refuseAll();
        Files.delete(extent);
        refuseAll();
    }

    @Test
    void shouldReportThatTheOutputIsFull() throws Exception {
        Command.runToFullDisk("query", folder, "select * from Trade").failed(3, "cannot write");
    }

    @Test
    void shouldStartCommandsWithoutSql() throws Exception {
        // As the launcher does where no SQL is asked for.
        String path = System.getProperty("java.class.path");
        String without = String.join(File.pathSeparator, Arrays.stream(
                path.split(File.pathSeparator)).filter(p -> !p.contains("ashlar-sql") && !p.contains("calcite")
                && !p.contains("jline")).toList());
        String said = ProgramRun.check(List.of(ProgramRun.jdk("java"), "-cp", without, "dev.ashlar.cli.Main", "info",
                folder.toString()));
        assertTrue(said.contains("Trade"), said);
    }

    /// "No" is an answer, which a command without memory or its libraries does not have.
    @Test
    void shouldNotAnswerNoWithoutMemoryOrLibraries() throws Exception {
        String path = System.getProperty("java.class.path");
        String without = String.join(File.pathSeparator, Arrays.stream(path.split(File.pathSeparator))
                .filter(p -> !p.contains("calcite")).toList());
        Path large = temp.resolve("large.sql");
        Files.write(large, new byte[48 << 20]);
        for (List<String> words : List.of(List.of("-cp", without, "dev.ashlar.cli.Main", "query", folder.toString(), "select 1"),
                List.of("-Xmx32m", "-cp", path, "dev.ashlar.cli.Main", "query", folder.toString(), "-f", large.toString()))) {
            List<String> command = new ArrayList<>(List.of(ProgramRun.jdk("java")));
            command.addAll(words);
            ProgramRun run = ProgramRun.of(command);
            String said = run.text();
            assertEquals(3, run.exitCode(), said);
            assertTrue(said.startsWith("ashlar: ") && said.indexOf('\n') == said.length() - 1, said);
            assertTrue(said.contains(words.contains("-Xmx32m") ? "not enough memory" : "org/apache/calcite"), said);
        }
    }
}
