// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A child JVM, started with the classes of this one: as modules if they are modules here, else on the class path.
///
/// **Threading**: [#end()] from any thread, the rest from the one that started it. **Ownership**: closing it ends the
/// process.
public final class ChildJvm implements AutoCloseable {
    private static final int ENDED = -1;
    private static final int MOST_WAIT_S = 10;

    private final Process process;
    private final Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    private ChildJvm(Process process) {
        this.process = process;
    }

    /// @param before words before the command, such as a program that counts its events
    /// @param main   main class; native access is enabled for Ashlar's memory
    /// @throws IOException if it cannot be started
    public static ChildJvm start(List<String> before, List<String> flags, Class<?> main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(java());
        command.addAll(flags);
        Module module = main.getModule();
        if (module.isNamed()) {
            command.addAll(List.of("--enable-native-access=dev.ashlar.memory", "--module-path",
                    System.getProperty("jdk.module.path"), "--module", module.getName() + "/" + main.getName()));
        } else {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                    main.getName()));
        }
        command.addAll(arguments);
        return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /// The `java` program of this JVM.
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// Passes on each line that it prints, and waits for its end.
    ///
    /// @return its exit code; not 0 if it was killed
    /// @throws IOException if this thread is interrupted, or the lines cannot be read
    public int read(Consumer<String> lines, Duration limit) throws IOException {
        Thread watch = Thread.ofVirtual().start(() -> endAfter(limit));
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.accept(line);
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a JVM was measuring", e);
        } catch (IOException e) {
            if (ended) {
                // Closing it closes its output, too.
                return ENDED;
            }
            throw e;
        } finally {
            watch.interrupt();
            end();
        }
    }

    private void endAfter(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                end();
            }
        } catch (InterruptedException e) {
            // It has ended in time.
        }
    }

    /// Kills it and the processes that it has started.
    public void end() {
        ended = true;
        List<ProcessHandle> others = process.descendants().toList();
        others.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        started.addAll(others);
    }

    /// Kills it and the processes that it has started, and waits until they have ended: only then do they stop writing
    /// files.
    @Override
    public void close() {
        end();
        // A process that hangs in the kernel cannot be killed.
        CompletableFuture.allOf(Stream.concat(Stream.of(process.toHandle()), started.stream())
                .map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, MOST_WAIT_S, TimeUnit.SECONDS).join();
    }
}
