// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/// An object of JDBC that wraps no other.
interface SelfWrapper extends Wrapper {
    @Override
    default boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    default <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw new SQLException("no such wrapper: " + type.getName());
        }
        return type.cast(this);
    }
}
