// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.conformance.languages.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Python next to Java.
@Tag("slow")
class PythonLiveTest extends LiveContract {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    private static final long PURE_MESSAGES = 2_000;
    private static final Duration PURE = Duration.ofSeconds(2);
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void build() throws Exception {
        PythonPrograms.require();
        PythonPrograms.built();
    }

    @Override
    Process start(Path output, String program, Object... arguments) throws Exception {
        return PythonPrograms.program(environment, output, program + ".py", arguments);
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
        // Some systems give a name space to anyone, and let nobody mount anything in it.
        boolean possible = Tool.isFound(List.of("unshare", "-rm", "sh", "-c",
                "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\"", "sh", temp.toString()));
        assumeTrue(possible, "skipped: no mount can be made here");
        super.shouldFollowAWriterWithoutAPin();
    }

    /// Next to a reader in C, where that can be built: both hold back rows of the same writer.
    @Test
    @Override
    void shouldFollowAWriter() throws Exception {
        followNextToC(following());
    }

    @Test
    @Tag("long")
    void shouldFollowAWriterForTenMinutesNextToC() throws Exception {
        followNextToC(TEN_MINUTES);
    }

    private void followNextToC(Duration duration) throws Exception {
        CLiveTest c = new CLiveTest();
        c.temp = temp;
        boolean together = c.isBuilt();
        Path folder = temp.resolve("live");
        LiveTrial.writeNextTo(folder, () -> together
                ? List.of(reader("follow", folder, duration), c.reader("follow", folder, duration))
                : List.of(reader("follow", folder, duration)));
    }

    /// All that is shared with Java, with the fences and the compare-and-set of the system.
    @Test
    void shouldDoWithoutTheExtension() throws Exception {
        environment = Map.of("ASHLAR_PURE", "1");
        trial().carryToPeer(RingTrial.Kind.MANY, PURE_MESSAGES);
        trial().carryFromPeer(RingTrial.Kind.MANY, PURE_MESSAGES);
        cells().readByPeer(SharedCell.Kind.VERSIONED);
        assertTrue(Files.readString(temp.resolve("read")).contains("native=False"));
        Path folder = temp.resolve("live");
        LiveTrial.writeNextTo(folder, () -> List.of(reader("follow", folder, PURE)));
    }
}
