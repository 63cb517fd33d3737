// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.jdbc.ConnectionOptions.Option;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.DataSource;

/// Connections to one store, or several, with the options of the URL as properties of a bean. Values are checked when a
/// connection is opened.
///
/// **Threading**: any thread, once its properties are set. **Ownership**: each connection owns its open store. The data
/// source keeps none: a pool such as HikariCP does that.
public final class AshlarDataSource implements DataSource, SelfWrapper {
    private volatile ConnectionOptions options = ConnectionOptions.of("");
    private volatile PrintWriter logWriter;
    private volatile int loginTimeoutS;

    /// Of no store yet: set its folder or URL.
    public AshlarDataSource() { }

    /// Sets the folder of the store and all options.
    ///
    /// @param url as for [AshlarDriver]
    /// @throws SQLException if it is no such URL, or has an unknown option
    public synchronized void setUrl(String url) throws SQLException {
        if (url == null || !url.startsWith(ConnectionOptions.PREFIX)) {
            throw new SQLException("not a URL of a store: " + url + "; write " + ConnectionOptions.PREFIX
                    + "/path/to/store", "08001");
        }
        options = ConnectionOptions.of(url, null);
    }

    /// With the options that are set.
    public String getUrl() {
        return options.url();
    }

    /// Sets the folder of the store; it may contain any character.
    public synchronized void setFolder(String folder) {
        options = options.withFolder(Objects.requireNonNull(folder, "folder"));
    }

    public String getFolder() {
        return options.folder();
    }

    /// Sets the number of threads of a scan, 1 by default.
    public void setThreads(int threads) {
        set(Option.THREADS, Integer.toString(threads));
    }

    /// Sets the memory limit of a statement, 256 by default.
    ///
    /// @param mib in MiB
    public void setLimitMemory(long mib) {
        set(Option.LIMIT_MEMORY, Long.toString(mib));
    }

    /// Sets the time limit of a statement; by default there is none.
    public void setLimitTime(double seconds) {
        set(Option.LIMIT_TIME, Double.toString(seconds));
    }

    /// Sets whether rows are compared with their checksums when they are first read, `true` by default.
    public void setVerifyReads(boolean verify) {
        set(Option.VERIFY_READS, Boolean.toString(verify));
    }

    /// Adds a store, whose tables are `name.Table`; replaces the one of this name.
    ///
    /// @param name letters, digits and `_`, first no digit
    public synchronized void addStore(String name, String folder) {
        options = options.withStore(Objects.requireNonNull(name, "name"), Objects.requireNonNull(folder, "folder"));
    }

    private synchronized void set(Option option, String value) {
        options = options.with(option, value);
    }

    @Override
    public Connection getConnection() throws SQLException {
        ConnectionOptions current = options;
        if (current.folder().isBlank()) {
            throw new SQLException("data source has no folder: call setFolder or setUrl", "08001");
        }
        return AshlarDriver.open(current, current.url());
    }

    /// The same: a store has no users.
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    /// Kept, without effect: nothing is logged.
    @Override
    public void setLogWriter(PrintWriter writer) {
        logWriter = writer;
    }

    /// @return null until one is set
    @Override
    public PrintWriter getLogWriter() {
        return logWriter;
    }

    /// Kept, without effect: opening a store waits for nobody.
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw JdbcExceptions.negative("seconds", seconds);
        }
        loginTimeoutS = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutS;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no logging");
    }

    @Override
    public String toString() {
        return getUrl();
    }
}
