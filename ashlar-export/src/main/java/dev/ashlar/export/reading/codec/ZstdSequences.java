// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// The sequences of a compressed block: literals, then a copy of earlier bytes (RFC 8878, 3.1.1.3.2 and 3.1.1.4).
final class ZstdSequences {
    private static final int[] LITERAL_BASES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22,
        24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
    private static final int[] LITERAL_BITS = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3,
        4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private static final int[] COPY_BASES = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
        23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515,
        1027, 2051, 4099, 8195, 16387, 32771, 65539};
    private static final int[] COPY_BITS = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private static final int[] USUAL_LITERALS = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2,
        2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
    private static final int[] USUAL_COPIES = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
    private static final int[] USUAL_DISTANCES = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, -1, -1, -1, -1, -1};
    private static final int LITERAL_LOG = 9;
    private static final int DISTANCE_LOG = 8;
    private static final int COPY_LOG = 9;
    private static final int MAX_DISTANCE_CODE = 31;
    private static final int MANY = 0x7f00;

    private final BackwardBits stream = new BackwardBits();
    private final Codes literals = new Codes(LITERAL_LOG, LITERAL_BASES.length - 1, USUAL_LITERALS, 6);
    private final Codes distances = new Codes(DISTANCE_LOG, MAX_DISTANCE_CODE, USUAL_DISTANCES, 5);
    private final Codes copies = new Codes(COPY_LOG, COPY_BASES.length - 1, USUAL_COPIES, 6);
    private final int[] recent = new int[3];
    private int at;

    /// One of the three kinds of codes.
    private static final class Codes {
        private final FseTable own;
        private final FseTable usual;
        private FseTable table;

        Codes(int maxLog, int maxSymbol, int[] distribution, int log) {
            own = new FseTable(maxLog, maxSymbol);
            usual = new FseTable(log, maxSymbol);
            usual.build(distribution, log);
        }
    }

    /// Resets the state of the previous frame.
    void begin() {
        recent[0] = 1;
        recent[1] = 4;
        recent[2] = 8;
        literals.table = null;
        distances.table = null;
        copies.table = null;
    }

    /// Reads the section that ends a block, and writes the block.
    ///
    /// @return end of what was written
    int execute(byte[] from, int offset, int end, ZstdLiterals source, byte[] to, int begin, int frame, int limit)
            throws DamagedException {
        at = offset;
        int count = count(from, end);
        int out = begin;
        int literal = 0;
        if (count > 0) {
            if (at == end) {
                throw damaged();
            }
            int modes = from[at++];
            if ((modes & 3) != 0) {
                throw damaged();
            }
            choose(literals, modes >> 6 & 3, from, end);
            choose(distances, modes >> 4 & 3, from, end);
            choose(copies, modes >> 2 & 3, from, end);
            stream.open(from, at, end - at);
            FseTable lengths = literals.table;
            FseTable offsets = distances.table;
            FseTable matches = copies.table;
            int lengthState = (int) stream.read(lengths.log);
            int offsetState = (int) stream.read(offsets.log);
            int matchState = (int) stream.read(matches.log);
            for (int i = 0; i < count; i++) {
                int offsetCode = offsets.symbols[offsetState];
                int matchCode = matches.symbols[matchState];
                int lengthCode = lengths.symbols[lengthState];
                long offsetValue = (1L << offsetCode) + stream.read(offsetCode);
                // Adjacent bit fields are read at once.
                int runBits = LITERAL_BITS[lengthCode];
                int extra = (int) stream.read(COPY_BITS[matchCode] + runBits);
                int match = COPY_BASES[matchCode] + (extra >>> runBits);
                int run = LITERAL_BASES[lengthCode] + (extra & (1 << runBits) - 1);
                if (i < count - 1) {
                    int matchBits = matches.bits[matchState];
                    int offsetBits = offsets.bits[offsetState];
                    int states = (int) stream.read(lengths.bits[lengthState] + matchBits + offsetBits);
                    lengthState = lengths.next[lengthState] + (states >>> matchBits + offsetBits);
                    matchState = matches.next[matchState] + (states >>> offsetBits & (1 << matchBits) - 1);
                    offsetState = offsets.next[offsetState] + (states & (1 << offsetBits) - 1);
                }
                long distance = distance(offsetValue, run);
                if (run > source.length - literal || run > limit - out || match > limit - out - run
                        || distance <= 0 || distance > out + run - frame) {
                    throw damaged();
                }
                ByteWords.copy(source.bytes, literal, to, out, run);
                literal += run;
                out += run;
                ByteWords.repeat(to, out, (int) distance, match);
                out += match;
            }
            if (stream.left() != 0) {
                throw damaged();
            }
        } else if (at != end) {
            throw damaged();
        }
        int rest = source.length - literal;
        if (rest > limit - out) {
            throw damaged();
        }
        System.arraycopy(source.bytes, literal, to, out, rest);
        return out + rest;
    }

    private int count(byte[] from, int end) throws DamagedException {
        int first = at < end ? from[at++] & 0xff : -1;
        int more = first < 128 ? 0 : first < 255 ? 1 : 2;
        if (first < 0 || more > end - at) {
            throw damaged();
        }
        int count = more == 0 ? first : more == 1 ? (first - 128 << 8) + (from[at] & 0xff)
                : ByteWords.unsignedShort(from, at) + MANY;
        at += more;
        return count;
    }

    private void choose(Codes codes, int mode, byte[] from, int end) throws DamagedException {
        switch (mode) {
            case 0 -> codes.table = codes.usual;
            case 1 -> {
                if (at == end) {
                    throw damaged();
                }
                codes.own.single(from[at++] & 0xff);
                codes.table = codes.own;
            }
            case 2 -> {
                at += codes.own.read(from, at, end - at);
                codes.table = codes.own;
            }
            default -> {
                if (codes.table == null) {
                    throw damaged();
                }
            }
        }
    }

    /// The distance that a value stands for: its own, or one of the last three.
    private long distance(long value, int run) {
        if (value > 3) {
            recent[2] = recent[1];
            recent[1] = recent[0];
            recent[0] = (int) Math.min(Integer.MAX_VALUE, value - 3);
            return recent[0];
        }
        int index = (int) value - (run == 0 ? 0 : 1);
        if (index == 0) {
            return recent[0];
        }
        int distance = index < 3 ? recent[index] : recent[0] - 1;
        if (index > 1) {
            recent[2] = recent[1];
        }
        recent[1] = recent[0];
        recent[0] = distance;
        return distance;
    }

    private static DamagedException damaged() {
        return new DamagedException("Zstandard sequences are damaged");
    }
}
