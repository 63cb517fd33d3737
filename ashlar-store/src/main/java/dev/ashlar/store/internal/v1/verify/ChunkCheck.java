// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.internal.v1.chunk.Chain.Link;

/// Compares what is in a chunk with what is known of it; each kind of container has its own.
interface ChunkCheck {
    /// @param count rows or bytes that were committed when the check began; those are there to stay
    /// @return rows or frames that were checked
    long check(Link link, long count, StoreFindings findings);
}
