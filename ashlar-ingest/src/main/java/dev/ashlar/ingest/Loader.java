// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.DayOpener;
import dev.ashlar.ingest.internal.loading.ArchiveDestination;
import dev.ashlar.ingest.internal.loading.DuplicateSearch;
import dev.ashlar.ingest.internal.loading.LoadDestination;
import dev.ashlar.ingest.internal.loading.LoadDestination.Contents;
import dev.ashlar.ingest.internal.loading.StoreDestination;
import dev.ashlar.ingest.internal.source.LeadingMessages;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.SyncLag;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Loads messages into a journal of a store, and thereby into its tables.
///
/// ```
/// Loader.Target store = () -> StoreWriter.open(folder, StoreOptions.defaults());
/// try (Loader loader = new Loader(new JournalDefinition("messages", schema), LoadOptions.defaults(), store);
///         MessageSource source = MessageSource.open(capture, options)) {
///     loader.load(source, () -> { });
///     loader.close();
///     System.err.println(loader.report());
/// }
/// ```
///
/// The store is opened at the first message that the schema can split, so that an input of another protocol leaves no
/// trace; earlier messages are then recorded first. Each message is recorded with the capture time of its packet (0 if
/// there is none) and the packet's sequence number; if the framing has none, with its own number in the journal, from
/// 0.
///
/// Every message is recorded byte for byte, even if it cannot be split, except messages longer than a chunk, which are
/// counted.
///
/// Messages that were in the journal when an input began are not stored twice unless requested: see [Duplicates].
/// Messages without a time, of raw files, cannot be recognised here; a [DuplicateCheck] recognises such inputs by their
/// content.
///
/// **Threading**: one thread; [#stop] by any. Allocates nothing per message.
///
/// **Ownership**: owns the store once it has opened it. [#close] publishes everything, closes the store and completes
/// the report.
///
/// **Failure**: after a [StoreException] the loader can only be closed; what was published before is in the store. An
/// exception of a source leaves the loader usable: another source may follow.
public final class Loader implements AutoCloseable {
    /// Opens the store when it is needed.
    @FunctionalInterface
    public interface Target {
        StoreWriter open() throws StoreException;
    }

    /// Opens the archive when it is needed.
    @FunctionalInterface
    public interface ArchiveOpener {
        /// @param opener prepares each day; must be passed to the archive
        ArchiveWriter open(DayOpener opener) throws StoreException;
    }

