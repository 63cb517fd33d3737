// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.List;

/// Comparisons that belong together.
///
/// @param name        on the command line
/// @param description one line
/// @param comparisons in the order of the table
public record Suite(String name, String description, List<Comparison> comparisons) {
    public Suite {
        comparisons = List.copyOf(comparisons);
    }
}
