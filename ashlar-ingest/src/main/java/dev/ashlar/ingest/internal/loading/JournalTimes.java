// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.store.Journal;
import dev.ashlar.store.JournalCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/// Least and greatest time of each block of messages of a journal, whatever the order of their times: captures may have
/// been loaded in any order. Blocks that are in order are searched by halving.
///
/// **Threading**: one thread. **Ownership**: owns a cursor.
final class JournalTimes implements AutoCloseable {
    private static final int BLOCK_MESSAGES = 256;
    private static final int CACHED_BLOCKS = 64;

    /// Messages one after the other in the journal.
    private record Block(long position, int count, long minTime, long maxTime) { }

    /// Blocks in order: none begins before the one before it ends.
    private record Run(int first, int last, long minTime, long maxTime) { }

    /// Times and positions of the messages of a block.
    private record Messages(long[] times, long[] positions) { }

    private final WholeMessages walk;
    private final JournalCursor cursor;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private final Map<Integer, Messages> cache = new LinkedHashMap<>(CACHED_BLOCKS, 0.75f, true);
    /// From this time on all messages are known; the greatest there is if none are.
    private long readFrom = Long.MAX_VALUE;

    JournalTimes(Journal journal, long end) {
        walk = new WholeMessages(journal, end);
        cursor = walk.cursor();
    }

    /// Whether all messages with a time not before this one were read.
    boolean isReadFrom(long timeNs) {
        return timeNs >= readFrom && readFrom != Long.MAX_VALUE;
    }

    /// Reads the times from a position to the end.
    ///
    /// @param timeNs no message before the position has this time, or a later one
    void read(long position, long timeNs) {
        readFrom = timeNs;
        blocks.clear();
        runs.clear();
        cache.clear();
        boolean more = walk.seek(position);
        while (more) {
            long begin = cursor.position();
            long min = Long.MAX_VALUE;
            long max = Long.MIN_VALUE;
            int count = 0;
            while (more && count < BLOCK_MESSAGES) {
                min = Math.min(min, cursor.timeNs());
                max = Math.max(max, cursor.timeNs());
                count++;
                more = walk.next();
            }
            add(new Block(begin, count, min, max));
        }
    }

    private void add(Block block) {
        Run last = runs.isEmpty() ? null : runs.getLast();
        int index = blocks.size();
        blocks.add(block);
        if (last != null && block.minTime >= blocks.get(index - 1).maxTime) {
            runs.set(runs.size() - 1, new Run(last.first, index, last.minTime, block.maxTime));
        } else {
            runs.add(new Run(index, index, block.minTime, block.maxTime));
        }
    }

    /// The first result that is not negative, of a function of the positions of messages with a time; -1 if none is.
    long find(long timeNs, LongUnaryOperator at) {
        for (Run run : runs) {
            if (timeNs < run.minTime || timeNs > run.maxTime) {
                continue;
            }
            for (int i = firstNotBefore(run, timeNs); i <= run.last && blocks.get(i).minTime <= timeNs; i++) {
                long found = find(messages(i), timeNs, at);
                if (found >= 0) {
                    return found;
                }
            }
        }
        return -1;
    }

    private static long find(Messages messages, long timeNs, LongUnaryOperator at) {
        for (int i = 0; i < messages.times.length; i++) {
            long found = messages.times[i] == timeNs ? at.applyAsLong(messages.positions[i]) : -1;
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private int firstNotBefore(Run run, long timeNs) {
        int low = run.first;
        int high = run.last;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (blocks.get(middle).maxTime < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Messages messages(int index) {
        Messages cached = cache.get(index);
        if (cached != null) {
            return cached;
        }
        Block block = blocks.get(index);
        long[] times = new long[block.count];
        long[] positions = new long[block.count];
        int count = 0;
        for (boolean more = walk.seek(block.position); more && count < block.count; more = walk.next()) {
            times[count] = cursor.timeNs();
            positions[count++] = cursor.position();
        }
        Messages read = new Messages(Arrays.copyOf(times, count), Arrays.copyOf(positions, count));
        cache.put(index, read);
        if (cache.size() > CACHED_BLOCKS) {
            cache.remove(cache.keySet().iterator().next());
        }
        return read;
    }

    @Override
    public void close() {
        walk.close();
    }
}
