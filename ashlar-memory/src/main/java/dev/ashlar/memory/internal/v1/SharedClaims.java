// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.internal.Claims;
import java.io.IOException;
import java.util.Arrays;

/// Claims of this process on chunks of a pool that it shares.
///
/// There is no list of free chunks: the entries say which chunks are free, and a claim is a compare-and-set on an
/// entry. A claim of several chunks takes them one by one. If another process is faster, the chunks taken so far are
/// released; a process that dies midway leaves only chunks of a dead process. A search for chunks reads entries, 16
/// bytes each, and each of them at most three times.
///
/// **Threading**: one thread of this process at a time, which the caller ensures.
public final class SharedClaims implements Claims {
    private final PoolMember member;
    private final PoolGeometry geometry;
    private final Entries entries;
    private final int slot;
    /// By index: the words by which this process has its chunks.
    private long[] words = new long[0];
    /// Chunks, by index, that this process knows the extents of.
    private int known;
    /// Released last.
    private int latest;

    public SharedClaims(PoolMember member) {
        this.member = member;
        geometry = member.directory().geometry();
        entries = member.entries();
        slot = member.slot();
    }

    @Override
    public void add(int firstChunk, int count) {
        known = geometry.index(firstChunk) + count;
        words = Arrays.copyOf(words, known);
    }

    @Override
    public boolean claim(int count, int wish, int[] chunks, int from) {
        member.check();
        // A wish may be for the gap after an extent, which is no chunk.
        boolean isChunk = wish >= 0 && geometry.number(geometry.index(wish)) == wish;
        boolean claimed = count == 0 || isChunk && claimRow(geometry.index(wish), count, chunks, from)
                || claimRow(latest, count, chunks, from) || claimFirstRow(count, chunks, from)
                || count > 1 && claimSingles(count, chunks, from);
        if (claimed) {
            checkOrRelease(chunks, from, from + count);
        }
        return claimed;
    }

    @Override
    public void release(int[] chunks, int from, int to) {
        member.check();
        for (int i = to - 1; i >= from; i--) {
            release(geometry.index(chunks[i]));
        }
        member.check();
    }

    /// Gives a chunk of this process to a container.
    ///
    /// @return whether this process had it still
    boolean contain(int chunk, int record, int ordinal) {
        int index = geometry.index(chunk);
        return entries.contain(index, words[index], record, ordinal) != Entries.LOST;
    }

    @Override
    public int freeCount() {
        int free = 0;
        for (int index = 0; index < known; index++) {
            free += entries.isFree(index) ? 1 : 0;
        }
        return free;
    }

    @Override
    public boolean reclaim() {
        int before = freeCount();
        try {
            member.reap();
            return freeCount() > before;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void check() {
        member.check();
    }

    private boolean claimRow(int first, int count, int[] chunks, int from) {
        return isRow(first, count) && takeRow(first, count, chunks, from);
    }

    private boolean claimFirstRow(int count, int[] chunks, int from) {
        int length = 0;
        for (int index = 0; index < known; index++) {
            length = !entries.isFree(index) ? 0 : index % geometry.extentChunks() == 0 ? 1 : length + 1;
            if (length == count) {
                if (takeRow(index - count + 1, count, chunks, from)) {
                    return true;
                }
                length = 0;
            }
        }
        return false;
    }

    private boolean claimSingles(int count, int[] chunks, int from) {
        int claimed = 0;
        for (int i = 0; i < known && claimed < count; i++) {
            int index = latest + i < known ? latest + i : latest + i - known;
            if (take(index)) {
                chunks[from + claimed++] = geometry.number(index);
            }
        }
        if (claimed < count) {
            release(chunks, from, from + claimed);
        }
        return claimed == count;
    }

    private boolean isRow(int first, int count) {
        if (first > known - count || first % geometry.extentChunks() > geometry.extentChunks() - count) {
            return false;
        }
        for (int index = first; index < first + count; index++) {
            if (!entries.isFree(index)) {
                return false;
            }
        }
        return true;
    }

    private boolean takeRow(int first, int count, int[] chunks, int from) {
        for (int i = 0; i < count; i++) {
            if (!take(first + i)) {
                release(chunks, from, from + i);
                return false;
            }
            chunks[from + i] = geometry.number(first + i);
        }
        return true;
    }

    private boolean take(int index) {
        long word = entries.claim(index, slot);
        if (word != Entries.LOST) {
            words[index] = word;
        }
        return word != Entries.LOST;
    }

    /// What was given away meanwhile has another word by now, and is left alone.
    private void release(int index) {
        if (entries.release(index, words[index])) {
            latest = index;
        }
    }

    /// If this process was thought dead while it claimed, the reaper may have passed by too early to see that.
    private void checkOrRelease(int[] chunks, int from, int to) {
        try {
            member.check();
        } catch (IllegalStateException e) {
            for (int i = from; i < to; i++) {
                release(geometry.index(chunks[i]));
            }
            throw e;
        }
    }
}
