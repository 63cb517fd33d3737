// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.recording;

import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalWriter;

/// A journal that messages are recorded in.
///
/// @param firstSequence number that the first message got which this writer has recorded
/// @param base          what is added to positions, so that those of all days differ
public record OpenRecorder(JournalWriter writer, long firstSequence, long base) {
    static OpenRecorder of(JournalWriter writer, Journal journal, long base) {
        return new OpenRecorder(writer, journal.messageCount() - writer.recordedCount(), base);
    }

    /// Number of the message that is recorded next.
    public long sequence() {
        return firstSequence + writer.recordedCount();
    }
}
