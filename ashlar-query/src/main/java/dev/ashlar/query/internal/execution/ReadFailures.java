// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.execution;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.store.CorruptChunkException;

/// Converts failures of the store to failures of a query.
public final class ReadFailures {
    private ReadFailures() {
    }

    /// Memory of the store could not be read.
    ///
    /// @throws InternalError the given one, if it has another cause
    public static QueryException fault(Plan plan, InternalError e) {
        if (!MemoryFaults.isFault(e)) {
            throw e;
        }
        String found = plan.source() instanceof TableRelation relation ? relation.levels().getFirst().fault(e)
                .getMessage() : "memory of the store could not be read; verify the store, in " + plan.source().name();
        return new QueryException(Reason.CORRUPT, found, e);
    }

    /// Rows are damaged or missing.
    public static QueryException corrupt(Plan plan, CorruptChunkException e) {
        return new QueryException(Reason.CORRUPT, e.getMessage() + "; exclude rows " + e.first() + " to "
                + (e.end() - 1) + ", in " + plan.source().name(), e);
    }
}
