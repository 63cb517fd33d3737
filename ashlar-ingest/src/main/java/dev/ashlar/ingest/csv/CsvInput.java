// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.internal.capture.GzipInput;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The bytes of a CSV file from its header on, decompressed, without a byte order mark.
///
/// **Threading**: one thread.
final class CsvInput extends FilterInputStream {
    private static final int MAGIC_BYTES = 6;
    private static final int BUFFER_BYTES = 1 << 18;

    private final Counting file;

    private CsvInput(InputStream in, Counting file) {
        super(in);
        this.file = file;
    }

    /// @throws ImportException if the file is of another format
    static CsvInput open(Path path, ImportProgress progress) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new ImportException((Files.exists(path) ? "not a regular file, which can be read twice; save it first"
                    : "no such file") + " (" + path + ")");
        }
        long allBytes = Files.size(path);
        Counting raw = new Counting(Files.newInputStream(path), progress, allBytes);
        try {
            return new CsvInput(open(path, new BufferedInputStream(raw, BUFFER_BYTES)), raw);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /// Names the format by its first bytes, decompresses, and skips a byte order mark.
    private static InputStream open(Path path, BufferedInputStream raw) throws IOException {
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

    /// Whether the progress wanted the pass to end.
    boolean isStopped() {
        return file.stopped;
    }

    /// Counts bytes of the file.
    private static final class Counting extends FilterInputStream {
        private final ImportProgress progress;
        private final long allBytes;
        private long bytes;
        private boolean stopped;

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
