// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.type;

import dev.ashlar.sql.SqlFunction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParser;

/// Describes how functions are called, taken from their operator tables.
public final class FunctionSignatures {
    private static final Pattern NAME = Pattern.compile("(?!ASHLAR_)[A-Z][A-Z0-9_]*");

    /// Made when they are asked for first.
    private static final class Known {
        static final List<SqlFunction> FUNCTIONS = functions();
        static final SqlAbstractParserImpl.Metadata WORDS = SqlParser.create("").getMetadata();
    }

    public static List<SqlFunction> all() {
        return Known.FUNCTIONS;
    }

    public static boolean isReserved(String word) {
        return Known.WORDS.isReservedWord(word.toUpperCase(Locale.ROOT));
    }

    private static List<SqlFunction> functions() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (SqlOperator operator : FunctionTable.TABLE.getOperatorList()) {
            if (operator instanceof org.apache.calcite.sql.SqlFunction && NAME.matcher(operator.getName()).matches()) {
                found.computeIfAbsent(operator.getName().toLowerCase(Locale.ROOT), _ -> new LinkedHashSet<>())
                        .addAll(signatures(operator));
            }
        }
        List<SqlFunction> functions = new ArrayList<>();
        found.forEach((name, signatures) -> functions.add(new SqlFunction(name, signatures.isEmpty()
                ? List.of(name + "(…)") : List.copyOf(signatures))));
        return List.copyOf(functions);
    }

    private static List<String> signatures(SqlOperator operator) {
        String name = operator.getName().toLowerCase(Locale.ROOT);
        if (operator.getSyntax() == SqlSyntax.FUNCTION_ID) {
            return List.of(name);
        }
        try {
            return operator.getAllowedSignatures().lines().map(line -> line.replaceAll("[<>']", "").toLowerCase(Locale.ROOT))
                    .filter(line -> line.startsWith(name + "(")).toList();
        } catch (RuntimeException e) {
            // Its operands are checked by code alone.
            return List.of();
        }
    }
}
