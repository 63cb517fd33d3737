// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

/// Reference-counted memory, which is freed when it has no holder.
///
/// **Threading**: any thread holds and releases it, without waiting.
public interface Holdable {
    /// @return whether it is held now; else it is freed, and there is something newer
    boolean tryHold();

    /// Ends one holding.
    void release();
}
