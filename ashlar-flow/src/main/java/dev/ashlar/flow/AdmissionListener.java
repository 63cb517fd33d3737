// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// Is told what changes in an [Admission], by the thread that changed it, after it has let go of its lock. It is to
/// return soon, without an exception; what changes meanwhile and back again may not be reported.
///
/// **Threading**: alerts and limits are reported one after the other; drops at any time, by several threads.
public interface AdmissionListener {
    /// Hears nothing.
    AdmissionListener NONE = new AdmissionListener() { };

    /// So much of the limit is used that requests will soon be refused.
    default void alertRaised(int depth, int limit) {
    }

    /// Enough room again.
    default void alertCleared(int depth, int limit) {
    }

    /// Service times have changed, and the limit with them.
    default void limitChanged(int before, int now) {
    }

    /// A newer request took the place of this one: it can be answered now, while it is still queued. Whoever comes to
    /// it in the queue is known by [Admission#begin].
    default void dropped(long permit) {
    }
}
