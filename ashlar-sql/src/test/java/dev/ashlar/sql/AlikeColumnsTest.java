// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.StandardTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fields whose names differ in nothing but case are columns of their own, although a statement finds a column in any.
class AlikeColumnsTest {
    private static final String XML = """
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="alike" id="7" version="0"
                    byteOrder="littleEndian">
              <types>
            """ + StandardTypes.HEADER + """
              </types>
              <sbe:message name="T" id="1">
                <field name="price" id="1" type="int32"/>
                <field name="Price" id="2" type="int32"/>
                <field name="_ROW" id="3" type="int32"/>
              </sbe:message>
            </sbe:messageSchema>
            """;

    @TempDir
    Path temp;

    @Test
    void shouldTellApartColumnsThatDifferOnlyInCase() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults())) {
            writer.define(TableDefinition.of(SchemaParser.parse(new ByteArrayInputStream(
                    XML.getBytes(StandardCharsets.UTF_8)), "t.xml", ParseOptions.DEFAULT).schema(), "T"));
            RowClaim claim = writer.appender("T").claim();
            for (int i = 0; i < 3; i++) {
                claim.memory().set(ValueLayout.JAVA_INT_UNALIGNED, claim.offset() + i * Integer.BYTES, i + 5);
            }
            claim.commit();
            writer.sync();
        }
        try (Store store = Store.open(temp.resolve("s"))) {
            SqlSession session = SqlSession.of(store);
            assertEquals(List.of("0|5|6|7"), rows(session, "select * from T"));
            assertEquals(List.of("6|5|7|0"), rows(session, "select \"Price_2\", price, _row_2, _row from T where price_2 = 6"));
            assertEquals(List.of("_row", "price", "Price_2", "_ROW_2"), session.tables().stream()
                    .filter(table -> table.name().equals("T")).flatMap(table -> table.columns().stream())
                    .map(SqlColumn::name).toList());
            assertEquals(List.of("Price_2"), rows(session, "select column_name from information_schema.columns where "
                    + "table_name = 'T' and ordinal_position = 3"));
        }
    }

    private static List<String> rows(SqlSession session, String sql) {
        return SqlRows.rows(session, sql);
    }
}
