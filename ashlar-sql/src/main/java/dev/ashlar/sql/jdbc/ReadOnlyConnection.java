// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;

/// Rejects what a connection to a store cannot do: calls, savepoints, large objects, sharding.
/// Shorter forms of other methods pass on to them; what a client says of itself is ignored.
interface ReadOnlyConnection extends Connection {
    @Override default CallableStatement prepareCall(String sql) throws SQLException { throw refused("prepareCall"); }
    @Override default CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        throw refused("prepareCall");
    }
    @Override default CallableStatement prepareCall(String sql, int type, int concurrency,
            int holdability) throws SQLException {
        throw refused("prepareCall");
    }
    @Override default void setTypeMap(Map<String, Class<?>> types) throws SQLException { throw refused("setTypeMap"); }
    @Override default Savepoint setSavepoint() throws SQLException { throw refused("setSavepoint"); }
    @Override default Savepoint setSavepoint(String name) throws SQLException { throw refused("setSavepoint"); }
    @Override default void rollback(Savepoint savepoint) throws SQLException { throw refused("rollback"); }
    @Override default void releaseSavepoint(Savepoint savepoint) throws SQLException { throw refused("releaseSavepoint"); }
    @Override default Clob createClob() throws SQLException { throw refused("createClob"); }
    @Override default Blob createBlob() throws SQLException { throw refused("createBlob"); }
    @Override default NClob createNClob() throws SQLException { throw refused("createNClob"); }
    @Override default SQLXML createSQLXML() throws SQLException { throw refused("createSQLXML"); }
    @Override default Array createArrayOf(String type, Object[] values) throws SQLException { throw refused("createArrayOf"); }
    @Override default Struct createStruct(String type, Object[] values) throws SQLException { throw refused("createStruct"); }
    @Override default boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey,
            int timeoutS) throws SQLException {
        throw refused("setShardingKeyIfValid");
    }
    @Override default boolean setShardingKeyIfValid(ShardingKey key, int timeoutS) throws SQLException {
        throw refused("setShardingKeyIfValid");
    }
    @Override default void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException { throw refused("setShardingKey"); }
    @Override default void setShardingKey(ShardingKey key) throws SQLException { throw refused("setShardingKey"); }

    @Override default Statement createStatement() throws SQLException {
        return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }
    @Override default PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }
    /// Nothing is ever written, so no keys are generated.
    @Override default PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
        return prepareStatement(sql);
    }
    @Override default PreparedStatement prepareStatement(String sql, int[] keys) throws SQLException {
        return prepareStatement(sql);
    }
    @Override default PreparedStatement prepareStatement(String sql, String[] keys) throws SQLException {
        return prepareStatement(sql);
    }
    @Override default void setClientInfo(String name, String value) { }
    @Override default void setClientInfo(Properties properties) { }
    @Override default Properties getClientInfo() { return new Properties(); }
    @Override default String getClientInfo(String name) { return null; }

    private static SQLException refused(String method) {
        return JdbcExceptions.unsupported(Connection.class, method);
    }
}
