// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.internal.type.StatementBudget;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.parser.SqlParseException;

/// Plans a small statement on a thread of its own, once in a JVM: this loads and initialises the classes that planning
/// needs, which takes longer than the first statement.
///
/// Sessions wait for it. Static initialisers of Calcite refer to each other, and two threads that run them at once
/// could wait for each other forever.
///
/// **Threading**: any thread.
public final class Preload {
    private static final String STATEMENT = "select table_name, count(*), max(table_schema) from information_schema.tables "
            + "where table_name > 'a' and table_type = 'BASE TABLE' group by table_name order by 2 desc limit 3";

    private static Thread thread;

    private Preload() {
    }

    /// Begins, unless somebody did before, or the machine has no processor to spare.
    public static synchronized void start() {
        if (thread == null && Runtime.getRuntime().availableProcessors() > 1) {
            thread = Thread.ofPlatform().daemon().name("ashlar-sql-preload").start(() -> {
                try {
                    plan();
                } catch (SqlParseException | RuntimeException | Error _) {
                    // The first statement of a session says what is wrong.
                }
            });
        }
    }

    static void plan() throws SqlParseException {
        Namespace none = new Namespace(List.of(), Map.of());
        StatementBudget budget = new StatementBudget(QueryOptions.defaults());
        new StoreStatement(STATEMENT, none, none.advice(), new PlanCache(), budget).rehearse(budget);
    }

    /// Waits until it has ended, if it was begun.
    static void await() {
        Thread begun = begun();
        boolean interrupted = false;
        while (begun != null && begun.isAlive()) {
            try {
                begun.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized Thread begun() {
        return thread;
    }
}
