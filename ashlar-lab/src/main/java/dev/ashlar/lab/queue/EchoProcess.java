// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.io.IOException;

/// The other end of queues between processes.
public final class EchoProcess {
    private EchoProcess() {
    }

    /// @param args those of [Passing#partner]
    public static void main(String[] args) throws IOException {
        Passing.partner(args, LabQueue::valueOf);
    }
}
