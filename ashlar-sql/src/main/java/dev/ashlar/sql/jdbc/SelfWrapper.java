// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/// A JDBC object that wraps no other object.
interface SelfWrapper extends Wrapper {
    @Override
    default boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    default <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw new SQLException("not a wrapper for " + type.getName());
        }
        return type.cast(this);
    }
}
