// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;

/// Finds where a journal continues after a frame that is not whole: at the next multiple of 8 at which a whole frame
/// lies; or, where it takes too long to find that, at the next frame that the index names.
///
/// Where the frame's length leads to a whole frame, only what ends there can lie between: then either the length is
/// right, or it was damaged such that it leads over frames.
///
/// A checksum is tried wherever there may be a length, so damage that looks like many long frames would take time
/// quadratic in the chunk size. Hence the bound on bytes summed for each chunk.
///
/// **Threading**: one thread at a time.
public final class FrameSearch {
    /// Bytes that may be summed in vain, for each byte of the chunk.
    private static final long BOUND = 64;
    /// Frames longer than this are believed only where another may follow.
    private static final int LONG_BYTES = 1 << 16;

    private final Frames journal;
    private final FrameChecksum checksum;
    private long first;
    private long left;

    /// @param checksum of the chunk in which is searched
    public FrameSearch(Frames journal, FrameChecksum checksum) {
        this.journal = journal;
        this.checksum = checksum;
    }

    /// Goes to a chunk of the journal.
    public void enter(Link link) {
        first = link.identity().first();
        left = BOUND * link.identity().capacity();
    }

    /// Where to continue; greater than `at`, and `end` if there is nothing more.
    ///
    /// @param at  offset in the chunk of a frame that is not whole
    /// @param end of the frames in the chunk
    public long behind(long at, long end) {
        long lead = lead(at, end);
        for (long next = at + Long.BYTES; next < lead; next += Long.BYTES) {
            int length = checksum.lengthWithin(next, lead);
            if (length >= 0 && (length <= LONG_BYTES || mayBeFrame(next + FrameChecksum.padded(length), lead))) {
                left -= length;
                if (left < 0) {
                    return Math.min(lead, indexed(first + at) - first);
                }
                if (checksum.whole(next, lead) >= 0) {
                    return next;
                }
            }
        }
        return lead;
    }

    /// Where the length of a frame leads, if that is to a whole frame; else the end.
    private long lead(long at, long end) {
        int says = checksum.lengthWithin(at, end);
        if (says >= 0) {
            long next = at + FrameChecksum.padded(says);
            // Summed before this was asked, and once more for the frame that it leads to.
            left -= says + Math.max(0, checksum.lengthWithin(next, end));
            if (left >= 0 && checksum.whole(next, end) >= 0) {
                return next;
            }
        }
        return end;
    }

    private boolean mayBeFrame(long at, long end) {
        return at == end || checksum.lengthWithin(at, end) >= 0;
    }

    /// The first position behind another that the index names.
    private long indexed(long behind) {
        FrameIndex rows = journal.index();
        if (rows != null) {
            try {
                long row = Math.max(rows.lastAt(behind) + 1, rows.chain().first());
                if (row < rows.chain().end()) {
                    return Math.max(behind + Long.BYTES, rows.get(row, FrameIndex.POSITION) & -Long.BYTES);
                }
            } catch (CorruptChunkException e) {
                // Then the rest of the chunk is passed over.
            }
        }
        return Long.MAX_VALUE;
    }
}
