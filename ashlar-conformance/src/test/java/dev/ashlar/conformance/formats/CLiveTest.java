// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.conformance.formats.RingTrial.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// C and Java in two processes: a reader next to a writer at full speed, rings in both directions, sides that die.
class CLiveTest {
    private static final long MESSAGES = 100_000;
    private static final long MANY_MESSAGES = 10_000_000;
    @TempDir
    Path temp;

    private RingTrial trial() throws Exception {
        String program = CPrograms.program("peer");
        return new RingTrial(temp, (output, arguments) -> {
            List<String> command = new ArrayList<>(List.of(program));
            Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
            return CPrograms.start(output, command.toArray(String[]::new));
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesToC(Kind kind) throws Exception {
        trial().carryToPeer(kind, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesFromC(Kind kind) throws Exception {
        trial().carryFromPeer(kind, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void shouldCarryManyMessages(Kind kind) throws Exception {
        trial().carryToPeer(kind, MANY_MESSAGES);
        trial().carryFromPeer(kind, MANY_MESSAGES);
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

    private void follow(Duration duration, String... options) throws Exception {
        String program = CPrograms.program("follow");
        Path folder = temp.resolve("live");
        Path output = temp.resolve("reader.txt");
        List<String> command = new ArrayList<>(List.of(program, folder.toString(),
                Long.toString(duration.toSeconds())));
        command.addAll(List.of(options));
        TickWriter.writeNextTo(folder, () -> CPrograms.start(output, command.toArray(String[]::new)), output);
    }

    @Test
    void shouldFollowAWriterForSeconds() throws Exception {
        follow(Duration.ofSeconds(3));
    }

    @Test
    void shouldFollowAWriterWithoutAPin() throws Exception {
        follow(Duration.ofSeconds(2), "--read-only");
    }

    @Test
    void shouldGoOnWhenTheWriterIsKilled() throws Exception {
        String program = CPrograms.program("follow");
        Path folder = temp.resolve("killed");
        Path output = temp.resolve("reader.txt");
        TickWriter.killNextTo(folder, () -> CPrograms.start(output, program, folder.toString(), "2"), output);
    }

    private void followArchive(Duration duration) throws Exception {
        String program = CPrograms.program("follow_archive");
        Path folder = temp.resolve("hours");
        Path output = temp.resolve("reader.txt");
        TickWriter.rollNextTo(folder, () -> CPrograms.start(output, program, folder.toString(),
                Long.toString(duration.toSeconds())), output);
    }

    @Test
    void shouldFollowAnArchiveForSeconds() throws Exception {
        followArchive(Duration.ofSeconds(3));
    }

    @Test
    @Tag("long")
    void shouldFollowAnArchiveForMinutes() throws Exception {
        followArchive(Duration.ofMinutes(2));
    }
}
