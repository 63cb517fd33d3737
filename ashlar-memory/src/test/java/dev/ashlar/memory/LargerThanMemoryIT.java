// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A dense job over more data than the process may have memory, with its curve of throughput against size. Skipped
/// where no control group can be made.
@Tag("long")
class LargerThanMemoryIT {
    private static final long LIMIT_MIB = 512;
    private static final List<String> SIZES_MIB = List.of("128", "256", "512", "1024", "2048", "4096");
    private static final Path OLD_GROUPS = Path.of("/sys/fs/cgroup/memory");
    private static final Path NEW_GROUPS = Path.of("/sys/fs/cgroup");

    @TempDir
    Path folder;

    @Test
    void shouldWorkOverMoreThanTheMemoryAllowed() throws Exception {
        boolean old = Files.isDirectory(OLD_GROUPS);
        Path group = (old ? OLD_GROUPS : NEW_GROUPS).resolve("ashlar-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve(old ? "memory.limit_in_bytes" : "memory.max"),
                    Long.toString(LIMIT_MIB << 20));
        } catch (IOException e) {
            Files.deleteIfExists(group);
            assumeTrue(false, "no control group: " + e);
        }
        try {
            String out = run(group.resolve("cgroup.procs"));
            System.out.println("limitMib=" + LIMIT_MIB + "\n" + out);
            assertEquals(SIZES_MIB.size(), out.lines().count(), out);
        } finally {
            Files.delete(group);
        }
    }

    private String run(Path members) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        ProcessBuilder builder = new ProcessBuilder(ProgramRun.jdk("java"),
                "-Xmx64m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                "dev.ashlar.bare.DenseProgram", folder.toString());
        builder.command().addAll(SIZES_MIB);
        Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        Files.writeString(members, Long.toString(process.pid()));
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        assertTrue(process.waitFor(15, TimeUnit.MINUTES));
        assertEquals(0, process.exitValue(), () -> TestFiles.text(out));
        return TestFiles.text(out);
    }
}
