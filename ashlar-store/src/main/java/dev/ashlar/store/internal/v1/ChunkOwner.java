// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.Chain.Link;
import dev.ashlar.store.internal.v1.Entry.Identity;

/// What a container that grows wants of the store that is open for writing.
interface ChunkOwner {
    Extents extents();

    /// Takes a chunk for a use.
    int claim(Identity identity) throws StoreException;

    /// A chunk takes no more rows or bytes: it may be sealed.
    void full(int container, Link link);

    /// Something was published: makes it durable if that is what was promised.
    ///
    /// @throws StoreException if the store has failed
    void committed() throws StoreException;
}
