// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.Collection;
import java.util.List;

/// A contender of a benchmark: one of Ashlar's, or a peer. Enums implement it, one for each workload.
public interface Contender {
    /// The name of the enum constant.
    String name();

    /// The label in tables.
    String text();

    /// Flags of its JVMs, in addition to those of all contenders.
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
