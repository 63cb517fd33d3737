// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.sql.SqlException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;

/// An interface of JDBC, of whose many methods an object has those that make sense for a store.
///
/// A call goes to the object's public method of the same name and parameters; where it has none, to its
/// [Otherwise], and where there is none of these, it is not supported. Exceptions become those of SQL.
final class Facade {
    /// What becomes of methods that an object has not.
    @FunctionalInterface
    interface Otherwise {
        Object call(Method method, Object[] arguments) throws SQLException;
    }

    private Facade() {
    }

    static <T> T of(Class<T> type, Object target, Otherwise otherwise) {
        Object[] self = new Object[1];
        ClassLoader loader = type.getClassLoader() == null ? Facade.class.getClassLoader() : type.getClassLoader();
        self[0] = Proxy.newProxyInstance(loader, new Class<?>[] {type}, (proxy, method, arguments) ->
                switch (method.getName()) {
                    case "equals" -> arguments[0] == self[0];
                    case "hashCode" -> System.identityHashCode(target);
                    case "toString" -> target.toString();
                    case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(self[0]);
                    case "unwrap" -> unwrapped((Class<?>) arguments[0], self[0]);
                    // As JDBC itself does them.
                    case "enquoteLiteral", "enquoteNCharLiteral", "enquoteIdentifier", "isSimpleIdentifier",
                            "beginRequest", "endRequest" -> InvocationHandler.invokeDefault(proxy, method, arguments);
                    default -> call(target, method, arguments, otherwise);
                });
        return type.cast(self[0]);
    }

    private static Object unwrapped(Class<?> wanted, Object self) throws SQLException {
        if (!wanted.isInstance(self)) {
            throw new SQLException("no such wrapper: " + wanted.getName());
        }
        return self;
    }

    private static Object call(Object target, Method method, Object[] arguments, Otherwise otherwise)
            throws SQLException {
        try {
            return target.getClass().getMethod(method.getName(), method.getParameterTypes()).invoke(target, arguments);
        } catch (NoSuchMethodException e) {
            return otherwise.call(method, arguments);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        } catch (InvocationTargetException e) {
            throw exception(e.getCause());
        }
    }

    static Object refuse(Method method, Object[] arguments) throws SQLException {
        throw new SQLFeatureNotSupportedException("not for a store, which is read only here: "
                + method.getDeclaringClass().getSimpleName() + "." + method.getName(), "0A000");
    }

    static SQLException exception(Throwable problem) {
        return switch (problem) {
            case SQLException e -> e;
            case SqlException e -> switch (e.reason()) {
                case SYNTAX, INVALID -> new SQLException(e.getMessage(), "42000", e);
                case CANCELLED -> new SQLException(e.getMessage(), "57014", e);
                case DEADLINE -> new SQLTimeoutException(e.getMessage(), "57014", e);
                case MEMORY -> new SQLException(e.getMessage(), "53200", e);
                case OVERFLOW -> new SQLException(e.getMessage(), "22003", e);
                case DIVISION_BY_ZERO -> new SQLException(e.getMessage(), "22012", e);
                case CORRUPT -> new SQLException(e.getMessage(), "58030", e);
                case UNSUPPORTED -> new SQLFeatureNotSupportedException(e.getMessage(), "0A000", e);
            };
            case null -> new SQLException("no reason is known", "HY000");
            case UnsupportedOperationException e -> new SQLFeatureNotSupportedException(e.getMessage(), "0A000", e);
            default -> new SQLException(problem.getMessage() == null ? problem.toString() : problem.getMessage(),
                    "HY000", problem);
        };
    }
}
