// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.ByteWords;
import dev.ashlar.export.reading.codec.DamagedException;

/// Booleans in runs (RLE).
///
/// **Threading**: one thread.
final class RunBooleans implements PageValues {
    private final Hybrid bits = new Hybrid();
    private int[] read = new int[0];

    void open(byte[] from, int begin, int to) throws DamagedException {
        int length = to - begin < Integer.BYTES ? -1 : ByteWords.integer(from, begin);
        if (length < 0 || length > to - begin - Integer.BYTES) {
            throw new DamagedException("values end early");
        }
        bits.open(from, begin + Integer.BYTES, begin + Integer.BYTES + length, 1);
    }

    @Override
    public void numbers(long[] to, int begin, int count) throws DamagedException {
        if (read.length < count) {
            read = new int[count];
        }
        bits.read(read, 0, count);
        for (int i = 0; i < count; i++) {
            to[begin + i] = read[i];
        }
    }
}
