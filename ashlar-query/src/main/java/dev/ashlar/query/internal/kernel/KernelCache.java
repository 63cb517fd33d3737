// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Expr;
import dev.ashlar.query.FirstPerKey;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.pruning.ColumnRanges;
import dev.ashlar.query.internal.relation.TableRelation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The kernels of the last queries of a relation: a query that comes again finds its kernels made, and compiled by the
/// JIT.
///
/// **Threading**: any thread.
public final class KernelCache {
    private static final int MAX_QUESTIONS = 64;

    /// What kernels depend on.
    private record Question(KernelShape.Mode mode, List<Expr.ColumnRef> bounded, Optional<Expr> rest,
            List<Output> outputs, List<Aggregate> aggregates, List<Order> order, Optional<FirstPerKey> firsts) {
    }

    private final Map<Question, Kernels> kept = new LinkedHashMap<>(MAX_QUESTIONS, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Kernels> eldest) {
            return size() > MAX_QUESTIONS;
        }
    };

    /// The one of a relation.
    public static KernelCache of(TableRelation relation) {
        return relation.attachment(KernelCache.class, KernelCache::new);
    }

    /// @param maker may throw [NotCompilableException]; then nothing is kept
    public Kernels get(KernelShape.Mode mode, Plan plan, ColumnRanges ranges, Supplier<Kernels> maker) {
        boolean rows = mode == KernelShape.Mode.ROWS;
        Question question = new Question(mode, ranges.columns(), ranges.rest(), rows ? List.of() : plan.outputs(),
                rows ? List.of() : plan.aggregates(), mode == KernelShape.Mode.TOP ? plan.order() : List.of(),
                rows ? Optional.empty() : plan.firsts());
        synchronized (kept) {
            Kernels found = kept.get(question);
            if (found != null) {
                return found;
            }
        }
        // Outside of the lock, since it takes long; two who ask at once make two, of which one is kept.
        Kernels made = maker.get();
        synchronized (kept) {
            kept.put(question, made);
        }
        return made;
    }
}
