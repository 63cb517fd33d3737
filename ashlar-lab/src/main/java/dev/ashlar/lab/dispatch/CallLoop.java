// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/// A loop of calls.
interface CallLoop {
    /// @return the sum of `map(0)` to `map(calls - 1)`
    int run(Mapping mapping, int calls);

    /// A hidden class made from [Shared], as queries make theirs: it has its own call sites with their own profiles.
    static CallLoop copy() throws IOException, ReflectiveOperationException {
        try (InputStream code = CallLoop.class.getResourceAsStream("CallLoop$Shared.class")) {
            return (CallLoop) MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), true).lookupClass()
                    .getDeclaredConstructor().newInstance();
        }
    }

    /// The loop. The compiler's profile of the call belongs to this class, or to a copy of it.
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
