// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime.aggregate;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.Moments;

/// Variances and functions derived from them, over numbers or pairs: [Moments].
final class MomentAccumulator extends AggregateState {
    private final boolean pairs;
    private final Aggregate.Function function;
    private final Moments moments;

    MomentAccumulator(WindowCall call) {
        super(call);
        pairs = call.arguments().size() > 1;
        function = Aggregate.Function.valueOf(call.function().name());
        moments = new Moments(pairs);
    }

    @Override
    boolean subtracts() {
        return moments.subtracts();
    }

    @Override
    long add(Object[] row) {
        if (!hasNull(row)) {
            Object y = argument(0, row);
            moments.add(y, pairs ? argument(1, row) : y);
        }
        return 0;
    }

    @Override
    void subtract(Object[] row) {
        if (!hasNull(row)) {
            Object y = argument(0, row);
            moments.subtract(y, pairs ? argument(1, row) : y);
        }
    }

    @Override
    Object found() {
        return moments.result(function);
    }
}
