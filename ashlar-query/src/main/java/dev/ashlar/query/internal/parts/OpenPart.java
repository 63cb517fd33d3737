// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.Relation;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import java.util.Optional;

/// A part opened for one query, with the plan rewritten for its columns.
///
/// **Ownership**: owns the opened part.
///
/// @param plan empty if the part has no rows of the relation for which the condition may be true
record OpenPart(StorePart.Opened opened, Optional<PartPlan> plan) implements AutoCloseable {
    /// @throws QueryException if the part, or the relation in it, cannot be read
    static OpenPart of(Plan plan, StorePart part) {
        String name = plan.source().name();
        StorePart.Opened opened = null;
        boolean done = false;
        try {
            opened = part.open();
            Optional<Relation> relation = ((PartRelation) plan.source()).in(opened);
            if (relation.isEmpty()) {
                StoreException reason = opened.unreadable().get(name);
                boolean listed = part.known().isPresent() && part.known().get().containsKey(name);
                if (reason != null || listed) {
                    throw unreadable(part, name, reason == null ? "the store lacks this relation, although it is listed"
                            : reason.getMessage(), reason);
                }
            }
            OpenPart found = new OpenPart(opened, relation.map(there -> new PartPlan(plan, part, there))
                    .filter(there -> !there.isEmpty()));
            done = true;
            return found;
        } catch (StoreException e) {
            throw unreadable(part, name, e.getMessage(), e);
        } finally {
            if (!done && opened != null) {
                opened.close();
            }
        }
    }

    private static QueryException unreadable(StorePart part, String name, String reason, StoreException e) {
        return new QueryException(Reason.CORRUPT, part.name() + " cannot be read: " + reason
                + "; exclude it by " + PartRelation.DATE_NAME + ", in " + name, e);
    }

    /// A failure to read rows, with the part that they are in.
    static QueryException in(StorePart part, QueryException e) {
        return e.reason() != Reason.CORRUPT || e.getMessage().startsWith(part.name()) ? e : new QueryException(
                e.reason(), part.name() + ": " + e.getMessage() + " (row numbers are those of the store of "
                + part.name() + ")", e);
    }

    @Override
    public void close() {
        opened.close();
    }
}
