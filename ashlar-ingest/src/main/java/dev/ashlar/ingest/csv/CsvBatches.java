// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.internal.capture.GzipInput;
import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnValues;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.SourceType;
import dev.ashlar.ingest.table.Utf8;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One pass over a CSV file, from its header on; also if gzip compressed it.
final class CsvBatches implements BatchReader {
    /// A batch of long texts has fewer rows.
    private static final int BATCH_BYTES = 4 << 20;
    private static final int MAGIC_BYTES = 6;
    private static final int BUFFER_BYTES = 1 << 18;

    private final Path path;
    private final InputStream in;
    private final CsvReader reader;
    private final List<String> header;
    private final byte[] nullText;
    private final long[] lines;
    private ColumnValues[] columns;
    private int batch;
    private boolean stopped;
    private long rows;
    private long blankLines;

    CsvBatches(Path path, CsvOptions options, ImportProgress progress) throws IOException {
        this.path = path;
        nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
        if (!Files.isRegularFile(path)) {
            throw new ImportException((Files.exists(path) ? "not a file, which can be read twice; save it first"
                    : "no such file") + " (" + path + ")");
        }
        long allBytes = Files.size(path);
        InputStream raw = new Counting(Files.newInputStream(path), progress, allBytes);
        try {
            in = open(new BufferedInputStream(raw, BUFFER_BYTES));
            reader = new CsvReader(in, path.toString(), options.delimiter());
            header = readHeader();
            lines = new long[BatchReader.capacity(header.size())];
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /// Names the format by its first bytes, decompresses, and skips a byte order mark.
    private InputStream open(BufferedInputStream raw) throws IOException {
        byte[] magic = peek(raw);
        InputStream bytes = raw;
        boolean compressed = magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
        if (compressed) {
            bytes = new BufferedInputStream(new Members(new GzipInput(raw), path), BUFFER_BYTES);
            magic = peek((BufferedInputStream) bytes);
        }
        String text = new String(magic, StandardCharsets.ISO_8859_1);
        String library = compressed ? ", compressed; decompress it first: gunzip"
                : ", which needs ashlar-export on the class path";
        String other = text.startsWith("PAR1") ? "Parquet" + library
                : text.startsWith("PK\3\4") ? "a zip archive"
                : text.startsWith("(\u00b5/\u00fd") ? "compressed; decompress it first: unzstd"
                : text.matches("BZh[1-9]1A") ? "compressed; decompress it first: bunzip2"
                : text.startsWith("\u00fd7zXZ") ? "compressed; decompress it first: unxz"
                : text.startsWith("\u00ff\u00fe") || text.startsWith("\u00fe\u00ff")
                ? "UTF-16; convert it: iconv -f UTF-16 -t UTF-8"
                : text.equals("ARROW1") ? "Arrow" + library : "";
        if (!other.isEmpty()) {
            throw new ImportException("not a CSV file but " + other + " (" + path + ")");
        }
        if (text.startsWith("\u00ef\u00bb\u00bf")) {
            bytes.skipNBytes(3);
        }
        return bytes;
    }

    private static byte[] peek(BufferedInputStream in) throws IOException {
        in.mark(MAGIC_BYTES);
        byte[] first = in.readNBytes(MAGIC_BYTES);
        in.reset();
        return first;
    }

    private List<String> readHeader() throws IOException {
        if (!reader.next()) {
            throw new ImportException("file is empty; its first line must have the names of the columns (" + path
                    + ")");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < reader.count(); i++) {
            int kind = Utf8.kind(reader.buffer(), reader.start(i), reader.end(i));
            if (kind == Utf8.INVALID || kind == Utf8.NUL) {
                throw new ImportException(Utf8.problem(kind) + " (" + path + ", line 1, column " + (i + 1)
                        + ")");
            }
            names.add(text(i));
        }
        return List.copyOf(names);
    }

    List<String> header() {
        return header;
    }

    /// Has batches hold these columns; all others are skipped.
    void want(boolean[] wanted) {
        columns = new ColumnValues[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            columns[i] = wanted[i] ? new ColumnValues(new SourceType.Untyped(), lines.length) : null;
        }
    }

    @Override
    public boolean next() throws IOException {
        for (ColumnValues column : columns) {
            if (column != null) {
                column.clear();
            }
        }
        batch = 0;
        long bytes = 0;
        while (batch < lines.length && bytes < BATCH_BYTES && !stopped && nextRow()) {
            lines[batch] = reader.line();
            for (int i = 0; i < columns.length; i++) {
                ColumnValues column = columns[i];
                if (column == null) {
                    continue;
                }
                if (isNull(i)) {
                    column.setNull(batch);
                } else {
                    column.append(batch, reader.buffer(), reader.start(i), reader.end(i));
                    bytes += reader.end(i) - reader.start(i);
                }
            }
            batch++;
        }
        return batch > 0;
    }

    private boolean isNull(int column) {
        int from = reader.start(column);
        int length = reader.end(column) - from;
        if (reader.isQuoted(column) || length != nullText.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (reader.buffer()[from + i] != nullText[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int rows() {
        return batch;
    }

    @Override
    public ColumnValues values(int column) {
        return columns[column];
    }

    @Override
    public String place(int row) {
        return path + ", line " + lines[row] + ", row " + (rows - batch + row + 1);
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public List<String> notes() {
        return blankLines == 0 ? List.of() : List.of("empty lines were skipped: " + blankLines);
    }

    /// Reads the next row.
    ///
    /// @return whether there was one
    private boolean nextRow() throws IOException {
        while (reader.next()) {
            // With one column, an empty line is a row: NULL.
            if (header.size() > 1 && reader.isBlank()) {
                blankLines++;
                continue;
            }
            rows++;
            if (reader.count() != header.size()) {
                throw new ImportException("row has " + reader.count() + " values, the header " + header.size()
                        + "; quote values that have the delimiter in them (" + place() + ")");
            }
            return true;
        }
        return false;
    }

    private String text(int column) {
        return new String(reader.buffer(), reader.start(column), reader.end(column) - reader.start(column),
                StandardCharsets.UTF_8);
    }

    private String place() {
        return path + ", line " + reader.line() + ", row " + rows;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// Counts bytes of the file.
    private final class Counting extends FilterInputStream {
        private final ImportProgress progress;
        private final long allBytes;
        private long bytes;

        Counting(InputStream in, ImportProgress progress, long allBytes) {
            super(in);
            this.progress = progress;
            this.allBytes = allBytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = super.read(to, offset, length);
            bytes += Math.max(0, read);
            stopped |= !progress.read(bytes, allBytes);
            return read;
        }
    }

    /// Says where a file has something else than a member behind a member.
    private static final class Members extends FilterInputStream {
        private final GzipInput gzip;
        private final Path path;

        Members(GzipInput gzip, Path path) {
            super(gzip);
            this.gzip = gzip;
            this.path = path;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                return gzip.read(to, offset, length);
            } catch (IOException e) {
                throw gzip.boundary() < 0 ? e : new ImportException("gzip data is damaged: no member begins where one "
                        + "ends, at byte " + gzip.boundary() + " (" + path + ")", e);
            }
        }
    }
}
