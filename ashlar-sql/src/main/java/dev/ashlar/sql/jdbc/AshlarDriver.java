// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;

/// Opens stores and archives for
/// `jdbc:ashlar:/path/to/store?threads=2&limitMemory=512&limitTime=30&verifyReads=false&store.refs=/path/to/refs`.
/// Options may be given in the URL or in the properties; unknown names are rejected.
///
/// **Threading**: any thread. **Ownership**: each connection owns its open stores.
public final class AshlarDriver implements Driver {
    static final int MAJOR = 0;
    static final int MINOR = 1;

    static {
        try {
            DriverManager.registerDriver(new AshlarDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Called by `ServiceLoader`.
    public AshlarDriver() { }

    @Override
    public boolean acceptsURL(String url) {
        return url != null && url.startsWith(ConnectionOptions.PREFIX);
    }

    /// @return null if the URL belongs to another driver
    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        return open(ConnectionOptions.of(url, properties), url);
    }

    /// @param url URL that the connection reports
    static Connection open(ConnectionOptions options, String url) throws SQLException {
        Path path = options.path();
        ReadOptions reading = options.reading();
        QueryOptions asking = options.asking();
        List<OpenSource.Named> opened = new ArrayList<>();
        try {
            SqlSession session = add("main", path, reading, opened).session();
            for (Map.Entry<String, String> store : options.stores().entrySet()) {
                Path folder = options.path(store.getKey());
                session = addTo(session, add(store.getKey(), folder, reading, opened), store.getKey());
            }
            return new AshlarConnection(session, opened, asking, url);
        } catch (Throwable e) {
            opened.forEach(named -> closeAfter(e, named.source()));
            throw e instanceof StoreException ? new SQLException(e.getMessage(), "08001", e) : JdbcExceptions.of(e);
        }
    }

    private static OpenSource add(String name, Path folder, ReadOptions reading, List<OpenSource.Named> opened)
            throws StoreException {
        OpenSource source = OpenSource.open(folder, reading);
        opened.add(new OpenSource.Named(name, source));
        return source;
    }

    private static SqlSession addTo(SqlSession session, OpenSource source, String name) throws SQLException {
        try {
            return source.addTo(session, name);
        } catch (IllegalArgumentException e) {
            throw new SQLException("option " + ConnectionOptions.STORE + name + ": " + e.getMessage(), "08001", e);
        }
    }

    private static void closeAfter(Throwable problem, OpenSource source) {
        try {
            source.close();
        } catch (StoreException e) {
            problem.addSuppressed(e);
        }
    }

    /// The options with their values from the URL and the properties.
    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) throws SQLException {
        return ConnectionOptions.of(acceptsURL(url) ? url : ConnectionOptions.PREFIX, properties).properties();
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    /// False: JDBC compliance requires updates, and stores are read-only.
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("logging is not supported");
    }
}
