// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a file becomes depends neither on where its blocks end, nor on threads, nor on whether values are retained.
class CsvBlocksTest {
    private static final ImportOptions NOTHING_RETAINED = ImportOptions.defaults().withRetainBytes(0);
    private static final String RECORDS = "\ufeffid,name,at,note\r\n1,plain,2026-03-09 10:00:00,x\r\n\n"
            + "22,\"quoted, \"\"twice\"\"\",2026-03-09T10:00:00.5Z,\"two\r\nlines\"\n\"\n3\n\",,,\"\"\n"
            + "-4,\u20ac,1969-12-31,\"\"\"\"\n\n\r\n5,last,2026-01-01 00:00:01.000000001+02:00,\"end\"";

    @TempDir
    Path temp;

    private TableImport measure(String text, int blockBytes, ImportOptions options) throws IOException {
        CsvFile file = new CsvFile(Files.writeString(temp.resolve("in.csv"), text), CsvOptions.defaults(), blockBytes);
        return TableImport.measure(file, "T", options, (_, _) -> true);
    }

    /// Schema, notes and rows of a file.
    private List<String> imported(String text, int blockBytes, ImportOptions options) throws IOException {
        TableImport table = measure(text, blockBytes, options);
        List<String> found = new ArrayList<>(table.notes());
        found.add(table.schemaText());
        found.addAll(CsvImportTest.rows(temp, table, 0));
        return found;
    }

    @Test
    void shouldFindTheSameRowsWhereverABlockEnds() throws IOException {
        List<String> expected = imported(RECORDS, 1 << 20, NOTHING_RETAINED);
        assertEquals("empty lines were skipped: 3", expected.getFirst());
        assertEquals(1 + 1 + 5, expected.size());
        for (int blockBytes = 1; blockBytes <= RECORDS.length() + 9; blockBytes++) {
            ImportOptions options = blockBytes % 2 == 0 ? ImportOptions.defaults() : NOTHING_RETAINED;
            assertEquals(expected, imported(RECORDS, blockBytes, options.withThreads(1 + blockBytes % 3)),
                    "blockBytes=" + blockBytes);
        }
    }

    @Test
    void shouldRejectAtTheSamePlaceWhereverABlockEnds() {
        for (String wrong : List.of("6,a\"b,,", "6,\"a\"b,,", "6,a\r,,\n", "6,a,\n", "6,,,,\n", "6,\"a,,\n", "\"6,a\"\"b,,",
                "6,a,,\"x\n\n", "6,a\"b,,\n7,c\"d,,\n", "6,x,,\0\n", "6,a,,\r")) {
            String text = RECORDS + "\n" + wrong;
            String expected = rejected(text, 1 << 20, 1);
            for (int blockBytes = 1; blockBytes <= text.length() + 9; blockBytes++) {
                assertEquals(expected, rejected(text, blockBytes, 1 + blockBytes % 3), "blockBytes=" + blockBytes);
            }
        }
        assertEquals("quote inside a value that does not begin with one; quote the whole value and double the quotes in it "
                + "(in.csv, line 13)", rejected(RECORDS + "\n6,a\"b", 16, 2));
        assertEquals("row has 2 values, the header 4; quote values that have the delimiter in them (in.csv, line 13, row 6)",
                rejected(RECORDS + "\n6,a", 16, 2));
    }

    private String rejected(String text, int blockBytes, int threads) {
        return assertThrows(ImportException.class, () -> measure(text, blockBytes,
                ImportOptions.defaults().withThreads(threads)), text).getMessage()
                .replace(temp.resolve("in.csv").toString(), "in.csv");
    }

    @Tag("slow")
    @Test
    void shouldStoreWhatTheFirstPassFoundAsTheSecondWould() throws IOException {
        SplittableRandom random = Seed.random("CsvBlocksTest");
        for (int round = 0; round < 150; round++) {
            int columns = random.nextInt(2, 6);
            int[] kinds = random.ints(columns, 0, 9).toArray();
            StringBuilder text = new StringBuilder("a,b,c,d,e,f".substring(0, 2 * columns - 1)).append('\n');
            for (int i = random.nextInt(1, 200); i > 0; i--) {
                for (int j = 0; j < columns; j++) {
                    // Now and then the type of a column changes.
                    kinds[j] = random.nextInt(500) == 0 ? random.nextInt(9) : kinds[j];
                    text.append(j == 0 ? "" : ",").append(value(random, kinds[j]));
                }
                text.append('\n');
            }
            int blockBytes = random.nextInt(1, 1_000);
            List<String> expected = imported(text.toString(), blockBytes, NOTHING_RETAINED);
            assertEquals(expected, imported(text.toString(), blockBytes,
                    ImportOptions.defaults().withThreads(random.nextInt(1, 4))), text::toString);
            ImportOptions few = ImportOptions.defaults().withRetainBytes(100);
            assertEquals(expected, imported(text.toString(), blockBytes, few));
        }
    }

    private static String value(SplittableRandom random, int kind) {
        return switch (kind) {
            case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 1 -> random.nextInt(5) == 0 ? "" : Integer.toString(random.nextInt(100));
            case 2 -> random.nextInt(-999, 999) + "." + random.nextInt(10) + "05".substring(random.nextInt(3));
            case 3 -> Double.toString(random.nextDouble() * 20);
            case 4 -> random.nextInt(20) == 0 ? "-0.0" : Double.toString(random.nextInt(100) / 8.0);
            case 5 -> "2026-03-0" + random.nextInt(1, 4) + (random.nextBoolean() ? "" : " 10:00:00."
                    + random.nextInt(99));
            case 6 -> random.nextBoolean() ? "true" : "False";
            case 7 -> random.nextInt(9) == 0 ? "\"\"" : "t" + random.nextInt(1_000);
            default -> random.nextInt(9) == 0 ? "NaN" : "1e" + random.nextInt(9);
        };
    }
}
