// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/// A method of generated code, looked up once and called often.
record Call(Method method) {
    static Call of(Class<?> owner, String name, Class<?>... parameters) {
        try {
            return new Call(owner.getMethod(name, parameters));
        } catch (NoSuchMethodException e) {
            throw new AssertionError("no such method generated: " + e.getMessage(), e);
        }
    }

    /// Whether there is such a method.
    static boolean exists(Class<?> owner, String name, Class<?>... parameters) {
        try {
            owner.getMethod(name, parameters);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /// The one method of this name with one parameter that is not of type `other`.
    static Call setter(Class<?> owner, String name, Class<?>... others) {
        for (Method method : owner.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == 1
                    && !java.util.List.of(others).contains(method.getParameterTypes()[0])) {
                return new Call(method);
            }
        }
        throw new AssertionError("no such setter generated: " + owner.getName() + "." + name);
    }

    /// The one method of this name with an index and a value.
    static Call elementSetter(Class<?> owner, String name) {
        for (Method method : owner.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == 2
                    && method.getParameterTypes()[0] == int.class && method.getParameterTypes()[1].isPrimitive()) {
                return new Call(method);
            }
        }
        throw new AssertionError("no such setter generated: " + owner.getName() + "." + name);
    }

    Class<?> returnType() {
        return method.getReturnType();
    }

    /// The type of the last parameter.
    Class<?> valueType() {
        return method.getParameterTypes()[method.getParameterCount() - 1];
    }

    /// Calls it; what it throws is thrown as it is.
    Object on(Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw new AssertionError(e.getCause());
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    boolean flag(Object target) {
        return (boolean) on(target);
    }

    int number(Object target) {
        return (int) on(target);
    }
}
