// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import java.io.IOException;

/// Values whose first bytes come first, then all second bytes (BYTE_STREAM_SPLIT).
///
/// **Threading**: one thread.
final class SplitBytes implements PageValues {
    private byte[] bytes;
    private int at;
    private int width;
    private int count;
    private int next;
    private byte[] value = new byte[0];

    /// @param size bytes of a value
    void open(byte[] from, int begin, int to, int size) throws DamagedException {
        if (size <= 0 || (to - begin) % size != 0) {
            throw new DamagedException("values end early");
        }
        bytes = from;
        at = begin;
        width = size;
        count = (to - begin) / size;
        next = 0;
        value = new byte[size];
    }

    private void require(int wanted) throws DamagedException {
        if (wanted > count - next) {
            throw new DamagedException("values end early");
        }
    }

    @Override
    public void numbers(long[] to, int begin, int wanted) throws DamagedException {
        require(wanted);
        for (int i = begin; i < begin + wanted; i++, next++) {
            long number = 0;
            for (int j = width - 1; j >= 0; j--) {
                number = number << Byte.SIZE | bytes[at + j * count + next] & 0xff;
            }
            to[i] = width == Integer.BYTES ? (int) number : number;
        }
    }

    @Override
    public void bytes(ColumnValues to, int begin, int wanted) throws IOException {
        require(wanted);
        for (int i = begin; i < begin + wanted; i++, next++) {
            for (int j = 0; j < width; j++) {
                value[j] = bytes[at + j * count + next];
            }
            to.append(i, value, 0, width);
        }
    }
}
