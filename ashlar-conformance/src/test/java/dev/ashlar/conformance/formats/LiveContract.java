// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.conformance.formats.RingTrial.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Java and another language in two processes: a reader next to a writer at full speed, rings and cells in both
/// directions, sides that die.
///
/// The language has the programs `peer`, `cell`, `follow` and `follow_archive`, with the arguments of those in
/// `c/tests`.
abstract class LiveContract {
    private static final long MANY_MESSAGES = 10_000_000;
    private static final Duration LONG_ARCHIVE = Duration.ofMinutes(2);
    private static final Duration UNPINNED = Duration.ofSeconds(2);
    private static final Duration KILLED = Duration.ofSeconds(2);
    private static final Duration ARCHIVE = Duration.ofSeconds(3);
    @TempDir
    Path temp;

    /// Starts a program.
    abstract Process start(Path output, String program, Object... arguments) throws Exception;

    /// Messages that one producer sends through a ring.
    abstract long messages();

    /// How long a reader with a pin follows a store.
    abstract Duration following();

    final RingTrial trial() {
        return new RingTrial(temp, (output, arguments) -> start(output, "peer", arguments));
    }

    final CellTrial cells() {
        return new CellTrial(temp, (output, arguments) -> start(output, "cell", arguments));
    }

    final LiveTrial.Reader reader(String program, Path folder, Duration duration, Object... options) throws Exception {
        Object[] arguments = new Object[2 + options.length];
        arguments[0] = folder;
        arguments[1] = duration.toSeconds();
        System.arraycopy(options, 0, arguments, 2, options.length);
        Path output = temp.resolve(getClass().getSimpleName() + ".txt");
        return new LiveTrial.Reader(start(output, program, arguments), output);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesFromJava(Kind kind) throws Exception {
        trial().carryToPeer(kind, messages());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesToJava(Kind kind) throws Exception {
        trial().carryFromPeer(kind, messages());
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

    @ParameterizedTest
    @EnumSource
    void shouldReadCellsOfJava(SharedCell.Kind kind) throws Exception {
        cells().readByPeer(kind);
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteCellsForJava(SharedCell.Kind kind) throws Exception {
        cells().writeByPeer(kind);
    }

    /// The reader checks all that it sees. What it keeps must not change.
    @Test
    void shouldFollowAWriter() throws Exception {
        Path folder = temp.resolve("live");
        LiveTrial.writeNextTo(folder, () -> List.of(reader("follow", folder, following())));
    }

    /// Nothing is held back for a reader that cannot write to the folder.
    @Test
    void shouldFollowAWriterWithoutAPin() throws Exception {
        Path folder = temp.resolve("live");
        LiveTrial.writeNextTo(folder, () -> List.of(reader("follow", folder, UNPINNED, "--read-only")));
    }

    /// The reader has a boot id of its own, as in another container.
    @Test
    void shouldFollowAWriterOfAnotherBoot() throws Exception {
        Path folder = temp.resolve("live");
        LiveTrial.writeNextTo(folder, () -> List.of(reader("follow", folder, UNPINNED, "--elsewhere")));
    }

    @Test
    void shouldGoOnWhenTheWriterIsKilled() throws Exception {
        Path folder = temp.resolve("killed");
        LiveTrial.killNextTo(folder, () -> reader("follow", folder, KILLED));
    }

    /// Hours begin, are sealed and are dropped while the reader reads all that there are, again and again.
    @Test
    void shouldFollowAnArchive() throws Exception {
        followArchive(ARCHIVE);
    }

    @Test
    @Tag("long")
    void shouldFollowAnArchiveForMinutes() throws Exception {
        followArchive(LONG_ARCHIVE);
    }

    private void followArchive(Duration duration) throws Exception {
        Path folder = temp.resolve("hours");
        LiveTrial.rollNextTo(folder, () -> reader("follow_archive", folder, duration));
    }
}
