// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sql.internal.type.FunctionSignatures;
import java.util.List;

/// A function that statements may call.
///
/// @param name       name in lower case
/// @param signatures its overloads, one for each number and kind of arguments, such as `power(numeric, numeric)`
public record SqlFunction(String name, List<String> signatures) {
    public SqlFunction {
        signatures = List.copyOf(signatures);
    }

    /// All functions, by name.
    public static List<SqlFunction> all() {
        return FunctionSignatures.all();
    }

    /// Whether a word is reserved in SQL, so that it must be quoted with `""` to be used as a name.
    public static boolean isReserved(String word) {
        return FunctionSignatures.isReserved(word);
    }

    /// The beginning of a call, such as `power(`; the whole call if the function has no arguments.
    public String call() {
        String first = signatures.getFirst();
        return first.endsWith("()") || !first.contains("(") ? first : name + "(";
    }
}
