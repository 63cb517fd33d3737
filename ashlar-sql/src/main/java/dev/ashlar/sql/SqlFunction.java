// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sql.internal.type.FunctionSignatures;
import java.util.List;

/// A function that statements may call.
///
/// @param name       in small letters
/// @param signatures how it is called, one for each number and kind of arguments: `power(numeric, numeric)`
public record SqlFunction(String name, List<String> signatures) {
    public SqlFunction {
        signatures = List.copyOf(signatures);
    }

    /// All functions, by name.
    public static List<SqlFunction> all() {
        return FunctionSignatures.all();
    }

    /// Whether a word is one of SQL, so that as a name it is written in `""`.
    public static boolean isReserved(String word) {
        return FunctionSignatures.isReserved(word);
    }

    /// The beginning of a call: `power(`; all of it if it has no arguments.
    public String call() {
        String first = signatures.getFirst();
        return first.endsWith("()") || !first.contains("(") ? first : name + "(";
    }
}
