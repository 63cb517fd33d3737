// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME;
import static dev.ashlar.store.internal.v1.file.StoreLayout.FRAME_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;

import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import dev.ashlar.store.internal.v1.journal.FrameChecksum;
import dev.ashlar.store.internal.v1.journal.FrameSearch;
import dev.ashlar.store.internal.v1.journal.Frames;
import java.util.Locale;

/// Checks the chunks of a journal in order: an intact frame must begin where the frame before it ended, up to the end
/// of what was committed, and the index must match the frames.
///
/// What lies between the end of a frame and the next multiple of 8 means nothing, and is not looked at.
final class FramesCheck implements ChunkCheck {
    private static final long LENGTH = StoreLayout.offset(FRAME, "length");
    private static final long CHECKSUM = StoreLayout.offset(FRAME, "checksum");
    private static final long TIME = StoreLayout.offset(FRAME, "time");
    private static final long SEQUENCE = StoreLayout.offset(FRAME, "sequence");
    private static final long ROW = StoreLayout.offset(FRAME, "row");
    private static final String ADVICE = "messages at these positions cannot be read; load them again, or restore them "
            + "from a copy of the store; rows made of them are kept";

    private final Frames journal;
    private final int chunkBytes;
    private final FrameChecksum checksum;
    private final FrameSearch search;
    private final IndexCheck index;

    /// @param index null where the journal has none
    FramesCheck(Frames journal, int chunkBytes, IndexCheck index) {
        this.journal = journal;
        this.chunkBytes = chunkBytes;
        this.index = index;
        checksum = journal.checksum();
        search = new FrameSearch(journal, checksum);
    }

    /// Whether a chunk is laid out as those of journals are.
    static boolean fits(Identity identity, int chunkBytes) {
        return identity.first() == identity.ordinal() * chunkBytes && identity.ordinal() >= 0
                && identity.ordinal() <= Long.MAX_VALUE / chunkBytes && identity.capacity() == chunkBytes
                && identity.stride() == 1 && identity.footer() == 0;
    }

    /// @param used bytes of the chunk that are frames
    @Override
    public long check(Link link, long used, StoreFindings findings) {
        Identity identity = link.identity();
        if (!fits(identity, chunkBytes)) {
            findings.addChunk(journal.name(), link, 0, identity.first(), identity.first() + used,
                    "chunk is not laid out as a journal's: " + identity, "messages in it cannot be read");
            return 0;
        }
        checksum.enter(link);
        search.enter(link);
        if (index != null) {
            index.begin(link, findings);
        }
        long frames = 0;
        for (long at = 0; at < used;) {
            int bytes = checksum.whole(at, used);
            if (bytes < 0) {
                long next = search.behind(at, used);
                damage(link, at, next, used, findings);
                at = next;
            } else {
                frame(link, at, findings);
                frames++;
                at += bytes;
            }
        }
        if (index != null && !link.isGone()) {
            index.end(link);
        }
        return frames;
    }

    private void frame(Link link, long at, StoreFindings findings) {
        long frame = link.offset() + at;
        long position = link.identity().first() + at;
        long row = link.memory().get(LONG, frame + ROW);
        if (row < JournalWriter.MALFORMED) {
            findings.addChunk(journal.name(), link, at, position, position + FRAME_BYTES, "row of a frame is "
                    + "invalid: row=" + row, "the message can be read, but its rows cannot be found from it");
        }
        if (index != null) {
            index.frame(position, at == 0, link.memory().get(LONG, frame + TIME),
                    link.memory().get(LONG, frame + SEQUENCE), findings);
        }
    }

    private void damage(Link link, long at, long next, long used, StoreFindings findings) {
        long first = link.identity().first();
        long frame = link.offset() + at;
        int length = checksum.lengthWithin(at, used);
        String found = length < 0
                ? "length of a frame is invalid: " + (used - at < FRAME_BYTES ? ""
                        : "length=" + link.memory().get(INT, frame + LENGTH) + ", ") + "remainingBytes=" + (used - at)
                : String.format(Locale.ROOT, "frame differs from its checksum: checksum=%08x, expected=%08x, length=%d",
                        checksum.of((int) at, length), link.memory().get(INT, frame + CHECKSUM), length);
        findings.addChunk(journal.name(), link, at, first + at, first + next, found, ADVICE);
        if (index != null) {
            index.damage(first + at, first + next);
        }
    }
}
