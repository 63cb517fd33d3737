// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.ColumnVector;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.ShortArrayBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Converts vectors of kernels to Trino's blocks, without an object for each value. 64-bit words and texts are used as
/// they are.
///
/// **Threading**: one thread. Keeps the last dictionary, since batches of a reader share it.
final class Blocks {
    private static final long NS_PER_DAY = TimeUnit.DAYS.toNanos(1);
    private static final int NS_PER_MICRO = 1_000;
    private static final int PICOS_PER_NS = 1_000;

    private final Type type;
    /// The dictionary of the last batch with codes, and the block made from it.
    private byte[][] texts;
    private int textCount;
    private Block dictionary;

    Blocks(Type type) {
        this.type = type;
    }

    Block of(ColumnVector vector, int rows) {
        Optional<long[]> valid = valid(vector, rows);
        return switch (vector) {
            case ColumnVector.Words words -> words(words.words(), rows, valid);
            case ColumnVector.WideWords wide -> wide(wide.words(), rows, valid);
            case ColumnVector.CodedTexts coded -> coded(coded, rows);
            case ColumnVector.Texts found -> new VariableWidthBlock(rows, Slices.wrappedBuffer(found.bytes(), 0,
                    found.offsets()[rows]), found.offsets(), valid);
        };
    }

    /// Inverts the bits: Trino marks values that are present; vectors mark nulls.
    private static Optional<long[]> valid(ColumnVector vector, int rows) {
        if (!vector.mayBeNull()) {
            return Optional.empty();
        }
        long[] valid = new long[(rows + Long.SIZE - 1) / Long.SIZE];
        for (int i = 0; i < valid.length; i++) {
            valid[i] = ~vector.nulls()[i];
        }
        int last = rows % Long.SIZE;
        if (last != 0) {
            valid[valid.length - 1] &= (1L << last) - 1;
        }
        return Optional.of(valid);
    }

    private Block words(long[] words, int rows, Optional<long[]> valid) {
        return switch (type) {
            case BooleanType _, TinyintType _ -> {
                byte[] values = new byte[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = (byte) words[i];
                }
                yield new ByteArrayBlock(rows, valid, values);
            }
            case SmallintType _ -> {
                short[] values = new short[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = (short) words[i];
                }
                yield new ShortArrayBlock(rows, valid, values);
            }
            case IntegerType _ -> {
                int[] values = new int[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = (int) words[i];
                }
                yield new IntArrayBlock(rows, valid, values);
            }
            case DateType _ -> {
                int[] values = new int[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = Math.toIntExact(Math.floorDiv(words[i], NS_PER_DAY));
                }
                yield new IntArrayBlock(rows, valid, values);
            }
            case RealType _ -> {
                int[] values = new int[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = Float.floatToRawIntBits((float) Double.longBitsToDouble(words[i]));
                }
                yield new IntArrayBlock(rows, valid, values);
            }
            case TimestampType _ -> times(words, rows, valid);
            case DecimalType decimal when !decimal.isShort() -> {
                long[] values = new long[2 * rows];
                for (int i = 0; i < rows; i++) {
                    values[2 * i] = words[i] >> Long.SIZE - 1;
                    values[2 * i + 1] = words[i];
                }
                yield new Int128ArrayBlock(rows, valid, values);
            }
            default -> new LongArrayBlock(rows, valid, words);
        };
    }

    private static Block times(long[] ns, int rows, Optional<long[]> valid) {
        int[] values = new int[3 * rows];
        for (int i = 0; i < rows; i++) {
            long micros = Math.floorDiv(ns[i], NS_PER_MICRO);
            Fixed12Block.encodeFixed12(micros, (int) (ns[i] - micros * NS_PER_MICRO) * PICOS_PER_NS, values, i);
        }
        return new Fixed12Block(rows, valid, values);
    }

    private Block wide(long[] words, int rows, Optional<long[]> valid) {
        if (type instanceof DecimalType decimal && !decimal.isShort()) {
            return new Int128ArrayBlock(rows, valid, words);
        }
        long[] values = new long[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = words[2 * i + 1];
            boolean fits = words[2 * i] == values[i] >> Long.SIZE - 1;
            boolean isValid = valid.isEmpty() || (valid.get()[i >> 6] >>> i & 1) != 0;
            if (!fits && isValid) {
                throw new ArithmeticException("number does not fit into 64 bits: row=" + i + ", type=" + type);
            }
        }
        return new LongArrayBlock(rows, valid, values);
    }

    /// NULL has its own code, after those of all texts.
    private Block coded(ColumnVector.CodedTexts vector, int rows) {
        int count = 0;
        while (count < vector.texts().length && vector.texts()[count] != null) {
            count++;
        }
        if (vector.texts() != texts || count != textCount) {
            texts = vector.texts();
            textCount = count;
            dictionary = dictionary(texts, count);
        }
        int[] ids = vector.codes();
        if (vector.mayBeNull()) {
            ids = Arrays.copyOf(ids, rows);
            for (int i = 0; i < rows; i++) {
                if (vector.isNull(i)) {
                    ids[i] = count;
                }
            }
        }
        return DictionaryBlock.create(rows, dictionary, ids);
    }

    private static Block dictionary(byte[][] texts, int count) {
        int[] offsets = new int[count + 2];
        for (int i = 0; i < count; i++) {
            offsets[i + 1] = Math.addExact(offsets[i], texts[i].length);
        }
        offsets[count + 1] = offsets[count];
        byte[] bytes = new byte[offsets[count]];
        for (int i = 0; i < count; i++) {
            System.arraycopy(texts[i], 0, bytes, offsets[i], texts[i].length);
        }
        long[] valid = new long[(count + 1 + Long.SIZE - 1) / Long.SIZE];
        for (int i = 0; i < count; i++) {
            valid[i >> 6] |= 1L << i;
        }
        Slice all = Slices.wrappedBuffer(bytes);
        return new VariableWidthBlock(count + 1, all, offsets, Optional.of(valid));
    }
}
