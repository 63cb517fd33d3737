// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A [StoreProgram], or another, in a JVM of its own.
final class Child implements AutoCloseable {
    /// What the exit code of a process is that was killed.
    private static final int KILLED = 128 + 9;

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;

    Child(Path folder, Object... args) throws IOException {
        this(List.of(), folder, args);
    }

    /// @param flags of the JVM
    Child(List<String> flags, Path folder, Object... args) throws IOException {
        this(StoreProgram.class, flags, folder, args);
    }

    Child(Class<?> program, List<String> flags, Path folder, Object... args) throws IOException {
        String here = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx64m", "-XX:-UsePerfData", "-ea"));
        command.addAll(flags);
        command.addAll(List.of("-cp", here, program.getName(), folder.toString()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /// The next line it says; null if it says nothing any longer.
    String hear() throws IOException {
        return out.readLine();
    }

    void tell(String line) {
        in.println(line);
    }

    /// Ends it at once, wherever it is: SIGKILL. It must not have ended before by itself.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(KILLED, process.exitValue(), "ended by itself: see its standard error");
    }

    void stop() throws Exception {
        signal("-STOP");
    }

    void resume() throws Exception {
        signal("-CONT");
    }

    void end() throws InterruptedException {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), "see its standard error");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        assertTrue(kill.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, kill.exitValue());
    }
}
