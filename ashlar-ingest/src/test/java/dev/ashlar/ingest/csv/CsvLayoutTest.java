// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.TableImport;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Values of a file that fit the fields of a given layout, and those that a query would show as others.
class CsvLayoutTest {
    @TempDir
    Path temp;

    /// A table `T` of one field `v`.
    private static TableDefinition layout(String types, String field) {
        String xml = StandardTypes.schema("package='t' id='1' version='0'", types,
                "<sbe:message name=\"T\" id=\"1\"><field id=\"1\" name=\"v\" " + field + "/></sbe:message>");
        return TableDefinition.of(SchemaParser.parseText(xml, "t.xml").schema(), "T");
    }

    private static TableDefinition layout(String type) {
        return layout("", "type=\"" + type + '"');
    }

    private CsvFile file(String text) throws IOException {
        return new CsvFile(Files.writeString(temp.resolve("in.csv"), text), CsvOptions.defaults());
    }

    private TableImport check(String text, TableDefinition layout, ImportOptions options) throws IOException {
        return TableImport.check(file(text), layout, options, (_, _) -> true);
    }

    private void requireFit(TableDefinition layout, String... values) throws IOException {
        String text = "v\n" + String.join("\n", values) + "\n";
        assertEquals(values.length, check(text, layout, ImportOptions.defaults()).rows());
    }

    private void requireNoFit(String problem, TableDefinition layout, String... values) {
        for (String value : values) {
            String message = assertThrows(ImportException.class, () -> check("v\n" + value + "\n", layout,
                    ImportOptions.defaults()), value).getMessage();
            assertTrue(message.startsWith("value does not fit: " + problem), message);
        }
    }

    @Test
    void shouldRejectNumbersThatAreRoundedInADouble() throws IOException {
        TableDefinition layout = layout("double");
        requireFit(layout, "0.1", "-0.30000000000000004", "1700000000.1234567", "1e300", "1.152921504606847E18",
                "9007199254740992", "1152921504606846976", "1152921504606846976.00", "100000000000000000000",
                "0.00000000000000000000000", "4.9E-324", "NaN", "-Infinity");
        requireNoFit("digits would be lost, type=double", layout, "9007199254740993", "1152921504606847000",
                "18446744073709551615", "100000000000000000001", "0.12345678901234567890", "9007199254740993.5",
                "1e-400");
        requireNoFit("out of range, type=double", layout, "1e400");
    }

    @Test
    void shouldRejectNumbersThatAreRoundedInAFloat() throws IOException {
        TableDefinition layout = layout("float");
        requireFit(layout, "0.1", "0.1234567", "0.33333334", "1234.567", "16777216", "1.1754944E-38", "3.4028235E38",
                "0.0000012345678", "1099511627776", "0.5000000000");
        requireNoFit("digits would be lost, type=float", layout, "16777217", "8589973000", "0.123456789", "1e-60",
                "16777216.5", "0.1000000000000000055");
        requireNoFit("out of range, type=float", layout, "1e39");
    }

    @Test
    void shouldRejectTimesThatTheFieldReadsAsNull() throws IOException {
        TableDefinition counted = layout("""
                <type name="Ns" primitiveType="uint64" presence="optional" nullValue="0"/>
                """, "type=\"Ns\" presence=\"optional\" semanticType=\"UTCTimestamp\"");
        requireFit(counted, "1970-01-01 00:00:00.000000001");
        requireNoFit("the field reads this time as NULL", counted, "1970-01-01");
        TableDefinition composite = layout("""
                <composite name="Ms">
                  <type name="time" primitiveType="int64" presence="optional" nullValue="-1"/>
                  <type name="unit" primitiveType="uint8" presence="constant">3</type>
                </composite>
                """, "type=\"Ms\"");
        requireFit(composite, "1970-01-01", "1969-12-31 23:59:59.998");
        requireNoFit("the field reads this time as NULL", composite, "1969-12-31 23:59:59.999");
    }

    @Test
    void shouldRejectTextsThatTheFieldReadsAsNull() throws IOException {
        TableDefinition letter = layout("""
                <type name="Letter" primitiveType="char" presence="optional" nullValue="N"/>
                """, "type=\"Letter\" presence=\"optional\"");
        requireFit(letter, "n", "\"\"");
        requireNoFit("the field reads this text as NULL", letter, "N");
        TableDefinition blanks = layout("""
                <type name="Four" primitiveType="char" length="4" presence="optional" nullValue="32"/>
                """, "type=\"Four\" presence=\"optional\"");
        requireFit(blanks, "   x", "   ", "\"\"");
        requireNoFit("the field reads this text as NULL", blanks, "    ");
    }

