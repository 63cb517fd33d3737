// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.scan;

import java.util.List;
import org.apache.calcite.rel.RelCollation;

/// A relational expression that keeps the first rows of each key of its input, and adds their number as the last
/// column.
public interface KeyedInput {
    List<Integer> keys();

    RelCollation order();

    /// Rows of each key.
    int most();
}
