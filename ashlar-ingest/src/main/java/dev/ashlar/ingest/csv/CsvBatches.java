// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnValues;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.Utf8;
import dev.ashlar.ingest.table.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One pass over a CSV file. A batch is a block; as many as there are workers are split at a time, while the next are
/// read.
final class CsvBatches implements BatchReader {
    /// Of the blocks that are split at a time, unless one record is longer.
    private static final int MOST_BYTES = 16 << 20;

    private final Path path;
    private final Workers workers;
    private final CsvInput in;
    private final List<String> header;
    private CsvBlock[] blocks;
    /// Those to split next, and why there are no more.
    private CsvBlock[] ahead;
    private int filledAhead;
    private IOException failure;
    private CsvBlock last;
    private CsvBlock block;
    private int current;
    private int filled;
    /// Rows, lines and empty lines before the block.
    private long rows;
    private long lines;
    private long blankLines;

    CsvBatches(Path path, CsvOptions options, int blockBytes, ImportProgress progress, Workers workers)
            throws IOException {
        this.path = path;
        this.workers = workers;
        blocks = blocks(options, blockBytes);
        ahead = workers.threads() == 1 ? blocks : blocks(options, blockBytes);
        block = blocks[0];
        last = block;
        in = CsvInput.open(path, progress);
        try {
            header = readHeader();
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private CsvBlock[] blocks(CsvOptions options, int blockBytes) {
        byte[] nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
        CsvBlock[] some = new CsvBlock[Math.clamp(MOST_BYTES / blockBytes, 1, workers.threads())];
        Arrays.setAll(some, _ -> new CsvBlock(new CsvReader(options.delimiter()), nullText, blockBytes));
        return some;
    }

    private List<String> readHeader() throws IOException {
        if (!block.fill(in, block)) {
            throw new ImportException("file is empty; its first line must have the names of the columns (" + path
                    + ")");
        }
        filled = 1;
        CsvReader reader = block.reader();
        if (!reader.next()) {
            throw new ImportException(reader.problem() + " (" + path + ", line 1)");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < reader.count(); i++) {
            int kind = Utf8.kind(block.bytes(), reader.start(i), reader.end(i));
            if (kind == Utf8.INVALID || kind == Utf8.NUL) {
                throw new ImportException(Utf8.problem(kind) + " (" + path + ", line 1, column " + (i + 1)
                        + ")");
            }
            names.add(new String(block.bytes(), reader.start(i), reader.end(i) - reader.start(i),
                    StandardCharsets.UTF_8));
        }
        return List.copyOf(names);
    }

    List<String> header() {
        return header;
    }

    /// Has batches hold these columns, and splits the block that begins with the header.
    void want(boolean[] wanted) {
        for (int i = 0; i < blocks.length; i++) {
            blocks[i].want(wanted);
            ahead[i].want(wanted);
        }
        block.split();
    }

    @Override
    public boolean next() throws IOException {
        do {
            if (current > 0) {
                rows += block.rows();
                lines += block.reader().lines();
                blankLines += block.blankLines();
            }
            if (current == filled && !fill()) {
                return false;
            }
            block = blocks[current++];
            if (!block.problem().isEmpty()) {
                throw new ImportException(block.problem() + " (" + path + ", line " + (lines + block.reader().line() + 1)
                        + (block.hasWrongCount() ? ", row " + (rows + block.rows() + 1) : "") + ")");
            }
        } while (block.rows() == 0);
        return true;
    }

    /// @return whether there is a block
    private boolean fill() throws IOException {
        boolean alone = blocks == ahead;
        // The first time, nothing was read ahead.
        if (filledAhead == 0 && failure == null) {
            readAhead();
        }
        CsvBlock[] next = ahead;
        ahead = blocks;
        blocks = next;
        filled = filledAhead;
        filledAhead = 0;
        current = 0;
        if (filled == 0) {
            if (failure != null) {
                throw failure;
            }
            return false;
        }
        int reads = alone ? 0 : 1;
        workers.run(reads + filled, i -> {
            if (i < reads) {
                readAhead();
            } else {
                blocks[i - reads].split();
            }
        });
        return true;
    }

    private void readAhead() {
        long bytes = 0;
        try {
            while (filledAhead < ahead.length && bytes < MOST_BYTES && !isStopped()
                    && ahead[filledAhead].fill(in, last)) {
                last = ahead[filledAhead++];
                bytes += last.size();
            }
        } catch (IOException e) {
            // Records in front of it come first.
            failure = e;
        }
    }

    @Override
    public int rows() {
        return block.rows();
    }

    @Override
    public ColumnValues values(int column) {
        return block.values(column);
    }

    @Override
    public String place(int row) {
        return path + ", line " + (lines + block.line(row) + 1) + ", row " + (rows + row + 1);
    }

    @Override
    public boolean isStopped() {
        return in.isStopped();
    }

    @Override
    public List<String> notes() {
        return blankLines == 0 ? List.of() : List.of("empty lines were skipped: " + blankLines);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
