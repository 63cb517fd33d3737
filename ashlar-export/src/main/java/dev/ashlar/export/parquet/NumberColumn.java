// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile.Part;
import dev.ashlar.export.pipeline.Validity;
import dev.ashlar.query.ColumnVector;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;

/// Encodes a column of numbers or booleans.
///
/// | values                         | encoding                                                   |
/// |--------------------------------|------------------------------------------------------------|
/// | truths                         | PLAIN: one bit                                             |
/// | whole numbers of up to 64 bits | RLE_DICTIONARY, DELTA_BINARY_PACKED or PLAIN: the shortest |
/// | others                         | RLE_DICTIONARY if there are few different ones, else PLAIN |
///
/// **Threading**: one thread.
final class NumberColumn {
    /// More different numbers are not put in a dictionary.
    private static final int MAX_DICTIONARY = 1 << 16;
    /// Number of values that are sampled to estimate how many different ones there are.
    private static final int SAMPLE = 1 << 12;

    private final ParquetColumn column;
    private final Validity presence;
    private final int count;
    private final int width;
    private final long[] words;

    NumberColumn(ParquetColumn column, List<Part> parts) {
        this.column = column;
        presence = Validity.of(parts);
        count = presence.rows() - presence.nullCount();
        width = column.physical() == Type.FIXED_LEN_BYTE_ARRAY && parts.stream().anyMatch(part ->
                part.vector() instanceof ColumnVector.WideWords) ? 2 : 1;
        words = new long[Math.multiplyExact(count, width)];
        int at = 0;
        for (Part part : parts) {
            at = take(part, at);
        }
    }

    private int take(Part part, int first) {
        ColumnVector vector = part.vector();
        boolean wide = vector instanceof ColumnVector.WideWords;
        long[] from = switch (vector) {
            case ColumnVector.Words found -> found.words();
            case ColumnVector.WideWords found -> found.words();
            case ColumnVector.CodedTexts _, ColumnVector.Texts _ -> throw new IllegalArgumentException(
                    "text in a column of numbers: column=" + column.name());
        };
        int at = first;
        if (!wide && width == 1) {
            if (!vector.mayBeNull()) {
                System.arraycopy(from, 0, words, at, part.rows());
                return at + part.rows();
            }
            for (int row = 0; row < part.rows(); row++) {
                if (!vector.isNull(row)) {
                    words[at++] = from[row];
                }
            }
            return at;
        }
        for (int row = 0; row < part.rows(); row++) {
            if (vector.isNull(row)) {
                continue;
            }
            long low = wide ? from[2 * row + 1] : from[row];
            long high = wide ? from[2 * row] : low >> 63;
            if (width == 2) {
                words[2 * at] = high;
                words[2 * at + 1] = low;
            } else if (high != low >> 63) {
                throw new IllegalStateException("number has more digits than its column: column=" + column.name());
            } else {
                words[at] = low;
            }
            at++;
        }
        return at;
    }

    ColumnChunkWriter.Chunk encode() {
        ColumnChunkWriter writer = new ColumnChunkWriter(column, presence);
        if (column.physical() == Type.BOOLEAN) {
            writer.pages(presence.rows(), Encoding.PLAIN, this::putPlain);
        } else if (!encodeCoded(writer)) {
            boolean deltas = column.isWhole() && deltaBits() < bits() - 1;
            writer.pages(presence.rows(), deltas ? Encoding.DELTA_BINARY_PACKED : Encoding.PLAIN, deltas
                    ? (from, to, sink) -> Packing.putDeltas(words, from, to, column.physical() == Type.INT32, sink)
                    : this::putPlain);
        }
        return writer.chunk(NumberStatistics.of(column, words, width, count));
    }

    private void putPlain(int from, int to, ByteSink sink) {
        column.putPlain(words, width, from, to, sink);
    }

    /// Bits of a plain value.
    private int bits() {
        return switch (column.physical()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> Integer.SIZE;
            case INT64, DOUBLE -> Long.SIZE;
            case FIXED_LEN_BYTE_ARRAY, BYTE_ARRAY, INT96 -> column.length() * Byte.SIZE;
        };
    }

