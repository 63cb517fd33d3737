// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnFormat;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportOptions;
import dev.ashlar.ingest.table.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that common writers do not make: unusual ones are read, hostile ones end in an error with their name.
class HandmadeFilesTest {
    private static final byte[] NONE = {};
    private static final int LONG_TEXT = 100_000;
    private static final int LONG_TEXTS = 700;
    /// Runs of levels: a value, a NULL.
    private static final int[] VALUE_AND_NULL = {4, 0, 0, 0, 2, 1, 2, 0};
    private static final int[] VALUE = {2, 0, 0, 0, 2, 1};

    @TempDir
    Path temp;

    private static ParquetBytes parquet(Type type, FieldRepetitionType repetition) {
        return new ParquetBytes(type, repetition, CompressionCodec.UNCOMPRESSED);
    }

    private static byte[] bytes(int[]... parts) {
        return ParquetBytes.bytes(Arrays.stream(parts).flatMapToInt(IntStream::of).toArray());
    }

    /// As often the same number as `count`, a number of several bytes, says.
    private static int[] equal(int number, int... count) {
        IntStream blocks = IntStream.of(0x80, 1, 4);
        return IntStream.concat(IntStream.concat(blocks, IntStream.of(count)), IntStream.of(2 * number, 0, 0, 0, 0, 0))
                .toArray();
    }

    private List<List<Object>> rows(Path file) throws IOException {
        return Imported.rows(file, ImportOptions.defaults(), temp, Optional.empty());
    }

    private void requireRejected(String problem, Path file) {
        String message = assertThrows(ImportException.class, () -> Imported.measure(file, ImportOptions.defaults()))
                .getMessage();
        assertTrue(message.contains(problem) && message.contains(file.toString()), message);
    }

