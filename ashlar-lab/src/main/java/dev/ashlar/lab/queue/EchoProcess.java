// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.measure.Contender;
import dev.ashlar.measure.MeasuringJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The other side of queues between processes: receives messages, or sends them back. Ends when the first process ends.
public final class EchoProcess {
    static final String THERE = "there";
    static final String BACK = "back";
    static final String READY = "ready";

    private EchoProcess() {
    }

    /// Starts this process; called by the first process.
    ///
    /// @param batch    messages of a batch, or 0 to send each message back
    /// @param messages messages of a run
    static List<String> arguments(Path folder, QueueKind kind, int batch, long messages, int runs) {
        return List.of(folder.toString(), kind.getClass().getName(), kind.name(), Integer.toString(batch),
                Long.toString(messages), Integer.toString(runs));
    }

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        Thread.ofPlatform().daemon().start(MeasuringJvm::endWithParent);
        QueueKind kind = Contender.named(args[2], Arrays.stream(Class.forName(args[1]).getEnumConstants())
                .map(QueueKind.class::cast).toList());
        int batch = Integer.parseInt(args[3]);
        NumberQueue.Receiver receiver = kind.open(Path.of(args[0], THERE)).receiver();
        NumberQueue.Sender sender = kind.open(Path.of(args[0], BACK)).sender(0);
        System.out.println(READY);
        if (batch == 0) {
            Side.echo(receiver, sender, Long.MAX_VALUE);
            return;
        }
        long least = Long.MAX_VALUE;
        for (int run = 0; run < Integer.parseInt(args[5]); run++) {
            least = Math.min(least, Side.receive(receiver, Long.parseLong(args[4]), batch));
        }
        System.out.println(receiver.sum + " " + least);
    }
}
