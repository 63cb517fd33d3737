// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

/// Memory that is freed when nobody holds it any more.
///
/// **Threading**: any thread holds and lets go, without waiting.
public interface Holdable {
    /// @return whether it is held now; else it is freed, and there is something newer
    boolean tryHold();

    /// Ends one holding.
    void release();
}
