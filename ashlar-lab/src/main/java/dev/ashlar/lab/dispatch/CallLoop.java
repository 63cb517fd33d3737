// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/// A loop of calls.
interface CallLoop {
    /// @return the sum of `map(0)` to `map(calls - 1)`
    int run(Mapping mapping, int calls);

    /// A hidden class made of [Shared], as queries make theirs: it has call sites, and a history of them, of its own.
    static CallLoop copy() throws IOException, ReflectiveOperationException {
        try (InputStream code = CallLoop.class.getResourceAsStream("CallLoop$Shared.class")) {
            return (CallLoop) MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), true).lookupClass()
                    .getDeclaredConstructor().newInstance();
        }
    }

    /// What the compiler has learnt of the call is kept by this class, or by a copy of it.
    final class Shared implements CallLoop {
        @Override
        public int run(Mapping mapping, int calls) {
            int sum = 0;
            for (int i = 0; i < calls; i++) {
                sum += mapping.map(i);
            }
            return sum;
        }
    }
}
