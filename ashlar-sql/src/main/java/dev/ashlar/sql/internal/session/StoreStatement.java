// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.sql.internal.dialect.Command;
import dev.ashlar.sql.internal.dialect.PivotSource;
import dev.ashlar.sql.internal.planning.Planners;
import dev.ashlar.sql.internal.planning.Planning;
import dev.ashlar.sql.internal.problem.NameAdvice;
import dev.ashlar.sql.internal.problem.StatementProblems;
import dev.ashlar.sql.internal.result.GuardedResult;
import dev.ashlar.sql.internal.result.ListedResult;
import dev.ashlar.sql.internal.result.PlannedQuery;
import dev.ashlar.sql.internal.scan.StoreScan;
import dev.ashlar.sql.internal.statement.ParameterLiterals;
import dev.ashlar.sql.internal.statement.StatementBounds;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.internal.type.StatementBudget;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/// One query. It is planned for every run, because parameter values determine types and what can be pushed into scans.
final class StoreStatement implements SqlStatement {
    private static final List<SqlColumn> PLAN = List.of(new SqlColumn(0, "PLAN", JDBCType.VARCHAR, 0, 0, false));
    private static final List<SqlColumn> DESCRIBED = List.of(
            new SqlColumn(0, "column_name", JDBCType.VARCHAR, 0, 0, false),
            new SqlColumn(1, "column_type", JDBCType.VARCHAR, 0, 0, false),
            new SqlColumn(2, "null", JDBCType.VARCHAR, 0, 0, false));

    private final String sql;
    private final Namespace tables;
    private final NameAdvice names;
    private final PlanCache plans;
    private final int parameterCount;
    /// Types of the parameters, by their places; empty if these do not say.
    private final Optional<RelDataType> types;
    /// Without values, or with NULL where that has no type.
    private final Analysis analysis;

    /// @param plans gets what is planned
    /// @throws SqlParseException if it is not SQL
    StoreStatement(String sql, Namespace tables, NameAdvice names, PlanCache plans, StatementBudget budget)
            throws SqlParseException {
        this.plans = plans;
        this.sql = sql;
        this.tables = tables;
        this.names = names;
        int[] count = {0};
        Analysis found;
        Optional<RelDataType> known;
        try {
            found = new Analysis(sql, tables, budget, source(budget), statement -> {
                count[0] = countParameters(statement);
                return statement;
            });
            known = Optional.of(found.parameters());
        } catch (CalciteContextException | UnsupportedOperationException e) {
            // The second is what Calcite throws where a parameter's place has no type.
            if (count[0] == 0) {
                throw e;
            }
            known = Optional.empty();
            found = new Analysis(sql, tables, budget, source(budget), statement -> ParameterLiterals.in(statement,
                    Collections.nCopies(count[0], null), Optional.empty()));
        }
        parameterCount = count[0];
        types = known;
        analysis = found;
    }

