// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import dev.ashlar.ingest.table.ImportException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// Gzip data of one or more members.
///
/// The JDK's stream ends in silence where a member should begin and its header is damaged or cut. This one throws,
/// unless nothing but zeros follow, with which some tools pad.
///
/// **Threading**: one thread.
final class GzipMembers extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    private final Source source;
    private final Path path;
    /// Where the JDK's buffer ends in the file.
    private long filled;

    GzipMembers(InputStream in, int bufferBytes, Path path) throws IOException {
        this(new Source(in), bufferBytes, path);
    }

    private GzipMembers(Source source, int bufferBytes, Path path) throws IOException {
        super(source, bufferBytes);
        this.source = source;
        this.path = path;
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        filled = source.position;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = super.read(to, offset, length);
        if (count < 0) {
            requireEnd();
        }
        return count;
    }

    private void requireEnd() throws IOException {
        long end = filled - inf.getRemaining() + TRAILER_BYTES;
        while (source.read(buf, 0, buf.length) >= 0) {
            // Only whether there is anything but zeros is of interest.
        }
        if (source.used > end) {
            throw new ImportException("gzip data is damaged: no member begins where one ends, at byte " + end + " ("
                    + path + ")");
        }
    }

    /// Counts bytes, and those up to the last that is not 0.
    private static final class Source extends FilterInputStream {
        private long position;
        private long used;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            position += value < 0 ? 0 : 1;
            used = value > 0 ? position : used;
            return value;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int count = super.read(to, offset, length);
            for (int i = count; i > 0; i--) {
                if (to[offset + i - 1] != 0) {
                    used = position + i;
                    break;
                }
            }
            position += Math.max(0, count);
            return count;
        }
    }
}
