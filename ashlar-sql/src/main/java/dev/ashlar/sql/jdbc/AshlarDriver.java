// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/// Opens stores for `jdbc:ashlar:/path/to/store`. The property `threads` sets the number of threads of a scan, by
/// default 1; `verifyReads` sets whether rows are compared with their checksums when they are first read, by default
/// `true`.
///
/// **Threading**: any thread. **Ownership**: each connection owns its open store.
public final class AshlarDriver implements Driver {
    static final String PREFIX = "jdbc:ashlar:";
    static final String THREADS = "threads";
    static final String VERIFY_READS = "verifyReads";
    static final int MAJOR = 0;
    static final int MINOR = 1;

    static {
        try {
            DriverManager.registerDriver(new AshlarDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// For `ServiceLoader`.
    public AshlarDriver() { }

    @Override
    public boolean acceptsURL(String url) {
        return url != null && url.startsWith(PREFIX);
    }

    /// @return null if the URL belongs to another driver
    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        QueryOptions options = QueryOptions.defaults();
        String threads = properties == null ? null : properties.getProperty(THREADS);
        String verify = properties == null ? null : properties.getProperty(VERIFY_READS);
        if (verify != null && !verify.strip().equals("true") && !verify.strip().equals("false")) {
            throw new SQLException("property is neither true nor false: " + VERIFY_READS + "=" + verify, "08001");
        }
        ReadOptions reading = ReadOptions.defaults().withVerify(verify == null || verify.strip().equals("true"));
        try {
            if (threads != null) {
                options = options.withThreads(Integer.parseInt(threads.strip()));
            }
            return new AshlarConnection(Store.open(Path.of(url.substring(PREFIX.length())), reading), options,
                    url);
        } catch (NumberFormatException e) {
            throw new SQLException("property is not a number: threads=" + threads, "08001", e);
        } catch (InvalidPathException e) {
            throw new SQLException("not a path of a store: " + e.getMessage() + " (" + url + ")", "08001", e);
        } catch (IllegalArgumentException | StoreException e) {
            throw new SQLException(e.getMessage(), "08001", e);
        } catch (RuntimeException | Error e) {
            throw JdbcExceptions.of(e);
        }
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        DriverPropertyInfo threads = new DriverPropertyInfo(THREADS, "1");
        threads.description = "threads that scan at once";
        DriverPropertyInfo verify = new DriverPropertyInfo(VERIFY_READS, "true");
        verify.description = "whether rows are compared with their checksums when they are first read";
        verify.choices = new String[] {"true", "false"};
        return new DriverPropertyInfo[] {threads, verify};
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    /// JDBC compliance includes updates; stores are read only.
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no logging");
    }
}
