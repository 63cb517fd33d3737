// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.lang.foreign.MemorySegment;

/// Space that a writer has claimed and not yet published: where a flyweight encodes what comes next.
///
/// Memory and offset come from the same object, so they always belong together. The memory ends where the chunk or the
/// value ends: an encoder that writes too much gets an `IndexOutOfBoundsException` and cannot touch committed data.
///
/// Each claim ends in exactly one commit or [abort][#abort].
///
/// **Threading**: the thread that claimed.
///
/// **Ownership**: the writer reuses one claim object, so claiming allocates nothing. Do not use the memory after the
/// commit or abort.
///
/// **Failure**: [#memory] and [#offset] throw an `IllegalStateException` unless the claim is open.
public interface Claim {
    /// Memory with the claimed space. Its bytes are undefined unless the claiming method says otherwise.
    MemorySegment memory();

    /// Offset in [#memory] at which to begin.
    long offset();

    /// Gives up the claim. Does nothing if the claim is not open.
    void abort();
}
