// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Order;
import dev.ashlar.query.Output;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.query.internal.value.Typing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Remembers what queries for the first rows of each key have found in a relation. A repeated query reads only rows
/// committed since; other queries with the same keys know which keys exist.
///
/// Rows never change, so a result stays valid until one of its rows is retired.
///
/// **Threading**: any thread.
final class FirstsMemory {
    /// Longer answers are not kept: 1 MiB.
    private static final int MAX_WORDS = 1 << 17;
    private static final int MAX_QUERIES = 8;

    /// @param keys how many of the outputs
    private record Query(Optional<Expr> where, List<Output> outputs, int keys, List<Order> order, int most) {
        static Query of(KernelShape shape, Optional<Expr> where) {
            return new Query(where, shape.outputs(), shape.keyParts(), shape.sort().parts().stream().map(part ->
                    new Order(part.output(), part.descending(), part.nullsFirst())).toList(), shape.most());
        }
    }

    /// @param end   the row after the last that was read
    /// @param keys  words of all keys, one key after the other
    /// @param rows  words of the first rows of each key, likewise; empty if only keys are known
    record Found(long end, long[] keys, long[] rows) {
    }

    private final Map<Query, Found> answers = new Latest<>();
    private final Map<List<Expr>, Found> keys = new Latest<>();

    private static final class Latest<K> extends LinkedHashMap<K, Found> {
        private static final long serialVersionUID = 1;

        Latest() {
            super(MAX_QUERIES, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Found> eldest) {
            return size() > MAX_QUERIES;
        }
    }

    static FirstsMemory of(TableRelation relation) {
        return relation.attachment(FirstsMemory.class, FirstsMemory::new);
    }

    /// The answer to the same query; null if there is none.
    synchronized Found answer(KernelShape shape, Optional<Expr> where) {
        return answers.get(Query.of(shape, where));
    }

    /// All keys of the rows before [Found#end]; null if they are not known.
    synchronized Found keys(List<Expr> exprs) {
        return keys.get(exprs);
    }

    /// Keeps what was found in all rows.
    ///
    /// @param end the row after the last
    synchronized void keep(KernelShape shape, Optional<Expr> where, GroupTable groups, long end) {
        if (!hasRoomFor(groups.count(), shape) || readsParents(shape, where)) {
            return;
        }
        int keyWords = shape.keys().words();
        int rowWords = shape.most() * shape.sort().words();
        long[] words = new long[groups.count() * keyWords];
        for (int i = 0; i < words.length; i++) {
            words[i] = groups.key(i / keyWords, i % keyWords);
        }
        long[] rows = new long[groups.count() * rowWords];
        System.arraycopy(groups.results, 0, rows, 0, rows.length);
        answers.put(Query.of(shape, where), new Found(end, words, rows));
        if (where.isEmpty() && keyWords > 0) {
            keys.put(exprs(shape), new Found(end, words, new long[0]));
        }
    }

    /// Whether the first rows of some keys are few enough to be kept.
    static boolean hasRoomFor(int keys, KernelShape shape) {
        return (long) keys * (shape.keys().words() + shape.most() * shape.sort().words()) <= MAX_WORDS;
    }

    static List<Expr> exprs(KernelShape shape) {
        return shape.outputs().stream().limit(shape.keyParts()).map(Output::expr).toList();
    }

    /// Values of parents become NULL when these are retired.
    private static boolean readsParents(KernelShape shape, Optional<Expr> where) {
        Set<Integer> columns = new TreeSet<>();
        where.ifPresent(expr -> Typing.columns(expr, columns));
        shape.outputs().forEach(output -> Typing.columns(output.expr(), columns));
        return columns.stream().anyMatch(column -> shape.layout().binding(column).level() > 0);
    }
}
