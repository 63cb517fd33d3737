// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/// Makes hidden classes out of [Loop], as queries do with theirs: each has call sites, and a history of them, of its
/// own.
final class Kernels {
    private Kernels() {
    }

    static Kernel copy() throws IOException, ReflectiveOperationException {
        try (InputStream code = Kernels.class.getResourceAsStream("Loop.class")) {
            return (Kernel) MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), true).lookupClass()
                    .getDeclaredConstructor().newInstance();
        }
    }
}
