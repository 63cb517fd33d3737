// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ashlar index`, `reorder` and `export`.
class TableCommandsIT {
    private static final int ROWS = 250;
    private static final int ATTEMPTS = 30;

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void makeStore() throws IOException {
        folder = temp.resolve("day.store");
        ShopStore.write(folder, ROWS, row -> new ShopStore.Trade("S" + row % 5, 12_5000 + row, 100 * (row % 7), 0));
    }

    @Test
    void shouldDeclareListUseAndDropIndexes() throws Exception {
        assertEquals("declared: Trade by tradeId (hash)\n",
                Command.run("index", folder, "Trade", "--by", "tradeId").done());
        Command.run("index", folder, "Trade", "--by", "symbol", "--sorted").done();
        assertEquals("""
                table  columns  kind    bytes/key  rows
                Trade  tradeId  hash            8   250
                Trade  symbol   sorted          8   250
                """, Command.run("index", folder, "--list").out());
        assertTrue(Command.run("info", folder).out()
                .contains("indexes     Trade by tradeId (hash); Trade by symbol (sorted)\n"));
        String verified = Command.run("verify", folder).done();
        assertTrue(verified.contains("; 2 indexes built and compared with 500 rows)"), verified);
        String plan = Command.run("query", folder, "explain plan for select price from Trade where tradeId = 42").out();
        assertTrue(plan.contains("rows of Trade: by index on tradeId (hash): rows found 1"), plan);
        assertEquals("tradeId\n-------\n      3\n", Command.run("query", folder,
                "select tradeId from Trade where symbol = 'S3' and tradeId < 5").out());
        assertEquals("dropped: Trade by tradeId (hash)\n",
                Command.run("index", folder, "Trade", "--by", "tradeId", "--drop").out());
        Command.run("index", folder, "Trade", "--by", "tradeId", "--drop").failed(3, "[Trade by symbol (sorted)]");
    }

    @Test
    void shouldReorderWithinTheStoreAndIntoAnother() throws Exception {
        assertEquals("250 rows by quantity, tradeId (ByQuantity in " + folder + ")\n",
                Command.run("reorder", folder, "Trade", "--by", "quantity,tradeId", "--as", "ByQuantity").done());
        Path other = temp.resolve("other.store");
        assertEquals("250 rows by symbol (" + other + ")\n",
                Command.run("reorder", folder, "Trade", "--by", "symbol", "-o", other).done());
        assertEquals("n\n-\n0\n", Command.run("query", folder, "select count(*) as n from (select quantity, lag(quantity) "
                + "over (order by _row) as before from ByQuantity) where quantity < before").out());
        Command.run("verify", other).done();
        assertEquals(3, Command.run("reorder", folder, "Trade", "--by", "nothing", "-o", temp.resolve("x")).exitCode());
        Command.run("reorder", folder, "Trade", "--by", "symbol", "-o", other).failed(4);
        assertEquals(2, Command.run("reorder", folder, "Trade", "--by", "symbol").exitCode());
        assertEquals(List.of("day.store", "other.store"), TestFiles.names(temp));
    }

    @Test
    void shouldExportTablesAndAnswers() throws Exception {
        Path csv = temp.resolve("out.csv");
        Command exported = Command.run("export", folder, "select tradeId, symbol, price from Trade where tradeId < 2",
                "-o", csv);
        assertEquals("", exported.err());
        assertTrue(exported.done().startsWith("2 rows, "), exported.out());
        assertEquals("tradeId,symbol,price\n0,S0,12.5000\n1,S1,12.5001\n", Files.readString(csv));
        Command.run("export", folder, "select tradeId as n, symbol as n, price as N from Trade where tradeId = 1", "-o", csv,
                "--force").done();
        assertEquals("n,n_2,N_3\n1,S1,12.5001\n", Files.readString(csv));
        Path lines = temp.resolve("out.jsonl");
        Command.run("export", folder, "trade", "-o", lines).done();
        assertEquals(ROWS, Files.readAllLines(lines).size());
        Path parquet = temp.resolve("out.parquet");
        Command written = Command.run("export", folder, "Trade", "-o", parquet);
        written.done();
        assertEquals("", written.err(), "no warnings");
        assertTrue(Files.size(parquet) > 100);
        assertEquals(List.of("day.store", "out.csv", "out.jsonl", "out.parquet"), TestFiles.names(temp));
    }

    /// @return whether it did: not where the export has written its own already
    private static boolean appears(Path file) throws IOException {
        try {
            Files.writeString(file, "mine", StandardOpenOption.CREATE_NEW);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    @Tag("slow")
    @Test
    void shouldNotReplaceAFileThatAppearsMeanwhile() throws Exception {
        Path file = temp.resolve("out.csv");
        Path err = temp.resolve("err");
        boolean late = true;
        for (int attempt = 0; late; attempt++) {
            assertTrue(attempt < ATTEMPTS, "each export was faster than the file");
            Process export = Command.start(temp.resolve("out"), err, "export", folder,
                    "select a.tradeId from Trade a, Trade b", "-o", file);
            while (export.isAlive() && TestFiles.names(temp).stream().noneMatch(name -> name.startsWith("out.csv."))) {
                Thread.sleep(1);
            }
            late = !appears(file);
            assertEquals(late ? 0 : 3, export.waitFor());
            if (late) {
                Files.delete(file);
            }
        }
        assertTrue(Files.readString(err).contains("file exists; name another, or use --force"), () -> "no error");
        assertEquals("mine", Files.readString(file));
        assertEquals(List.of("day.store", "err", "out", "out.csv"), TestFiles.names(temp));
    }

    @Test
    void shouldLeaveNoFileThatIsNotWhole() throws Exception {
        Path file = temp.resolve("out.parquet");
        Command.run("export", folder, "select quantity / (quantity - quantity) from Trade", "-o", file).failed(3);
        assertFalse(Files.exists(file));
        assertEquals(2, Command.run("export", folder, "Trade", "-o", temp.resolve("out.xls")).exitCode());
        assertEquals(2, Command.run("export", folder, "Trade", "-o", temp.getRoot()).exitCode());
        Files.writeString(file, "mine");
        Command.run("export", folder, "Trade", "-o", file).failed(3, "--force");
        assertEquals("mine", Files.readString(file));
        Command.run("export", folder, "Trade", "-o", file, "--force").done();
        assertEquals(List.of("day.store", "out.parquet"), TestFiles.names(temp));
    }
}
