// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

/// The right of this process to use the chunks of a published container, which no process owns.
public interface Lease {
    /// Ends it: called once, when the last use of the container in this process has ended.
    void end();
}
