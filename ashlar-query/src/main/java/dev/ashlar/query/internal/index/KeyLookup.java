// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.Place;
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

/// What an index is asked for, so that it leads to all rows for which a condition is true, and perhaps to others.
///
/// @param index  that is asked
/// @param ranges of an integer key, both ends included; empty for bytes
/// @param pieces that a key of bytes begins with; empty for integers
/// @param fields how many fields of the key are equal to something
/// @param points whether all are, and not ranges
public record KeyLookup(DeclaredIndex index, List<KeyValues.Range> ranges, List<byte[]> pieces, int fields,
        boolean points) {
    private static final int MAX_KEYS = 1 << 10;

    /// How an index can be asked; null if it cannot.
    public static KeyLookup of(DeclaredIndex index, TableRelation relation, KeyConditions conditions) {
        List<Place> places = new ArrayList<>();
        List<KeyConditions.Condition> said = new ArrayList<>();
        for (String name : index.declaration().fields()) {
            int column = column(index, name, relation);
            KeyConditions.Condition condition = column < 0 ? null : conditions.of(column);
            if (condition == null) {
                break;
            }
            places.add(relation.bound(column).place());
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
            TableRelation.Bound bound = relation.bound(column);
            if (bound.level() == 0 && KeyValues.covers(bound.place(), field.offset(), field.encodedLength())) {
                return column;
            }
        }
        return -1;
    }

    private static boolean isHash(DeclaredIndex index) {
        return index.declaration().kind() == IndexDeclaration.Kind.HASH;
    }

    private static KeyLookup integer(DeclaredIndex index, Place place, KeyConditions.Condition condition) {
        Place.Number number = KeyValues.number(place);
        if (number == null) {
            return null;
        }
        KeyValues.Range all = KeyValues.all(number.primitive());
        if (condition.points() != null) {
            List<KeyValues.Range> keys = new ArrayList<>();
            for (Expr.Literal constant : condition.points()) {
                KeyValues.Range key = KeyValues.narrow(all, place, Expr.Comparison.EQUAL, constant);
                if (key == null || keys.size() == MAX_KEYS) {
                    return null;
                }
                if (!key.isEmpty()) {
                    keys.add(key);
                }
            }
            return new KeyLookup(index, keys, List.of(), 1, true);
        }
        KeyValues.Range range = all;
        for (KeyConditions.Bound bound : condition.bounds()) {
            KeyValues.Range narrowed = KeyValues.narrow(range, place, bound.comparison(), bound.constant());
            range = narrowed == null ? range : narrowed;
        }
        if (isHash(index) || range.equals(all)) {
            return null;
        }
        return new KeyLookup(index, range.isEmpty() ? List.of() : List.of(range), List.of(), 0, false);
    }

    private static KeyLookup bytes(DeclaredIndex index, List<Place> places, List<KeyConditions.Condition> said) {
        List<byte[]> keys = List.of(new byte[0]);
        boolean whole = true;
        int fields = 0;
        for (int i = 0; i < places.size() && whole; i++) {
            List<KeyValues.Piece> pieces = pieces(places.get(i), said.get(i));
            if (pieces == null || (long) keys.size() * pieces.size() > MAX_KEYS) {
                break;
            }
            whole = said.get(i).points() != null && pieces.stream().allMatch(KeyValues.Piece::whole);
            fields++;
            keys = product(keys, pieces);
        }
        boolean all = whole && fields == index.declaration().fields().size();
        if (fields == 0 || isHash(index) && !all) {
            return null;
        }
        return new KeyLookup(index, List.of(), keys, fields, all || said.get(fields - 1).points() != null);
    }

    private static List<KeyValues.Piece> pieces(Place place, KeyConditions.Condition condition) {
        if (condition.points() == null) {
            return KeyValues.prefix(place, condition.prefix());
        }
        List<KeyValues.Piece> pieces = new ArrayList<>();
        for (Expr.Literal constant : condition.points()) {
            List<KeyValues.Piece> found = KeyValues.pieces(place, constant);
            if (found == null) {
                return null;
            }
            pieces.addAll(found);
        }
        return pieces;
    }

    private static List<byte[]> product(List<byte[]> keys, List<KeyValues.Piece> pieces) {
        List<byte[]> longer = new ArrayList<>();
        for (byte[] key : keys) {
            for (KeyValues.Piece piece : pieces) {
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
        for (KeyValues.Range key : ranges) {
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
        for (KeyValues.Range range : ranges) {
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
