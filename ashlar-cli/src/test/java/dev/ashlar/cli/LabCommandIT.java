// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabCommandIT {
    @TempDir
    private Path folder;

    @Test
    void shouldMeasureReportAndCompare() throws Exception {
        Path json = folder.resolve("lab.json");
        Path html = folder.resolve("lab.html");
        Command first = Command.run("lab", "dispatch", "--tiny", "--json", json, "--report", html);
        assertEquals("", first.err());
        assertEquals(ExitCode.DONE, first.exitCode());
        assertTrue(first.out().contains("=> A call is "), first.out());
        assertTrue(Files.readString(html).contains("<svg"));
        Path markdown = folder.resolve("lab.md");
        Command second = Command.run("lab", "dispatch", "--tiny", "--compare", json, "--report", markdown);
        assertTrue(Files.readString(markdown).contains("| first class / second "), Files.readString(markdown));
        assertTrue(second.out().contains("Next to the older report"), second.out());
        Files.writeString(json, Files.readString(json).replace("\"version\": 2", "\"version\": 1"));
        Command.run("lab", "dispatch", "--tiny", "--compare", json)
                .failed(ExitCode.BAD_INPUT, "another version: version=1, expected=2");
        // Only its head is that of a report: said before anything else is looked at, and so before it is measured.
        Files.writeString(json, Files.readString(json).replace("\"version\": 1", "\"version\": 2")
                .replaceFirst("\"forks\": \\[\\s+\\[", "\"forks\": [ [ true,"));
        Command.run("lab", "dispatch", "--tiny", "--compare", json, "--json", folder.resolve("no/such/lab.json"))
                .failed(ExitCode.BAD_INPUT, "no report of the lab");
    }

    @Test
    void shouldListAndName() throws Exception {
        assertTrue(Command.run("lab", "--list").out().contains("access "));
        Command.run("lab", "dispach").failed(ExitCode.USAGE, "did you mean dispatch?");
        Command.run("lab", "access", "--report", folder.resolve("no/such/lab.html")).failed(ExitCode.BAD_INPUT);
    }

    @Test
    void shouldReportAPartWhenInterrupted() throws Exception {
        Path out = folder.resolve("out");
        Path json = folder.resolve("lab.json");
        Process lab = Command.start(out, folder.resolve("err"), "lab", "access", "--tiny", "--json", json);
        while (lab.isAlive() && lab.descendants().noneMatch(LabCommandIT::isMeasuring)) {
            Thread.sleep(20);
        }
        lab.destroy();
        assertTrue(lab.waitFor(10, TimeUnit.MINUTES));
        // As the shell sees every process that SIGTERM has ended.
        assertEquals(143, lab.exitValue());
        assertTrue(Files.readString(out).contains("\nINTERRUPTED: this is a part"), Files.readString(out));
        assertTrue(Files.readString(json).contains("\"complete\": false"));
    }

    /// The JDK leaves out the words of long commands.
    private static boolean isMeasuring(ProcessHandle child) {
        try {
            return Files.readString(Path.of("/proc/" + child.pid() + "/cmdline")).contains("LabProcess");
        } catch (IOException e) {
            return child.info().commandLine().orElse("").contains("LabProcess");
        }
    }
}
