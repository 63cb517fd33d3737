// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetainedBatchesTest {
    private static final int ROWS = 1_000;
    private static final int BATCHES = 3;

    private final RetainedBatches retained = new RetainedBatches(1, 1 << 20);

    private static ColumnValues values(int batch) {
        ColumnValues values = new ColumnValues(new SourceType.Whole(PrimitiveType.INT64), ROWS);
        for (int row = 0; row < ROWS; row++) {
            values.longs[row] = batch * 1_000_000L + row;
        }
        return values;
    }

    private void fill() {
        for (int batch = 0; batch < BATCHES; batch++) {
            retained.pack(0, values(batch), ROWS);
            retained.add(ROWS);
        }
    }

    private Optional<BatchReader> read() {
        return retained.read(null, 1, (_, _) -> true, new Workers(1));
    }

    @Test
    void shouldReadAllValuesAgain() throws IOException {
        fill();
        try (BatchReader in = read().orElseThrow()) {
            for (int batch = 0; batch < BATCHES; batch++) {
                assertTrue(in.next());
                assertEquals(ROWS, in.rows());
                assertEquals(batch * 1_000_000L + ROWS - 1, in.values(0).longs[ROWS - 1]);
            }
            assertFalse(in.next());
        }
    }

    /// As the JVM does before it runs out of memory.
    @Test
    void shouldHaveNothingWhenTheJvmNeededTheMemory() {
        fill();
        retained.batches.get(1).clear();
        assertTrue(read().isEmpty());
    }

    /// A pass that has begun holds the values.
    @Test
    void shouldKeepThemWhileTheyAreRead() throws IOException {
        fill();
        try (BatchReader in = read().orElseThrow()) {
            retained.batches.forEach(batch -> batch.clear());
            for (int batch = 0; batch < BATCHES; batch++) {
                assertTrue(in.next());
                assertEquals(batch * 1_000_000L, in.values(0).longs[0]);
            }
        }
    }
}
