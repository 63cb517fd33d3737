// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// The store of the examples of `docs/sql.md`: a few trades and quotes of two symbols.
final class MarketDay {
    private static final String XML = StandardTypes.schema("package='market' id='12' version='0'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <type name="Symbol" primitiveType="char" length="4" characterEncoding="US-ASCII"/>
                <type name="Note" primitiveType="char" length="16" characterEncoding="UTF-8" presence="optional"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int32" presence="optional"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
            """, """
              <sbe:message name="Trade" id="1">
                <field name="t" id="1" type="int64" semanticType="UTCTimestamp"/>
                <field name="symbol" id="2" type="Symbol"/>
                <field name="side" id="3" type="Side"/>
                <field name="price" id="4" type="Price"/>
                <field name="quantity" id="5" type="int32"/>
                <field name="fee" id="6" type="Price"/>
                <field name="note" id="7" type="Note"/>
              </sbe:message>
              <sbe:message name="Quote" id="2">
                <field name="t" id="1" type="int64" semanticType="UTCTimestamp"/>
                <field name="symbol" id="2" type="Symbol"/>
                <field name="bid" id="3" type="Price"/>
                <field name="ask" id="4" type="Price"/>
              </sbe:message>
            """);
    /// 2026-11-23 09:30:00.
    private static final long OPEN_NS = 1_795_426_200_000_000_000L;

    static Schema schema() {
        return JsonMessages.schema(XML, "market.xml");
    }

    static void write(Path folder) throws IOException {
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            JsonMessages.record(writer, "market", schema(), messages());
        }
    }

    /// The same rows as tables of DuckDB.
    static void write(Connection duck) throws SQLException {
        try (Statement statement = duck.createStatement()) {
            statement.execute("set timezone = 'UTC'");
            statement.execute("set threads = 1");
            statement.execute("create table Trade (t timestamp_ns, symbol varchar, side varchar, price decimal(10, 2), "
                    + "quantity integer, fee decimal(10, 2), note varchar)");
            statement.execute("create table Quote (t timestamp_ns, symbol varchar, bid decimal(10, 2), ask decimal(10, 2))");
            for (String message : messages()) {
                // A message is an object of JSON whose values stand in the order of the columns.
                String[] parts = message.substring(1, message.length() - 1).split(",");
                StringBuilder values = new StringBuilder();
                for (String part : List.of(parts).subList(1, parts.length)) {
                    String value = part.substring(part.indexOf(':') + 1);
                    boolean time = part.startsWith("\"t\"");
                    values.append(values.isEmpty() ? "" : ", ").append(time ? "make_timestamp_ns(" + value + ")"
                            : value.equals("\"\"") ? "null" : value.replace('"', '\''));
                }
                statement.execute("insert into " + (message.contains("\"Trade\"") ? "Trade" : "Quote") + " values (" + values
                        + ")");
            }
        }
    }

    private static List<String> messages() {
        List<String> messages = new ArrayList<>();
        messages.add(quote(0, "ESZ6", "5000.00", "5000.25"));
        messages.add(quote(0, "NQZ6", "18000.25", "18000.50"));
        messages.add(trade(1, "ESZ6", "Buy", "5000.25", 2, "1.25", "\"open\""));
        messages.add(trade(500_000_000, "ESZ6", "Sell", "5000.00", 1, "null", "null"));
        messages.add(trade(1_250_000_000L, "NQZ6", "Buy", "18000.50", 3, "2.50", "\"Müller \uD83D\uDE00\""));
        messages.add(quote(1_500_000_000L, "ESZ6", "5000.25", "5000.50"));
        messages.add(trade(2_000_000_000L, "ESZ6", "Buy", "5000.50", 4, "2.50", "\"block\""));
        messages.add(trade(3_750_000_000L, "NQZ6", "Sell", "18000.25", 1, "null", "null"));
        messages.add(quote(30_000_000_000L, "ESZ6", "4999.75", "5000.00"));
        messages.add(trade(60_000_000_000L, "ESZ6", "Sell", "4999.75", 5, "3.10", "\"\""));
        return messages;
    }

    private static String trade(long ns, String symbol, String side, String price, int quantity, String fee,
            String note) {
        return "{\"template\":\"Trade\",\"t\":" + (OPEN_NS + ns) + ",\"symbol\":\"" + symbol + "\",\"side\":\"" + side
                + "\",\"price\":" + price + ",\"quantity\":" + quantity + ",\"fee\":" + fee + ",\"note\":" + note + "}";
    }

    private static String quote(long ns, String symbol, String bid, String ask) {
        return "{\"template\":\"Quote\",\"t\":" + (OPEN_NS + ns) + ",\"symbol\":\"" + symbol + "\",\"bid\":" + bid
                + ",\"ask\":" + ask + "}";
    }
}