    @Test
    void shouldRejectMoreDifferencesThanThePageHasValues() throws Exception {
        Path file = temp.resolve("in.parquet");
        parquet(Type.INT32, FieldRepetitionType.REQUIRED).page(Encoding.DELTA_BINARY_PACKED, 2, bytes(equal(5, 2)))
                .write(file);
        assertEquals(List.of(List.of(0L, 5L), List.of(1L, 5L)), rows(file));
        int[] minusOne = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1};
        for (int[] wrong : List.of(new int[] {3}, minusOne)) {
            parquet(Type.INT32, FieldRepetitionType.REQUIRED)
                    .page(Encoding.DELTA_BINARY_PACKED, 2, bytes(equal(5, wrong))).write(file);
            requireRejected("differences have a wrong number of values", file);
            parquet(Type.BYTE_ARRAY, FieldRepetitionType.REQUIRED)
                    .page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 2, bytes(equal(1, wrong), new int[] {'a', 'b', 'c'}))
                    .write(file);
            requireRejected("differences have a wrong number of values", file);
            parquet(Type.BYTE_ARRAY, FieldRepetitionType.REQUIRED).page(Encoding.DELTA_BYTE_ARRAY, 2,
                    bytes(equal(0, wrong), equal(1, 2), new int[] {'a', 'b', 'c'})).write(file);
            requireRejected("differences have a wrong number of values", file);
        }
    }

    @Test
    void shouldNotTakeValuesOfThePageBefore() throws Exception {
        Path file = temp.resolve("in.parquet");
        parquet(Type.INT32, FieldRepetitionType.OPTIONAL)
                .page(Encoding.DELTA_BINARY_PACKED, 2, bytes(VALUE_AND_NULL, equal(5, 2)))
                .page(Encoding.DELTA_BINARY_PACKED, 1, bytes(VALUE)).write(file);
        requireRejected("differences end early", file);
        parquet(Type.BYTE_ARRAY, FieldRepetitionType.OPTIONAL)
                .page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 2, bytes(VALUE_AND_NULL, equal(1, 2), new int[] {'a', 'b'}))
                .page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 1, bytes(VALUE)).write(file);
        requireRejected("differences end early", file);
    }

    @Test
    void shouldRejectADictionaryOfMillionsOfEmptyTexts() throws Exception {
        int entries = (1 << 24) + 1;
        Path file = new ParquetBytes(Type.BYTE_ARRAY, FieldRepetitionType.REQUIRED, CompressionCodec.GZIP)
                .dictionary(entries, new byte[entries * Integer.BYTES])
                .page(Encoding.RLE_DICTIONARY, 1, bytes(new int[] {1, 2, 0})).write(temp.resolve("in.parquet"));
        requireRejected("dictionary has a wrong number of values", file);
    }

    @Test
    void shouldRejectMetadataThatAreNestedTooDeep() throws Exception {
        byte[] structures = new byte[4 << 20];
        Arrays.fill(structures, (byte) 0x1c);
        Path file = ParquetBytes.write(structures, temp.resolve("in.parquet"));
        requireRejected("Parquet metadata is damaged", file);
    }

    @Test
    void shouldNameTheWayOutForTimesThatNoTimestampHolds() throws Exception {
        byte[] time = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(0).putInt(5_373_484).array();
        Path file = parquet(Type.INT96, FieldRepetitionType.REQUIRED).page(Encoding.PLAIN, 1, time)
                .write(temp.resolve("in.parquet"));
        requireRejected("INT96 time outside the years 1677 to 2262; leave the column out with --ignore", file);
    }

    /// Bytes of the texts of the first batch.
    private static long firstBatch(Path file) throws IOException {
        try (Workers workers = new Workers(1); BatchReader in = ColumnFormat.of(file).orElseThrow().open(file)
                .read(new boolean[] {true}, (_, _) -> true, workers)) {
            assertTrue(in.next());
            return (long) in.rows() * LONG_TEXT;
        }
    }

    @Test
    void shouldReadFewRowsAtOnceIfTextsAreLong() throws Exception {
        ByteBuffer plain = ByteBuffer.allocate(LONG_TEXTS * (Integer.BYTES + LONG_TEXT)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < LONG_TEXTS; i++) {
            plain.putInt(i * (Integer.BYTES + LONG_TEXT), LONG_TEXT);
        }
        Path parquet = new ParquetBytes(Type.BYTE_ARRAY, FieldRepetitionType.REQUIRED, CompressionCodec.GZIP)
                .page(Encoding.PLAIN, LONG_TEXTS, plain.array()).write(temp.resolve("in.parquet"));
        assertTrue(firstBatch(parquet) <= 64 << 20, () -> "Parquet");
        int[] offsets = IntStream.rangeClosed(0, LONG_TEXTS).map(i -> i * LONG_TEXT).toArray();
        Path arrow = ArrowBytes.texts(false).rows(LONG_TEXTS, 0, NONE, ArrowBytes.numbers(offsets),
                new byte[LONG_TEXTS * LONG_TEXT]).write(temp.resolve("in.arrow"));
        assertTrue(firstBatch(arrow) <= 64 << 20, () -> "Arrow");
    }

    @Test
    void shouldReadAnEmptyDictionary() throws Exception {
        Path file = ArrowBytes.texts(true).dictionary(0, NONE, NONE, NONE)
                .rows(2, 2, new byte[] {0}, ArrowBytes.numbers(0, 0)).write(temp.resolve("in.arrow"));
        assertEquals(List.of(Arrays.asList(0L, null), Arrays.asList(1L, null)), rows(file));
    }

    @Test
    void shouldRejectTextsThatAreLongerThanTheirBuffers() throws Exception {
        Path file = temp.resolve("in.arrow");
        for (int width : new int[] {1_000_000_000, Integer.MAX_VALUE}) {
            ArrowBytes.texts(width, false).rows(1, 0, NONE, new byte[16]).write(file);
            requireRejected("buffer ends early", file);
            ArrowBytes.texts(width, true).dictionary(2, NONE, new byte[16]).rows(1, 0, NONE, ArrowBytes.numbers(0))
                    .write(file);
            requireRejected("buffer ends early", file);
        }
        ArrowBytes.texts(false).rows(1, 0, NONE, ArrowBytes.numbers(0, 1 << 29), new byte[16]).write(file);
        requireRejected("buffer ends early", file);
    }
}