    @Test
    void shouldRejectNumbersInAnEnumOfFalseAndTrue() throws IOException {
        String values = "<validValue name=\"%s\">%d</validValue>";
        TableDefinition truth = layout("<enum name=\"Flag\" encodingType=\"uint8\">" + values.formatted("True", 1)
                + values.formatted("False", 0) + "</enum>", "type=\"Flag\"");
        requireFit(truth, "true", "FALSE");
        requireNoFit("enum Flag has no such name", truth, "7");
        TableDefinition names = layout("<enum name=\"Side\" encodingType=\"uint8\">" + values.formatted("Buy", 1)
                + values.formatted("Sell", 0) + "</enum>", "type=\"Side\"");
        requireFit(names, "Buy", "7");
        TableDefinition alike = layout("<enum name=\"Side\" encodingType=\"uint8\">" + values.formatted("buy", 1)
                + values.formatted("BUY", 2) + values.formatted("Sell", 0) + "</enum>", "type=\"Side\"");
        requireFit(alike, "buy", "BUY", "SELL");
        requireNoFit("enum Side has 2 such names in other cases", alike, "Buy");
    }

    @Test
    void shouldIgnoreZerosAtTheEndOfDecimals() throws IOException {
        TableDefinition layout = layout("""
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-4</type>
                </composite>
                """, "type=\"Price\"");
        requireFit(layout, "100.250000000000000000", "-100.2500000000000000000000000000", "922337203685477.5807000000");
        requireNoFit("more than 4 digits after the point", layout, "0.12345000000000000000000");
        requireNoFit("out of range", layout, "922337203685477.5808000000", "100000000000000000000.000");
        requireFit(layout("int64"), "100.000000000000000000", "9223372036854775807.000");
        requireNoFit("not a whole number", layout("int64"), "100.5000000000000000000");
    }

    @Test
    void shouldRejectOffsetsThatAreCut() throws IOException {
        TableDefinition layout = layout("", "type=\"int64\" semanticType=\"UTCTimestamp\"");
        requireFit(layout, "2026-03-09 10:00+02", "2026-03-09 10:00+02:00", "2026-03-09 10:00-0230");
        requireNoFit("not a time", layout, "2026-03-09 10:00+02:", "2026-03-09 10:00+0", "2026-03-09 10:00+02:3");
    }

    @Test
    void shouldRejectIgnoredColumnsThatTheFileHasNot() throws IOException {
        ImportOptions options = ImportOptions.defaults();
        assertEquals(1, check("v,w\n1,2\n", layout("int8"), options.withIgnored(Set.of("w"))).columns());
        String message = assertThrows(ImportException.class, () -> check("v,w\n1,2\n", layout("int8"),
                options.withIgnored(Set.of("w", "W")))).getMessage();
        assertTrue(message.startsWith("file has no such column: column=W, columns=v, w"), message);
    }

    @Test
    void shouldMatchAFileToTheTableThatItBecame() throws IOException {
        Map<String, List<String>> fields = Map.of("a,A", List.of("a", "A_2"), "n,n", List.of("n", "n_2"),
                "x$,x%", List.of("x_", "x__2"), ",b", List.of("column1", "b"),
                "a,A,a_2", List.of("a", "A_2", "a_2_2"), "_row,,_time", List.of("column1", "time"),
                "column2,", List.of("column2", "column2_2"));
        for (Map.Entry<String, List<String>> expected : fields.entrySet()) {
            int columns = expected.getKey().split(",", -1).length;
            String text = expected.getKey() + "\n1,2,3".substring(0, 2 * columns) + "\n";
            TableImport first = TableImport.measure(file(text), "T", ImportOptions.defaults(), (_, _) -> true);
            assertEquals(expected.getValue(), first.definition().message().fields().stream().map(Field::name).toList());
            TableImport again = check(text, first.definition(), ImportOptions.defaults());
            assertEquals(first.columns(), again.columns(), expected.getKey());
        }
    }
}
