// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.journal;

import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.StoreId;

/// Finds the end of a journal after the machine went down: frames after the last durable checkpoint may or may not have
/// reached the disk, in any order, and the journal ends before the first missing frame.
///
/// @param links how many chunks belong to the journal
/// @param count bytes in use of the last of them
public record FrameScan(int links, long count) {
    /// @param links in their order
    /// @param from  position up to which frames are durable
    /// @param ended whether nothing more belongs to the chunk with that position
    public static FrameScan of(Link[] links, long from, boolean ended, StoreId id) {
        // A chunk after that position may have reached the disk though the one with it has not.
        if (links.length == 0 || links[0].identity().first() > from) {
            return new FrameScan(0, 0);
        }
        FrameChecksum checksum = new FrameChecksum(id);
        int index = Chain.indexOf(links, from);
        long at = Math.clamp(from - links[index].identity().first(), 0, links[index].identity().capacity());
        boolean over = ended;
        while (true) {
            Link link = links[index];
            checksum.enter(link);
            long end = link.identity().capacity();
            // The identity of a successor is believed before any frame: behind what it says may be leftovers.
            while (!isFollowed(links, index, at)) {
                int bytes = over ? -1 : checksum.whole(at, end);
                if (bytes < 0) {
                    return new FrameScan(index + 1, at);
                }
                at += bytes;
            }
            index++;
            at = 0;
            over = false;
        }
    }

    private static boolean isFollowed(Link[] links, int index, long at) {
        return index + 1 < links.length
                && links[index + 1].identity().ordinal() == links[index].identity().ordinal() + 1
                && links[index + 1].identity().blockLength() == at;
    }
}
