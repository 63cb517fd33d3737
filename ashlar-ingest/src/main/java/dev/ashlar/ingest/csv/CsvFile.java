// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// One pass over a CSV file, from its header on; also if gzip compressed it.
final class CsvFile implements AutoCloseable {
    private static final int MAGIC_BYTES = 4;
    private static final int BUFFER_BYTES = 1 << 18;

    private final Path path;
    private final InputStream in;
    private final CsvReader reader;
    private final List<String> header;
    private boolean stopped;
    private long rows;
    private long blankLines;

    CsvFile(Path path, CsvOptions options, CsvProgress progress) throws IOException {
        this.path = path;
        if (!Files.isRegularFile(path)) {
            throw new CsvFormatException((Files.exists(path) ? "not a file, which can be read twice; save it first"
                    : "no such file") + " (" + path + ")");
        }
        long allBytes = Files.size(path);
        InputStream raw = new Counting(Files.newInputStream(path), progress, allBytes);
        try {
            in = open(new BufferedInputStream(raw, BUFFER_BYTES));
            reader = new CsvReader(in, path.toString(), options.delimiter());
            header = readHeader();
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /// Names the format by its first bytes, decompresses, and skips a byte order mark.
    private InputStream open(BufferedInputStream raw) throws IOException {
        byte[] magic = peek(raw);
        InputStream bytes = raw;
        if (magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
            bytes = new BufferedInputStream(new GZIPInputStream(raw, BUFFER_BYTES), BUFFER_BYTES);
            magic = peek((BufferedInputStream) bytes);
        }
        String text = new String(magic, StandardCharsets.ISO_8859_1);
        String other = text.equals("PAR1") ? "Parquet; write it as CSV first" : text.equals("PK\3\4") ? "a zip archive"
                : text.startsWith("\u00ff\u00fe") || text.startsWith("\u00fe\u00ff")
                ? "UTF-16; convert it: iconv -f UTF-16 -t UTF-8" : text.equals("ARRO") ? "Arrow" : "";
        if (!other.isEmpty()) {
            throw new CsvFormatException("not a CSV file but " + other + " (" + path + ")");
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
            throw new CsvFormatException("file is empty; its first line must have the names of the columns (" + path
                    + ")");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < reader.count(); i++) {
            int kind = Utf8.kind(reader.buffer(), reader.start(i), reader.end(i));
            if (kind == Utf8.INVALID || kind == Utf8.NUL) {
                throw new CsvFormatException(FieldWriter.problem(kind) + " (" + path + ", line 1, column " + (i + 1)
                        + ")");
            }
            names.add(text(i));
        }
        return List.copyOf(names);
    }

    List<String> header() {
        return header;
    }

    CsvReader reader() {
        return reader;
    }

    long rows() {
        return rows;
    }

    /// How many empty lines were skipped, if any.
    Optional<String> blankLines() {
        return blankLines == 0 ? Optional.empty() : Optional.of("empty lines were skipped: " + blankLines);
    }

    boolean isStopped() {
        return stopped;
    }

    /// Reads the next row.
    ///
    /// @return whether there was one
    boolean nextRow() throws IOException {
        while (reader.next()) {
            // With one column, an empty line is a row: NULL.
            if (header.size() > 1 && reader.isBlank()) {
                blankLines++;
                continue;
            }
            rows++;
            if (reader.count() != header.size()) {
                throw new CsvFormatException("row has " + reader.count() + " values, the header " + header.size()
                        + "; quote values that have the delimiter in them (" + place() + ")");
            }
            return true;
        }
        return false;
    }

    String text(int column) {
        return new String(reader.buffer(), reader.start(column), reader.end(column) - reader.start(column),
                StandardCharsets.UTF_8);
    }

    private String place() {
        return path + ", line " + reader.line() + ", row " + rows;
    }

    CsvFormatException reject(int column, String problem, String advice) {
        return new CsvFormatException("value does not fit: " + problem + ", value=" + shown(text(column)) + advice + " ("
                + place() + ", column " + header.get(column) + ")");
    }

    private static String shown(String text) {
        String visible = text.codePoints().limit(40).collect(StringBuilder::new, (all, c) -> {
            if (Character.isISOControl(c)) {
                all.append("\\u%04x".formatted(c));
            } else {
                all.appendCodePoint(c);
            }
        }, StringBuilder::append).toString();
        return '"' + visible + (text.length() > visible.length() ? "…" : "") + '"';
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// Counts bytes of the file.
    private final class Counting extends FilterInputStream {
        private final CsvProgress progress;
        private final long allBytes;
        private long bytes;

        Counting(InputStream in, CsvProgress progress, long allBytes) {
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
}
