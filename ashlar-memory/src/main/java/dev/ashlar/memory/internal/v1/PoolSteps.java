// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

/// Told of every [PoolStep]. Tests stop and kill processes here; a pool in earnest has [#NONE].
@FunctionalInterface
public interface PoolSteps {
    PoolSteps NONE = step -> { };

    void at(PoolStep step);
}
