// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ashlar.query.Answers;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Ticks;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each plan gets the strategy that its parts allow, and every strategy gives the rows of the interpreter.
class StrategyTest {
    private static final int ROWS = 5_000;

    @TempDir
    Path temp;
    private Store store;
    private Relation ticks;

    @BeforeEach
    void write() throws IOException {
        store = Ticks.store(temp.resolve("s"), ROWS);
        ticks = Relations.of(store).get("Tick");
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void shouldRunByIndexWhereRowsAreNamed() {
        Plan plan = ticks.scan().where(column("_row").eq(77)).select(column("price")).plan();
        assertRuns(IndexStrategy.class, plan, 1);
    }

    @Test
    void shouldRunByKernelsWhereAllCanBeCompiled() {
        assertRuns(KernelStrategy.class, ticks.scan().where(column("price").lt(Expr.of(10))).select(column("size"))
                .plan(), 10);
        assertRuns(KernelStrategy.class, ticks.scan().groupBy(column("size")).sum(column("price")).plan(), 7);
        assertRuns(KernelStrategy.class, ticks.scan().select(column("price")).orderBy("price", true).limit(3).plan(),
                3);
    }

    @Test
    void shouldFilterByKernelsWhereTheConditionAloneCanBeCompiled() {
        assertRuns(FilterStrategy.class, ticks.scan().where(column("size").eq(3).and(column("price").lt(Expr.of(70))))
                .select(text()).plan(), 10);
    }

    @Test
    void shouldPruneRowsWhereNothingCanBeCompiled() {
        Plan plan = ticks.scan().where(new Expr.Like(text(), "77%", (char) 0)).select(text()).plan();
        assertRuns(PrunedStrategy.class, plan, 11);
    }

    @Test
    void shouldInterpretWhatIsNoTableAndWhereAsked() {
        Plan plan = ticks.scan().where(column("_row").eq(77)).select(column("price")).plan();
        QueryOptions interpreter = QueryOptions.defaults().withEngine(QueryOptions.Engine.INTERPRETER);
        assertInstanceOf(InterpreterStrategy.class, Strategy.of(plan, interpreter, new QueryBudget(interpreter)));
        assertRuns(InterpreterStrategy.class, Relations.of(store).containers().scan().plan(), 1);
    }

    /// A kernel that meets a sum beyond its type bails out without a word; the interpreter says what is wrong.
    @Test
    void shouldRunByTheInterpreterAfterAKernelBailedOut() {
        Plan plan = ticks.scan().max(column("price").plus(Expr.of(Long.MAX_VALUE))).plan();
        QueryOptions options = QueryOptions.defaults();
        QueryBudget budget = new QueryBudget(options);
        Strategy strategy = assertInstanceOf(KernelStrategy.class, Strategy.of(plan, options, budget));
        QueryException overflow = assertThrows(QueryException.class, () -> strategy.run(budget));
        assertEquals(QueryException.Reason.OVERFLOW, overflow.reason());
        assertEquals("whole number out of range: 1 + " + Long.MAX_VALUE, overflow.getMessage().split(",")[0]);
    }

    private Expr column(String name) {
        return ticks.column(name);
    }

    /// Kernels have no text of numbers.
    private Expr text() {
        return new Expr.Cast(column("price"), ValueType.TEXT);
    }

    private static void assertRuns(Class<? extends Strategy> kind, Plan plan, int count) {
        QueryOptions options = QueryOptions.defaults().withThreads(2);
        QueryBudget budget = new QueryBudget(options);
        Strategy strategy = assertInstanceOf(kind, Strategy.of(plan, options, budget));
        List<List<Object>> found = Answers.rows(strategy.run(budget));
        assertEquals(count, found.size());
        assertEquals(Answers.rows(plan.run(options.withEngine(QueryOptions.Engine.INTERPRETER))), found);
    }
}
