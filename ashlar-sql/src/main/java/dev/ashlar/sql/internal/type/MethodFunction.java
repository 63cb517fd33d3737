// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;

/// A public static method as a function. Its Calcite implementor is created on demand, in plans that are compiled: it
/// loads the code generators of all functions, which most queries never need.
final class MethodFunction implements ScalarFunction, ImplementableFunction {
    private final Method method;

    MethodFunction(Method method) {
        this.method = method;
    }

    String name() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private ScalarFunction made() {
        return ScalarFunctionImpl.create(method);
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
        return made().getReturnType(types);
    }

    @Override
    public List<FunctionParameter> getParameters() {
        return made().getParameters();
    }

    @Override
    public CallImplementor getImplementor() {
        return ((ImplementableFunction) made()).getImplementor();
    }
}
