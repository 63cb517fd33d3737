// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.ashlar.archive.Archive;
import dev.ashlar.ingest.Arbitration;
import dev.ashlar.ingest.CaptureReader;
import dev.ashlar.ingest.Line;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.internal.feed.LineSockets;
import dev.ashlar.ingest.replay.ReplayLine;
import dev.ashlar.ingest.replay.ReplayReport;
import dev.ashlar.ingest.replay.UdpReplay;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// A recorder that runs in a thread of its own. Senders follow how far it is, so that the system drops nothing whatever
/// else the machine does.
public final class Recording implements AutoCloseable {
    /// Packets on their way to one line: they fit into the least receive buffer there is.
    private static final int UNDER_WAY = 16;
    private static final long PAUSE_NS = 20_000;

    public final LiveRecorder recorder;
    public final Thread thread;
    private final CompletableFuture<LiveReport> result = new CompletableFuture<>();

    private Recording(LiveRecorder recorder) {
        this.recorder = recorder;
        thread = Thread.ofPlatform().name("recording").start(() -> {
            try {
                result.complete(recorder.run());
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
    }

    public static Recording start(RecordOptions options, RecordTarget target, LiveListener listener)
            throws IOException {
        return new Recording(LiveRecorder.open(options, target, listener));
    }

    /// One line, on a port that the system chooses.
    public static RecordOptions unicast(Framing framing) {
        return RecordOptions.of(new LiveFeed.Udp(List.of(UdpLine.of(Line.parse("127.0.0.1:0")))), framing);
    }

    /// Where a line is received.
    public Line line(int line) {
        return Line.parse(recorder.lines().get(line).name());
    }

    public InetSocketAddress address(int line) {
        return LineSockets.address(line(line));
    }

    /// Sends a whole capture.
    public static ReplayReport replay(Path capture, List<ReplayLine> lines, UdpReplay.Options options)
            throws IOException {
        try (UdpReplay replay = UdpReplay.open(lines, options); CaptureReader reader = CaptureReader.open(capture)) {
            return replay.run(reader, () -> { });
        }
    }

    /// A store with small chunks.
    public static StoreTarget store(Path folder, JournalDefinition journal) throws IOException {
        return new StoreTarget(StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 18)), journal);
    }

    /// A clock that goes on by a nanosecond each time it is read: nothing that waits is given up because a machine is
    /// busy.
    public static LongSupplier slowClock() {
        return new AtomicLong(1_600_000_000_000_000_000L)::incrementAndGet;
    }

    /// For the gate of a replay: waits until a line has taken almost all that was sent on it.
    public void await(int line, long sent) {
        awaitThat(() -> recorder.packets(line) >= sent - UNDER_WAY);
    }

    public void awaitPackets(int line, long packets) {
        awaitThat(() -> recorder.packets(line) >= packets);
    }

    public void awaitThat(BooleanSupplier reached) {
        while (!reached.getAsBoolean()) {
            assertFalse(result.isDone(), () -> "the recording has ended: " + result);
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    public LiveReport stop() throws Exception {
        recorder.stop();
        return end();
    }

    /// Waits for it to end by itself.
    public LiveReport end() throws Exception {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void close() throws IOException {
        recorder.stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        recorder.close();
    }

    /// The messages of a journal, in hexadecimal digits.
    public static List<String> stored(Path folder) throws IOException {
        try (Store store = Store.open(folder)) {
            return stored(store);
        }
    }

    private static List<String> stored(Store store) throws IOException {
        List<String> messages = new ArrayList<>();
        try (JournalCursor cursor = store.journal("messages").cursor()) {
            while (cursor.next()) {
                messages.add(hex(cursor.memory(), cursor.offset(), cursor.length()));
            }
        }
        return messages;
    }

    /// Those of all days of an archive. A day that its writer just made may have no journal yet.
    public static List<String> archived(Path folder) throws IOException {
        List<String> messages = new ArrayList<>();
        try (Archive archive = Archive.open(folder)) {
            for (Archive.Day day : archive.days()) {
                try (Store store = archive.openDay(day.name())) {
                    if (!store.journals().isEmpty()) {
                        messages.addAll(stored(store));
                    }
                }
            }
        }
        return messages;
    }

    /// The messages of a capture, by packet.
    public static List<List<String>> captured(Path capture, String framing) throws IOException {
        List<List<String>> packets = new ArrayList<>();
        SourceOptions options = SourceOptions.of(Framing.parse(framing)).withArbitration(Arbitration.NONE);
        try (MessageSource source = MessageSource.open(capture, options)) {
            source.drain((context, memory, offset, length) -> {
                while (packets.size() <= context.packetIndex()) {
                    packets.add(new ArrayList<>());
                }
                packets.getLast().add(hex(memory, offset, length));
            });
        }
        return packets;
    }

    private static String hex(MemorySegment memory, long offset, long length) {
        return HexFormat.of().formatHex(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
    }
}
