// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

/// Receives every [PoolStep]. Tests stop and kill processes here; in production it is [#NONE].
@FunctionalInterface
public interface PoolSteps {
    PoolSteps NONE = step -> { };

    void at(PoolStep step);
}
