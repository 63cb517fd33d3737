// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.dialect.Command;
import dev.ashlar.sql.internal.dialect.Dialect;
import dev.ashlar.sql.internal.dialect.PivotSource;
import dev.ashlar.sql.internal.exact.CodePointRexBuilder;
import dev.ashlar.sql.internal.planning.Planners;
import dev.ashlar.sql.internal.problem.OtherStatements;
import dev.ashlar.sql.internal.problem.Place;
import dev.ashlar.sql.internal.statement.ColumnNames;
import dev.ashlar.sql.internal.statement.FunctionForms;
import dev.ashlar.sql.internal.statement.Intervals;
import dev.ashlar.sql.internal.statement.StatementBounds;
import dev.ashlar.sql.internal.statement.StatementParts;
import dev.ashlar.sql.internal.statement.StatementText;
import dev.ashlar.sql.internal.statement.WindowNames;
import dev.ashlar.sql.internal.type.FunctionTable;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.internal.type.StatementBudget;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/// One SQL text, parsed, validated and converted to relational form.
///
/// Names are case-insensitive and kept as written; names that are SQL keywords or contain other characters must be
/// quoted with `""`.
///
/// **Threading**: one thread.
final class Analysis {
    private static final SqlParser.Config PARSER = SqlParser.config().withQuoting(Quoting.DOUBLE_QUOTE)
            .withUnquotedCasing(Casing.UNCHANGED).withQuotedCasing(Casing.UNCHANGED).withCaseSensitive(false)
            .withConformance(SqlConformanceEnum.LENIENT).withIdentifierMaxLength(1024);

    private final SqlTypes.Factory types = new SqlTypes.Factory();
    private final CalciteCatalogReader catalog;
    private final SqlValidator validator;
    private final SqlNode query;
    private final boolean explain;
    private final Command command;
    private final boolean pivot;
    private final String text;
    private final List<String> names;

    /// @param tables that it may name
    /// @param budget of the analysis
    /// @param source of PIVOT
    /// @param values replaces parameters by values, if the query will run
    /// @throws SqlParseException if it is not SQL
    Analysis(String sql, Namespace tables, StatementBudget budget, PivotSource source, UnaryOperator<SqlNode> values)
            throws SqlParseException {
        types.bound(budget);
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        catalog = new CalciteCatalogReader(tables.schema(), List.of(), types,
                new CalciteConnectionConfigImpl(properties));
        validator = new StatementValidator(FunctionTable.TABLE, catalog, types);
        String checked = StatementText.of(sql);
        Dialect.Statement statement = Dialect.parse(checked, PARSER, source);
        SqlNode parsed = statement.node();
        command = statement.command();
        pivot = statement.pivot();
        text = statement.query(checked);
        explain = parsed.getKind() == SqlKind.EXPLAIN;
        StatementBounds.require(explain ? ((SqlExplain) parsed).getExplicandum() : parsed, tables.all());
        SqlNode asked = explain ? ((SqlExplain) parsed).getExplicandum() : parsed;
        if (!asked.isA(SqlKind.QUERY)) {
            String kind = asked.getKind().name().toLowerCase(Locale.ROOT).replaceFirst("_.*", "");
            throw Place.of(asked).wrong(Reason.UNSUPPORTED, OtherStatements.message(kind.equals("procedure") ? "call" : kind)
                    .orElse("stores are read-only in SQL: " + kind + "; " + OtherStatements.BEGINNINGS));
        }
        StatementParts.require(asked);
        // Names come from the statement as written; validation rewrites it.
        ColumnNames written = ColumnNames.of(asked);
        ColumnNames.giveTo(asked);
        WindowNames.match(asked);
        query = validator.validate(Intervals.in(FunctionForms.in(values.apply(asked))));
        names = written.in(row().getFieldNames());
        types.release();
    }

    /// Ends the budget; called when planning has ended.
    void release() {
        types.release();
    }

    /// Whether its columns depend on rows.
    boolean isPivot() {
        return pivot;
    }

    /// What is done with the query.
    Command command() {
        return command;
    }

    /// The query alone, as it was written.
    String text() {
        return text;
    }

    /// Whether it is an EXPLAIN.
    boolean explain() {
        return explain;
    }

    RelDataType parameters() {
        return validator.getParameterRowType(query);
    }

    /// Types of the result's columns.
    RelDataType row() {
        return validator.getValidatedNodeType(query);
    }

    /// Names of the result's columns; a column without a name gets the text of its expression.
    List<String> names() {
        return names;
    }

    /// Each call returns its own relational expression. Work on it counts against the budget until [#release].
    RelRoot convert(StatementBudget budget, Planners planners) {
        types.bound(budget);
        RelOptCluster cluster = RelOptCluster.create(planners.byCost(), new CodePointRexBuilder(types));
        cluster.setMetadataQuerySupplier(planners::metadata);
        SqlToRelConverter converter = new AsofConverter(validator, catalog, cluster);
        try {
            return converter.convertQuery(query, false, true);
        } catch (AssertionError e) {
            String problem = String.valueOf(e.getMessage());
            if (problem.startsWith("not a query")) {
                throw new SqlException(Reason.INVALID, "EXISTS applies to everything that follows it; to count with "
                        + "it, write case when exists (select ...) then 1 else 0 end", e);
            }
            if (!problem.startsWith("Conversion to relational algebra failed to preserve")) {
                throw e;
            }
            boolean united = text.toLowerCase(Locale.ROOT).matches("(?s).*\\b(union|intersect|except|minus|recursive)\\b.*");
            throw new SqlException(Reason.INVALID, united ? "columns of a UNION, EXCEPT or INTERSECT have different types; "
                    + "cast them, in WITH RECURSIVE those of the first query" : "values of one expression have no common type; "
                    + "cast them", e);
        }
    }
}
