// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.store.StoreException;
import java.util.Map;

/// A use of a part whose relations are at hand.
///
/// @param closing what its end does
public record OpenedPart(Relations relations, Map<String, StoreException> unreadable, Runnable closing)
        implements StorePart.Opened {
    @Override
    public void close() {
        closing.run();
    }
}
