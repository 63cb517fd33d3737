// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.relation.TableLayout;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Caches the kernels of the latest queries over a relation, or over the relations of several stores. A repeated query,
/// or the same query over the next store, reuses kernels that are already generated and compiled by the JIT.
///
/// **Threading**: any thread.
public final class KernelCache {
    private static final int MAX_QUESTIONS = 64;

    /// What kernels depend on.
    private record Question(TableLayout layout, KernelShape.Mode mode, List<Expr.ColumnRef> bounded,
            Optional<Expr> rest, List<Output> outputs, List<Aggregate> aggregates, List<Order> order,
            Optional<FirstPerKey> firsts) {
    }

    /// The cache of a relation.
    ///
    /// @param layout the relation's: of equal ones one object, which is found at once to equal itself
    private record Use(KernelCache cache, TableLayout layout) {
    }

    private final Map<TableLayout, TableLayout> layouts = new HashMap<>();
    private final Map<Question, Kernels> kept = new LinkedHashMap<>(MAX_QUESTIONS, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Kernels> eldest) {
            return size() > MAX_QUESTIONS;
        }
    };

    /// Has a relation share the kernels of all others of which this is called, unless it has some of its own.
    public void serve(TableRelation relation) {
        relation.attachment(Use.class, () -> use(relation));
    }

    private Use use(TableRelation relation) {
        synchronized (kept) {
            TableLayout same = layouts.putIfAbsent(relation.layout(), relation.layout());
            return new Use(this, same == null ? relation.layout() : same);
        }
    }

    /// Kernels for a relation.
    ///
    /// @param maker may throw [NotCompilableException]; then nothing is kept
    public static Kernels kernels(TableRelation relation, KernelShape.Mode mode, Plan plan, ColumnRanges ranges,
            Supplier<Kernels> maker) {
        Use use = relation.attachment(Use.class, () -> new KernelCache().use(relation));
        boolean rows = mode == KernelShape.Mode.ROWS;
        return use.cache.get(new Question(use.layout, mode, ranges.columns(), ranges.rest(), rows ? List.of()
                : plan.outputs(), rows ? List.of() : plan.aggregates(), mode == KernelShape.Mode.TOP ? plan.order()
                : List.of(), rows ? Optional.empty() : plan.firsts()), maker);
    }

    private Kernels get(Question question, Supplier<Kernels> maker) {
        synchronized (kept) {
            Kernels found = kept.get(question);
            if (found != null) {
                return found;
            }
        }
        // Outside of the lock, since it takes long; of those that two threads make at once, one is used.
        Kernels made = maker.get();
        synchronized (kept) {
            Kernels earlier = kept.putIfAbsent(question, made);
            return earlier == null ? made : earlier;
        }
    }
}
