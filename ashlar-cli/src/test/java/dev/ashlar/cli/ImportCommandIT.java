// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandIT {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.nnnnnnnnn");
    private static final String COLUMNS = "whole,small,big,price,ratio,moment,ok,name";
    private static final String TRADES = """
            transactTime,tradeId,symbol,price,quantity,side,conditions_Opening,conditions_Closing,conditions_OffBook
            2026-03-09 10:00:00.000000001,1,"A,B",1.5000,100,Buy,true,false,false
            2026-03-09 10:00:01.000000000,18446744073709551614,"",,4294967294,,false,true,true
            """;

    @TempDir
    Path temp;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text);
    }

    private static String done(Object... arguments) throws IOException, InterruptedException {
        return Command.run(arguments).done();
    }

    private static String csv(Path store, String sql) throws IOException, InterruptedException {
        return done("query", store, sql, "--format", "csv");
    }

    private static void failed(int exitCode, String message, Object... arguments)
            throws IOException, InterruptedException {
        Command command = Command.run(arguments);
        assertEquals(exitCode, command.exitCode(), command::err);
        assertTrue(command.err().contains(message), command::err);
    }

    @Test
    void shouldExportWhatWasImported() throws Exception {
        long seed = Seed.of("ImportCommandIT");
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 4; round++) {
            StringBuilder text = new StringBuilder(COLUMNS).append('\n');
            int rows = random.nextInt(1, 2_000);
            for (int i = 0; i < rows; i++) {
                row(random, i, round, text);
            }
            Path in = file("in.csv", text.toString());
            Path store = temp.resolve("store" + round);
            Path out = temp.resolve("out" + round + ".csv");
            done("import", in, "-d", store, "-t", "T", "--time", "moment");
            done("export", store, "select " + COLUMNS + " from T order by _row", "-o", out);
            assertEquals(text.toString(), Files.readString(out));
            done("verify", store);
        }
    }

    /// A column alone, whose NULLs would be empty lines, which most readers skip; the import is not one of them.
    @Test
    void shouldImportNullsOfOneColumn() throws Exception {
        Path in = file("in.csv", "n,note\n1,\n2,\"\"\n3,NULL\n4,null\n5,\n");
        Path store = temp.resolve("store");
        done("import", in, "-d", store, "-t", "T");
        for (String[] option : new String[][] {{"", "note\n\n\"\"\nNULL\nnull\n\n"},
            {"NULL", "note\nNULL\n\"\"\n\"NULL\"\nnull\nNULL\n"}, {"\\N", "note\n\\N\n\"\"\nNULL\nnull\n\\N\n"}}) {
            Path out = temp.resolve("out.csv");
            done("export", store, "select note from T order by n", "-o", out, "--force", "--null", option[0]);
            assertEquals(option[1], Files.readString(out));
            assertEquals(option[1], done("query", store, "select note from T order by n", "--format", "csv", "--null",
                    option[0]));
            Path again = temp.resolve("again" + option[0].length());
            done("import", out, "-d", again, "-t", "T", "--null", option[0]);
            assertEquals("{\"note\":null}\n{\"note\":\"\"}\n{\"note\":\"NULL\"}\n{\"note\":\"null\"}\n{\"note\":null}\n",
                    done("query", again, "select note from T order by _row", "--format", "json"));
        }
        failed(2, "--null is for CSV", "query", store, "select 1", "--null", "x");
        failed(2, "--null is for CSV", "export", store, "T", "-o", temp.resolve("out.jsonl"), "--null", "x");
        failed(2, "no comma, quote or line end", "query", store, "select 1", "--format", "csv", "--null", "a,b");
    }

    /// The first row has the extremes; NULLs begin in the second round.
    private static void row(SplittableRandom random, int row, int round, StringBuilder to) {
        boolean first = row == 0;
        String[] values = {
            first ? "-9223372036854775807" : Long.toString(random.nextLong() | 1), Integer.toString(random.nextInt(-127, 128)),
            first ? "18446744073709551614" : Long.toUnsignedString(random.nextLong() & -2L),
            first ? "922337203685477.5807" : "-" + random.nextInt(1, 100) + "." + (1_000 + random.nextInt(9_000)),
            first ? "-1.7976931348623157E308" : Double.toString(random.nextDouble() * 1e30),
            TIME.format(LocalDateTime.ofEpochSecond(random.nextLong(-9_000_000_000L, 9_000_000_000L),
                    random.nextInt(1_000_000_000), ZoneOffset.UTC)),
            Boolean.toString(random.nextBoolean()), name(random)};
        for (int i = 0; i < values.length; i++) {
            boolean isNull = round > 0 && !first && i != 5 && random.nextInt(8) == 0;
            to.append(i == 0 ? "" : ",").append(isNull ? "" : values[i]);
        }
        to.append('\n');
    }

    /// Text of several scripts, in quotes only where the export sets them.
    private static String name(SplittableRandom random) {
        List<String> parts = List.of("x", "\u00e9", "\u0416", "\u65e5\u672c", "\ud83d\ude00", "\"", ",", "\n", " ", "\u0627");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(parts.get(random.nextInt(parts.size())));
        }
        boolean quoted = text.isEmpty() || text.chars().anyMatch(c -> c == '"' || c == ',' || c == '\n');
        return quoted ? '"' + text.toString().replace("\"", "\"\"") + '"' : text.toString();
    }

    @Test
    void shouldImportByASchemaWhatWasExported() throws Exception {
        Path in = file("Trade.csv", TRADES);
        Path store = temp.resolve("store");
        String said = done("import", in, "-d", store, "--schema", ShopStore.SCHEMA, "--time", "transactTime");
        assertTrue(said.startsWith("imported 2 rows of 9 columns into Trade in "), said);
        Path out = temp.resolve("out.csv");
        done("export", store, "Trade", "-o", out);
        Path again = temp.resolve("again");
        done("import", out, "-d", again, "-t", "Trade", "-s", ShopStore.SCHEMA, "--time", "transactTime");
        Path copy = temp.resolve("copy.csv");
        done("export", again, "Trade", "-o", copy);
        assertEquals(Files.readString(out), Files.readString(copy));
        String columns = TRADES.lines().findFirst().orElseThrow();
        assertEquals(TRADES, csv(again, "select " + columns + " from Trade"));
    }

    @Test
    void shouldImportTheParquetThatWasExported() throws Exception {
        Path in = file("Trade.csv", TRADES);
        Path store = temp.resolve("store");
        done("import", in, "-d", store, "--schema", ShopStore.SCHEMA, "--time", "transactTime");
        Path out = temp.resolve("out.bin");
        done("export", store, "Trade", "-o", temp.resolve("out.parquet"));
        Files.move(temp.resolve("out.parquet"), out);
        Path again = temp.resolve("again");
        String said = done("import", out, "-d", again, "-t", "Trade", "-s", ShopStore.SCHEMA, "--time", "transactTime",
                "--threads", 2);
        assertTrue(said.startsWith("imported 2 rows of 9 columns into Trade in "), said);
        String columns = TRADES.lines().findFirst().orElseThrow();
        assertEquals(TRADES, csv(again, "select " + columns + " from Trade"));
        Path measured = temp.resolve("measured");
        done("import", out, "-d", measured, "-t", "Trade", "--ignore", "_row");
        assertEquals(TRADES, csv(measured, "select " + columns + " from Trade"));
        assertEquals("tradeId\n1\n",
                csv(measured, "select tradeId from Trade where conditions_Opening and not conditions_Closing"));
        failed(2, "--delimiter and --null are for CSV; ", "import", out, "-d", again, "-t", "u", "--delimiter", ";");
        failed(2, "--threads must be 1 to 64", "import", out, "-d", again, "-t", "u", "--threads", "65");
        Files.write(out, Arrays.copyOf(Files.readAllBytes(out), 500));
        failed(3, "Parquet file is truncated", "import", out, "-d", temp.resolve("none"), "-t", "u");
        assertFalse(Files.exists(temp.resolve("none")));
    }

    @Test
    void shouldPrintASchemaThatItTakes() throws Exception {
        Path in = file("t.csv", "a,price,name\n1,2.50,x\n2,,\n");
        Path saved = file("t.xml", done("import", in, "--print-schema"));
        done("import", in, "-d", temp.resolve("store"), "-s", saved);
        assertEquals("a,price,name\n1,2.50,x\n2,,\n", csv(temp.resolve("store"), "select a, price, name from t"));
    }

    @Test
    void shouldAddToATableOnlyWhenAsked() throws Exception {
        Path in = file("t.csv", "a,b\n1,x\n2,y\n");
        Path store = temp.resolve("store");
        done("import", in, "-d", store);
        failed(4, "table t has rows; add to it with --append", "import", in, "-d", store);
        done("import", in, "-d", store, "--append", "--skip", "1");
        done("import", in, "-d", store, "--table", "u");
        assertEquals("a\n1\n2\n2\n", csv(store, "select a from t"));
        Path other = file("other.csv", "a,b\n300,x\n");
        failed(3, "out of range: -128 to 127, type=int8, value=\"300\"", "import", other, "-d", store, "-t", "t", "--append");
        assertEquals("3\n", csv(store, "select count(*) c from t").substring(2));
        failed(3, "file has fewer rows than --skip", "import", in, "-d", store, "--append", "--skip", "3");
    }

    @Test
    void shouldRejectBeforeAnythingIsStored() throws Exception {
        Path store = temp.resolve("store");
        Path in = file("t.csv", "a,b\n1,x\n2\n");
        failed(3, "row has 1 values, the header 2", "import", in, "-d", store);
        failed(3, "no such file", "import", temp.resolve("none.csv"), "-d", store);
        failed(3, "schema has no message of the table's name", "import", in, "-d", store, "-s", ShopStore.SCHEMA);
        failed(2, "-d STORE is missing", "import", in);
        failed(2, "--column is NAME:TYPE", "import", in, "-d", store, "--column", "a:int9");
        failed(2, "--delimiter is one character", "import", in, "-d", store, "--delimiter", "ab");
        failed(2, "--table must be letters", "import", in, "-d", store, "-t", "a b");
        assertFalse(Files.exists(store));
        failed(4, "", "import", file("u.csv", "a\n1\n"), "-d", in);
    }
}
