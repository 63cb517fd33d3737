// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
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
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A process that records is killed: what it had committed is in the store, whole and in order, and the next recorder
/// continues it.
@Timeout(1_200)
class LiveKillIT {
    private static final int ROUNDS = 6;
    private static final int UNDER_WAY = 16;

    @TempDir
    Path temp;

    @Test
    void shouldKeepWhatWasCommitted() throws Exception {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        SplittableRandom random = Seed.random("LiveKillIT");
        Path folder = temp.resolve("day.store");
        int before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int killedAfter = 1 + random.nextInt(3_000);
            int sent = 0;
            int committed = 0;
            try (ChildProcess child = new ChildProcess(List.of(), Recorder.class, folder);
                    DatagramChannel sender = DatagramChannel.open()) {
                InetSocketAddress to = LineSockets.address(Line.parse(child.hear()));
                // The child says how many messages it has committed, whenever it has.
                while (committed < killedAfter) {
                    while (sent < committed + UNDER_WAY) {
                        sender.send(ByteBuffer.wrap(Packets.frames(round + " " + sent++)), to);
                    }
                    committed = Integer.parseInt(child.hear());
                }
                child.kill();
            }
            List<String> stored = Recording.stored(folder);
            int added = stored.size() - before;
            assertTrue(added >= committed && added <= sent, "committed=" + committed + ", found=" + added + ", sent=" + sent);
            for (int i = 0; i < added; i++) {
                assertEquals(hex(round + " " + i), stored.get(before + i));
            }
            before = stored.size();
            try (Store store = Store.open(folder)) {
                assertEquals(List.of(), store.verify(VerifyOptions.all()).findings());
            }
        }
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(Packets.bytes(text));
    }

    /// Records what comes to an address of its own, and says so.
    static final class Recorder {
        private Recorder() {
        }

        public static void main(String[] args) throws IOException {
            RecordTarget store = Recording.store(Path.of(args[0]), new JournalDefinition("messages", SampleFeed.schema()));
            RecordTarget speaking = new SpeakingTarget(store);
            LiveFeed feed = new LiveFeed.Udp(List.of(UdpLine.of(Line.parse("127.0.0.1:0"))));
            try (LiveRecorder recorder = LiveRecorder.open(RecordOptions.of(feed, Framing.parse("length=u16be")), speaking,
                    LiveListener.NONE)) {
                System.out.println(recorder.lines().getFirst().name());
                recorder.run();
            }
        }
    }
}
