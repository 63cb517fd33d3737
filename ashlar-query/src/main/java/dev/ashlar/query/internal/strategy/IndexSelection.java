// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.index.IndexLookup;
import dev.ashlar.query.internal.index.IndexedRows;
import dev.ashlar.query.internal.index.KeyPredicates;
import dev.ashlar.query.internal.index.KeyRanges;
import dev.ashlar.query.internal.index.RowList;
import dev.ashlar.query.internal.pruning.ZonePruner;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.ChunkSummary;
import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.DeclaredIndex;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds the rows of a query by their keys or numbers where that is faster than a scan, and chooses a scan otherwise.
///
/// A lookup is faster if it finds a few rows, or at most one in [#SCANNED_PER_FOUND] of those that a scan would read;
/// if kernels can read the rows, one in [#SCANNED_PER_READ]. A lookup that finds more rows stops there; it has cost
/// little compared with the scan.
///
/// **Threading**: one thread.
final class IndexSelection {
    /// Rows that a kernel which is compiled goes over while one row is found and read by the interpreter, about.
    private static final int SCANNED_PER_FOUND = 512;
    /// The same where a kernel reads it.
    private static final int SCANNED_PER_READ = 128;
    /// Fewer rows are read by the interpreter before a kernel is made.
    private static final int LEAST_READ = 1 << 10;
    private static final long SCAN_NS_PER_ROW = 2;
    /// A question for another key is another kernel, which has to be made, and runs slowly until it is compiled.
    private static final long KERNEL_NS = 20_000_000;

    private final Plan plan;
    private final TableRelation relation;
    private final KeyPredicates conditions;
    private final QueryOptions options;
    private final QueryBudget budget;
    private final List<String> notes = new ArrayList<>();
    private long scanned = -1;
    /// Null until it matters.
    private ScanStrategy scan;

    private IndexSelection(Plan plan, TableRelation relation, KeyPredicates conditions, QueryOptions options,
            QueryBudget budget) {
        this.plan = plan;
        this.options = options;
        this.relation = relation;
        this.conditions = conditions;
        this.budget = budget;
    }

    /// Empty if the plan has no condition that an index could serve.
    static Optional<IndexSelection> of(Plan plan, QueryOptions options, QueryBudget budget) {
        if (options.engine() == QueryOptions.Engine.INTERPRETER || plan.where().isEmpty()
                || !(plan.source() instanceof TableRelation relation)) {
            return Optional.empty();
        }
        KeyPredicates conditions = new KeyPredicates(plan.where());
        return conditions.isEmpty() ? Optional.empty()
                : Optional.of(new IndexSelection(plan, relation, conditions, options, budget));
    }

    /// Whether an index, or the numbers of rows, may lead to the rows of a plan.
    static boolean isFor(Plan plan) {
        if (plan.where().isEmpty() || !(plan.source() instanceof TableRelation relation)) {
            return false;
        }
        KeyPredicates conditions = new KeyPredicates(plan.where());
        return !conditions.isEmpty() && (conditions.of(TableRelation.ROW_COLUMN) != null || relation.indexes().stream()
                .anyMatch(index -> IndexLookup.of(index, relation, conditions) != null));
    }

    /// The strategy for a query that is about to run. Indexes that pay are built.
    Strategy choose() {
        return find(true).<Strategy>map(found -> found).orElseGet(this::scan);
    }

    /// The same without building an index.
    Strategy preview() {
        return find(false).<Strategy>map(found -> found).orElseGet(this::scan);
    }

    /// What EXPLAIN says about indexes: which one is used, or why none is.
    List<String> notes() {
        return List.copyOf(notes);
    }

    /// @param runs whether the query is about to run, and is not only explained
    private Optional<IndexStrategy> find(boolean runs) {
        List<IndexLookup> lookups = new ArrayList<>();
        for (DeclaredIndex index : relation.indexes()) {
            IndexLookup lookup = IndexLookup.of(index, relation, conditions);
            if (lookup != null) {
                lookups.add(lookup);
            }
        }
        KeyPredicates.Condition numbers = conditions.of(TableRelation.ROW_COLUMN);
        if (lookups.isEmpty() && numbers == null) {
            return Optional.empty();
        }
        lookups.sort(Comparator.comparingInt(IndexLookup::rank).reversed());
        // Not before there are cursors: what is retired from here on stays.
        TableRelation.Reader reader = relation.reader(budget.moment());
        IndexStrategy found = null;
        try {
            RowList list = new RowList(relation.levels().getFirst().firstRow(), reader.end(),
                    this::most, budget);
            if (numbers != null && byNumber(numbers, list)) {
                found = found(reader, list, "by row number");
            }
            for (int i = 0; i < lookups.size() && found == null; i++) {
                list.clear();
                if (pays(lookups.get(i), runs) && find(lookups.get(i), list)) {
                    found = found(reader, list, "by index on " + lookups.get(i).index().declaration());
                }
            }
            return Optional.ofNullable(found);
        } finally {
            if (found == null) {
                reader.close();
            }
        }
    }

