// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Division.Period;
import dev.ashlar.ingest.PcapWriter;
import dev.ashlar.sbe.framing.FrameLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.LengthFieldLayout;
import dev.ashlar.sbe.framing.PacketLayout;
import dev.ashlar.store.JournalCursor;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// The messages of a journal as a capture (pcap): exactly the recorded bytes, at their recorded times, so that programs
/// that read or send captures can read or send a recording.
///
/// ```
/// try (Archive archive = Archive.open(folder);
///         CaptureReader capture = CaptureReader.open(JournalCapture.of(archive, "messages", "2026-01-05", "2026-01-06",
///                 Framing.parse("cme-mdp3")), "feed")) {
///     System.err.println(replay.run(capture, () -> { }));
/// }
/// ```
///
/// Messages are framed again. Consecutive messages with the same time and, if the framing has one, the same packet
/// sequence number are one datagram, whose header has this number. All other fields of packet headers, such as sending
/// times, are 0, because a journal does not have them. Days are read one after the other, each in the order of its
/// journal.
///
/// **Threading**: one thread. **Ownership**: owns the store of the day that it reads, not the archive.
///
/// **Failure**: [StoreException] if a day cannot be read, [dev.ashlar.store.CorruptChunkException] if a message is
/// damaged.
public final class JournalCapture extends InputStream {
    private static final int BATCH_BYTES = 1 << 16;
    private static final int SOURCE = PcapWriter.address(127, 0, 0, 1);
    private static final int DESTINATION = PcapWriter.address(239, 0, 0, 1);
    private static final int PORT = 14_310;

    /// Opens the store of a day, or the only store.
    @FunctionalInterface
    private interface Opener {
        Store open() throws StoreException;
    }

    private final Deque<Opener> left = new ArrayDeque<>();
    private final String journal;
    private final PacketLayout packet;
    private final FrameLayout frames;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PcapWriter writer = new PcapWriter(Channels.newChannel(written));
    private final byte[] datagramBytes = new byte[PcapWriter.MAX_UDP_LENGTH];
    private final MemorySegment datagram = MemorySegment.ofArray(datagramBytes);
    private byte[] batch = new byte[0];
    private int at;
    private Store store;
    private JournalCursor cursor;
    private long end;
    private boolean there;
    private boolean found;
    private boolean over;

    private JournalCapture(String journal, Framing framing) {
        this.journal = Objects.requireNonNull(journal, "journal");
        packet = framing.packet();
        frames = framing.datagram();
    }

    /// Reads the journal of a store, which is closed together with this stream.
    public static JournalCapture of(Store store, String journal, Framing framing) {
        JournalCapture capture = new JournalCapture(journal, framing);
        capture.left.add(() -> store);
        return capture;
    }

    /// Reads the journal of those days of an archive that have it.
    ///
    /// @param from first day, such as 2026-01-05, or hour, by its name; empty: the oldest
    /// @param to   last day or hour, included; empty: the newest
    /// @throws StoreException with [Reason#UNKNOWN] if there are no such days, or a name is not that of a day or hour
    public static JournalCapture of(Archive archive, String journal, String from, String to, Framing framing)
            throws StoreException {
        JournalCapture capture = new JournalCapture(journal, framing);
        Predicate<Period> begun = from.isEmpty() ? _ -> true : bound(archive, from, order -> order >= 0);
        Predicate<Period> going = to.isEmpty() ? _ -> true : bound(archive, to, order -> order <= 0);
        for (Archive.Day day : archive.days()) {
            if (begun.test(day.period()) && going.test(day.period())) {
                capture.left.add(() -> archive.openDay(day.name()));
            }
        }
        if (capture.left.isEmpty()) {
            throw new StoreException(Reason.UNKNOWN, archive.folder(), "archive has no days from '" + from + "' to '" + to + "'");
        }
        return capture;
    }

