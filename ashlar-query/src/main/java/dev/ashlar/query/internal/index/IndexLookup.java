// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.HashReader;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.RowReader;
import dev.ashlar.store.SortedRange;
import dev.ashlar.store.SortedReader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The keys to look up in an index to find all rows for which a condition is true, and perhaps others.
///
/// @param index  the index to use
/// @param ranges ranges of an integer key, both ends included; empty for a key of bytes
/// @param pieces prefixes of a key of bytes; empty for an integer key
/// @param fields number of key fields that are compared for equality
/// @param points whether all key fields are, so that there are no ranges
public record IndexLookup(DeclaredIndex index, List<KeyRanges.Range> ranges, List<byte[]> pieces, int fields,
        boolean points) {
    private static final int MAX_KEYS = 1 << 10;

    /// The lookup for a condition; null if the index cannot be used.
    public static IndexLookup of(DeclaredIndex index, TableRelation relation, KeyPredicates conditions) {
        List<Placement> places = new ArrayList<>();
        List<KeyPredicates.Condition> said = new ArrayList<>();
        for (String name : index.declaration().fields()) {
            int column = column(index, name, relation);
            KeyPredicates.Condition condition = column < 0 ? null : conditions.of(column);
            if (condition == null) {
                break;
            }
            places.add(relation.binding(column).placement());
            said.add(condition);
        }
        if (places.isEmpty()) {
            return null;
        }
        return index.isInteger() ? integer(index, places.getFirst(), said.getFirst())
                : bytes(index, places, said);
    }

    /// The column that shows the bytes of a field, and no others; -1 if there is none.
    private static int column(DeclaredIndex index, String name, TableRelation relation) {
        Field field = index.table().block().fields().stream().filter(f -> f.name().equals(name)).findFirst()
                .orElseThrow();
        for (int column = 0; column < relation.columns().size(); column++) {
            TableRelation.Binding bound = relation.binding(column);
            if (bound.level() == 0 && KeyRanges.covers(bound.placement(), field.offset(), field.encodedLength())) {
                return column;
            }
        }
        return -1;
    }

    private static boolean isHash(DeclaredIndex index) {
        return index.declaration().kind() == IndexDeclaration.Kind.HASH;
    }

    private static IndexLookup integer(DeclaredIndex index, Placement placement, KeyPredicates.Condition condition) {
        Placement.Number number = KeyRanges.number(placement);
        if (number == null) {
            return null;
        }
        KeyRanges.Range all = KeyRanges.all(number.primitive());
        if (condition.points() != null) {
            List<KeyRanges.Range> keys = new ArrayList<>();
            for (Expr.Literal constant : condition.points()) {
                KeyRanges.Range key = KeyRanges.narrow(all, placement, Expr.Comparison.EQUAL, constant);
                if (key == null || keys.size() == MAX_KEYS) {
                    return null;
                }
                if (!key.isEmpty()) {
                    keys.add(key);
                }
            }
            return new IndexLookup(index, keys, List.of(), 1, true);
        }
        KeyRanges.Range range = all;
        for (KeyPredicates.Bound bound : condition.bounds()) {
            KeyRanges.Range narrowed = KeyRanges.narrow(range, placement, bound.comparison(), bound.constant());
            range = narrowed == null ? range : narrowed;
        }
        if (isHash(index) || range.equals(all)) {
            return null;
        }
        return new IndexLookup(index, range.isEmpty() ? List.of() : List.of(range), List.of(), 0, false);
    }

    private static IndexLookup bytes(DeclaredIndex index, List<Placement> places, List<KeyPredicates.Condition> said) {
        List<byte[]> keys = List.of(new byte[0]);
        boolean whole = true;
        int fields = 0;
        for (int i = 0; i < places.size() && whole; i++) {
            List<KeyRanges.Piece> pieces = pieces(places.get(i), said.get(i));
            if (pieces == null || (long) keys.size() * pieces.size() > MAX_KEYS) {
                break;
            }
            whole = said.get(i).points() != null && pieces.stream().allMatch(KeyRanges.Piece::whole);
            fields++;
            keys = product(keys, pieces);
        }
        boolean all = whole && fields == index.declaration().fields().size();
        if (fields == 0 || isHash(index) && !all) {
            return null;
        }
        return new IndexLookup(index, List.of(), keys, fields, all || said.get(fields - 1).points() != null);
    }

    private static List<KeyRanges.Piece> pieces(Placement placement, KeyPredicates.Condition condition) {
        if (condition.points() == null) {
            return KeyRanges.prefix(placement, condition.prefix());
        }
        List<KeyRanges.Piece> pieces = new ArrayList<>();
        for (Expr.Literal constant : condition.points()) {
            List<KeyRanges.Piece> found = KeyRanges.pieces(placement, constant);
            if (found == null) {
                return null;
            }
            pieces.addAll(found);
        }
        return pieces;
    }

    private static List<byte[]> product(List<byte[]> keys, List<KeyRanges.Piece> pieces) {
        List<byte[]> longer = new ArrayList<>();
        for (byte[] key : keys) {
            for (KeyRanges.Piece piece : pieces) {
                byte[] both = Arrays.copyOf(key, key.length + piece.bytes().length);
                System.arraycopy(piece.bytes(), 0, both, key.length, piece.bytes().length);
                longer.add(both);
            }
        }
        return longer;
    }

    /// Which of several to try first: those that equal more, and among these a hash.
    public int rank() {
        return (points ? 1 << 8 : 0) + 2 * fields + (isHash(index) ? 1 : 0);
    }

    /// Puts rows into a list, builds or updates the index before.
    ///
    /// @return whether all of them had space
    public boolean find(RowList to) throws AllocationException {
        if (isHash(index)) {
            try (HashReader reader = index.hashReader()) {
                return find(reader, to);
            }
        }
        try (SortedReader reader = index.sortedReader()) {
            return find(reader, to);
        }
    }

    private boolean find(HashReader reader, RowList to) {
        for (KeyRanges.Range key : ranges) {
            if (!chain(reader, reader.find(key.from().longValue()), to)) {
                return false;
            }
        }
        for (byte[] key : pieces) {
            if (!chain(reader, reader.find(MemorySegment.ofArray(key), 0), to)) {
                return false;
            }
        }
        return true;
    }

    private static boolean chain(HashReader reader, long last, RowList to) {
        for (long row = last; row != RowReader.ABSENT && row >= to.first(); row = reader.previous(row)) {
            if (!to.add(row)) {
                return false;
            }
        }
        return true;
    }

    private boolean find(SortedReader reader, RowList to) {
        for (KeyRanges.Range range : ranges) {
            if (!range(reader.range(range.from().longValue(), range.to().longValue()), to)) {
                return false;
            }
        }
        for (byte[] begin : pieces) {
            if (!range(reader.prefix(MemorySegment.ofArray(begin), 0, begin.length), to)) {
                return false;
            }
        }
        return true;
    }

    private static boolean range(SortedRange range, RowList to) {
        for (long row = range.next(); row != RowReader.ABSENT; row = range.next()) {
            if (!to.add(row)) {
                return false;
            }
        }
        return true;
    }
}