    private IndexStrategy found(TableRelation.Reader reader, RowList list, String how) {
        long[] rows = list.sorted();
        Optional<KernelStrategy> kernels = scan != null || rows.length >= LEAST_READ ? kernels() : Optional.empty();
        notes.clear();
        notes.add(how + ": rows found " + rows.length + (kernels.isPresent() ? ", read by kernel" : ""));
        return new IndexStrategy(plan, new IndexedRows(reader, rows), kernels);
    }

    /// How many rows may be found, where that is more than `count`.
    private long most(long count) {
        long byInterpreter = scannedRows() / SCANNED_PER_FOUND;
        return count < byInterpreter || kernels().isEmpty() ? byInterpreter : scannedRows() / SCANNED_PER_READ;
    }

    private ScanStrategy scan() {
        if (scan == null) {
            scan = ScanSelection.of(plan, options);
        }
        return scan;
    }

    /// Kernels that evaluate all of the plan, if they can.
    private Optional<KernelStrategy> kernels() {
        return scan() instanceof KernelStrategy kernels ? Optional.of(kernels) : Optional.empty();
    }

    private boolean pays(IndexLookup lookup, boolean runs) {
        DeclaredIndex index = lookup.index();
        if (index.isBuilt()) {
            return true;
        }
        long scanNs = KERNEL_NS + scannedRows() * SCAN_NS_PER_ROW;
        boolean pays = runs ? index.pays(scanNs) : index.wouldPay(scanNs);
        if (!pays) {
            notes.add("index on " + index.declaration() + (index.problem().isEmpty()
                    ? ": not built yet, because such scans have so far taken less time than building it would"
                    : ": not used, as it cannot be built: " + index.problem()));
        }
        return pays;
    }

    private boolean find(IndexLookup lookup, RowList list) {
        String name = "index on " + lookup.index().declaration();
        try {
            if (lookup.find(list)) {
                return true;
            }
            notes.add(name + ": not used, as it leads to more than "
                    + scannedRows() / (kernels().isPresent() ? SCANNED_PER_READ : SCANNED_PER_FOUND)
                    + " of the rows to be scanned, " + scannedRows());
        } catch (AllocationException | CorruptChunkException e) {
            // The index remembers the problem. A scan needs no index, and reports damage in rows that it reads.
            notes.add(name + ": not used, as it cannot be built: " + e.getMessage());
        }
        return false;
    }

    private boolean byNumber(KeyPredicates.Condition numbers, RowList list) {
        Placement placement = new Placement.RowNumber();
        KeyRanges.Range all = new KeyRanges.Range(BigInteger.valueOf(list.first()),
                BigInteger.valueOf(list.end() - 1));
        List<KeyRanges.Range> ranges = new ArrayList<>();
        if (numbers.points() == null) {
            KeyRanges.Range range = all;
            for (KeyPredicates.Bound bound : numbers.bounds()) {
                range = KeyRanges.narrow(range, placement, bound.comparison(), bound.constant());
                if (range == null) {
                    return false;
                }
            }
            ranges.add(range);
        }
        for (int i = 0; numbers.points() != null && i < numbers.points().size(); i++) {
            KeyRanges.Range range = KeyRanges.narrow(all, placement, Expr.Comparison.EQUAL,
                    numbers.points().get(i));
            if (range == null) {
                return false;
            }
            ranges.add(range);
        }
        for (KeyRanges.Range range : ranges) {
            // Neighbours: zones of rows' numbers make a scan of many as good.
            for (long row = range.from().longValue(); !range.isEmpty() && row <= range.to().longValue(); row++) {
                if (!list.add(row)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// How many rows are in chunks that a scan cannot leave out.
    private long scannedRows() {
        if (scanned < 0) {
            ZonePruner zones = new ZonePruner(relation, plan.where());
            scanned = 0;
            for (ChunkSummary chunk : relation.levels().getFirst().chunks()) {
                scanned += zones.mayMatch(chunk) ? chunk.rows() : 0;
            }
        }
        return scanned;
    }
}
