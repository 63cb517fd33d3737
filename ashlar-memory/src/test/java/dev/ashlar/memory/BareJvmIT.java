// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The module in a JVM of its own: without any flag it works and prints nothing; with native access it gets more.
class BareJvmIT {
    @TempDir
    Path folder;

    @Test
    void shouldWorkWithoutFlagsInSilence() throws Exception {
        String out = run(List.of());
        assertTrue(out.contains("native=false"), out);
        assertTrue(out.endsWith("done\n"), out);
    }

    @Test
    void shouldGetMoreWithNativeAccess() throws Exception {
        String out = run(List.of("--enable-native-access=dev.ashlar.memory"));
        assertTrue(out.endsWith("done\n"), out);
        if (Files.exists(Path.of("/proc/self/smaps"))) {
            assertTrue(out.contains("native=true"), out);
            assertTrue(out.contains("advice=true"), out);
        }
    }

    /// Runs [BareProgram] as a user would: the module on the module path, the program next to it.
    private String run(List<String> flags) throws IOException, InterruptedException {
        Path classes = Path.of("target", "classes").toAbsolutePath();
        Path tests = Path.of("target", "test-classes").toAbsolutePath();
        List<String> command = new ArrayList<>();
        command.add(ProgramRun.jdk("java"));
        command.addAll(flags);
        command.addAll(List.of("--module-path", classes.toString(), "--add-modules", "dev.ashlar.memory", "-cp",
                tests.toString(), "dev.ashlar.bare.BareProgram", folder.toString()));
        File out = folder.resolve("out.txt").toFile();
        File err = folder.resolve("err.txt").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
        ProgramRun.withoutOptions(builder);
        Process process = builder.start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES));
        assertEquals("", Files.readString(err.toPath(), StandardCharsets.UTF_8));
        assertEquals(0, process.exitValue());
        return Files.readString(out.toPath(), StandardCharsets.UTF_8);
    }
}
