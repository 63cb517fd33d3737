// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.sql.SqlTable;
import dev.ashlar.sql.internal.catalog.StoreCatalog;
import dev.ashlar.sql.internal.problem.NameAdvice;
import dev.ashlar.sql.internal.problem.StatementProblems;
import dev.ashlar.sql.internal.result.PlannedQuery;
import dev.ashlar.sql.internal.type.FunctionSignatures;
import dev.ashlar.sql.internal.type.SqlTypes;
import dev.ashlar.sql.internal.type.StatementBudget;
import dev.ashlar.store.Store;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/// A session: a main store, and others that statements name.
public final class StoreSession implements SqlSession {
    private static final Pattern UNKNOWN = Pattern.compile("'(?:(\\w+)\\.)?([^']+)' not found");
    private static final Pattern STORE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private final AttachedStore main;
    private final Map<String, AttachedStore> others;
    private final PlanCache plans = new PlanCache();

    public StoreSession(Store store) {
        this(new AttachedStore(store), Map.of());
    }

    public StoreSession(Archive archive) {
        this(new AttachedStore(archive), Map.of());
    }

    private StoreSession(AttachedStore main, Map<String, AttachedStore> others) {
        this.main = main;
        this.others = others;
    }

    @Override
    public SqlSession with(String name, Store store) {
        return with(name, new AttachedStore(store));
    }

    @Override
    public SqlSession with(String name, Archive archive) {
        return with(name, new AttachedStore(archive));
    }

    private SqlSession with(String name, AttachedStore relations) {
        if (!STORE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name of a store: '" + name
                    + "'; use 1 to 64 letters, digits and _, not starting with a digit");
        }
        if (FunctionSignatures.isReserved(name)) {
            throw new IllegalArgumentException("'" + name + "' is an SQL keyword; name the store differently, such as "
                    + name + "1");
        }
        if (StoreCatalog.isTaken(name)) {
            throw new IllegalArgumentException("'" + name + "' is the name of "
                    + (name.equalsIgnoreCase(StoreCatalog.MAIN) ? "the first store" : "the schema that describes stores"));
        }
        if (others.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
            throw new IllegalArgumentException("another store has this name: " + name);
        }
        Map<String, AttachedStore> more = new LinkedHashMap<>(others);
        more.put(name, relations);
        return new StoreSession(main, Collections.unmodifiableMap(more));
    }

    @Override
    public List<String> stores() {
        List<String> names = new ArrayList<>(List.of(StoreCatalog.MAIN));
        names.addAll(others.keySet());
        return List.copyOf(names);
    }

    @Override
    public SqlStatement prepare(String sql, QueryOptions options) {
        return statement(sql, namespace(sql), new StatementBudget(options));
    }

    @Override
    public SqlResult run(String sql, QueryOptions options) {
        StatementBudget budget = new StatementBudget(options);
        Namespace tables = namespace(sql);
        Optional<PlannedQuery> planned = plans.find(sql, budget.textCharacters(), tables);
        return planned.isPresent() ? StoreStatement.open(planned.get(), sql, tables.advice(), budget)
                : statement(sql, tables, budget).run(List.of(), budget);
    }

    private StoreStatement statement(String sql, Namespace tables, StatementBudget budget) {
        NameAdvice names = tables.advice();
        try {
            return new StoreStatement(sql, tables, names, plans, budget);
        } catch (Throwable e) {
            throw problem(e, sql, names);
        }
    }

    private Namespace namespace(String sql) {
        try {
            return namespace();
        } catch (Throwable e) {
            throw problem(e, sql, new NameAdvice(List.of(), Map.of()));
        }
    }

    private SqlException problem(Throwable e, String sql, NameAdvice names) {
        SqlException problem = StatementProblems.of(e, sql, names);
        return unreadable(problem.getMessage()).orElse(problem);
    }

    private Namespace namespace() {
        Map<String, List<Relation>> named = new LinkedHashMap<>();
        others.forEach((name, relations) -> named.put(name, relations.named()));
        return new Namespace(main.named(), named);
    }

    /// Why a table with a damaged schema is not found.
    private Optional<SqlException> unreadable(String message) {
        Matcher unknown = UNKNOWN.matcher(message);
        return !unknown.find() ? Optional.empty() : named(unknown.group(1))
                .flatMap(relations -> relations.unreadable(unknown.group(2)))
                .map(e -> new SqlException(SqlException.Reason.CORRUPT, e.getMessage(), e));
    }

    @Override
    public List<SqlTable> tables() {
        return tables(main);
    }

    @Override
    public List<SqlTable> tables(String store) {
        return tables(named(store).orElseThrow(() -> new IllegalArgumentException("no store is called '" + store + "'")));
    }

    /// @param store null for the main one
    private Optional<AttachedStore> named(String store) {
        return store == null || store.equalsIgnoreCase(StoreCatalog.MAIN) ? Optional.of(main)
                : others.entrySet().stream().filter(entry -> entry.getKey().equalsIgnoreCase(store))
                .map(Map.Entry::getValue).findFirst();
    }

    private static List<SqlTable> tables(AttachedStore relations) {
        try {
            return described(relations.all());
        } catch (Throwable e) {
            throw StatementProblems.of(e, "", new NameAdvice(List.of(), Map.of()));
        }
    }

    private static List<SqlTable> described(List<Relation> relations) {
        RelDataTypeFactory types = new SqlTypes.Factory();
        List<SqlTable> tables = new ArrayList<>();
        for (Relation relation : relations) {
            RelDataType row = SqlTypes.row(types, relation);
            tables.add(new SqlTable(relation.name(), SqlTypes.columns(row, row.getFieldNames()), relation.rowCount()));
        }
        return tables;
    }
}
