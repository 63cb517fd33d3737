// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.measure.Contender;
import java.io.IOException;

/// A kind of index for lookups.
public interface IndexKind extends Contender {
    /// @param count number of keys; some kinds require a power of two
    Index build(int count) throws IOException;
}
