// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.StorePart;
import dev.ashlar.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Parts that could not be opened to find columns. A relation that only these parts have does exist, so it must not be
/// reported as unknown.
///
/// **Threading**: immutable.
final class LostParts {
    static final LostParts NONE = new LostParts(Map.of());

    private final Map<StorePart, StoreException> failed;

    /// @param failed why each could not be opened, the newest part first
    LostParts(Map<StorePart, StoreException> failed) {
        this.failed = new LinkedHashMap<>(failed);
    }

    /// Why a relation is missing; empty if none of the parts has it.
    ///
    /// @param name in any case of its letters
    Optional<QueryException> find(String name) {
        QueryException maybe = null;
        for (Map.Entry<StorePart, StoreException> lost : failed.entrySet()) {
            Optional<Map<String, StorePart.Known>> known = lost.getKey().known();
            if (known.isPresent() && known.get().keySet().stream().anyMatch(name::equalsIgnoreCase)) {
                return Optional.of(problem(lost, " cannot be read: ", name));
            }
            if (known.isEmpty() && maybe == null) {
                maybe = problem(lost, " cannot be read, and no other part has the relation: ", name);
            }
        }
        return Optional.ofNullable(maybe);
    }

    private static QueryException problem(Map.Entry<StorePart, StoreException> lost, String what, String name) {
        return new QueryException(Reason.CORRUPT, lost.getKey().name() + what + lost.getValue().getMessage() + ", in " + name,
                lost.getValue());
    }

    boolean isAlike(LostParts other) {
        return failed.keySet().equals(other.failed.keySet());
    }
}
