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

/// Opens connections to one or several stores. The options of the URL are bean properties; their values are checked
/// when a connection is opened.
///
/// **Threading**: any thread, once its properties are set. **Ownership**: each connection owns its open store. The data
/// source keeps no connections; use a pool such as HikariCP for that.
public final class AshlarDataSource implements DataSource, SelfWrapper {
    private volatile ConnectionOptions options = ConnectionOptions.of("");
    private volatile PrintWriter logWriter;
    private volatile int loginTimeoutS;

    /// Creates a data source without a store; set its folder or URL before use.
    public AshlarDataSource() { }

    /// Sets the folder of the store and all options.
    ///
    /// @param url as for [AshlarDriver]
    /// @throws SQLException if the URL is not one of this driver or has an unknown option
    public synchronized void setUrl(String url) throws SQLException {
        if (url == null || !url.startsWith(ConnectionOptions.PREFIX)) {
            throw new SQLException("not a URL of a store: " + url + "; write " + ConnectionOptions.PREFIX
                    + "/path/to/store", "08001");
        }
        options = ConnectionOptions.of(url, null);
    }

    /// The URL with all options that are set.
    public String getUrl() {
        return options.url();
    }

    /// Sets the folder of the store; the path may contain any character.
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

    /// Sets the memory limit of a statement, 256 MiB by default.
    ///
    /// @param mib limit in MiB
    public void setLimitMemory(long mib) {
        set(Option.LIMIT_MEMORY, Long.toString(mib));
    }

    /// Sets the time limit of a statement; by default there is none.
    public void setLimitTime(double seconds) {
        set(Option.LIMIT_TIME, Double.toString(seconds));
    }

    /// Sets whether the checksums of rows are verified when they are first read, `true` by default.
    public void setVerifyReads(boolean verify) {
        set(Option.VERIFY_READS, Boolean.toString(verify));
    }

    /// Adds a store whose tables are `name.Table`; replaces an added store of the same name.
    ///
    /// @param name letters, digits and `_`, not starting with a digit
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

    /// Same as [#getConnection()]: a store has no users.
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    /// Stored without effect: nothing is logged.
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
        throw new SQLFeatureNotSupportedException("logging is not supported");
    }

    @Override
    public String toString() {
        return getUrl();
    }
}
