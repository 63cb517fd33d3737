// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Python next to Java.
class PythonLiveTest extends LiveContract {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    @BeforeEach
    void build() throws Exception {
        PythonPrograms.require();
        PythonPrograms.built();
    }

    @Override
    Process start(Path output, String program, Object... arguments) throws Exception {
        return PythonPrograms.program(output, program + ".py", arguments);
    }

    @Override
    long messages() {
        return 20_000;
    }

    @Override
    Duration following() {
        return Duration.ofSeconds(8);
    }

    /// On a mount that is read-only.
    @Test
    @Override
    void shouldFollowAWriterWithoutAPin() throws Exception {
        boolean possible = new ProcessBuilder("sh", "-c", "unshare -rm true").start().waitFor() == 0;
        assumeTrue(possible, "skipped: no mount can be made here");
        super.shouldFollowAWriterWithoutAPin();
    }

    /// Two readers hold back rows of the same writer.
    @Test
    @Tag("long")
    void shouldFollowAWriterForTenMinutesNextToC() throws Exception {
        CLiveTest c = new CLiveTest();
        c.temp = temp;
        c.build();
        Path folder = temp.resolve("live");
        LiveTrial.writeNextTo(folder, () -> List.of(reader("follow", folder, TEN_MINUTES),
                c.reader("follow", folder, TEN_MINUTES)));
    }
}
