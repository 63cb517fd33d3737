// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;

/// A scalar function for users that is implemented by a public method of Ashlar.
public final class RuntimeFunction extends SqlFunction {
    private static final long serialVersionUID = 1;

    /// What an argument is converted to, and what the method takes.
    public enum Parameter {
        TEXT, WHOLE,
        /// Not of users: the most characters of a text that the query may compute.
        LIMIT
    }

    private final transient Class<?> owner;
    private final String method;
    private final transient List<Parameter> parameters;
    private final transient List<Object> defaults;

    /// @param parameters of the method
    /// @param defaults   of the last ones of users, if these are left out: a `String` or a `Long` each
    RuntimeFunction(String name, Class<?> owner, String method, SqlReturnTypeInference type,
            SqlOperandTypeChecker operands, List<Parameter> parameters, List<Object> defaults) {
        super(name, SqlKind.OTHER_FUNCTION, type, null, operands, SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.owner = owner;
        this.method = method;
        this.parameters = List.copyOf(parameters);
        this.defaults = List.copyOf(defaults);
    }

    public Class<?> owner() {
        return owner;
    }

    public String method() {
        return method;
    }

    public List<Parameter> parameters() {
        return parameters;
    }

    public List<Object> defaults() {
        return defaults;
    }
}
