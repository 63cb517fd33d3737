// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.Objects;

/// An expression whose values are a column of the result.
public record Output(String name, Expr expr) {
    public Output {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(expr, "expr");
    }
}
