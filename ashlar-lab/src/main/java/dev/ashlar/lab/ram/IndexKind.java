// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.measure.Contender;
import java.io.IOException;

/// What keys are looked up in.
public interface IndexKind extends Contender {
    /// @param count of keys; some kinds take only a power of two
    Index build(int count) throws IOException;
}
