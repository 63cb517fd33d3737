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

/// A program of the tests in a JVM of its own, on their class path, that can be talked to, stopped and killed. Its
/// standard error goes to that of the tests, which a build keeps in files.
public class ChildProcess implements AutoCloseable {
    /// What the exit code of a process is that was killed.
    private static final int KILLED = 128 + 9;
    private static final int PATIENCE_SECONDS = 600;
    private static final int STOPPING_MS = 20;

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;

    /// @param flags   of the JVM, besides a small heap
    /// @param program with a `main` that takes `place`, then `args`
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

    /// The next line it says; null if it says nothing any longer.
    public String hear() throws IOException {
        return out.readLine();
    }

    public void tell(String line) {
        in.println(line);
    }

    /// Ends it at once, wherever it is: SIGKILL. It must not have ended before by itself.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(KILLED, process.exitValue(), "ended by itself: see its standard error");
    }

    /// Stops it wherever it is, and waits until none of its threads runs any more; where the system does not tell, as
    /// long as that takes.
    public void stop() throws Exception {
        signal("-STOP");
        Thread.sleep(Files.isDirectory(Path.of("/proc/self/task")) ? 0 : STOPPING_MS);
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        for (int ms = 0; Files.isDirectory(threads) && !areStopped(threads); ms++) {
            assertTrue(ms < TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS), "does not stop");
            Thread.sleep(1);
        }
    }

    /// Whether the state of each, which follows its name in brackets, is T.
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
            // One has ended meanwhile.
            return false;
        }
    }

    public void resume() throws Exception {
        signal("-CONT");
    }

    /// Waits for it to end by itself, without a failure.
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
