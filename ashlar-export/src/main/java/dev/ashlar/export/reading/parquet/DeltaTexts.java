// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;
import java.util.Arrays;

/// Byte arrays whose lengths are stored separately (DELTA_LENGTH_BYTE_ARRAY), or that also leave out the prefix that
/// they share with the value before (DELTA_BYTE_ARRAY).
///
/// Lengths are read twice: first to find where the bytes begin, then with the bytes.
///
/// **Threading**: one thread.
final class DeltaTexts implements PageValues {
    private final Deltas prefixes = new Deltas();
    private final Deltas lengths = new Deltas();
    private boolean hasPrefixes;
    private byte[] bytes;
    private int at;
    private int end;
    private byte[] last = new byte[256];
    private int lastLength;

    /// @param most values of the page, NULLs included
    void open(byte[] from, int begin, int to, boolean prefixed, int most) throws DamagedException {
        hasPrefixes = prefixed;
        bytes = from;
        end = to;
        lastLength = 0;
        int next = begin;
        if (prefixed) {
            prefixes.open(from, next, to, true, most);
            next = prefixes.skipAll();
            prefixes.open(from, begin, to, true, most);
        }
        lengths.open(from, next, to, true, most);
        at = lengths.skipAll();
        lengths.open(from, next, to, true, most);
    }

    /// Drops the rest of a page.
    void close() {
        prefixes.close();
        lengths.close();
    }

    @Override
    public void bytes(ColumnValues to, int begin, int count) throws IOException {
        boolean shared = !hasPrefixes && to.share(bytes, begin);
        for (int i = begin; i < begin + count; i++) {
            long prefix = hasPrefixes ? prefixes.next() : 0;
            long size = lengths.next();
            if (size < 0 || size > end - at || prefix < 0 || prefix > lastLength) {
                throw new DamagedException("text is longer than its page: bytes=" + size + ", prefix=" + prefix);
            }
            if (shared) {
                to.starts[i] = at;
                to.ends[i] = at + (int) size;
            } else if (hasPrefixes) {
                prefixed(to, i, (int) prefix, (int) size);
            } else {
                to.append(i, bytes, at, at + (int) size);
            }
            at += (int) size;
        }
    }

    private void prefixed(ColumnValues to, int row, int prefix, int size) throws IOException {
        long total = (long) prefix + size;
        if (total > PageReader.MAX_PAGE_BYTES) {
            throw new DamagedException("text is too long: bytes=" + total);
        }
        if (total > last.length) {
            last = Arrays.copyOf(last, (int) Math.max(total, 2L * last.length));
        }
        System.arraycopy(bytes, at, last, prefix, size);
        lastLength = (int) total;
        to.append(row, last, 0, lastLength);
    }
}
