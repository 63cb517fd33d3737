// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.Store;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random SQL over random rows gives what another engine gives, for the types that both have.
class RandomSqlPropertyTest {
    private static final int ROWS = 120;
    private static final int QUERIES = 80;
    private static final List<String> NAMES = List.of("Anna", "Ben", "Müller", "a_b", "Z%");
    private static final List<String> SIDES = List.of("Buy", "Sell");

    @TempDir
    Path temp;
    private SplittableRandom random;
    private Store store;
    private SqlSession session;
    private Connection other;

    @BeforeEach
    void fill() throws IOException, SQLException {
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
        for (int row = 0; row < ROWS; row++) {
            int count = random.nextInt(4);
            messages.add(message(row, count, legs));
            legs += count;
        }
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults().withChunkBytes(4096))) {
            PlacedOrders.record(writer, messages.toArray(String[]::new));
        }
        store = Store.open(temp.resolve("s"));
        session = SqlSession.of(store);
    }

    @AfterEach
    void close() throws IOException, SQLException {
        store.close();
        other.close();
    }

    /// A message for us, and the same as rows for the other engine.
    private String message(int row, int legs, int firstLeg) throws SQLException {
        String side = SIDES.get(random.nextInt(SIDES.size()));
        boolean hidden = random.nextBoolean();
        String name = random.nextInt(4) == 0 ? null : NAMES.get(random.nextInt(NAMES.size()));
        BigDecimal price = BigDecimal.valueOf(random.nextLong(-5_000_000_000L, 5_000_000_000L), 9);
        BigDecimal limit = random.nextInt(3) == 0 ? null : BigDecimal.valueOf(random.nextInt(-3, 4));
        int quantity = random.nextInt(-5, 20);
        Long filled = random.nextInt(3) == 0 ? null : random.nextLong(0, 6);
        Double ratio = random.nextInt(5) == 0 ? null : random.nextInt(-8, 8) / 4.0;
        long at = random.nextLong(0, 5_000_000_000L);
        insert("insert into Placed values (?, ?, ?, ?, ?, ?, ?, ?, ?, dateadd('NANOSECOND', ?, timestamp '1970-01-01 00:00:00'))",
                row, side, hidden, name, price, limit, quantity, filled, ratio, at);
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < legs; i++) {
            Long share = random.nextBoolean() ? null : random.nextLong(-9, 9);
            insert("insert into Placed_legs values (?, ?, ?, ?)", firstLeg + i, row, i, share);
            entries.append(i == 0 ? "" : ",").append("{\"leg\":" + i + ",\"price\":0,\"share\":" + share + "}");
        }
        return "{\"template\":\"Placed\",\"id_\":" + row + ",\"side\":\"" + side + "\",\"flags\":["
                + (hidden ? "\"Hidden\"" : "") + "],\"symbol\":\"X\",\"name\":" + (name == null ? null : '"' + name + '"')
                + ",\"price\":" + price.toPlainString() + ",\"limit\":" + limit + ",\"quantity\":" + quantity
                + ",\"filled\":" + filled + ",\"level\":null,\"ratio\":" + ratio + ",\"weight\":0,\"at\":" + at
                + ",\"legs\":[" + entries + "]}";
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
        for (int i = 0; i < QUERIES; i++) {
            String sql = query();
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

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String query() {
        String where = random.nextInt(4) == 0 ? "" : " where " + condition(2);
        return switch (random.nextInt(10)) {
            case 0 -> "select _row, " + value(2) + ", " + value(1) + ", " + column() + " from Placed" + where
                    + " order by _row";
            case 1 -> "select " + column() + " as k, count(*), " + aggregate() + ", " + aggregate() + " from Placed" + where
                    + " group by k order by k";
            case 2 -> "select " + aggregate() + ", " + aggregate() + " from Placed" + where;
            case 3 -> "select _row, " + column() + " as k from Placed" + where + " order by k" + pick("", " desc",
                    " nulls first", " desc nulls last") + ", _row limit " + random.nextInt(20) + pick("", " offset 3");
            case 4 -> "select distinct side, flags_Hidden, filled from Placed" + where + " order by 1, 2, 3";
            case 5 -> "select p._row, l._row, share, " + value(1) + " from Placed p " + pick("", "left ")
                    + "join (select _row, _parent, leg, share from Placed_legs) l on l._parent = p._row and leg < 2" + where
                    + " order by 1, 2";
            case 6 -> "select filled, sum(quantity) from Placed" + where + " group by filled having count(*) > "
                    + random.nextInt(30) + " and sum(quantity) <> 3 order by filled";
            case 7 -> "select count(*), sum(quantity), min(side) from (select side, quantity from Placed" + where
                    + " order by " + pick("price", "quantity, _row desc", "_row") + " limit " + random.nextInt(30)
                    + pick("", " offset 2") + ") as t";
            case 8 -> nested(where);
            default -> "select _row, sum(quantity) over (partition by " + pick("side", "filled", "name")
                    + " order by _row), row_number() over (order by " + pick("price", "\"at\"", "ratio")
                    + ", _row) from Placed" + where + " order by _row";
        };
    }

    /// What comes after groups, orders and limits must not be done before them.
    private String nested(String where) {
        String first = "select _row, quantity, filled from Placed" + where + " order by quantity, _row limit 15";
        return switch (random.nextInt(4)) {
            case 0 -> "select * from (" + first + ") as t where quantity > 1 order by _row";
            case 1 -> "select _row, quantity from (" + first + " offset 3) as t order by quantity desc, _row limit 4";
            case 2 -> "select quantity + 1, _row from (" + first + ") as t order by _row limit 9 offset 1";
            default -> "select side, max(n), sum(s) from (select side, filled, count(*) as n, sum(quantity) as s "
                    + "from Placed" + where + " group by side, filled) as t where n > 2 group by side order by side";
        };
    }

    private String column() {
        return pick("side", "flags_Hidden", "name", "price", "\"limit\"", "quantity", "filled", "ratio", "\"at\"");
    }

    private String value(int depth) {
        if (depth == 0) {
            return pick("price", "\"limit\"", "quantity", "filled", "3", "-2.5", "0");
        }
        return switch (random.nextInt(6)) {
            case 0 -> "(" + value(depth - 1) + pick(" + ", " - ") + value(depth - 1) + ")";
            case 1 -> "(" + value(depth - 1) + " * " + pick("2", "quantity", "1.5", "filled") + ")";
            case 2 -> "case when " + condition(1) + " then " + value(0) + " else " + value(0) + " end";
            case 3 -> "coalesce(filled, quantity, 7)";
            case 4 -> "(quantity / " + pick("2", "3", "7") + ")";
            default -> value(0);
        };
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(2) == 0) {
            return "(" + condition(depth - 1) + pick(" and ", " or ") + pick("", "not ") + condition(depth - 1) + ")";
        }
        return switch (random.nextInt(9)) {
            case 0 -> value(1) + pick(" = ", " <> ", " < ", " <= ", " > ", " >= ") + value(1);
            case 1 -> pick("name", "\"limit\"", "filled", "ratio") + pick(" is null", " is not null");
            case 2 -> "side = '" + pick("Buy", "Sell", "None") + "'";
            case 3 -> "name " + pick("", "not ") + "like '" + pick("M%", "%n%", "_n_a", "%", "") + "'";
            case 4 -> "filled " + pick("", "not ") + "in (1, 3" + pick("", ", 5") + ")";
            case 5 -> "price between -1.5 and " + pick("2", "quantity", "\"limit\"");
            case 6 -> "flags_Hidden";
            case 7 -> "ratio " + pick("<", ">=", "=") + " 0.25";
            default -> "\"at\" " + pick("<", ">=") + " timestamp '1970-01-01 00:00:0" + random.nextInt(5)
                    + ".123456789'";
        };
    }

    private String aggregate() {
        return switch (random.nextInt(6)) {
            case 0 -> "count(" + column() + ")";
            case 1 -> "count(distinct " + column() + ")";
            case 2 -> "sum(" + value(1) + ")";
            case 3 -> pick("min(", "max(") + pick("price", "name", "\"at\"", "filled", "ratio") + ")";
            case 4 -> "cast(avg(ratio) as double)";
            default -> "sum(distinct " + pick("quantity", "filled") + ")";
        };
    }
}
