// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Random SQL over random rows gives what another engine gives, for the types that both have.
class RandomSqlPropertyTest extends OwnSession {
    private SplittableRandom random;
    private Connection other;

    @Override
    void fill(Path folder) throws IOException, SQLException {
        random = Seed.random("RandomSqlPropertyTest");
        other = DriverManager.getConnection("jdbc:h2:mem:;DEFAULT_NULL_ORDERING=HIGH;DATABASE_TO_UPPER=FALSE;"
                + "CASE_INSENSITIVE_IDENTIFIERS=TRUE");
        try (Statement statement = other.createStatement()) {
            statement.execute("create table Placed (_row bigint, side varchar, flags_Hidden boolean, name varchar, "
                    + "price decimal(19, 9), \"limit\" decimal(19, 9), quantity integer, filled bigint, ratio double, "
                    + "\"at\" timestamp(9))");
            statement.execute("create table Placed_legs (_row bigint, _parent bigint, leg bigint, share bigint)");
        }
        List<String> messages = new ArrayList<>();
        int legs = 0;
        for (int row = 0; row < 120; row++) {
            PlacedOrder order = PlacedOrder.random(random);
            messages.add(message(row, legs, order));
            legs += order.shares().size();
        }
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            PlacedOrders.record(writer, messages.toArray(String[]::new));
        }
    }

    @AfterEach
    void closeOther() throws SQLException {
        other.close();
    }

    /// A message for us, and the same as rows for the other engine.
    private String message(int row, int firstLeg, PlacedOrder order) throws SQLException {
        insert("insert into Placed values (?, ?, ?, ?, ?, ?, ?, ?, ?, dateadd('NANOSECOND', ?, timestamp '1970-01-01 00:00:00'))",
                row, order.side(), order.hidden(), order.name(), order.price(), order.limit(), order.quantity(),
                order.filled(), order.ratio(), order.atNs());
        for (int i = 0; i < order.shares().size(); i++) {
            insert("insert into Placed_legs values (?, ?, ?, ?)", firstLeg + i, row, i, order.shares().get(i));
        }
        return order.json(row);
    }

    private void insert(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = other.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
        }
    }

    @Test
    void shouldGiveWhatAnotherEngineGives() throws SQLException {
        RandomPlacedSql queries = new RandomPlacedSql(random);
        for (int i = 0; i < 80; i++) {
            String sql = queries.query();
            List<List<String>> expected = theirs(sql);
            assertEquals(expected, ours(sql), sql);
        }
    }

    private List<List<String>> ours(String sql) {
        List<List<String>> rows = new ArrayList<>();
        try (SqlResult result = session.run(sql, QueryOptions.defaults().withThreads(1 + random.nextInt(2)))) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (SqlColumn column : result.columns()) {
                    Object value = result.get(column.index());
                    row.add(value instanceof Number && column.isNumber() ? number((Number) value)
                            : String.valueOf(result.text(column.index())));
                }
                rows.add(row);
            }
        } catch (SqlException e) {
            throw new AssertionError(sql, e);
        }
        return rows;
    }

    private List<List<String>> theirs(String sql) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = other.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    Object value = result.getObject(i);
                    row.add(value instanceof Number number ? number(number)
                            : value instanceof Timestamp ? nine(result.getString(i)) : String.valueOf(value));
                }
                rows.add(row);
            }
        } catch (SQLException e) {
            throw new SQLException(sql, e);
        }
        return rows;
    }

    /// Nine digits after the point.
    private static String nine(String time) {
        String text = time.contains(".") ? time : time + ".";
        return text + "0".repeat(Math.max(0, 29 - text.length()));
    }

    /// Without zeros at the end; floating-point numbers to 12 digits, since these are added up in another order.
    private static String number(Number number) {
        BigDecimal exact = number instanceof Double || number instanceof Float
                ? new BigDecimal(number.doubleValue(), new MathContext(12)) : new BigDecimal(number.toString());
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }
}