    private static int countParameters(SqlNode statement) {
        int[] count = {0};
        statement.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlDynamicParam parameter) {
                count[0]++;
                return null;
            }
        });
        return count[0];
    }

    @Override
    public List<SqlColumn> parameters() {
        return types.map(row -> SqlTypes.columns(row, row.getFieldNames())).orElseGet(() ->
                IntStream.range(0, parameterCount).mapToObj(i -> new SqlColumn(i, "?" + i, JDBCType.VARCHAR, 0, 0, true))
                        .toList());
    }

    @Override
    public List<SqlColumn> columns() {
        return columns(analysis);
    }

    private static List<SqlColumn> columns(Analysis analysis) {
        if (analysis.explain()) {
            return PLAN;
        }
        return switch (analysis.command()) {
            case RUN -> SqlTypes.columns(analysis.row(), analysis.names());
            case ANALYZE -> PLAN;
            case DESCRIBE -> DESCRIBED;
            case SUMMARIZE -> Summary.head();
        };
    }

    @Override
    public SqlResult run(List<?> values, QueryOptions options) {
        StatementBudget budget = new StatementBudget(options);
        if (analysis.isPivot()) {
            requireSameColumns(budget);
        }
        return run(values, budget);
    }

    /// The values that became columns may be others now.
    private void requireSameColumns(StatementBudget budget) {
        try {
            Analysis now = new Analysis(sql, tables, budget, source(budget), statement -> statement);
            if (!now.names().equals(analysis.names())) {
                throw new SqlException(Reason.INVALID, "PIVOT has different columns than when it was prepared: columns="
                        + now.names() + "; prepare it again", null);
            }
        } catch (Throwable e) {
            throw budget.whole(StatementProblems.of(e, sql, names));
        }
    }

    private PivotSource source(StatementBudget budget) {
        return new PivotSource() {
            @Override
            public List<String> columns(String query) {
                try {
                    return new StoreStatement(query, tables, names, plans, budget).columns().stream()
                            .map(SqlColumn::name).toList();
                } catch (Throwable e) {
                    throw withoutPlace(StatementProblems.of(e, query, names));
                }
            }

            /// The place would be one of this query.
            private SqlException withoutPlace(SqlException e) {
                return new SqlException(e.reason(), e.getMessage().replaceFirst("^line \\d+, column \\d+: ", ""), e);
            }

            @Override
            public List<Value> values(String query, int most) {
                List<Value> values = new ArrayList<>();
                try (SqlResult result = nested(query, new StatementBudget(budget.remaining()))) {
                    while (values.size() < most && result.next()) {
                        values.add(new Value(literal(result.columns().getFirst(), result.text(0)), result.text(0)));
                    }
                } catch (Throwable e) {
                    throw withoutPlace(StatementProblems.of(e, query, names));
                }
                return values;
            }
        };
    }

    private static String literal(SqlColumn column, String text) {
        return column.isNumber() || column.type() == JDBCType.BOOLEAN ? text : column.type() == JDBCType.VARCHAR
                || column.type() == JDBCType.CHAR ? "'" + text.replace("'", "''") + "'"
                : "CAST('" + text + "' AS " + column.type() + ")";
    }

    /// @param budget shared by planning and running
    SqlResult run(List<?> values, StatementBudget budget) {
        try {
            if (values.size() != parameterCount) {
                throw new SqlException(Reason.INVALID, "statement has parameters: parameters=" + parameterCount
                        + ", values=" + values.size(), null);
            }
            Analysis asked = parameterCount == 0 ? analysis : new Analysis(sql, tables, budget, source(budget),
                    statement -> ParameterLiterals.in(statement, values, types));
            return run(asked, budget);
        } catch (Throwable e) {
            throw budget.whole(StatementProblems.of(e, sql, names));
        }
    }

    private SqlResult run(Analysis asked, StatementBudget budget) {
        try {
            if (asked.command() == Command.DESCRIBE) {
                return described(SqlTypes.columns(asked.row(), asked.names()));
            }
            if (asked.command() == Command.SUMMARIZE) {
                return new Summary(asked.text(), SqlTypes.columns(asked.row(), asked.names()), query -> nested(query,
                        new StatementBudget(budget.remaining()))).result();
            }
            Planners planners = new Planners(budget);
            RelNode converted = asked.convert(budget, planners).project();
            StatementBounds.require(converted);
            RelNode pushed = Planning.pushed(converted, planners);
            if (asked.explain()) {
                return planned(PlanLines.of(pushed, planners, tables, budget));
            }
            if (asked.command() == Command.ANALYZE) {
                return planned(PlanLines.measured(pushed, planners, tables, budget));
            }
            List<SqlColumn> columns = columns(asked);
            RelNode physical = pushed instanceof StoreScan ? pushed : Planning.physical(pushed, planners);
            PlannedQuery query = PlannedQuery.of(physical, columns, budget);
            if (parameterCount == 0 && !asked.isPivot()) {
                plans.add(sql, budget.textCharacters(), tables, query);
            }
            return guarded(query.open(budget), sql, names, budget);
        } finally {
            asked.release();
        }
    }

    /// Starts a query that was planned before.
    static SqlResult open(PlannedQuery query, String sql, NameAdvice names, StatementBudget budget) {
        try {
            return guarded(query.open(budget), sql, names, budget);
        } catch (Throwable e) {
            throw budget.whole(StatementProblems.of(e, sql, names));
        }
    }

    private static SqlResult guarded(SqlResult result, String sql, NameAdvice names, StatementBudget budget) {
        return new GuardedResult(result, e -> budget.whole(StatementProblems.of(e, sql, names)));
    }

    private static SqlResult planned(List<String> lines) {
        return new ListedResult(PLAN, lines.stream().map(line -> new Object[] {line}).toList());
    }

    private static SqlResult described(List<SqlColumn> columns) {
        return new ListedResult(DESCRIBED, columns.stream().map(column -> new Object[] {column.name(),
                column.typeName(), column.nullable() ? "YES" : "NO"}).toList());
    }

    private SqlResult nested(String query, StatementBudget budget) {
        try {
            return new StoreStatement(query, tables, names, plans, budget).run(List.of(), budget);
        } catch (SqlParseException e) {
            throw StatementProblems.of(e, query, names);
        }
    }
}
