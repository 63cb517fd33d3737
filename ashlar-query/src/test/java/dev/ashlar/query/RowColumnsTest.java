// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowColumnsTest {
    private static final int ROWS = 100_000;

    private static RowColumns numbers() {
        return new RowColumns(List.of(ColumnAppender.Form.WORDS), new RowColumns.Rows() {
            private int row;

            @Override
            public boolean next(List<ColumnAppender> to) {
                if (row == ROWS) {
                    return false;
                }
                to.getFirst().addWord(row++);
                return true;
            }

            @Override
            public void close() {
                row = ROWS;
            }
        });
    }

    @Test
    void shouldReturnAllRowsInBatches() {
        try (RowColumns scan = numbers()) {
            int rows = 0;
            while (scan.next()) {
                rows += scan.batch().rows();
            }
            assertEquals(ROWS, rows);
            assertTrue(scan.part() > 0);
        }
    }

    /// The rows that were read so far must not look like all there are.
    @Test
    void shouldFailWhenItWasStopped() {
        try (RowColumns scan = numbers()) {
            assertTrue(scan.next());
            scan.stop();
            assertEquals(Reason.CANCELLED, assertThrows(QueryException.class, scan::next).reason());
        }
    }

    @Test
    void shouldEndWhenItWasStoppedAfterTheLastRow() {
        try (RowColumns scan = numbers()) {
            while (scan.next()) {
                assertTrue(scan.batch().rows() > 0);
            }
            scan.stop();
            assertFalse(scan.next());
        }
    }
}
