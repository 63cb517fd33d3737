// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.replay.JournalCapture;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.ReplayPace;
import dev.ashlar.ingest.replay.ReplayReport;
import dev.ashlar.ingest.replay.UdpReplay;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages that a live line brings are stored byte for byte, in each framing of datagrams.
@Timeout(600)
class LiveFramingTest {
    private static final JournalDefinition JOURNAL = new JournalDefinition("messages", SampleFeed.schema());
    private static final int MESSAGES = 900;

    @TempDir
    Path temp;

    /// Heartbeats; where the framing has lengths, some with bytes that their schema does not know. In some framings a
    /// message begins with its length, and in some each has a number of its own.
    private List<String> record(Path folder, String framing) throws Exception {
        boolean longer = !framing.equals("raw");
        boolean first = framing.equals("coinbase-md");
        int inPacket = framing.equals("memoir") ? 1 : 3;
        SplittableRandom random = new SplittableRandom(7);
        try (StoreTarget target = Recording.store(folder, JOURNAL)) {
            for (int i = 0; i < MESSAGES; i++) {
                byte[] more = new byte[first ? 16 + 8 * random.nextInt(5) : 12 + (longer ? random.nextInt(40) : 0)];
                random.nextBytes(more);
                ByteBuffer bytes = ByteBuffer.allocate(8 + more.length).order(ByteOrder.LITTLE_ENDIAN);
                bytes.putShort((short) (first ? bytes.capacity() : 12)).putShort((short) 1);
                bytes.putShort((short) SampleFeed.schema().id()).putShort((short) 2).put(more);
                target.record(MemorySegment.ofArray(bytes.array()), 0, bytes.capacity(), 1_767_571_200_000_000_000L
                        + i / inPacket * 1_000_000L, 1 + i / inPacket);
            }
        }
        List<String> stored = Recording.stored(folder);
        assertEquals(MESSAGES, stored.size());
        return stored;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cme-mdp3", "b3", "coinbase-md", "memoir", "sofh", "length=u16be", "raw",
        "packet=8,sequence=u32be@0,count=u16le@4,length=u32le,counts=message,message=4,align=8"})
    void shouldStoreWhatComes(String name) throws Exception {
        Framing framing = Framing.parse(name, MessageLength.of(SampleFeed.schema()));
        List<String> sent = record(temp.resolve("sent.store"), name);
        Path capture = temp.resolve("feed.pcap");
        try (JournalCapture packets = JournalCapture.of(Store.open(temp.resolve("sent.store")), JOURNAL.name(),
                framing)) {
            Files.copy(packets, capture);
        }
        RecordOptions options = Recording.unicast(framing).withClock(Recording.slowClock());
        Path folder = temp.resolve("day.store");
        try (Recording recording = Recording.start(options, Recording.store(folder, JOURNAL), LiveListener.NONE)) {
            ReplayReport packets = Recording.replay(capture, List.of(ReplayLine.of(recording.line(0))),
                    UdpReplay.Options.at(ReplayPace.UNLIMITED).withGate(recording::await));
            recording.awaitPackets(0, packets.lines().getFirst().sent());
            LiveReport report = recording.stop();
            assertTrue(report.isComplete(), report::toString);
        }
        assertEquals(sent, Recording.stored(folder));
    }
}
