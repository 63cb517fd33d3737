// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.query.Column;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.sql.internal.problem.NameAdvice;
import dev.ashlar.sql.internal.problem.StatementProblems;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.internal.type.StatementBudget;
import dev.ashlar.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/// The session of one store.
public final class StoreSession implements SqlSession {
    private static final Pattern UNKNOWN = Pattern.compile("'([^']+)' not found");

    private final Store store;
    /// By name. Reused while unchanged, since a relation keeps the kernels generated for it.
    private volatile Map<String, Relation> known = Map.of();

    public StoreSession(Store store) {
        this.store = store;
    }

    @Override
    public SqlStatement prepare(String sql, QueryOptions options) {
        return statement(sql, new StatementBudget(options));
    }

    @Override
    public SqlResult run(String sql, QueryOptions options) {
        StatementBudget budget = new StatementBudget(options);
        return statement(sql, budget).run(List.of(), budget);
    }

    private StoreStatement statement(String sql, StatementBudget budget) {
        NameAdvice names = new NameAdvice(List.of());
        try {
            List<Relation> relations = new ArrayList<>(relations());
            Relation containers = Relations.of(store).containers();
            if (relations.stream().noneMatch(relation -> relation.name().equalsIgnoreCase(containers.name()))) {
                relations.add(containers);
            }
            names = new NameAdvice(relations);
            return new StoreStatement(sql, relations, names, budget);
        } catch (Throwable e) {
            SqlException problem = StatementProblems.of(e, sql, names);
            throw unreadable(problem.getMessage()).orElse(problem);
        }
    }

    /// Why a table with a damaged schema is not found.
    private Optional<SqlException> unreadable(String message) {
        Matcher unknown = UNKNOWN.matcher(message);
        return !unknown.find() ? Optional.empty() : store.unreadable().entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(unknown.group(1))).findFirst()
                .map(entry -> new SqlException(SqlException.Reason.CORRUPT, entry.getValue().getMessage(),
                        entry.getValue()));
    }

    private List<Relation> relations() {
        Map<String, Relation> before = known;
        Map<String, Relation> now = new LinkedHashMap<>();
        for (Relation relation : Relations.of(store).all()) {
            Relation same = before.get(relation.name());
            boolean kept = same != null && same.columns().equals(relation.columns());
            now.put(relation.name(), kept ? same : relation);
        }
        known = now;
        return List.copyOf(now.values());
    }

    @Override
    public List<SqlTable> tables() {
        try {
            return described();
        } catch (Throwable e) {
            throw StatementProblems.of(e, "", new NameAdvice(List.of()));
        }
    }

    private List<SqlTable> described() {
        RelDataTypeFactory types = new SqlTypes.Factory();
        List<SqlTable> tables = new ArrayList<>();
        for (Relation relation : relations()) {
            List<SqlColumn> columns = new ArrayList<>();
            for (Column column : relation.columns()) {
                columns.add(SqlTypes.column(column.index(), column.name(), SqlTypes.of(types, column.type(),
                        column.nullable())));
            }
            tables.add(new SqlTable(relation.name(), columns, relation.rowCount()));
        }
        return tables;
    }
}
