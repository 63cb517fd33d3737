// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.Collection;
import java.util.List;

/// Who does the work: one of ours, or a peer. Enums implement it, one for each workload.
public interface Contender {
    /// As an enum has it.
    String name();

    /// For tables.
    String text();

    /// Of its JVMs, beyond those of all.
    default List<String> flags() {
        return List.of();
    }

    default boolean isOurs() {
        return text().startsWith("Ashlar");
    }

    static <C extends Contender> C named(String name, Collection<C> among) {
        return among.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }
}
