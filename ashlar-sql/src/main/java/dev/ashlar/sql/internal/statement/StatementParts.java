// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.statement;

import dev.ashlar.query.ValueType;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.internal.problem.Place;
import dev.ashlar.sql.internal.type.FunctionTable;
import dev.ashlar.sql.internal.type.SeriesFunction;
import dev.ashlar.sql.internal.type.SqlRules;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/// Rejects parts of a statement that are not supported while their position is still known: Calcite would notice only
/// when planning, report something else, or use another type.
public final class StatementParts extends SqlBasicVisitor<Void> {
    /// Longest CHAR and BINARY, whose values all are as long as their type.
    static final int MAX_PADDED = 65_535;
    /// Parts that have no operator.
    private static final Map<SqlKind, String> UNSUPPORTED = Map.of(
            SqlKind.MATCH_RECOGNIZE, "MATCH_RECOGNIZE", SqlKind.NEXT_VALUE, "NEXT VALUE", SqlKind.CURRENT_VALUE,
            "CURRENT VALUE");
    /// Functions of Calcite that compute with milliseconds, and what to write instead.
    private static final Map<String, String> WINDOW_FUNCTIONS = Map.of(
            "TUMBLE", "write time_bucket(interval '1' minute, t) in GROUP BY",
            "HOP", "join with generate_series(start, end, interval '1' minute)",
            "SESSION", "count the gaps that lag(t) over (order by t) shows");
    private static final Collection<String> NO_SESSION = new TreeSet<>(List.of("CURRENT_CATALOG",
            "CURRENT_PATH", "CURRENT_ROLE", "CURRENT_SCHEMA", "CURRENT_USER", "SESSION_USER", "SYSTEM_USER", "USER"));

    /// Made when the first function is looked up.
    private static final class Known {
        static final Collection<String> FUNCTIONS = FunctionTable.names().collect(Collectors.toCollection(() ->
                        new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
    }

    private StatementParts() {
    }

    /// @throws SqlException if a part is not supported
    public static void require(SqlNode statement) {
        statement.accept(new StatementParts());
    }

    @Override
    public Void visit(SqlCall call) {
        SqlOperator operator = call.getOperator();
        String unsupported = UNSUPPORTED.get(call.getKind());
        if (unsupported != null) {
            throw wrong(Reason.UNSUPPORTED, unsupported + " is not supported", call);
        }
        if (call instanceof SqlOrderBy order) {
            requireCount(order.offset);
            requireCount(order.fetch);
        }
        if (operator instanceof SqlUnresolvedFunction function) {
            requireFunction(function, call);
        } else if (operator instanceof SqlFunction && !Known.FUNCTIONS.contains(operator.getName())) {
            OtherDialects.instead(operator.getName()).ifPresent(instead -> {
                throw wrong(Reason.INVALID, "no function is called '" + operator.getName().toLowerCase(Locale.ROOT)
                        + "'; write " + instead, call);
            });
        }
        requireSession(operator.getName(), call);
        return super.visit(call);
    }

    /// Calcite would cut off the digits after the point.
    private static void requireCount(SqlNode rows) {
        if (rows instanceof SqlNumericLiteral count && count.bigDecimalValue().stripTrailingZeros().scale() > 0) {
            throw wrong(Reason.INVALID, "not a count of rows: " + count, rows);
        }
    }

    private static void requireFunction(SqlUnresolvedFunction function, SqlNode at) {
        String name = function.getSqlIdentifier() == null ? function.getName()
                : function.getSqlIdentifier().toString();
        String advice = WINDOW_FUNCTIONS.get(name.toUpperCase(Locale.ROOT));
        if (advice != null) {
            throw wrong(Reason.UNSUPPORTED, name.toUpperCase(Locale.ROOT) + " is not supported; " + advice, at);
        }
        if (SeriesFunction.isNamed(name) && function.getFunctionType()
                != SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION) {
            throw wrong(Reason.UNSUPPORTED, name + " returns rows: write it in FROM, from " + name
                    + "(1, 10) as t(n)", at);
        }
        if (!Known.FUNCTIONS.contains(name) && !FunctionForms.isKnown(name)) {
            String similar = OtherDialects.instead(name).map(instead -> "; write " + instead)
                    .or(() -> abbreviated(name).or(() -> SpellingSuggestion.similar(name, Known.FUNCTIONS))
                            .map(near -> "; nearest: " + near.toLowerCase(Locale.ROOT))).orElse("");
            throw wrong(Reason.INVALID, "no function is called '" + name + "'" + similar, at);
        }
    }

    /// The shortest name that has all letters of another in their order, `count` for `cnt`.
    private static Optional<String> abbreviated(String name) {
        String letters = String.join(".*", name.toUpperCase(Locale.ROOT).replaceAll("\\W", "").split(""));
        return name.length() < 3 ? Optional.empty() : Known.FUNCTIONS.stream().filter(f -> f.matches(letters))
                .min(Comparator.comparingInt(String::length));
    }

    private static void requireSession(String name, SqlNode at) {
        if (NO_SESSION.contains(name.toUpperCase(Locale.ROOT))) {
            boolean user = name.toUpperCase(Locale.ROOT).matches(".*(USER|ROLE)");
            throw wrong(Reason.UNSUPPORTED, name.toUpperCase(Locale.ROOT) + " is not supported: " + (user ? "a store has no users"
                    : "the schema of a store's tables is called main"), at);
        }
    }

    @Override
    public Void visit(SqlIdentifier name) {
        // Of Calcite, a function without parentheses.
        if (name.isSimple() && !name.isComponentQuoted(0)) {
            requireSession(name.getSimple(), name);
        }
        return null;
    }

    @Override
    public Void visit(SqlDataTypeSpec type) {
        if (type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic) {
            SqlTypeName name = SqlTypeName.get(basic.getTypeName().getSimple().toUpperCase(Locale.ROOT));
            int precision = basic.getPrecision();
            switch (name) {
                case DECIMAL -> {
                    requireAtMost("digits", precision, ValueType.MAX_PRECISION, type);
                    requireAtMost("digits after the point", basic.getScale(), precision < 0 ? ValueType.MAX_PRECISION
                            : precision, type);
                }
                case CHAR, BINARY -> requireAtMost(name == SqlTypeName.CHAR ? "characters" : "bytes", precision,
                        MAX_PADDED, type);
                case TIMESTAMP -> requireAtMost("digits of the second", precision, SqlRules.TIMESTAMP_DIGITS, type);
                case null, default -> { }
            }
        }
        return null;
    }

    private static void requireAtMost(String what, int found, int most, SqlNode at) {
        if (found > most) {
            throw wrong(Reason.INVALID, "type is too long: " + what + "=" + found + ", most=" + most, at);
        }
    }

    private static SqlException wrong(Reason reason, String message, SqlNode at) {
        return Place.of(at).wrong(reason, message);
    }
}
