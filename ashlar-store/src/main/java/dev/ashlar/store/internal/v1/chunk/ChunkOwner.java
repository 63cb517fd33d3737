// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.StoreStep;
import java.nio.ByteBuffer;

/// What a growing container needs from the store that is open for writing.
public interface ChunkOwner {
    Extents extents();

    /// Announces bytes that may be committed soon: waits for a sync if too much is undurable.
    ///
    /// @throws StoreException if the store has failed
    void grow(long bytes) throws StoreException;

    /// Takes a chunk, for a use that is named later. May make the store durable.
    int claim() throws StoreException;

    /// Uses a chunk that was claimed.
    void use(int chunk, Identity identity);

    /// Something was done after which a process may die.
    void at(StoreStep step);

    /// A chunk takes no more rows or bytes: it may be sealed.
    void full(int container, Link link);

    /// Something was published: makes it durable if that is what was promised.
    ///
    /// @throws StoreException if the store has failed
    void committed() throws StoreException;

    /// The same for rows of a table that no journal fills.
    ///
    /// @param rows what was committed, if that is at hand; else null
    /// @throws StoreException if the store has failed
    void committed(int container, ByteBuffer rows) throws StoreException;

    /// The same for messages: makes their journal durable if that is what was promised, from which all else follows.
    ///
    /// @throws StoreException if the store has failed
    void recorded(int container) throws StoreException;

    /// Makes a journal durable, whatever was promised.
    ///
    /// @throws StoreException if the store has failed
    void sync(int container) throws StoreException;

    /// What is being published cannot be ended: the store fails, and is recovered when it is opened again.
    void fail(Throwable cause);

    /// Memory of the store could not be read or written: the store fails, likewise.
    ///
    /// @return why, to be thrown
    /// @throws InternalError the given one, if it says something else
    StoreException fault(InternalError fault);

    /// Notes how far journals and their tables go, so that less has to be replayed after the death of the process.
    ///
    /// @param durably also after the loss of power, if every commit is durable
    /// @return whether it was done; false while another thread is busy with it
    /// @throws StoreException if the store has failed
    boolean mark(boolean durably) throws StoreException;
}
