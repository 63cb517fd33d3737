// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnValues;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.Workers;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;

/// One pass over a Parquet file; a batch lies in one row group.
final class ParquetBatches implements BatchReader {
    /// Bytes of texts of a column that were copied into a batch, beyond which the next has fewer rows.
    private static final int MANY_BYTES = 4 << 20;
    private static final int LEAST_ROWS = 16;
    /// Bytes of texts in a batch, by their average in the row group.
    private static final long BATCH_BYTES = 64 << 20;

    private final Path path;
    private final FileMetaData footer;
    private final ImportProgress progress;
    private final Workers workers;
    private final FileChannel file;
    private final long bytes;
    private final ColumnValues[] values;
    private final List<ChunkCursor> cursors = new ArrayList<>();
    private int mostRows;
    private long groupRows;
    private int group = -1;
    private long left;
    private long done;
    private int rows;
    private boolean stopped;

    ParquetBatches(Path path, FileMetaData footer, List<ColumnSchema> columns, boolean[] wanted,
            ImportProgress progress, Workers workers) throws IOException {
        this.path = path;
        this.footer = footer;
        this.progress = progress;
        this.workers = workers;
        values = new ColumnValues[wanted.length];
        int count = 0;
        for (boolean one : wanted) {
            count += one ? 1 : 0;
        }
        mostRows = BatchReader.capacity(count);
        file = FileChannel.open(path, StandardOpenOption.READ);
        bytes = file.size();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                values[i] = new ColumnValues(columns.get(i).type(), mostRows);
                cursors.add(new ChunkCursor(columns.get(i), values[i], new PageReader(file, bytes), path));
            }
        }
    }

    @Override
    public boolean next() throws IOException {
        rows = 0;
        while (left == 0) {
            if (++group >= footer.getRow_groups().size()) {
                return false;
            }
            open(footer.getRow_groups().get(group));
        }
        int count = (int) Math.min(Math.min(mostRows, groupRows), left);
        workers.run(cursors.size(), i -> cursors.get(i).read(count));
        rows = count;
        left -= count;
        done += count;
        for (ColumnValues column : values) {
            if (column != null && column.copied() > MANY_BYTES) {
                mostRows = Math.max(LEAST_ROWS, Math.min(mostRows, count / 2));
            }
        }
        double part = (double) done / Math.max(1, footer.getNum_rows());
        stopped |= !progress.read((long) (part * bytes), bytes);
        return true;
    }

    private void open(RowGroup next) throws IOException {
        left = next.getNum_rows();
        long textBytes = 0;
        for (ChunkCursor cursor : cursors) {
            List<ColumnChunk> chunks = next.getColumns();
            int leaf = cursor.leaf();
            if (leaf >= chunks.size()) {
                throw new ImportException("Parquet metadata is damaged: row group " + group + " has too few columns ("
                        + path + ")");
            }
            cursor.open(chunks.get(leaf), group, left);
            textBytes += Math.min(cursor.textBytes(), Long.MAX_VALUE - textBytes);
        }
        groupRows = Math.max(1, BATCH_BYTES / Math.max(1, textBytes / Math.max(1, left)));
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public ColumnValues values(int column) {
        return values[column];
    }

    @Override
    public String place(int row) {
        return path + ", row " + (done - rows + row + 1);
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
