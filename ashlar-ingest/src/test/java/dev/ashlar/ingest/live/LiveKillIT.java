// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.testkit.ChildProcess;
import dev.ashlar.testkit.Packets;
import dev.ashlar.testkit.Seed;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process that records is killed: what it had committed is in the store, whole and in order, and the next recorder
/// continues it.
@Timeout(1_200)
class LiveKillIT {
    private static final int UNDER_WAY = 16;
    private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1");
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC);

    @TempDir
    Path temp;

    /// In an archive, a day begins with every few messages, so that some rounds end while one is sealed.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepWhatWasCommitted(boolean archived) throws Exception {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        SplittableRandom random = Seed.random("LiveKillIT");
        Path folder = temp.resolve("feed");
        int before = 0;
        for (int round = 0; round < 6; round++) {
            int killedAfter = 1 + random.nextInt(3_000);
            int sent = 0;
            int committed = 0;
            try (ChildProcess child = archived ? new ChildProcess(FLAGS, Recorder.class, folder, round)
                    : new ChildProcess(FLAGS, Recorder.class, folder);
                    DatagramChannel sender = DatagramChannel.open()) {
                InetSocketAddress to = LineSockets.address(Line.parse(child.hear()));
                if (archived) {
                    assertEquals(StoreException.Reason.LOCKED, assertThrows(StoreException.class,
                            () -> ArchiveTarget.open(folder, DAILY, JOURNAL, 0)).reason());
                }
                // The child says how many messages it has committed, whenever it has.
                while (committed < killedAfter) {
                    while (sent < committed + UNDER_WAY) {
                        sender.send(ByteBuffer.wrap(Packets.frames(round + " " + sent++)), to);
                    }
                    committed = Integer.parseInt(child.hear());
                }
                child.kill();
            }
            List<String> stored = archived ? Recording.archived(folder) : Recording.stored(folder);
            int added = stored.size() - before;
            assertTrue(added >= committed && added <= sent, "committed=" + committed + ", found=" + added + ", sent=" + sent);
            for (int i = 0; i < added; i++) {
                assertEquals(hex(round + " " + i), stored.get(before + i));
            }
            before = stored.size();
            if (archived) {
                assertSound(folder);
                continue;
            }
            try (Store store = Store.open(folder)) {
                assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            }
        }
    }

    private static void assertSound(Path folder) throws IOException {
        try (Archive archive = Archive.open(folder)) {
            // What a writer that died has left, and the next one takes up.
            List<Archive.Finding> findings = archive.check(Optional.of(VerifyOptions.all())).stream()
                    .filter(finding -> !finding.found().equals("not listed") && !finding.found().contains("died")).toList();
            assertEquals(List.of(), findings);
        }
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(Packets.bytes(text));
    }

    /// Records what comes to an address of its own, and says so: into a store, or in the round that is given into an
    /// archive.
    static final class Recorder {
        private static final int MESSAGES_PER_DAY = 500;

        public static void main(String[] args) throws IOException {
            Path folder = Path.of(args[0]);
            RecordTarget speaking;
            if (args.length == 1) {
                speaking = new SpeakingTarget(Recording.store(folder, JOURNAL), (_, timeNs) -> timeNs);
            } else {
                long firstDay = 20_000 + 1_000L * Integer.parseInt(args[1]);
                ArchiveTarget archive = ArchiveTarget.open(folder, DAILY, JOURNAL, TimeUnit.DAYS.toNanos(firstDay));
                speaking = new SpeakingTarget(archive, (messages, _) -> TimeUnit.DAYS.toNanos(firstDay
                        + messages / MESSAGES_PER_DAY));
            }
            try (LiveRecorder recorder = LiveRecorder.open(Recording.unicast(Framing.parse("length=u16be")), speaking,
                    LiveListener.NONE)) {
                System.out.println(recorder.lines().getFirst().name());
                recorder.run();
            }
        }
    }
}
