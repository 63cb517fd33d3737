// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.relation;

import dev.ashlar.query.Moment;
import dev.ashlar.query.Relation;
import java.util.Optional;

/// A relation whose rows can be read.
public interface ScannableRelation extends Relation {
    /// Rows that are there at a moment, or now, in order. Those that come later are left out.
    ObjectRows open(Optional<Moment> moment);

    /// Whether a column numbers rows or messages of the store, so that other stores have the same numbers.
    boolean isNumber(int column);

    /// The column that numbers its rows, or the places of its messages, in their order; -1 if there is none.
    default int rowNumber() {
        return -1;
    }
}
