// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.ColumnType;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.CaptureBytes;
import dev.ashlar.testkit.Packets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvImportTest {
    private static final ImportProgress GO = (_, _) -> true;

    @TempDir
    Path temp;

    private static CsvFile csv(Path file) throws IOException {
        return new CsvFile(file, CsvOptions.defaults());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(temp.resolve("in.csv"), text);
    }

    private TableImport measure(String text, ImportOptions options) throws IOException {
        return TableImport.measure(csv(file(text)), "T", options, GO);
    }

    private static TableImport measure(Path file) throws IOException {
        return TableImport.measure(csv(file), "T", ImportOptions.defaults(), GO);
    }

    /// The types of the fields that a file gets: presence marked by a question mark.
    private String types(String text) throws IOException {
        StringBuilder types = new StringBuilder();
        for (Field field : measure(text, ImportOptions.defaults()).definition().message().fields()) {
            types.append(types.isEmpty() ? "" : " ").append(field.name()).append(':').append(field.type().name())
                    .append(field.presence() == Presence.OPTIONAL ? "?" : "");
        }
        return types.toString();
    }

    private String rejected(String text, ImportOptions options) {
        return assertThrows(ImportException.class, () -> measure(text, options)).getMessage()
                .replace(temp.resolve("in.csv").toString(), "in.csv");
    }

    private String rejected(String text) {
        return rejected(text, ImportOptions.defaults());
    }

    /// The message for what the file has.
    private String rejected() {
        return assertThrows(ImportException.class, () -> csv(temp.resolve("in.csv"))).getMessage()
                .replace(temp.resolve("in.csv").toString(), "in.csv");
    }

    /// Rows of the file as JSON, after a way through a store.
    static List<String> rows(Path temp, TableImport table, long skip) throws IOException {
        Path folder = Files.createTempDirectory(temp, "store");
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 16))) {
            writer.define(table.definition());
            assertEquals(table.rows() - skip, table.appendTo(writer.appender("T"), skip, GO));
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try (Store store = Store.open(folder); Cursor cursor = store.table("T").cursor()) {
            RowPrinter printer = new RowPrinter(store.table("T"));
            while (cursor.next()) {
                printer.write(cursor, lines);
            }
        }
        return lines.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void shouldFindTheNarrowestExactType() throws IOException {
        assertEquals("a:int8 b:int16 c:int32 d:int64 e:uint64 f:Text20_ascii", types("""
                a,b,c,d,e,f
                -127,-128,32768,2147483648,18446744073709551614,18446744073709551615
                127,127,0,-9223372036854775807,0,0
                """));
        assertEquals("a:Decimal2_int32 b:Decimal4 c:double d:Text21_ascii", types("""
                a,b,c,d
                1.5,-922337203685477.5807,1E300,9223372036854775808.5
                21474836.47,.5,-0.0,0.1
                """));
        assertEquals("a:int64 b:int64? c:Boolean? d:Text5_ascii e:Text3_ascii f:Text19_ascii", types("""
                a,b,c,d,e,f
                2026-03-09,2026-03-09T10:00Z,true,true,007,1600-01-01 00:00:00
                1677-09-21 00:12:43.145224193,,,maybe,1,2026-03-09 00:00:00
                """));
        assertEquals("a:Text1_ascii? b:Text4 c:Text2_ascii_or_null?", types("a,b,c\n,\u20ac1,\n,x,\"\"\n,y,A\n"));
    }

    @Test
    void shouldKeepValuesAsTheyAre() throws IOException {
        TableImport table = measure("id,price,at,ok,name\n1,0.50,2026-03-09T12:00:00.000000001+02:00,true,\"a \"\"b\"\",\n\u65e5\"\r\n"
                + "-2,-1.25,1969-12-31 23:59:59,False,\"\"\n3,,,,\n", ImportOptions.defaults());
        assertEquals(3, table.rows());
        List<String> rows = rows(temp, table, 0);
        assertTrue(rows.get(0).contains("\"price\":0.50,\"at\":1773050400000000001,\"ok\":\"true\",\"name\":\"a \\\"b\\\",\\n\u65e5\""),
                rows.get(0));
        assertTrue(rows.get(1).contains("\"price\":-1.25,\"at\":-1000000000,\"ok\":\"false\",\"name\":\"\""), rows.get(1));
        assertTrue(rows.get(2).contains("\"price\":null,\"at\":null,\"ok\":null,\"name\":null"), rows.get(2));
        assertEquals(rows.subList(2, 3).toString().replaceAll("_row\":\\d+", ""),
                rows(temp, table, 2).toString().replaceAll("_row\":\\d+", ""));
    }

    @Test
    void shouldRejectWithThePlaceWhatIsNoCsv() {
        assertEquals("quote is not closed: the file ends inside value 2 of this record (in.csv, line 3)",
                rejected("a,b\n1,2\n3,\"x\ny\n"));
        assertEquals("row has 3 values, the header 2; quote values that have the delimiter in them (in.csv, line 2, row 1)",
                rejected("a,b\n1,2,3\n"));
        assertTrue(rejected("a\n1\"2\n").startsWith("quote inside a value"));
        assertTrue(rejected("a\n\"1\"2\n").startsWith("value continues after its closing quote"));
        assertTrue(rejected("a\n1\r2\n").startsWith("carriage return that is not a line end"));
        assertTrue(rejected("").startsWith("file is empty"));
        assertTrue(rejected("a,b\n").startsWith("file has only a header"));
        assertTrue(rejected("a\n\0\n").startsWith("value does not fit: text has a NUL"));
        assertTrue(rejected("a\n1\n", ImportOptions.defaults().withIgnored(Set.of("b"))).startsWith("file has no such column"));
        assertTrue(rejected("PAR1 is no name\n1\n").startsWith("not a CSV file but Parquet"));
        assertTrue(rejected("ARROW1\0\0").startsWith("not a CSV file but Arrow"));
        assertTrue(rejected("PK\3\4").startsWith("not a CSV file but a zip archive"));
        assertTrue(rejected("a\n" + "x".repeat(TableImport.MAX_ROW_BYTES + 1) + "\n").startsWith("rows would be too long"));
    }

    @Test
    void shouldNameTheCompressionOfAFile() throws IOException {
        Map<String, String> beginnings = Map.of("(\u00b5/\u00fd\4", "compressed; decompress it first: unzstd", "BZh91AY&",
                "compressed; decompress it first: bunzip2", "\u00fd7zXZ\0", "compressed; decompress it first: unxz");
        for (Map.Entry<String, String> each : beginnings.entrySet()) {
            Files.write(temp.resolve("in.csv"), each.getKey().getBytes(StandardCharsets.ISO_8859_1));
            assertEquals("not a CSV file but " + each.getValue() + " (in.csv)", rejected());
        }
        assertEquals("BZhang:int8", types("BZhang\n1\n"));
        for (String format : List.of("Parquet:PAR1", "Arrow:ARROW1")) {
            String[] named = format.split(":");
            Files.write(temp.resolve("in.csv"), gzip(named[1] + "\0\0"));
            assertEquals("not a CSV file but " + named[0] + ", compressed; decompress it first: gunzip (in.csv)", rejected());
        }
    }

    @Test
    void shouldRejectTextInAnotherCharset() throws IOException {
        Files.write(temp.resolve("in.csv"), "a,b\n1,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        String message = assertThrows(ImportException.class, () -> measure(temp.resolve("in.csv"))).getMessage();
        assertTrue(message.contains("not UTF-8") && message.contains("line 2, row 1, column b"), message);
        Files.write(temp.resolve("in.csv"), "\ufeffa\n1\n".getBytes(StandardCharsets.UTF_16LE));
        assertTrue(assertThrows(ImportException.class, () -> measure(temp.resolve("in.csv"))).getMessage()
                .contains("UTF-16"));
    }

    @Test
    void shouldCheckEveryValueAgainstATypeThatIsGiven() throws IOException {
        Map<String, ColumnType> types = new LinkedHashMap<>();
        types.put("a", ColumnType.parse("int8").orElseThrow());
        ImportOptions options = ImportOptions.defaults().withColumnTypes(types);
        assertTrue(rows(temp, measure("a,b\n+005,x\n", options), 0).getFirst().contains("\"a\":5"));
        assertEquals("value does not fit: out of range: -128 to 127, type=int8, value=\"128\"; change the value or the type of "
                + "the column (in.csv, line 3, row 2, column a)", rejected("a,b\n1,x\n128,y\n", options));
        types.put("a", ColumnType.parse("decimal(1)").orElseThrow());
        assertTrue(rejected("a\n1.25\n", ImportOptions.defaults().withColumnTypes(types)).contains("more than 1 digits"));
        assertTrue(rows(temp, measure("a\n1.20\n", ImportOptions.defaults().withColumnTypes(types)), 0).getFirst().contains("\"a\":1.2"));
        assertEquals(Optional.empty(), ColumnType.parse("int9"));
        assertEquals(Optional.empty(), ColumnType.parse("decimal(19)"));
    }

    @Test
    void shouldMatchColumnsToFieldsOfASchema() throws IOException {
        TableImport first = measure("id,name,note\n1,ab,\n2,abc,n\n", ImportOptions.defaults());
        Path second = Files.writeString(temp.resolve("second.csv"), "NAME;_row;Id\nxyz;7;3\n");
        CsvOptions semicolons = CsvOptions.defaults().withDelimiter(';');
        ImportOptions options = ImportOptions.defaults();
        TableImport table = TableImport.check(new CsvFile(second, semicolons), first.definition(), options, GO);
        assertEquals(List.of("column _row is not stored: the schema has no value for it"), table.notes());
        assertTrue(rows(temp, table, 0).getFirst().contains("\"id\":3,\"name\":\"xyz\",\"note\":null"));
        for (Map.Entry<String, String> wrong : Map.of("name;id;more\nx;1;2\n", "columns without a field",
                "name\nx\n", "required fields without a column: fields=id", "id;ID;name\n1;2;x\n", "two columns for one field",
                "id;name\n1;abcd\n", "text longer than its field: bytes=4, length=3", "id;name\n;abc\n",
                "NULL in a required field", "id;name;note\n1;abc;\"\"\n", "empty text, which the field reads as NULL").entrySet()) {
            Files.writeString(second, wrong.getKey());
            String message = assertThrows(ImportException.class, () ->
                    TableImport.check(new CsvFile(second, semicolons), first.definition(), options, GO)).getMessage();
            assertTrue(message.contains(wrong.getValue()), message);
        }
    }

    @Test
    void shouldNameFieldsForColumns() throws IOException {
        TableImport table = measure("Unit Price,2nd,,a,A,_row,_time,_ROW,_Version\n1,2,3,4,5,6,7,8,9\n",
                ImportOptions.defaults());
        // Queries find columns in any case.
        assertEquals("[Unit_Price, _2nd, column3, a, A_2, time, ROW, Version]",
                table.definition().message().fields().stream().map(Field::name).toList().toString());
        assertEquals(8, table.columns());
        assertTrue(table.notes().contains("column \"Unit Price\" is field Unit_Price"), table.notes()::toString);
        assertEquals(List.of("there is one column, named \"a;b\"; check the delimiter", "column \"a;b\" is field a_b"),
                measure("a;b\n1;2\n", ImportOptions.defaults()).notes());
    }

    @Test
    void shouldTakeNamesThatBeginAsOtherFormatsDo() throws IOException {
        assertEquals("ARROW:int8 b:int8", types("ARROW,b\n1,2\n"));
        assertEquals("ARR:int8", types("ARR\n1\n"));
    }

    @Test
    void shouldOrderATableByTime() throws IOException {
        ImportOptions options = ImportOptions.defaults().withTimeColumn("at");
        assertEquals("at", measure("at,b\n2026-01-01,1\n", options).definition().timeField());
        assertTrue(rejected("at,b\n2026-01-01,1\n,2\n", options).contains("has NULLs"));
        assertTrue(rejected("at,b\n1,1\n", options).contains("has other values than times"));
    }

    @Test
    void shouldReadCompressedFilesAndRejectCutOnes() throws IOException {
        Path file = Files.write(temp.resolve("in.csv.gz"), gzip("\ufeffa,b\n1,x\n\n2,y"));
        TableImport table = measure(file);
        assertEquals(List.of("empty lines were skipped: 1"), table.notes());
        assertEquals(2, rows(temp, table, 0).size());
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 12));
        assertThrows(IOException.class, () -> measure(file));
    }

    private static byte[] gzip(String text) {
        return CaptureBytes.gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    private long gzipRows(byte[]... parts) throws IOException {
        return measure(Files.write(temp.resolve("in.csv.gz"), Packets.join(parts))).rows();
    }

    @Test
    void shouldReadAllMembersOfACompressedFile() throws IOException {
        byte[] first = gzip("a,b\n" + "1,x\n".repeat(200_000));
        byte[] second = gzip("2,y\n");
        assertEquals(200_001, gzipRows(first, second));
        assertEquals(200_001, gzipRows(first, second, new byte[1_000]));
        byte[] damaged = second.clone();
        damaged[2] = 7;
        byte[] random = new byte[300_000];
        random[299_999] = 1;
        for (byte[] bad : List.of(damaged, new byte[] {0x1f}, Arrays.copyOf(second, 5), random)) {
            String message = assertThrows(ImportException.class, () -> gzipRows(first, bad)).getMessage();
            assertTrue(message.startsWith("gzip data is damaged: no member begins where one ends, at byte "
                    + first.length + " ("), message);
        }
        assertThrows(ImportException.class, () -> gzipRows(first, new byte[10], second));
    }

    @Test
    void shouldTakeWideAndLongRows() throws IOException {
        StringBuilder wide = new StringBuilder("c0");
        StringBuilder row = new StringBuilder("0");
        for (int i = 1; i < 1_000; i++) {
            wide.append(",c").append(i);
            row.append(',').append(i);
        }
        TableImport table = measure(wide + "\n" + row + "\n", ImportOptions.defaults());
        assertEquals(1_000, table.columns());
        assertTrue(rows(temp, table, 0).getFirst().contains("\"c999\":999"));
        ImportOptions left = ImportOptions.defaults().withIgnored(Set.of("long"));
        TableImport narrow = measure("long,b\n\"" + "x\n".repeat(5_000_000) + "\",1\ny,2\n", left);
        assertEquals(2, rows(temp, narrow, 0).size());
    }

    @Test
    void shouldNoticeThatTheFileChanged() throws IOException {
        TableImport kept = measure("a\n1\n2\n", ImportOptions.defaults());
        TableImport table = measure("a\n1\n2\n", ImportOptions.defaults().withRetainBytes(0));
        file("a\n1\n300\n");
        assertTrue(assertThrows(ImportException.class, () -> rows(temp, table, 0)).getMessage().contains("out of range"));
        assertEquals(List.of("{\"_row\":0,\"a\":1}", "{\"_row\":1,\"a\":2}"), rows(temp, kept, 0));
        file("a\n1\n");
        assertTrue(assertThrows(ImportException.class, () -> rows(temp, table, 0)).getMessage().contains("file changed"));
    }

    @Test
    void shouldStopWhenAsked() throws IOException {
        TableImport table = measure("a\n" + "1\n".repeat(1_000_000), ImportOptions.defaults());
        Path folder = temp.resolve("stopped");
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults())) {
            writer.define(table.definition());
            long rows = table.appendTo(writer.appender("T"), 0, (bytes, _) -> bytes < 1_500_000);
            assertTrue(rows > 0 && rows < 1_000_000, () -> "rows=" + rows);
            assertEquals(rows, writer.table("T").rowCount());
        }
        assertThrows(ImportException.class, () ->
                TableImport.measure(csv(temp.resolve("in.csv")), "T", ImportOptions.defaults(), (_, _) -> false));
    }
}
