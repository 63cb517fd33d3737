// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ashlar.sql.jdbc.AshlarDataSource;
import dev.ashlar.sql.jdbc.AshlarDriver;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/// Options of the URL, of properties and of a data source.
class JdbcOptionsTest extends PlacedOrdersConnection {
    private static final String COUNT = "select count(*) from Placed";
    /// Sorts more than a MiB.
    private static final String MUCH = "select max(x) from (select a._row + b._row x from "
            + "(select _row from Placed a1 union all select _row from Placed_legs union all select _row from Placed) a, "
            + "Placed b, Placed c, Placed d, Placed e, Placed f, Placed g, Placed h, Placed i, Placed j "
            + "order by a._row, b._row, j._row limit 100000)";

    private static Properties properties(Object... pairs) {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.put(pairs[i], pairs[i + 1]);
        }
        return properties;
    }

    private static String count(Connection connection) throws SQLException {
        try (connection; Statement statement = connection.createStatement()) {
            return JdbcRows.of(statement.executeQuery(COUNT)).getFirst();
        }
    }

    @Test
    void shouldTakeOptionsFromUrlAndProperties() throws SQLException {
        String all = url + "?threads=2&verifyReads=false&limitMemory=64&limitTime=30.5";
        assertEquals("3", count(DriverManager.getConnection(all)));
        assertEquals("3", count(DriverManager.getConnection(url + "?")));
        assertEquals("3", count(DriverManager.getConnection(all, properties("threads", "2", "user", "sa", "password", ""))));
        assertEquals("3", count(DriverManager.getConnection(url, properties("threads", 2, "verifyReads", true))));
        assertEquals("3", count(new AshlarDriver().connect(url, null)));
        assertNull(new AshlarDriver().connect("jdbc:other:" + temp, null));
        try (Connection connection = DriverManager.getConnection(all)) {
            assertEquals(all, connection.getMetaData().getURL());
        }
    }

    @Test
    void shouldRefuseWhatIsNoOption() {
        Map.of("?thread=2", "no such option: thread; nearest: threads; options: threads, verifyReads, limitMemory, limitTime, store.NAME",
                "?threads=2&memory=5", "no such option: memory; nearest: limitMemory; options: threads, verifyReads, "
                        + "limitMemory, limitTime, store.NAME",
                "?threads", "option has no value: threads; write threads=VALUE (" + url + "?threads)",
                "?threads=2&", "option has no value: ; write =VALUE (" + url + "?threads=2&)",
                "?threads=2&threads=3", "option has two values: threads=2, threads=3",
                "?threads=zero", "option must be a whole number, 1 to 1024: threads=zero",
                "?threads=0", "option must be a whole number, 1 to 1024: threads=0",
                "?limitMemory=-1", "option must be a whole number, 1 to 1073741824: limitMemory=-1",
                "?limitTime=0", "option must be a number of seconds above 0 and at most 86400.0: limitTime=0",
                "?verifyReads=yes", "option must be true or false: verifyReads=yes").forEach((options, message) -> {
                    SQLException e = assertThrows(SQLException.class, () -> DriverManager.getConnection(url + options));
                    assertEquals(message, e.getMessage());
                    assertEquals("08001", e.getSQLState());
                });
        assertEquals("no such option: Threads; nearest: threads; options: threads, verifyReads, limitMemory, limitTime, store.NAME",
                assertThrows(SQLException.class, () -> DriverManager.getConnection(url, properties("Threads", "2")))
                        .getMessage());
        assertEquals("option has two values: threads=2, threads=3", assertThrows(SQLException.class, () ->
                DriverManager.getConnection(url + "?threads=2", properties("threads", "3"))).getMessage());
        assertEquals("URL has no folder: write jdbc:ashlar:/path/to/store", assertThrows(SQLException.class, () ->
                DriverManager.getConnection("jdbc:ashlar:?threads=1")).getMessage());
    }

    @Test
    void shouldKeepItsLimits() throws SQLException {
        try (Connection small = DriverManager.getConnection(url + "?limitMemory=1");
                Statement statement = small.createStatement()) {
            assertEquals("53200", assertThrows(SQLException.class, () -> JdbcRows.of(statement.executeQuery(MUCH)))
                    .getSQLState());
        }
        try (Connection brief = DriverManager.getConnection(url + "?limitTime=0.000000001");
                Statement statement = brief.createStatement()) {
            assertThrows(SQLTimeoutException.class, () -> JdbcRows.of(statement.executeQuery(MUCH)));
            statement.setQueryTimeout(100);
            assertThrows(SQLTimeoutException.class, () -> JdbcRows.of(statement.executeQuery(MUCH)));
        }
    }

    @Test
    void shouldTellWhichOptionsThereAre() throws SQLException {
        DriverPropertyInfo[] properties = new AshlarDriver().getPropertyInfo(url + "?threads=2", properties("verifyReads",
                "false"));
        assertEquals(List.of("threads=2", "verifyReads=false", "limitMemory=256", "limitTime="),
                Arrays.stream(properties).map(each -> each.name + "=" + each.value).toList());
        assertTrue(Arrays.stream(properties).noneMatch(each -> each.required || each.description.isEmpty()));
        assertEquals(List.of("true", "false"), List.of(properties[1].choices));
        assertEquals(4, new AshlarDriver().getPropertyInfo(null, null).length);
        assertThrows(SQLException.class, () -> new AshlarDriver().getPropertyInfo(url + "?x=1", null));
    }

    @Test
    void shouldBeADataSource() throws SQLException, IOException {
        AshlarDataSource source = new AshlarDataSource();
        assertEquals("data source has no folder: call setFolder or setUrl", assertThrows(SQLException.class,
                source::getConnection).getMessage());
        source.setUrl(url + "?threads=3");
        assertEquals(temp.resolve("s").toString(), source.getFolder());
        source.setThreads(2);
        source.setLimitMemory(64);
        source.setLimitTime(30);
        source.setVerifyReads(false);
        assertEquals(url + "?threads=2&verifyReads=false&limitMemory=64&limitTime=30.0", source.getUrl());
        assertEquals("3", count(source.getConnection()));
        assertEquals("3", count(source.getConnection("sa", "")));
        source.setThreads(0);
        assertEquals("option must be a whole number, 1 to 1024: threads=0", assertThrows(SQLException.class,
                source::getConnection).getMessage());
        assertThrows(SQLException.class, () -> source.setUrl("jdbc:other:x"));
        assertThrows(SQLException.class, () -> source.setUrl(url + "?x=1"));

        Path odd = Files.move(temp.resolve("s"), temp.resolve("what?threads=0&x"));
        AshlarDataSource other = new AshlarDataSource();
        other.setFolder(odd.toString());
        assertEquals("3", count(other.getConnection()));
        other.setFolder(temp.resolve("none").toString());
        assertEquals("08001", assertThrows(SQLException.class, other::getConnection).getSQLState());

        PrintWriter log = new PrintWriter(new StringWriter());
        other.setLogWriter(log);
        assertEquals(log, other.getLogWriter());
        other.setLoginTimeout(5);
        assertEquals(5, other.getLoginTimeout());
        assertThrows(SQLException.class, () -> other.setLoginTimeout(-1));
        assertThrows(SQLFeatureNotSupportedException.class, other::getParentLogger);
        assertEquals(other, other.unwrap(DataSource.class));
    }

    /// A pool sets its properties by their names.
    @Test
    void shouldBeTheDataSourceOfAPool() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName(AshlarDataSource.class.getName());
        config.addDataSourceProperty("folder", temp.resolve("s").toString());
        config.addDataSourceProperty("threads", "2");
        config.addDataSourceProperty("limitMemory", "64");
        config.addDataSourceProperty("verifyReads", "false");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertEquals("3", count(pool.getConnection()));
        }
        HikariConfig wrong = new HikariConfig();
        wrong.setJdbcUrl(url);
        wrong.addDataSourceProperty("threadCount", "2");
        wrong.setInitializationFailTimeout(1);
        Exception e = assertThrows(RuntimeException.class, () -> new HikariDataSource(wrong).close());
        assertTrue(e.getMessage().contains("no such option: threadCount; nearest: threads"), e.getMessage());
    }
}