    /// Carries what ends loading through the source.
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(IOException cause) {
            super(cause);
        }
    }

    /// Reading the clock takes as long as a packet without messages.
    private static final int CLOCK_PACKETS = 16;

    private final JournalDefinition journal;
    private final LoadOptions options;
    private final LoadDestination destination;
    private final MessageValidator validator;
    private final LeadingMessages leading = new LeadingMessages();
    private final MessageHandler handler = this::onMessage;
    private final List<IngestReport> inputs = new ArrayList<>();
    private final long batchNs;
    /// What the journal had when the input began; null if it was empty, or duplicates are kept.
    private DuplicateSearch known;
    /// Messages that had been loaded then.
    private long knownAfter;
    private Contents contents = Contents.NOTHING;
    private long messages;
    private long messageBytes;
    private long skipped;
    private long duplicates;
    private long tooLong;
    private long startNs;
    private long elapsedNs;
    /// The messages skipped last, all of one time.
    private LeadingMessages lastSkipped = new LeadingMessages();
    private long skippedNs;
    private boolean storing;
    private boolean failed;
    private boolean closed;
    private volatile boolean stopped;

    public Loader(JournalDefinition journal, LoadOptions options, Target target) {
        this(journal, options, new StoreDestination(journal, target));
    }

    private Loader(JournalDefinition journal, LoadOptions options, LoadDestination destination) {
        this.journal = journal;
        this.options = options;
        this.destination = destination;
        batchNs = options.batchInterval().toNanos();
        validator = new MessageValidator(journal.schema());
    }

    /// Loads each message into the day of an archive in which it was received. Sealed days are opened again, and all
    /// are sealed when the loader is closed.
    ///
    /// Days are written one after the other. Messages of a day before the open one are buffered, up to 64 MiB, and
    /// recorded together, so that a capture out of order does not reopen a day for each message. A message without a
    /// time ends loading with an exception: it belongs to no day.
    public static Loader byDay(JournalDefinition journal, LoadOptions options, ArchiveOpener target) {
        return new Loader(journal, options, new ArchiveDestination(journal, target));
    }

    /// Loads a source to its end, or until the limit is reached or the loader is stopped.
    ///
    /// @param progress called after each batch
    /// @return what was read
    /// @throws StoreException         if the store cannot be opened, or cannot take more
    /// @throws DuplicateMessageException if a message is already in the journal and duplicates are refused; the
    ///     messages before it are loaded
    /// @throws IOException            if the input cannot be read
    /// @throws CaptureFormatException if it contradicts its format
    public IngestReport load(MessageSource source, Runnable progress) throws IOException {
        if (closed || failed) {
            throw new IllegalStateException("loader is closed, or its store has failed (" + journal.name() + ")");
        }
        startNs = startNs == 0 ? System.nanoTime() : startNs;
        try {
            if (storing) {
                compareWithStored();
            }
            drain(source, progress);
            return source.report();
        } catch (Refused e) {
            if (e.getCause() instanceof StoreException store) {
                failed = true;
                throw store;
            }
            publish();
            throw (IOException) e.getCause();
        } catch (StoreException e) {
            failed = true;
            throw e;
        } finally {
            inputs.add(source.report());
        }
    }

    /// From here on, messages that are stored now count as known.
    private void compareWithStored() throws StoreException {
        if (known != null && messages == knownAfter) {
            known.restart();
            return;
        }
        closeKnown();
        knownAfter = messages;
        known = options.duplicates() == Duplicates.KEEP ? null : destination.search();
    }

    private void closeKnown() {
        if (known != null) {
            known.close();
            known = null;
        }
    }

    private void drain(MessageSource source, Runnable progress) throws IOException {
        long published = System.nanoTime();
        int packets = 0;
        while (!stopped && !isFull() && source.poll(handler)) {
            packets++;
            if (packets >= options.batchPackets() || packets % CLOCK_PACKETS == 0 && isOver(published)) {
                publish();
                progress.run();
                published = System.nanoTime();
                packets = 0;
            }
        }
        publish();
        progress.run();
    }

    private boolean isOver(long publishedNs) {
        return System.nanoTime() - publishedNs >= batchNs;
    }

    private void publish() throws StoreException {
        if (storing) {
            destination.publish();
        }
    }

    /// Whether loading is over: the limit is reached, or the input began with too much that the schema cannot split.
    public boolean isFull() {
        return messages >= options.limit() || leading.isTooLong();
    }

    /// Whether there was a message that the schema can split, so that the store was opened.
    public boolean isStoring() {
        return storing;
    }

    /// Ends loading after the current packet.
    public void stop() {
        stopped = true;
    }

    public boolean isStopped() {
        return stopped;
    }

    private void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        long timeNs = context.timeNs() == MessageContext.NO_TIME ? 0 : context.timeNs();
        if (skipped < options.skip()) {
            skipped++;
            keepLastSkipped(memory, offset, length, timeNs, context.packetSequence());
            return;
        }
        try {
            if (!storing) {
                begin(memory, offset, length, timeNs, context.packetSequence());
            } else {
                record(memory, offset, length, timeNs, context.packetSequence());
            }
        } catch (IOException e) {
            throw new Refused(e);
        }
    }

    /// Messages of the current packet that were skipped may equal others of it, which are not in the journal then.
    private void keepLastSkipped(MemorySegment memory, long offset, long length, long timeNs, long sequence) {
        if (options.duplicates() != Duplicates.KEEP) {
            if (timeNs != skippedNs) {
                lastSkipped = new LeadingMessages();
                skippedNs = timeNs;
            }
            lastSkipped.add(memory, offset, length, timeNs, sequence);
        }
    }

    private void begin(MemorySegment memory, long offset, long length, long timeNs, long sequence) throws IOException {
        if (!validator.validate(memory, offset, length).isOk()) {
            leading.add(memory, offset, length, timeNs, sequence);
            return;
        }
        destination.open();
        storing = true;
        compareWithStored();
        if (known != null) {
            lastSkipped.forEach((bytes, at, bytesLength, ns, number) -> known.pass(ns, number, bytes, at, bytesLength));
        }
        leading.forEach(this::record);
        record(memory, offset, length, timeNs, sequence);
    }

    private void record(MemorySegment memory, long offset, long length, long timeNs, long sequence)
            throws IOException {
        if (messages >= options.limit()) {
            return;
        }
        long there = known == null ? DuplicateSearch.NONE : known.find(timeNs, sequence, memory, offset, length);
        if (there >= 0) {
            duplicate(timeNs, sequence, there);
            return;
        }
        if (destination.record(memory, offset, length, timeNs, sequence)) {
            messages++;
            messageBytes += length;
        } else {
            tooLong++;
        }
    }

    private void duplicate(long timeNs, long sequence, long there) {
        if (options.duplicates() == Duplicates.SKIP) {
            duplicates++;
            return;
        }
        throw new Refused(new DuplicateMessageException("message is already in the journal: timeNs=" + timeNs
                + (sequence == MessageContext.NO_SEQUENCE ? "" : ", sequence=" + sequence) + ", position=" + there + " ("
                + journal.name() + ")"));
    }

    /// What was loaded so far; complete once the loader is closed.
    public LoadReport report() {
        long ns = closed ? elapsedNs : startNs == 0 ? 0 : System.nanoTime() - startNs;
        return new LoadReport(messages - contents.leftOut(), messageBytes - contents.leftOutBytes(), skipped,
                duplicates, tooLong + contents.leftOut(), contents.templates(), contents.refusals(), inputs, ns,
                contents.storedBytes(), contents.days());
    }

    /// The longest time for which a power loss would have lost loaded messages, and how long loading waited for syncs;
    /// known once the loader is closed.
    public SyncLag lag() {
        return contents.lag();
    }

    /// Publishes everything and closes the store.
    ///
    /// @throws StoreException if not everything could be stored; messages published before are as durable as the
    ///                        store's options promise
    @Override
    public void close() throws StoreException {
        if (closed) {
            return;
        }
        closed = true;
        closeKnown();
        try {
            contents = destination.close(!failed);
        } finally {
            elapsedNs = startNs == 0 ? 0 : System.nanoTime() - startNs;
        }
    }
}
