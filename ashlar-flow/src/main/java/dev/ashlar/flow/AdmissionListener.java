// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// Receives changes of an [Admission], from the thread that made them, after it has released its lock. Implementations
/// must return soon and must not throw. A change that is reverted meanwhile may not be reported.
///
/// **Threading**: alerts and limits are reported one after the other; drops may be reported at any time, by several
/// threads at once.
public interface AdmissionListener {
    /// Ignores all changes.
    AdmissionListener NONE = new AdmissionListener() { };

    /// So much of the limit is in use that requests will soon be refused.
    default void alertRaised(int depth, int limit) {
    }

    /// There is enough room again.
    default void alertCleared(int depth, int limit) {
    }

    /// Service times have changed, and the limit with them.
    default void limitChanged(int before, int now) {
    }

    /// A newer request replaced this one. It can be answered now, while it is still queued; [Admission#begin] returns
    /// false for it later.
    default void dropped(long permit) {
    }
}
