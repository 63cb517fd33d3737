// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

/// Told of every [Step]. Tests stop and kill processes here; a pool in earnest has [#NONE].
@FunctionalInterface
public interface Steps {
    Steps NONE = step -> { };

    void at(Step step);
}
