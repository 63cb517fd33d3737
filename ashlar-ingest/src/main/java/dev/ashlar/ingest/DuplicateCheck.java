// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import dev.ashlar.archive.Archive;
import dev.ashlar.ingest.internal.loading.DuplicateSearch;
import dev.ashlar.ingest.internal.loading.KnownContents;
import dev.ashlar.ingest.internal.loading.KnownDays;
import dev.ashlar.ingest.internal.loading.KnownMessages;
import dev.ashlar.store.Journal;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/// Reads inputs before they are loaded, to find out whether a journal already has some of their messages.
///
/// Two messages are the same if they have the same time, bytes and, if the framing has one, sequence number. A capture
/// is therefore also recognised under another name, or if it overlaps another capture in part. On redundant lines each
/// copy of a packet has its own time, so one line is not a duplicate of the other.
///
/// Messages without a time are compared by content only: an input is a duplicate if its first 16 messages (or all, if
/// fewer) are in the journal consecutively, also without a time.
///
/// An input that begins after everything in the journal is not read further.
///
/// **Threading**: one thread. **Ownership**: owns cursors of the journal; [#close()] frees them. **Failure**:
/// exceptions of a source are passed on; the result keeps what was found before.
public final class DuplicateCheck implements AutoCloseable {
    /// The result.
    ///
    /// @param messages   messages read, including those to skip
    /// @param duplicates of them that are in the journal
    /// @param leading    number of messages before the first one that is neither to be skipped nor in the journal
    /// @param first      position in the journal of the first duplicate; -1 if there is none
    /// @param timed      whether messages were compared by time, and not by content only
    /// @param skipped    false if the last message to be skipped is not in the journal; true if it is, or if that
    ///                   cannot be determined, because it has no time or may be longer than a chunk
    public record Found(long messages, long duplicates, long leading, long first, boolean timed, boolean skipped) {
        /// Whether all duplicates are at the beginning, so that the rest can be loaded by skipping them.
        public boolean isPrefix(long skip) {
            return timed && duplicates == Math.max(0, leading - skip);
        }
    }

    /// Messages that fit into any chunk: longer ones may have been left out when they were loaded.
    private static final int FITTING_LENGTH = (1 << 12) - 64;

    private final DuplicateSearch known;
    /// Null for an archive: what has no time belongs to no day.
    private final KnownContents contents;
    private final LoadOptions options;
    private final MessageHandler handler = this::onMessage;
    private long messages;
    private long duplicates;
    private long leading;
    private long first = -1;
    private boolean timed = true;
    private boolean prefix = true;
    private boolean skipped = true;
    /// Of the current input.
    private boolean begun;
    private boolean done;

    /// @param options with messages to be skipped, and a limit
    public DuplicateCheck(Journal journal, LoadOptions options) {
        this.options = options;
        known = new KnownMessages(journal);
        contents = new KnownContents(journal);
    }

    /// Compares inputs with a journal in all days of an archive.
    ///
    /// @param archive ownership passes to this check
    /// @param options with messages to be skipped, and a limit
    /// @throws StoreException if its head cannot be read
    public DuplicateCheck(Archive archive, String journal, LoadOptions options) throws StoreException {
        this.options = options;
        known = new KnownDays(archive, journal);
        contents = null;
    }

    /// Reads a source as far as needed.
    ///
    /// @param progress called after each packet
    public void check(MessageSource source, Runnable progress) throws IOException {
        begun = false;
        done = false;
        if (contents != null) {
            contents.begin();
        }
        try {
            while (!done && !isFull() && source.poll(handler)) {
                progress.run();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (contents != null && contents.isKnown()) {
            foundWithoutTime();
        }
    }

    private boolean isFull() {
        return messages - options.skip() >= options.limit();
    }

    private void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        try {
            compare(context, memory, offset, length);
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compare(MessageContext context, MemorySegment memory, long offset, long length) throws StoreException {
        if (done || isFull()) {
            return;
        }
        long timeNs = context.timeNs() == MessageContext.NO_TIME ? 0 : context.timeNs();
        messages++;
        if (messages <= options.skip()) {
            skip(timeNs, context.packetSequence(), memory, offset, length);
            return;
        }
        if (timeNs == 0) {
            if (contents != null && contents.isOpen()) {
                contents.add(memory, offset, length);
            } else {
                done = options.limit() == Long.MAX_VALUE;
            }
            return;
        }
        long at = options.duplicates() == Duplicates.SKIP ? DuplicateSearch.NONE
                : known.find(timeNs, context.packetSequence(), memory, offset, length);
        if (at >= 0) {
            duplicates++;
            first = first < 0 ? at : first;
            leading += prefix ? 1 : 0;
        } else {
            prefix = false;
            // With a limit, messages have to be counted.
            done = !begun && options.limit() == Long.MAX_VALUE
                    && (options.duplicates() == Duplicates.SKIP || known.isNew(timeNs));
        }
        begun = true;
    }

    private void skip(long timeNs, long sequence, MemorySegment memory, long offset, long length)
            throws StoreException {
        leading++;
        if (messages == options.skip() && timeNs > 0 && length <= FITTING_LENGTH) {
            skipped = known.find(timeNs, sequence, memory, offset, length) >= 0;
        } else {
            known.pass(timeNs, sequence, memory, offset, length);
        }
    }

    private void foundWithoutTime() {
        duplicates += contents.count();
        first = first < 0 ? contents.position() : first;
        timed = false;
    }

    /// The result so far.
    public Found found() {
        return new Found(messages, duplicates, leading, first, timed, skipped);
    }

    @Override
    public void close() {
        known.close();
        if (contents != null) {
            contents.close();
        }
    }
}
