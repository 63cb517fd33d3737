// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/// A recorded publication of Aeron between threads of this process: the driver and the archive each have a thread.
///
/// An offered message is in a term buffer in shared memory until the archive has written it: it survives a crash of the
/// process once it is recorded. There are no periodic syncs, only a sync after each write.
final class AeronLog implements RowLog {
    private static final String CONTROL_CHANNEL = "aeron:ipc?term-length=64k";

    private final Work work;
    private final UnsafeBuffer messages =
            new UnsafeBuffer(ByteBuffer.allocateDirect(Quotes.COUNT * Quotes.MESSAGE_LENGTH));
    private final BufferClaim claim = new BufferClaim();
    private final ArchivingMediaDriver driver;
    private final AeronArchive archive;
    private final ExclusivePublication publication;
    private final CountersReader counters;
    private final int recorded;

    AeronLog(Path folder, Work work, Promise promise) throws IOException {
        if (promise == Promise.INTERVAL) {
            throw new IOException("Aeron Archive has no periodic syncs, only a sync with each write");
        }
        this.work = work;
        Quotes.writeMessages(MemorySegment.ofBuffer(messages.byteBuffer()));
        int syncLevel = promise == Promise.COMMIT ? 1 : 0;
        MediaDriver.Context media = new MediaDriver.Context().dirDeleteOnStart(true).dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED).termBufferSparseFile(false);
        media.aeronDirectoryName(media.aeronDirectoryName() + "-append-" + ProcessHandle.current().pid());
        driver = ArchivingMediaDriver.launch(media, new Archive.Context().archiveDir(folder.resolve("archive").toFile())
                .aeronDirectoryName(media.aeronDirectoryName()).threadingMode(ArchiveThreadingMode.SHARED)
                .archiveClientContext(new AeronArchive.Context().controlResponseChannel(CONTROL_CHANNEL))
                .controlChannelEnabled(false).localControlChannel(CONTROL_CHANNEL).recordingEventsEnabled(false)
                .replicationChannel("aeron:udp?endpoint=localhost:0").fileSyncLevel(syncLevel)
                .catalogFileSyncLevel(syncLevel));
        archive = AeronArchive.connect(new AeronArchive.Context().aeronDirectoryName(media.aeronDirectoryName())
                .controlRequestChannel(CONTROL_CHANNEL).controlResponseChannel(CONTROL_CHANNEL));
        publication = archive.addRecordedExclusivePublication("aeron:ipc?term-length=64m", 1001);
        counters = archive.context().aeron().countersReader();
        int counter = CountersReader.NULL_COUNTER_ID;
        while (counter == CountersReader.NULL_COUNTER_ID) {
            Thread.onSpinWait();
            counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archive.archiveId());
        }
        recorded = counter;
    }

    @Override
    public void append(long first, int rows) throws IOException {
        for (long row = first; row < first + rows; row++) {
            if (work == Work.TRADES) {
                for (long answer = publication.tryClaim(TradeRow.BLOCK_LENGTH, claim); answer < 0;) {
                    backOff(answer);
                    answer = publication.tryClaim(TradeRow.BLOCK_LENGTH, claim);
                }
                put(claim.buffer(), claim.offset(), row);
                claim.commit();
            } else {
                int at = (int) (row & Quotes.MASK) * Quotes.MESSAGE_LENGTH;
                for (long answer = publication.offer(messages, at, Quotes.MESSAGE_LENGTH); answer < 0;) {
                    backOff(answer);
                    answer = publication.offer(messages, at, Quotes.MESSAGE_LENGTH);
                }
            }
        }
    }

    private static void backOff(long answer) throws IOException {
        if (answer == Publication.CLOSED || answer == Publication.MAX_POSITION_EXCEEDED) {
            throw new IOException("publication cannot be offered messages: " + Publication.errorString(answer));
        }
        Thread.onSpinWait();
    }

    private static void put(MutableDirectBuffer buffer, int at, long row) {
        buffer.putLong(at, row);
        buffer.putLong(at + TradeRow.CLIENT_ID, TradeRow.clientId(row));
        buffer.putInt(at + TradeRow.VENUE_CODE, TradeRow.VENUE);
        buffer.putInt(at + TradeRow.INSTRUMENT_CODE, TradeRow.instrument(row));
        buffer.putLong(at + TradeRow.PRICE, TradeRow.price(row));
        buffer.putLong(at + TradeRow.QUANTITY, TradeRow.quantity(row));
        buffer.putShort(at + TradeRow.SIDE, TradeRow.side(row));
    }

    @Override
    public void settle() {
        long position = publication.position();
        while (counters.getCounterValue(recorded) < position) {
            Thread.onSpinWait();
        }
    }

    /// The archive syncs its writes before it reports them as recorded.
    @Override
    public void sync() {
        settle();
    }

    @Override
    public Syncing syncing() {
        return Syncing.WRITER;
    }

    @Override
    public long readBack(long rows) throws IOException {
        settle();
        long recording = RecordingPos.getRecordingId(counters, recorded);
        long length = publication.position();
        long[] digest = new long[2];
        FragmentHandler handler = (buffer, offset, bytes, header) -> {
            digest[0] = work.stepAt(offset, digest[0], at -> buffer.getLong((int) at), at -> buffer.getInt((int) at));
            digest[1]++;
        };
        try (Subscription replay = archive.replay(recording, 0, length, "aeron:ipc?term-length=16m", 1002)) {
            while (replay.hasNoImages()) {
                Thread.onSpinWait();
            }
            while (digest[1] < rows) {
                if (replay.poll(handler, 256) == 0 && replay.hasNoImages()) {
                    throw new IOException("rows are missing: rows=" + digest[1] + ", expected=" + rows);
                }
            }
        }
        return digest[0];
    }

    @Override
    public void close() {
        publication.close();
        archive.close();
        driver.close();
    }
}
