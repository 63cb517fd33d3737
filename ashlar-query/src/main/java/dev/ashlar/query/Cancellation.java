// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Cancels queries: each query that was started with this object soon ends with a [QueryException] `CANCELLED`.
///
/// **Threading**: any thread.
public final class Cancellation {
    private volatile boolean cancelled;

    public Cancellation() { }

    /// Cancels all current and later queries of this object; cannot be undone.
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }
}
