// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.flow.RingFile;
import dev.ashlar.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Path;

/// The other end of a round trip between processes. Ends when the one who sends does, however that ends.
public final class EchoProcess {
    static final String READY = "ready";

    private EchoProcess() {
    }

    /// @param args folder of the rings
    public static void main(String[] args) throws IOException {
        Thread.ofPlatform().daemon().start(LabProcess::endWithTheLab);
        Path folder = Path.of(args[0]);
        try (RingFile there = RoundTrip.openThere(folder); RingFile back = RoundTrip.openBack(folder)) {
            System.out.println(READY);
            RoundTrip.echo(there, back);
        }
    }
}
