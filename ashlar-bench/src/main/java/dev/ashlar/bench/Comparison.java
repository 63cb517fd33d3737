// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.ArrayList;
import java.util.List;

/// The same work done by ours and by its peers.
///
/// @param work           what is done, for the table
/// @param ours           our contender
/// @param rivals         the peers
/// @param withoutGarbage whether ours must allocate nothing
/// @param headline       whether it is one of the few that say most
public record Comparison(String work, Contender ours, List<Rival> rivals, boolean withoutGarbage, boolean headline) {
    public Comparison {
        rivals = List.copyOf(rivals);
    }

    /// Ours first, then the peers.
    List<Contender> contenders() {
        List<Contender> all = new ArrayList<>();
        all.add(ours);
        rivals.forEach(rival -> all.add(rival.contender()));
        return all;
    }
}
