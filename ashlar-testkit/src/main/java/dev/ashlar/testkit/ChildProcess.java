// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A test program in its own JVM, on the class path of the tests, that can be talked to, stopped and killed. Its
/// standard error goes to that of the tests, which a build keeps in files.
public class ChildProcess implements AutoCloseable {
    /// The exit code of a killed process.
    private static final int KILLED = 128 + 9;
    private static final int PATIENCE_SECONDS = 600;
    private static final int STOPPING_MS = 20;

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;

    /// @param flags   flags of the JVM, in addition to a small heap
    /// @param program class with a `main` that takes `place`, then `args`
    public ChildProcess(List<String> flags, Class<?> program, Path place, Object... args) throws IOException {
        String here = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(ProgramRun.jdk("java"), "-XX:+UseSerialGC", "-Xmx64m",
                "-XX:-UsePerfData"));
        command.addAll(flags);
        command.addAll(List.of("-cp", here, program.getName(), place.toString()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        process = new ProcessBuilder(command).start();
        Thread.ofVirtual().start(this::showErrors);
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    private void showErrors() {
        try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
            errors.lines().forEach(System.err::println);
        } catch (IOException | UncheckedIOException e) {
            // It was killed.
        }
    }

    /// The next line of its output; null at the end of its output.
    public String hear() throws IOException {
        return out.readLine();
    }

    public void tell(String line) {
        in.println(line);
    }

    /// Kills it at once with SIGKILL. It must not have ended by itself before.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(KILLED, process.exitValue(), "ended by itself: see its standard error");
    }

    /// Stops it with SIGSTOP, and waits until none of its threads runs; if the system does not report that, for long
    /// enough.
    public void stop() throws Exception {
        signal("-STOP");
        Thread.sleep(Files.isDirectory(Path.of("/proc/self/task")) ? 0 : STOPPING_MS);
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        for (int ms = 0; Files.isDirectory(threads) && !areStopped(threads); ms++) {
            assertTrue(ms < TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS), "does not stop");
            Thread.sleep(1);
        }
    }

    /// Whether the state of each thread, which follows its name in brackets, is T.
    private static boolean areStopped(Path threads) {
        try (Stream<Path> all = Files.list(threads)) {
            for (Path thread : all.toList()) {
                String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                if (!stat.startsWith(") T", stat.lastIndexOf(')'))) {
                    return false;
                }
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            // A thread has ended meanwhile.
            return false;
        }
    }

    public void resume() throws Exception {
        signal("-CONT");
    }

    /// Waits for it to end by itself, successfully.
    public void end() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), "see its standard error");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        assertTrue(kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, kill.exitValue());
    }
}
