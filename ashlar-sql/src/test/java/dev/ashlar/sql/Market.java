// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// Trades and quotes, in a store and in DuckDB, where times are nanoseconds in a BIGINT.
final class Market {
    /// A trade, or a quote of bid and ask.
    ///
    /// @param venue  null for NULL
    /// @param seen   nanoseconds since 1970; null for NULL
    /// @param first  price or bid, in cents
    /// @param second quantity or ask, in cents
    record Row(String symbol, Integer venue, Long seen, long first, long second) {
        private String json(String template, String one, String other, boolean price) {
            return "{\"template\":\"" + template + "\",\"symbol\":\"" + symbol + "\",\"venue\":" + venue + ",\"seen\":"
                    + seen + ",\"" + one + "\":" + cents(first) + ",\"" + other + "\":" + (price ? cents(second) : second)
                    + "}";
        }

        private static String cents(long cents) {
            return BigDecimal.valueOf(cents, 2).toPlainString();
        }
    }

    private static final String XML = StandardTypes.schema("package='market' id='12' version='0'", """
                <type name="Symbol" primitiveType="char" length="6" characterEncoding="US-ASCII"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
            """, """
              <sbe:message name="Trade" id="1">
                <field name="symbol" id="1" type="Symbol"/>
                <field name="venue" id="2" type="uint8" presence="optional"/>
                <field name="seen" id="3" type="uint64" semanticType="UTCTimestamp" presence="optional"/>
                <field name="price" id="4" type="Price"/>
                <field name="quantity" id="5" type="int32"/>
              </sbe:message>
              <sbe:message name="Quote" id="2">
                <field name="symbol" id="1" type="Symbol"/>
                <field name="venue" id="2" type="uint8" presence="optional"/>
                <field name="seen" id="3" type="uint64" semanticType="UTCTimestamp" presence="optional"/>
                <field name="bid" id="4" type="Price"/>
                <field name="ask" id="5" type="Price"/>
              </sbe:message>
            """);

    /// Makes a store.
    static void write(Path folder, List<Row> trades, List<Row> quotes) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            Schema schema = JsonMessages.schema(XML, "market.xml");
            List<String> messages = new ArrayList<>();
            trades.forEach(row -> messages.add(row.json("Trade", "price", "quantity", false)));
            quotes.forEach(row -> messages.add(row.json("Quote", "bid", "ask", true)));
            JsonMessages.record(writer, "market", schema, messages);
        }
    }

    /// Makes the tables in DuckDB, each with the numbers of its rows.
    static void write(Connection duck, List<Row> trades, List<Row> quotes) throws SQLException {
        try (Statement statement = duck.createStatement()) {
            statement.execute("create or replace table Trade (_row bigint, symbol varchar, venue smallint, seen bigint, "
                    + "price decimal(19, 2), quantity integer)");
            statement.execute("create or replace table Quote (_row bigint, symbol varchar, venue smallint, seen bigint, "
                    + "bid decimal(19, 2), ask decimal(19, 2))");
            insert(statement, "Trade", trades, false);
            insert(statement, "Quote", quotes, true);
        }
    }

    private static void insert(Statement statement, String table, List<Row> rows, boolean price) throws SQLException {
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            statement.execute("insert into " + table + " values (" + i + ", '" + row.symbol + "', " + row.venue + ", "
                    + row.seen + ", " + Row.cents(row.first) + ", " + (price ? Row.cents(row.second) : row.second) + ")");
        }
    }
}
