// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.ring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The other process: receives, or sends back.
public final class RingPartner implements AutoCloseable {
    static final String THERE = "there";
    static final String BACK = "back";
    private static final String READY = "ready";

    private final Process process;
    private final BufferedReader out;

    /// Starts it, and waits until it is ready.
    ///
    /// @param folder where the queues are
    RingPartner(Trial trial, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:+UseParallelGC"));
        command.addAll(trial.contender().flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RingPartner.class.getName(),
                folder.toString()));
        command.addAll(trial.arguments());
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        String said = out.readLine();
        if (!READY.equals(said)) {
            close();
            throw new IOException("the other process failed: said=" + said);
        }
    }

    /// Waits for its end.
    ///
    /// @return what it says: the sum of what it received, and the bytes it allocated for a message
    String result() throws IOException {
        return out.readLine();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /// @param args the folder, and the trial
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Trial trial = Trial.parse(Arrays.copyOfRange(args, 1, args.length));
        Pipe.Receiver receiver = SharedPipes.open(trial.contender(), folder.resolve(THERE)).receiver();
        Pipe.Sender sender = trial.isRoundTrip()
                ? SharedPipes.open(trial.contender(), folder.resolve(BACK)).sender(0) : null;
        endWithParent();
        System.out.println(READY);
        if (trial.isRoundTrip()) {
            Side.echo(receiver, sender, Long.MAX_VALUE);
        }
        double least = Double.MAX_VALUE;
        for (int run = 0; run < Trial.WARM_RUNS + trial.runs(); run++) {
            long bytes = Side.receive(receiver, trial.messages(), trial.batch());
            least = Math.min(least, bytes / (double) trial.messages());
        }
        System.out.println(receiver.sum() + " " + least);
    }

    private static void endWithParent() {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().start(() -> {
            try {
                in.readLine();
            } catch (IOException e) {
                // The same: nobody is there any more.
            }
            Runtime.getRuntime().halt(0);
        });
    }
}
