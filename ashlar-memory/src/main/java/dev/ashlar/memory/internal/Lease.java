// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

/// The right of this process to the chunks of a container that is published, and so nobody's own.
public interface Lease {
    /// Ends it: called once, when the last use of the container in this process has ended.
    void end();
}
