// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The values of the first pass over a file, packed, so that the second need not read it again.
///
/// It holds all values or none: what exceeds its bound drops them, and so does the JVM if the heap has no room left.
/// How much of the heap is free cannot be known before garbage is collected.
///
/// **Threading**: one thread; several [#pack] columns of the same batch.
final class RetainedBatches {
    private final long mostBytes;
    private final PackedValues[] packed;
    final List<SoftReference<Batch>> batches = new ArrayList<>();
    private volatile boolean complete;
    private long bytes;
    private long rows;

    record Batch(int rows, PackedValues[] columns) {
    }

    /// @param mostBytes of values, at most; 0 for none
    RetainedBatches(int columns, long mostBytes) {
        this.mostBytes = mostBytes;
        packed = new PackedValues[columns];
        complete = mostBytes > 0;
    }

    /// Packs a column of the batch that [#add] then takes.
    void pack(int column, ColumnValues values, int count) {
        // Texts may be long: they are not copied to find that they exceed the bound.
        if (complete && values.textBytes(count) > mostBytes - bytes) {
            complete = false;
        }
        if (complete) {
            packed[column] = new PackedValues(values, count);
        }
    }

    /// Takes the batch whose columns were packed.
    void add(int count) {
        if (!complete) {
            drop();
            return;
        }
        for (PackedValues column : packed) {
            bytes += column == null ? 0 : column.bytes();
        }
        batches.add(new SoftReference<>(new Batch(count, packed.clone())));
        rows += count;
        if (bytes > mostBytes) {
            drop();
        }
    }

    /// Forgets all values.
    void drop() {
        complete = false;
        batches.clear();
    }

    /// Begins a pass over the values.
    ///
    /// @param fileBytes for the progress
    /// @return empty if it does not have the values of all batches
    Optional<BatchReader> read(ColumnFile file, long fileBytes, ImportProgress progress, Workers workers) {
        List<Batch> held = batches.stream().map(SoftReference::get).toList();
        return complete && held.stream().noneMatch(Objects::isNull)
                ? Optional.of(new Pass(held, file, fileBytes, progress, workers)) : Optional.empty();
    }

    private final class Pass implements BatchReader {
        private final List<Batch> held;
        private final ColumnFile file;
        private final long fileBytes;
        private final ImportProgress progress;
        private final Workers workers;
        private final ColumnValues[] values = new ColumnValues[packed.length];
        private int next;
        private int count;
        private long done;
        private boolean stopped;

        Pass(List<Batch> held, ColumnFile file, long fileBytes, ImportProgress progress, Workers workers) {
            this.held = held;
            this.file = file;
            this.fileBytes = fileBytes;
            this.progress = progress;
            this.workers = workers;
        }

        @Override
        public boolean next() throws IOException {
            if (next == held.size()) {
                count = 0;
                return false;
            }
            Batch batch = held.get(next++);
            count = batch.rows;
            workers.run(values.length, i -> {
                if (batch.columns[i] != null) {
                    unpack(batch, i);
                }
            });
            done += count;
            stopped |= !progress.read((long) ((double) done / rows * fileBytes), fileBytes);
            return true;
        }

        private void unpack(Batch batch, int column) {
            if (values[column] == null || values[column].nulls.length < batch.rows) {
                values[column] = new ColumnValues(new SourceType.Untyped(), batch.rows);
                values[column].addLongs();
            }
            batch.columns[column].unpack(values[column], batch.rows);
        }

        @Override
        public int rows() {
            return count;
        }

        @Override
        public ColumnValues values(int column) {
            return values[column];
        }

        @Override
        public String place(int row) {
            return file.path() + ", row " + (done - count + row + 1);
        }

        @Override
        public boolean isStopped() {
            return stopped;
        }

        @Override
        public void close() {
            // Another pass may follow.
        }
    }
}
