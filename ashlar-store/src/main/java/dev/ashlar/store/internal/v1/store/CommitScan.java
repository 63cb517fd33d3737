// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkScan;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.Checksum;
import dev.ashlar.store.internal.v1.file.CommitRecords;
import dev.ashlar.store.internal.v1.file.CommitRecords.Commit;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.Marks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the ends of tables after a loss of power, including the commits after the last durable checkpoint.
///
/// Reads the rows that were committed since.
final class CommitScan {
    /// The records of one chunk, the older first; one of them may be null.
    private record Pair(Commit older, Commit newer) {
        long from() {
            return newer.from();
        }

        static Pair of(Commit one, Commit other) {
            if (one == null || other == null) {
                return new Pair(null, one == null ? other : one);
            }
            return one.end() < other.end() ? new Pair(one, other) : new Pair(other, one);
        }
    }

    private final ChunkScan scan;
    private final Checkpoint checkpoint;
    private final Map<Integer, List<Pair>> pairs = new HashMap<>();
    /// Where rows end that were committed, and where those do that can still be read.
    private final Map<Integer, Long> ends = new HashMap<>();
    private final Map<Integer, Long> damaged = new HashMap<>();

    /// @param checkpoint the last durable one
    CommitScan(Extents extents, ChunkScan scan, Checkpoint checkpoint) {
        this.scan = scan;
        this.checkpoint = checkpoint;
        CommitRecords records = new CommitRecords(extents);
        for (int extent = 0; extent < extents.count(); extent++) {
            for (int pair = 0; pair < CommitRecords.PAIRS; pair++) {
                Pair found = Pair.of(current(records.read(extent, pair, false)),
                        current(records.read(extent, pair, true)));
                if (found.newer != null) {
                    pairs.computeIfAbsent(found.newer.container(), _ -> new ArrayList<>()).add(found);
                }
            }
        }
        pairs.forEach(this::follow);
    }

    private Commit current(Commit commit) {
        return commit != null && commit.generation() == checkpoint.generation() ? commit : null;
    }

    private void follow(int container, List<Pair> found) {
        found.sort(Comparator.comparingLong(Pair::from));
        long end = checkpoint.end(container);
        for (Pair pair : found) {
            boolean isDamaged = damaged.containsKey(container);
            if (pair.from() != end && !isDamaged) {
                // What comes before did not reach the disk.
                break;
            }
            if (isWhole(pair.newer)) {
                end = Math.max(end, pair.newer.end());
            } else if (pair.older != null) {
                // Its sync had ended before the newer one was written.
                if (!isDamaged && !isWhole(pair.older)) {
                    damaged.put(container, end);
                }
                end = Math.max(end, pair.older.end());
            }
        }
        ends.put(container, end);
    }

    private boolean isWhole(Commit commit) {
        for (Link link : scan.links().getOrDefault(commit.container(), List.of())) {
            long first = link.identity().first();
            int stride = link.identity().stride();
            if (link.chunk() == commit.chunk() && link.epoch() == commit.epoch()) {
                return commit.from() >= first && commit.end() > commit.from()
                        && commit.end() - first <= link.identity().capacity()
                        && commit.checksum() == Checksum.of(link.memory(), link.offset()
                                + (commit.from() - first) * stride, (commit.end() - commit.from()) * stride);
            }
        }
        return false;
    }

    /// The checkpoint with what was committed after it.
    Checkpoint continued() {
        Marks marks = new Marks();
        Marks of = checkpoint.marks();
        for (int i = 0; i < of.count(); i++) {
            long end = Math.max(of.end(i), ends.getOrDefault(of.container(i), 0L));
            marks.add(of.container(i), of.first(i), end, of.detail(i));
        }
        return checkpoint.with(marks);
    }

    /// The row at which those that were committed cannot be read; the greatest number if all can.
    long damagedAt(int container) {
        return damaged.getOrDefault(container, Long.MAX_VALUE);
    }
}
