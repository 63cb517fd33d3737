// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

/// Calls questions off: those that were given it end with a [QueryException] soon after, each with `CANCELLED`.
///
/// **Threading**: any thread.
public final class Cancellation {
    private volatile boolean cancelled;

    public Cancellation() { }

    /// Calls off, for good.
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }
}