    /// Days that are in an order to a date, or periods to a period.
    private static Predicate<Period> bound(Archive archive, String name, IntPredicate order) throws StoreException {
        try {
            LocalDate date = LocalDate.parse(name);
            return period -> order.test(period.date().compareTo(date));
        } catch (DateTimeParseException _) {
            // Perhaps the name of an hour.
        }
        try {
            Period bound = archive.division().parsePeriod(name);
            return period -> order.test(period.compareTo(bound));
        } catch (IllegalArgumentException e) {
            throw new StoreException(Reason.UNKNOWN, archive.folder(), e.getMessage(), e);
        }
    }

    @Override
    public int read() throws IOException {
        return fill() ? Byte.toUnsignedInt(batch[at++]) : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, batch.length - at);
        System.arraycopy(batch, at, into, offset, count);
        at += count;
        return count;
    }

    /// Whether there are more bytes.
    private boolean fill() throws IOException {
        while (at == batch.length && !over) {
            written.reset();
            while (written.size() < BATCH_BYTES && next()) {
                writeDatagram();
            }
            over = !next();
            writer.flush();
            batch = written.toByteArray();
            at = 0;
        }
        return at < batch.length;
    }

    /// Whether the cursor is at a message, of a later day perhaps.
    private boolean next() throws IOException {
        while (!there && !left.isEmpty()) {
            closeStore();
            store = left.removeFirst().open();
            boolean has = store.journals().stream().anyMatch(other -> other.name().equals(journal));
            if (has) {
                found = true;
                cursor = store.journal(journal).cursor();
                end = store.journal(journal).endPosition();
                there = cursor.seekPositionOrAfter(0) && cursor.position() < end;
            } else if (!found && left.isEmpty()) {
                // Lists those that there are.
                store.journal(journal);
            }
        }
        return there;
    }

    private void writeDatagram() throws IOException {
        long timeNs = cursor.timeNs();
        long sequence = cursor.sequence();
        int used = packet.length();
        int count = 0;
        datagram.asSlice(0, used).fill((byte) 0);
        packet.sequence().write(datagram, 0, sequence);
        boolean same = true;
        while (same) {
            int more = frame(used);
            if (more < 0) {
                if (count == 0) {
                    throw tooLong();
                }
                break;
            }
            used = more;
            count++;
            there = cursor.next() && cursor.position() < end;
            same = there && cursor.timeNs() == timeNs
                    && (!packet.sequence().isPresent() || cursor.sequence() == sequence)
                    && (!packet.count().isPresent() || count < packet.count().greatest());
        }
        packet.count().write(datagram, 0, count);
        writer.writeUdp(timeNs, SOURCE, PORT, DESTINATION, PORT, datagram, 0, used);
    }

    /// Writes the current message into the datagram.
    ///
    /// @return where the next frame begins; -1 if there is no room
    private int frame(int used) {
        int begin = align(used);
        long length = frames.messageOffset() + cursor.length();
        if (begin + length > datagramBytes.length) {
            return -1;
        }
        MemorySegment.copy(cursor.memory(), cursor.offset(), datagram, begin + frames.messageOffset(), cursor.length());
        if (frames instanceof LengthFieldLayout fields) {
            fields.writeHeader(datagram, begin, cursor.length());
        }
        return begin + (int) length;
    }

    /// Frames are aligned from the first one on.
    private int align(int used) {
        int inFrames = used - packet.length();
        int aligned = inFrames + frames.align() - 1 & -frames.align();
        datagram.asSlice(used, packet.length() + aligned - used).fill((byte) 0);
        return packet.length() + aligned;
    }

    private StoreException tooLong() {
        return new StoreException(Reason.NO_SPACE, store.folder(), "message does not fit into a datagram: journal=" + journal
                + ", position=" + cursor.position() + ", length=" + cursor.length() + ", most=" + datagramBytes.length);
    }

    private void closeStore() throws StoreException {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
        if (store != null) {
            Store closing = store;
            store = null;
            closing.close();
        }
    }

    @Override
    public void close() throws IOException {
        over = true;
        at = batch.length;
        try (writer) {
            closeStore();
        }
    }
}
