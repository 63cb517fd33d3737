// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.conformance.formats.RingTrial.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Python and Java in two processes: a reader next to a writer at full speed, rings in both directions, sides that die.
class PythonLiveTest {
    private static final long MESSAGES = 20_000;
    private static final long MANY_MESSAGES = 10_000_000;
    private static final long TEN_MINUTES_S = 600;
    @TempDir
    Path temp;

    @BeforeEach
    void requirePython() throws Exception {
        PythonPrograms.require();
    }

    private RingTrial trial() {
        return new RingTrial(temp, (output, arguments) -> PythonPrograms.program(output, "peer.py", arguments));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesToPython(Kind kind) throws Exception {
        trial().carryToPeer(kind, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesFromPython(Kind kind) throws Exception {
        trial().carryFromPeer(kind, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void shouldCarryManyMessages(Kind kind) throws Exception {
        // Of all producers together.
        trial().carryToPeer(kind, MANY_MESSAGES / kind.producers());
        trial().carryFromPeer(kind, MANY_MESSAGES / kind.producers());
    }

    @ParameterizedTest
    @EnumSource(names = {"RING", "FIXED", "MANY"})
    void shouldLoseNothingWhenAProducerIsKilled(Kind kind) throws Exception {
        trial().killProducer(kind);
    }

    @ParameterizedTest
    @EnumSource(names = {"RING", "FIXED", "MANY"})
    void shouldLoseNothingWhenAConsumerIsKilled(Kind kind) throws Exception {
        trial().killConsumer(kind);
    }

    @ParameterizedTest
    @EnumSource(names = {"RING", "FIXED", "MANY"})
    void shouldLearnThatAProducerInJavaWasKilled(Kind kind) throws Exception {
        trial().killJavaProducer(kind);
    }

    @ParameterizedTest
    @EnumSource(names = {"RING", "FIXED", "MANY"})
    void shouldLearnThatAConsumerInJavaWasKilled(Kind kind) throws Exception {
        trial().killJavaConsumer(kind);
    }

    @Test
    void shouldFollowAWriterForSeconds() throws Exception {
        follow(Duration.ofSeconds(5));
    }

    @Test
    void shouldFollowAWriterOnAReadOnlyMount() throws Exception {
        Path folder = temp.resolve("live");
        Path output = temp.resolve("reader.txt");
        boolean possible = new ProcessBuilder("sh", "-c", "unshare -rm true").start().waitFor() == 0;
        assumeTrue(possible, "skipped: no mount can be made here");
        PythonPrograms.built();
        TickWriter.writeNextTo(folder, () -> PythonPrograms.program(output, "follow.py", folder, 2, "--read-only"),
                output);
    }

    /// Two readers hold back rows of the same writer.
    @Test
    @Tag("long")
    void shouldFollowAWriterForTenMinutesNextToC() throws Exception {
        String program = CPrograms.program("follow");
        PythonPrograms.built();
        Path folder = temp.resolve("live");
        Path python = temp.resolve("python.txt");
        Path c = temp.resolve("c.txt");
        TickWriter.writeNextTo(folder, () -> List.of(
                new TickWriter.Reader(PythonPrograms.program(python, "follow.py", folder, TEN_MINUTES_S), python),
                new TickWriter.Reader(CPrograms.start(c, program, folder.toString(), Long.toString(TEN_MINUTES_S)),
                        c)));
    }

    @Test
    void shouldFollowAnArchiveForSeconds() throws Exception {
        followArchive(Duration.ofSeconds(5));
    }

    @Test
    @Tag("long")
    void shouldFollowAnArchiveForMinutes() throws Exception {
        followArchive(Duration.ofMinutes(2));
    }

    /// Hours begin, are sealed and are dropped while the reader reads all that there are, again and again.
    private void followArchive(Duration duration) throws Exception {
        Path folder = temp.resolve("hours");
        Path output = temp.resolve("reader.txt");
        TickWriter.rollNextTo(folder, () -> PythonPrograms.program(output, "follow_archive.py", folder,
                duration.toSeconds()), output);
    }

    /// The reader checks each row that it sees: its values follow from its number. Views that it keeps must not change.
    private void follow(Duration duration) throws Exception {
        Path folder = temp.resolve("live");
        Path output = temp.resolve("reader.txt");
        TickWriter.writeNextTo(folder, () -> PythonPrograms.program(output, "follow.py", folder, duration.toSeconds()),
                output);
    }

    @Test
    void shouldGoOnWhenTheWriterIsKilled() throws Exception {
        PythonPrograms.built();
        Path folder = temp.resolve("killed");
        Path output = temp.resolve("reader.txt");
        TickWriter.killNextTo(folder, () -> PythonPrograms.program(output, "follow.py", folder, 2), output);
    }
}
