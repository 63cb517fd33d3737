// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

/// A loop of calls.
interface Kernel {
    /// @return the sum of `map(0)` to `map(calls - 1)`
    int run(Mapping mapping, int calls);
}
