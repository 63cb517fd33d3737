// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.testkit.Seed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AnswerPrinterTest {
    /// Rows of a list.
    private record Rows(List<SqlColumn> columns, List<List<Object>> rows, int[] at) implements SqlResult {
        static Rows of(List<SqlColumn> columns, List<List<Object>> rows) {
            return new Rows(columns, rows, new int[] {-1});
        }

        @Override
        public boolean next() {
            return ++at[0] < rows.size();
        }

        @Override
        public Object get(int column) {
            return rows.get(at[0]).get(column);
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    private static SqlColumn column(int index, String name, JDBCType type) {
        return new SqlColumn(index, name, type, 0, 0, true);
    }

    private static Screen terminal(int width, int rows) {
        return new Screen(width, 24, rows, false, true);
    }

    private static String print(SqlResult result, AnswerFormat format, Screen screen, List<Shown> shown) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        shown.add(new AnswerPrinter(out, format, screen).print(result));
        out.flush();
        return text.toString();
    }

    @Test
    void shouldGiveEachJsonKeyOneValue() {
        Rows rows = Rows.of(List.of(column(0, "k", JDBCType.BIGINT), column(1, "k", JDBCType.VARCHAR),
                column(2, "k_2", JDBCType.BIGINT)), List.of(Arrays.asList(1L, null, 2L)));
        assertEquals("{\"k\":1,\"k_3\":null,\"k_2\":2}\n", print(rows, AnswerFormat.JSON, Screen.none(
                StandardCharsets.UTF_8), new ArrayList<>()));
    }

    private static Rows wide(int columns, int rows) {
        List<SqlColumn> heads = IntStream.range(0, columns)
                .mapToObj(i -> column(i, "column" + i, JDBCType.BIGINT)).toList();
        List<List<Object>> values = LongStream.range(0, rows).mapToObj(row -> IntStream.range(0, columns)
                .<Object>mapToObj(i -> row * columns + i).toList()).toList();
        return Rows.of(heads, values);
    }

    @Test
    void shouldLeaveOutColumnsInTheMiddleAndRowsAtTheEnd() {
        List<Shown> shown = new ArrayList<>();
        assertEquals("""
                column0  column1  …  column9
                -------  -------  -  -------
                      0        1  …        9
                     10       11  …       19
                """, print(wide(10, 5), AnswerFormat.TABLE, terminal(30, 2), shown));
        assertEquals(Optional.of("2 of 5 rows and 3 of 10 columns shown"), shown.getFirst().hidden());
        print(wide(2, 5), AnswerFormat.BOX, terminal(80, 5), shown);
        assertEquals(Optional.empty(), shown.getLast().hidden());
        print(wide(2, 5), AnswerFormat.BOX, terminal(80, 4), shown);
        assertEquals(Optional.of("4 of 5 rows shown"), shown.getLast().hidden());
    }

    @Test
    void shouldPrintAllWhereThereIsNoTerminal() {
        List<Shown> shown = new ArrayList<>();
        String all = print(wide(60, 2_500), AnswerFormat.TABLE, new Screen(0, 0, 0, false, true), shown);
        assertEquals(2_502, all.lines().count());
        assertEquals(Optional.empty(), shown.getFirst().hidden());
        assertTrue(all.contains("column59"));
    }

    @Test
    void shouldCutTextsAndNeverNumbers() {
        Rows rows = Rows.of(List.of(column(0, "text", JDBCType.VARCHAR), column(1, "number", JDBCType.BIGINT)),
                List.of(List.of("x".repeat(50), 1234567890123456789L)));
        assertEquals("""
                text                                   number
                ------------------------  -------------------
                xxxxxxxxxxxxxxxxxxxxxxx…  1234567890123456789
                """, print(rows, AnswerFormat.TABLE, terminal(50, 10), new ArrayList<>()));
    }

    @Test
    void shouldShowWhatWouldChangeTheTerminal() {
        Rows rows = Rows.of(List.of(column(0, "t", JDBCType.VARCHAR)), List.of(List.of("a\u001b[31m\n\u202eb")));
        for (AnswerFormat format : EnumSet.range(AnswerFormat.TABLE, AnswerFormat.LINE)) {
            rows.at()[0] = -1;
            String text = print(rows, format, terminal(80, 10), new ArrayList<>());
            assertTrue(text.contains("001b[31m") && !text.contains("\u001b") && !text.contains("\u202e"), text);
        }
    }

    /// No line is wider than the terminal, whatever the values are, as long as a column fits at all.
    /// A terminal acts on them; a program gets what there is.
    @Test
    void shouldShowControlsInCsvOnATerminalOnly() {
        Supplier<Rows> rows = () -> Rows.of(List.of(column(0, "t", JDBCType.VARCHAR)),
                List.of(List.of("a\u001b[2J,\n\u009b2J\u202e")));
        assertEquals("t\n\"a\\u001b[2J,\\u000a\\u009b2J\\u202e\"\n", print(rows.get(), AnswerFormat.CSV, terminal(80, 0),
                new ArrayList<>()));
        assertEquals("t\n\"a\u001b[2J,\n\u009b2J\u202e\"\n", print(rows.get(), AnswerFormat.CSV, Screen.none(
                StandardCharsets.UTF_8), new ArrayList<>()));
        assertEquals("{\"t\":\"a\\u001b[2J,\\u000a\\u009b2J\\u202e\"}\n", print(rows.get(), AnswerFormat.JSON, Screen.none(
                StandardCharsets.UTF_8), new ArrayList<>()));
    }

    @Test
    void shouldFitRandomRows() {
        long seed = Seed.of("AnswerPrinterTest");
        Random random = new Random(seed);
        String[] letters = {"a", "é", "日", "e\u0301", "😀", "|", "\\", "\t"};
        for (int round = 0; round < 500; round++) {
            List<SqlColumn> columns = new ArrayList<>();
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                columns.add(column(columns.size(), "n" + "ä".repeat(random.nextInt(30)), JDBCType.VARCHAR));
            }
            List<List<Object>> values = new ArrayList<>();
            for (int row = random.nextInt(6); row > 0; row--) {
                List<Object> cells = new ArrayList<>();
                for (SqlColumn _ : columns) {
                    StringBuilder cell = new StringBuilder();
                    for (int i = random.nextInt(40); i > 0; i--) {
                        cell.append(letters[random.nextInt(letters.length)]);
                    }
                    cells.add(cell.toString());
                }
                values.add(cells);
            }
            int width = 25 + random.nextInt(100);
            for (AnswerFormat format : List.of(AnswerFormat.TABLE, AnswerFormat.BOX, AnswerFormat.MARKDOWN)) {
                String text = print(Rows.of(columns, values), format, terminal(width, 4), new ArrayList<>());
                assertTrue(text.lines().allMatch(line -> DisplayWidth.of(line) <= width),
                        () -> "seed=" + seed + ", width=" + width + "\n" + text);
                if (format != AnswerFormat.TABLE) {
                    assertEquals(1, text.lines().map(DisplayWidth::of).distinct().count(), () -> "seed=" + seed + "\n" + text);
                }
            }
        }
    }

    private static List<String> plot(SqlResult result, Plot.Kind kind, boolean unicode) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        new Plot(Optional.of(kind), Optional.empty()).draw(result, out, new Screen(40, 24, 0, false, unicode));
        out.flush();
        return text.toString().lines().toList();
    }

    @Test
    void shouldDrawBarsOfTheirLengths() {
        Rows rows = Rows.of(List.of(column(0, "side", JDBCType.VARCHAR), column(1, "n", JDBCType.BIGINT)),
                List.of(List.of("Buy", 10L), List.of("Sell", 5L), List.of("None", 0L)));
        assertEquals(List.of("n", "Buy  10 " + "█".repeat(31), "Sell  5 " + "█".repeat(15) + "▌", "None  0"),
                plot(rows, Plot.Kind.BAR, true));
    }

    @Test
    void shouldDrawLinesFromCornerToCorner() {
        List<List<Object>> values = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            values.add(List.of(i, i * 10));
        }
        List<String> lines = plot(Rows.of(List.of(column(0, "x", JDBCType.BIGINT), column(1, "y", JDBCType.BIGINT)), values),
                Plot.Kind.LINE, false);
        assertEquals("y", lines.getFirst());
        assertTrue(lines.get(1).startsWith("990 |") && lines.get(1).endsWith("*"), lines.toString());
        assertTrue(lines.get(12).startsWith("  0 |*"), lines.toString());
        assertTrue(lines.getLast().strip().startsWith("0 ") && lines.getLast().endsWith(" 99"), lines.toString());
        assertTrue(lines.stream().allMatch(line -> line.length() <= 40), lines.toString());
    }
}
