// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Result;
import dev.ashlar.store.CorruptChunkException;

/// Chooses what answers a question.
public final class Engine {
    private Engine() {
    }

    public static Result run(Plan plan, QueryOptions options) {
        Guard guard = new Guard(options);
        try {
            return new Interpreter(plan, guard).run();
        } catch (CorruptChunkException e) {
            throw corrupt(plan, e);
        }
    }

    public static String explain(Plan plan, QueryOptions options) {
        return Explanation.of(plan, options);
    }

    static Source source(Plan plan) {
        if (plan.source() instanceof Source source) {
            return source;
        }
        throw new IllegalArgumentException("relation of another kind: class=" + plan.source().getClass().getName()
                + " (" + plan.source().name() + ")");
    }

    static QueryException corrupt(Plan plan, CorruptChunkException e) {
        return new QueryException(Reason.CORRUPT, e.getMessage() + "; ask for rows outside of " + e.first() + " to "
                + (e.end() - 1) + ", in " + plan.source().name(), e);
    }
}
