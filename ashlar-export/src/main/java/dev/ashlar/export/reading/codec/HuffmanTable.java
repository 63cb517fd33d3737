// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// A decoding table of Huffman codes (RFC 8878, 4.2).
final class HuffmanTable {
    private static final int MAX_LOG = 11;
    private static final int MAX_SYMBOLS = 256;
    private static final int MAX_WEIGHT_LOG = 6;
    private static final int DIRECT = 128;

    final byte[] symbols = new byte[1 << MAX_LOG];
    final byte[] bits = new byte[1 << MAX_LOG];
    int log;
    private final FseTable weightTable = new FseTable(MAX_WEIGHT_LOG, MAX_LOG + 1);
    private final BackwardBits stream = new BackwardBits();
    private final int[] weights = new int[MAX_SYMBOLS];

    /// Reads the description of a table.
    ///
    /// @return bytes that it takes
    int read(byte[] from, int offset, int length) throws DamagedException {
        if (length < 1) {
            throw damaged();
        }
        int head = from[offset] & 0xff;
        int taken;
        int count;
        if (head >= DIRECT) {
            count = head - DIRECT + 1;
            taken = 1 + (count + 1) / 2;
            if (taken > length) {
                throw damaged();
            }
            for (int i = 0; i < count; i++) {
                int pair = from[offset + 1 + i / 2] & 0xff;
                weights[i] = i % 2 == 0 ? pair >> 4 : pair & 0xf;
            }
        } else {
            taken = 1 + head;
            if (taken > length) {
                throw damaged();
            }
            count = coded(from, offset + 1, head);
        }
        build(count);
        return taken;
    }

    /// Weights by two states that take turns.
    private int coded(byte[] from, int offset, int length) throws DamagedException {
        int header = weightTable.read(from, offset, length);
        stream.open(from, offset + header, length - header);
        int one = (int) stream.read(weightTable.log);
        int two = (int) stream.read(weightTable.log);
        int count = 0;
        while (true) {
            if (count > MAX_SYMBOLS - 3) {
                throw damaged();
            }
            weights[count++] = weightTable.symbols[one];
            if (stream.left() < weightTable.bits[one]) {
                weights[count++] = weightTable.symbols[two];
                return count;
            }
            one = weightTable.next[one] + (int) stream.read(weightTable.bits[one]);
            weights[count++] = weightTable.symbols[two];
            if (stream.left() < weightTable.bits[two]) {
                weights[count++] = weightTable.symbols[one];
                return count;
            }
            two = weightTable.next[two] + (int) stream.read(weightTable.bits[two]);
        }
    }

    /// @param count weights that were read; that of one more symbol follows from them
    private void build(int count) throws DamagedException {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            if (weights[i] > MAX_LOG) {
                throw damaged();
            }
            sum += weights[i] == 0 ? 0 : 1 << weights[i] - 1;
        }
        if (sum == 0) {
            throw damaged();
        }
        log = Integer.SIZE - Integer.numberOfLeadingZeros(sum);
        int rest = (1 << log) - sum;
        if (log > MAX_LOG || Integer.bitCount(rest) != 1 || count >= MAX_SYMBOLS) {
            throw damaged();
        }
        weights[count] = Integer.numberOfTrailingZeros(rest) + 1;
        int at = 0;
        for (int weight = 1; weight <= log; weight++) {
            for (int symbol = 0; symbol <= count; symbol++) {
                if (weights[symbol] == weight) {
                    int end = at + (1 << weight - 1);
                    for (; at < end; at++) {
                        symbols[at] = (byte) symbol;
                        bits[at] = (byte) (log + 1 - weight);
                    }
                }
            }
        }
    }

    /// Decodes one stream.
    void decode(byte[] from, int offset, int length, byte[] to, int begin, int end) throws DamagedException {
        stream.open(from, offset, length);
        int width = log;
        for (int i = begin; i < end; i++) {
            int index = stream.peek(width);
            to[i] = symbols[index];
            stream.skip(bits[index]);
        }
        if (stream.left() != 0) {
            throw damaged();
        }
    }

    private static DamagedException damaged() {
        return new DamagedException("Zstandard Huffman codes are damaged");
    }
}
