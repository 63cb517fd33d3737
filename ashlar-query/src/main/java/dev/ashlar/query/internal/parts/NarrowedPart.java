// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Expr;
import dev.ashlar.query.Relation;
import dev.ashlar.query.RowRange;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.relation.ScannableRelation;
import dev.ashlar.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A view of some rows of a part.
///
/// **Threading**: as the part.
record NarrowedPart(StorePart whole, RowRange range) implements StorePart {
    /// Conditions that only these rows of a relation meet.
    static List<Expr> conditions(Relation relation, RowRange range) {
        if (range.isAll()) {
            return List.of();
        }
        int column = ((ScannableRelation) relation).rowNumber();
        if (column < 0) {
            throw new IllegalArgumentException("relation has no row numbers: relation=" + relation.name());
        }
        Expr number = relation.column(column);
        return List.of(number.ge(Expr.of(range.first())), number.lt(Expr.of(range.end())));
    }

    /// A condition that only these rows meet, of those that meet another.
    static Optional<Expr> narrow(Relation relation, RowRange range, Optional<Expr> where) {
        List<Expr> all = new ArrayList<>(conditions(relation, range));
        where.ifPresent(condition -> all.addAll(condition instanceof Expr.And and ? and.operands()
                : List.of(condition)));
        return all.size() < 2 ? all.stream().findFirst() : Optional.of(new Expr.And(all));
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public long dateNs() {
        return whole.dateNs();
    }

    @Override
    public long base() {
        return whole.base();
    }

    @Override
    public Optional<Map<String, Known>> known() {
        return whole.known();
    }

    @Override
    public Opened open() throws StoreException {
        return whole.open();
    }
}