    /// Estimates the bits that a value takes as a difference, from some of the first values and some of the middle.
    private int deltaBits() {
        ByteSink sink = new ByteSink(SAMPLE * Long.BYTES);
        boolean narrow = column.physical() == Type.INT32;
        int some = Math.min(SAMPLE, count);
        Packing.putDeltas(words, 0, some, narrow, sink);
        Packing.putDeltas(words, (count - some) / 2, (count - some) / 2 + some, narrow, sink);
        return some == 0 ? 0 : sink.length() * Byte.SIZE / (2 * some);
    }

    /// @return whether values are in a dictionary
    private boolean encodeCoded(ColumnChunkWriter writer) {
        WordDictionary sample = new WordDictionary(width);
        int step = Math.max(1, count / SAMPLE);
        int looked = 0;
        for (int i = 0; i < count; i += step, looked++) {
            sample.number(words, i * width);
        }
        int other = column.isWhole() ? Math.min(bits(), deltaBits()) : bits();
        // Where all of a sample are different, all values may be.
        boolean few = sample.count() < looked - looked / 16;
        if (!few || Packing.width(sample.count()) + 2 + other / 8 > other) {
            return false;
        }
        WordDictionary dictionary = new WordDictionary(width);
        int[] codes = new int[count];
        for (int i = 0; i < count; i++) {
            codes[i] = dictionary.number(words, i * width);
            if (dictionary.count() > MAX_DICTIONARY) {
                return false;
            }
        }
        int saved = other - Packing.width(dictionary.count());
        if ((long) dictionary.count() * bits() > (long) count * saved) {
            return false;
        }
        ByteSink values = new ByteSink(dictionary.count() * Long.BYTES);
        column.putPlain(dictionary.words(), width, 0, dictionary.count(), values);
        writer.dictionary(values, dictionary.count());
        int bits = Packing.width(dictionary.count());
        writer.pages(presence.rows(), Encoding.RLE_DICTIONARY, (from, to, sink) -> {
            sink.write(bits);
            Packing.putRuns(codes, from, to, bits, sink);
        });
        return true;
    }

    /// Least and greatest values.
    private static final class NumberStatistics {
        static Statistics of(ParquetColumn column, long[] words, int width, int count) {
            Statistics statistics = new Statistics();
            if (count == 0) {
                return statistics;
            }
            boolean real = column.physical() == Type.FLOAT || column.physical() == Type.DOUBLE;
            long[] bounds = width == 2 ? wide(words, count) : real ? reals(words, count) : whole(words, count);
            if (bounds.length > 0) {
                statistics.setMin_value(bytes(column, bounds, width, 0));
                statistics.setMax_value(bytes(column, bounds, width, 1));
            }
            return statistics;
        }

        private static byte[] bytes(ParquetColumn column, long[] bounds, int width, int index) {
            ByteSink sink = new ByteSink(2 * Long.BYTES);
            column.putPlain(bounds, width, index, index + 1, sink);
            return Arrays.copyOf(sink.array(), sink.length());
        }

        private static long[] whole(long[] words, int count) {
            long least = Long.MAX_VALUE;
            long greatest = Long.MIN_VALUE;
            for (int i = 0; i < count; i++) {
                least = Math.min(least, words[i]);
                greatest = Math.max(greatest, words[i]);
            }
            return new long[] {least, greatest};
        }

        /// Empty if a value is NaN, which has no place in the order.
        private static long[] reals(long[] words, int count) {
            double least = Double.POSITIVE_INFINITY;
            double greatest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                double value = Double.longBitsToDouble(words[i]);
                if (Double.isNaN(value)) {
                    return new long[0];
                }
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
            // Readers may not know which zero comes first.
            return new long[] {Double.doubleToRawLongBits(least == 0 ? -0.0 : least),
                Double.doubleToRawLongBits(greatest == 0 ? 0.0 : greatest)};
        }

        private static long[] wide(long[] words, int count) {
            int least = 0;
            int greatest = 0;
            for (int i = 1; i < count; i++) {
                if (compare(words, i, least) < 0) {
                    least = i;
                } else if (compare(words, i, greatest) > 0) {
                    greatest = i;
                }
            }
            return new long[] {words[2 * least], words[2 * least + 1], words[2 * greatest], words[2 * greatest + 1]};
        }

        private static int compare(long[] words, int left, int right) {
            int high = Long.compare(words[2 * left], words[2 * right]);
            return high != 0 ? high : Long.compareUnsigned(words[2 * left + 1], words[2 * right + 1]);
        }
    }
}
