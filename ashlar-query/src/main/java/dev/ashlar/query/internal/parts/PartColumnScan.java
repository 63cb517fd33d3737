// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryLimits;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.StorePart;
import dev.ashlar.query.internal.strategy.QueryRunner;
import java.util.Iterator;
import java.util.List;

/// Reads the rows of parts as columns, one part after another, with the kernels of each. There is one reader; to use
/// several threads, run several queries over some of the parts each.
final class PartColumnScan implements ColumnScan, ColumnScan.Reader {
    private final Plan plan;
    private final QueryOptions options;
    private final QueryLimits limits;
    private final Iterator<StorePart> parts;
    private boolean taken;
    private volatile boolean stopped;
    private StorePart part;
    private OpenPart opened;
    private ColumnScan scan;
    private Reader reader;
    private int number = -1;
    private ColumnBatch batch;

    /// @param plan that is plain
    PartColumnScan(Plan plan, QueryOptions options, List<StorePart> parts) {
        this.plan = plan;
        this.options = options.withThreads(1);
        this.parts = parts.iterator();
        limits = new QueryLimits(options);
    }

    @Override
    public int readers() {
        return 1;
    }

    @Override
    public Reader reader() {
        if (taken) {
            throw new IllegalStateException("too many readers: readers=1");
        }
        taken = true;
        return this;
    }

    @Override
    public boolean next() {
        batch = null;
        boolean done = false;
        try {
            while (reader != null || open()) {
                if (stopped) {
                    throw limits.cancelled();
                }
                if (reader != null && reader.next()) {
                    number++;
                    ColumnBatch found = reader.batch();
                    batch = found == null ? null : opened.plan().orElseThrow().batch(found);
                    done = true;
                    return true;
                }
                closePart();
            }
            done = true;
            return false;
        } catch (QueryException e) {
            throw part == null ? e : OpenPart.in(part, e);
        } finally {
            if (!done) {
                closePart();
            }
        }
    }

    /// @return whether there was another part; it may have no rows
    private boolean open() {
        if (!parts.hasNext()) {
            return false;
        }
        QueryOptions left = limits.remaining();
        part = parts.next();
        opened = OpenPart.of(plan, part);
        if (opened.plan().isPresent()) {
            scan = QueryRunner.scanColumns(opened.plan().get().rows(Plan.NO_LIMIT), left);
            reader = scan.reader();
        }
        return true;
    }

    private void closePart() {
        reader = null;
        if (scan != null) {
            scan.close();
            scan = null;
        }
        if (opened != null) {
            opened.close();
            opened = null;
        }
    }

    @Override
    public int part() {
        return number;
    }

    @Override
    public ColumnBatch batch() {
        return batch;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        while (parts.hasNext()) {
            parts.next();
        }
        closePart();
    }
}
