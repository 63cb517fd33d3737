// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.export.pipeline.ColumnarFile;
import dev.ashlar.export.pipeline.ExportPipeline;
import dev.ashlar.query.ColumnAppender;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.ColumnVector;
import dev.ashlar.query.RowColumns;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// What happens where rows cannot be read or written: one exception, and no thread that goes on.
class ExportFaultTest {
    private static final int ROWS = 200_000;
    private static final int COLUMNS = 3;
    private final SplittableRandom random = Seed.random("ExportFaultTest");

    @Test
    void shouldReportAFullDisk() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no device that is always full");
        for (String format : List.of("parquet", "arrow")) {
            for (int threads = 1; threads <= 3; threads++) {
                RandomRows rows = new RandomRows(random, COLUMNS, ROWS);
                ExportOptions options = ExportOptions.defaults().withThreads(threads);
                try (SqlResult result = rows.open()) {
                    assertThrows(IOException.class, () -> SqlExporter.of(format).orElseThrow().write(result, full,
                            options));
                }
            }
        }
    }

    /// The n-th write fails, for all n.
    @Test
    void shouldEndAtTheFirstWriteThatFails() {
        for (int failing = 0; failing < 4; failing++) {
            for (int threads = 1; threads <= 3; threads++) {
                int count = threads;
                Groups groups = new Groups(failing, -1);
                IOException failed = assertThrows(IOException.class, () -> groups.export(numbers(-1), count));
                assertEquals("group " + failing, failed.getMessage());
                assertEquals(failing, groups.written.get());
            }
        }
    }

    @Test
    void shouldEndWhereAColumnCannotBeEncoded() {
        for (int threads = 1; threads <= 3; threads++) {
            int count = threads;
            Groups groups = new Groups(-1, 5);
            assertEquals("column", assertThrows(IllegalStateException.class, () -> groups.export(numbers(-1), count))
                    .getMessage());
        }
    }

    @Test
    void shouldEndWhereARowCannotBeRead() {
        for (int threads = 1; threads <= 3; threads++) {
            int count = threads;
            Groups groups = new Groups(-1, -1);
            SqlException failed = assertThrows(SqlException.class, () -> groups.export(numbers(100_000), count));
            assertEquals(SqlException.Reason.OVERFLOW, failed.reason());
        }
    }

    @Test
    void shouldWriteGroupsInOrder() throws IOException {
        for (int threads = 1; threads <= 4; threads++) {
            Groups groups = new Groups(-1, -1);
            assertEquals(ROWS, groups.export(numbers(-1), threads));
            assertEquals((long) ROWS * (ROWS - 1) / 2, groups.sum.get());
            assertTrue(groups.written.get() > 3, () -> "groups=" + groups.written);
        }
    }

    @Test
    void shouldEndWhenInterrupted() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        AtomicInteger outcome = new AtomicInteger();
        Thread exporting = Thread.ofPlatform().start(() -> {
            ColumnScan endless = new RowColumns(List.of(ColumnAppender.Form.WORDS), new RowColumns.Rows() {
                @Override
                public boolean next(List<ColumnAppender> columns) {
                    columns.getFirst().addWord(1);
                    reading.countDown();
                    return true;
                }

                @Override
                public void close() {
                    // Nothing is held.
                }
            });
            try {
                ExportPipeline.run(endless, new Groups(-1, -1).unordered(), ExportOptions.defaults().withThreads(2));
            } catch (InterruptedIOException e) {
                outcome.set(Thread.currentThread().isInterrupted() ? 1 : 2);
            } catch (IOException e) {
                outcome.set(3);
            }
        });
        reading.await();
        exporting.interrupt();
        exporting.join();
        assertEquals(1, outcome.get());
    }

    /// Rows with their numbers in three columns.
    ///
    /// @param failing row that cannot be read
    private static ColumnScan numbers(int failing) {
        List<ColumnAppender.Form> forms = new ArrayList<>();
        for (int i = 0; i < COLUMNS; i++) {
            forms.add(ColumnAppender.Form.WORDS);
        }
        return new RowColumns(forms, new RowColumns.Rows() {
            private int row;

            @Override
            public boolean next(List<ColumnAppender> columns) {
                if (row == failing) {
                    throw new SqlException(SqlException.Reason.OVERFLOW, "row", null);
                }
                columns.forEach(column -> column.addWord(row));
                return row++ < ROWS;
            }

            @Override
            public void close() {
                row = ROWS;
            }
        });
    }

    /// A file that keeps sums.
    private static final class Groups implements ColumnarFile<Long> {
        private final int failingWrite;
        private final int failingColumn;
        private final AtomicInteger encoded = new AtomicInteger();
        private final AtomicInteger written = new AtomicInteger();
        private final AtomicLong sum = new AtomicLong();
        private long last = -1;
        private boolean ordered = true;

        Groups(int failingWrite, int failingColumn) {
            this.failingWrite = failingWrite;
            this.failingColumn = failingColumn;
        }

        Groups unordered() {
            ordered = false;
            return this;
        }

        long export(ColumnScan scan, int threads) throws IOException {
            try (scan) {
                return ExportPipeline.run(scan, this, ExportOptions.defaults().withThreads(threads).withMemoryBytes(0));
            }
        }

        @Override
        public int groupRows() {
            return 1 << 15;
        }

        @Override
        public Long encode(int column, List<Part> parts) {
            if (encoded.getAndIncrement() == failingColumn) {
                throw new IllegalStateException("column");
            }
            long found = 0;
            for (Part part : parts) {
                long[] words = ((ColumnVector.Words) part.vector()).words();
                for (int row = 0; row < part.rows(); row++) {
                    found += words[row];
                }
            }
            return found;
        }

        @Override
        public void write(int rows, List<Long> columns) throws IOException {
            if (written.get() == failingWrite) {
                throw new IOException("group " + failingWrite);
            }
            written.incrementAndGet();
            assertEquals(1, columns.stream().distinct().count());
            assertTrue(!ordered || columns.getFirst() / rows > last, "out of order");
            last = columns.getFirst() / rows;
            sum.addAndGet(columns.getFirst());
        }
    }
}
