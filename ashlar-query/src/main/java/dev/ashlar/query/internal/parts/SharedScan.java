// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.ReadFailures;
import dev.ashlar.query.internal.kernel.KernelBailoutException;
import dev.ashlar.query.internal.kernel.NotCompilableException;
import dev.ashlar.query.internal.scan.ParallelScan;
import dev.ashlar.query.internal.scan.ScanSnapshot;
import dev.ashlar.query.internal.strategy.KernelStrategy;
import dev.ashlar.query.internal.strategy.ScanSelection;
import dev.ashlar.store.CorruptChunkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Reads parts as if they were one table. The chunks of consecutive parts that use the same kernels are work for one
/// pool of threads, which go from one part to the next and keep their intermediate results. Parts that need something
/// else, such as an index, are separate queries.
///
/// At most [#OPEN_PARTS] parts are open at once, not counting those that their owner keeps open.
///
/// **Threading**: one thread, which starts others.
final class SharedScan {
    static final int OPEN_PARTS = 64;

    /// What is asked of parts.
    interface Question {
        /// The question to one part.
        PartQuestion of(PartPlan part);

        /// Begins to read parts of which the same is asked as of the first.
        Collector begin(Ready first, QueryBudget spent);
    }

    /// The question to one part.
    interface PartQuestion {
        /// In columns of the part.
        Plan plan();

        /// Whether the answer to the other, together with that to this, is the answer for both parts, if plans and
        /// kernels are the same.
        boolean isLike(PartQuestion other);
    }

    /// Reads parts of which the same is asked.
    interface Collector {
        void add(List<Ready> parts);

        /// Hands over what was found in all of them.
        void finish();
    }

    /// An open part.
    ///
    /// @param question empty if it has no rows that are asked for
    /// @param kernels  empty if it is a query of its own
    record Ready(StorePart part, OpenPart opened, Optional<PartQuestion> question, Optional<KernelStrategy> kernels,
            Optional<ScanSnapshot> snapshot) implements AutoCloseable {
        boolean isLike(Ready other) {
            Plan one = question.orElseThrow().plan();
            Plan two = other.question.orElseThrow().plan();
            return kernels.orElseThrow().kernels() == other.kernels.orElseThrow().kernels()
                    && one.where().equals(two.where()) && one.outputs().equals(two.outputs())
                    && one.aggregates().equals(two.aggregates()) && one.order().equals(two.order())
                    && question.get().isLike(other.question.get());
        }

        @Override
        public void close() {
            snapshot.ifPresent(ScanSnapshot::close);
            opened.close();
        }
    }

    private final Plan plan;
    private final QueryOptions options;
    private final QueryBudget budget;
    private final Question question;
    private final Consumer<List<StorePart>> alone;
    private final QueryBudget spent;
    private final List<StorePart> together = new ArrayList<>();
    /// Of those that are read together; null if there are none.
    private Ready first;
    private Collector collector;

    /// @param alone asks parts that cannot be read together, in their order
    SharedScan(Plan plan, QueryOptions options, QueryBudget budget, Question question,
            Consumer<List<StorePart>> alone) {
        this.plan = plan;
        this.options = options;
        this.budget = budget;
        this.question = question;
        this.alone = alone;
        spent = budget.part();
    }

    void run(List<StorePart> parts) {
        if (parts.size() < 2 || options.engine() == QueryOptions.Engine.INTERPRETER) {
            alone.accept(parts);
            return;
        }
        long rows = parts.stream().flatMap(part -> part.known().stream()).map(all -> all.get(plan.source().name()))
                .mapToLong(known -> known == null ? 0 : known.rows()).sum();
        try {
            for (int from = 0; from < parts.size(); from += OPEN_PARTS) {
                List<StorePart> some = parts.subList(from, Math.min(from + OPEN_PARTS, parts.size()));
                Ready[] ready = new Ready[some.size()];
                try {
                    open(some, rows, ready);
                    read(List.of(ready));
                } finally {
                    for (Ready part : ready) {
                        if (part != null) {
                            part.close();
                        }
                    }
                }
            }
            finish();
        } finally {
            spent.reset();
        }
    }

    private void open(List<StorePart> parts, long rows, Ready[] to) {
        List<Integer> indexes = IntStream.range(0, parts.size()).boxed().toList();
        ParallelScan.over(indexes, options.threads(), budget, (_, index) -> {
            to[index] = open(parts.get(index), rows);
            return to[index];
        }, _ -> { });
    }

    private Ready open(StorePart part, long rows) {
        budget.check();
        OpenPart opened = OpenPart.of(plan, part);
        Ready ready = null;
        try {
            Optional<PartQuestion> asked = opened.plan().map(question::of);
            Optional<KernelStrategy> kernels = asked.filter(found -> !PartPlan.readsNumbers(found.plan()))
                    .flatMap(found -> ScanSelection.kernelsAlone(found.plan(), options));
            ready = new Ready(part, opened, asked, kernels, kernels.map(found -> found.snapshot(
                    new ScanSnapshot.Portion(part.base(), rows, e -> named(part, e)), budget)));
            return ready;
        } catch (CorruptChunkException e) {
            throw named(part, e);
        } catch (InternalError e) {
            throw OpenPart.in(part, ReadFailures.fault(plan, e));
        } finally {
            if (ready == null) {
                opened.close();
            }
        }
    }

    private RuntimeException named(StorePart part, CorruptChunkException e) {
        return OpenPart.in(part, ReadFailures.corrupt(plan, e));
    }

    private void read(List<Ready> ready) {
        List<Ready> asked = ready.stream().filter(part -> part.question.isPresent()).toList();
        for (int from = 0, end; from < asked.size(); from = end) {
            Ready next = asked.get(from);
            boolean shared = next.kernels.isPresent();
            end = from + 1;
            while (end < asked.size() && asked.get(end).kernels.isPresent() == shared
                    && (!shared || asked.get(end).isLike(next))) {
                end++;
            }
            List<Ready> some = asked.subList(from, end);
            if (shared) {
                readTogether(some);
            } else {
                finish();
                alone.accept(some.stream().map(Ready::part).toList());
            }
        }
    }

    private void readTogether(List<Ready> some) {
        if (first == null || !first.isLike(some.getFirst())) {
            finish();
            first = some.getFirst();
            collector = question.begin(first, spent);
        }
        some.forEach(part -> together.add(part.part));
        try {
            collector.add(some);
        } catch (KernelBailoutException | NotCompilableException _) {
            // Each part tries again, and finds out what the interpreter says.
            List<StorePart> parts = List.copyOf(together);
            reset();
            alone.accept(parts);
        }
    }

    private void finish() {
        if (collector != null) {
            collector.finish();
        }
        reset();
    }

    private void reset() {
        first = null;
        collector = null;
        together.clear();
        spent.reset();
    }
}
