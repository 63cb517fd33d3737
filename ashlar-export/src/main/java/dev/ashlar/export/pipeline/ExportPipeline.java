// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.pipeline;

import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlResult;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Takes rows from a scan to a file by several threads.
///
/// ```text
///   scan ─► part of rows ─► in order ─► group ─► columns, encoded ─► in order ─► file
///           any thread                           any thread          one thread
/// ```
///
/// Each thread takes the next available task: a column to encode, otherwise a part to read. Nothing is read while the
/// rows in memory take more than the limit.
///
/// **Threading**: [#run] is one thread's, which works too. **Failure**: the first one ends all threads and is thrown.
public final class ExportPipeline<E> {
    /// Part of the memory that one group may take: one is filled while others are encoded and written.
    private static final int GROUPS_OF_MEMORY = 6;
    private static final long MAX_GROUP_BYTES = 64L << 20;
    private static final long LEAST_GROUP_BYTES = 1L << 16;

    private final ColumnScan scan;
    private final ColumnarFile<E> file;
    private final ExportOptions options;
    private final long groupBytes;
    private final Deque<ColumnScan.Reader> readers = new ArrayDeque<>();
    private final Map<Integer, List<ColumnBatch>> early = new HashMap<>();
    private final Deque<Task> tasks = new ArrayDeque<>();
    private final Deque<Group> unwritten = new ArrayDeque<>();
    private Group filling = new Group();
    private int nextPart;
    private long heldBytes;
    private long rows;
    /// Threads that read or encode.
    private int busy;
    private int reading;
    private boolean ended;
    private boolean writing;
    private Throwable failure;

    /// Rows that are encoded together.
    private final class Group {
        private final List<ColumnBatch> batches = new ArrayList<>();
        private int rows;
        private long bytes;
        private List<E> columns;
        private int left;
    }

    private final class Task {
        private final Group group;
        private final int column;

        Task(Group group, int column) {
            this.group = group;
            this.column = column;
        }
    }

    private ExportPipeline(ColumnScan scan, ColumnarFile<E> file, ExportOptions options) {
        this.scan = scan;
        this.file = file;
        this.options = options;
        groupBytes = Math.clamp(options.memoryBytes() / GROUPS_OF_MEMORY, LEAST_GROUP_BYTES, MAX_GROUP_BYTES);
        for (int i = 0; i < Math.min(scan.readers(), options.threads()); i++) {
            readers.add(scan.reader());
        }
    }

    /// Begins a file.
    @FunctionalInterface
    public interface Format<E> {
        ColumnarFile<E> begin(FileChannel to, List<SqlColumn> columns) throws IOException;
    }

    /// Writes all rows of a result to a file, which is created or replaced.
    ///
    /// @return how many rows were written
    public static <E> long run(SqlResult result, Path path, Format<E> format, ExportOptions options)
            throws IOException {
        try (FileChannel to = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING); ColumnScan scan = result.batches()) {
            ColumnarFile<E> file = format.begin(to, result.columns());
            long rows = run(scan, file, options);
            file.finish();
            return rows;
        }
    }

    /// @return how many rows were written
    public static <E> long run(ColumnScan scan, ColumnarFile<E> file, ExportOptions options) throws IOException {
        return new ExportPipeline<>(scan, file, options).run();
    }

    private long run() throws IOException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i < options.threads(); i++) {
            threads.add(Thread.ofPlatform().daemon().name("ashlar-export-" + i).start(this::work));
        }
        work();
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                    fail(new InterruptedIOException("export was interrupted"));
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return switch (failure) {
            case null -> rows;
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
        };
    }

    private void work() {
        try {
            while (step()) {
                // The next one.
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            fail(new InterruptedIOException("export was interrupted"));
        } catch (Throwable e) {
            fail(e);
        }
    }

    private synchronized void fail(Throwable e) {
        if (failure == null) {
            failure = e;
            scan.stop();
        }
        notifyAll();
    }

    /// @return whether there may be more to do
    private boolean step() throws InterruptedException, IOException {
        Task task;
        ColumnScan.Reader reader = null;
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        synchronized (this) {
            while (true) {
                if (failure != null) {
                    return false;
                }
                task = tasks.poll();
                if (task == null && !ended && (heldBytes < groupBytes * (GROUPS_OF_MEMORY - 2) || busy == 0)) {
                    reader = readers.poll();
                }
                if (task != null || reader != null) {
                    break;
                }
                if (ended && reading == 0 && unwritten.isEmpty()) {
                    notifyAll();
                    return false;
                }
                wait();
            }
            busy++;
            reading += reader == null ? 0 : 1;
        }
        try {
            if (task != null) {
                encode(task);
            } else {
                read(reader);
            }
        } finally {
            synchronized (this) {
                busy--;
                notifyAll();
            }
        }
        return true;
    }

    private void read(ColumnScan.Reader reader) {
        boolean found = reader.next();
        synchronized (this) {
            reading--;
            if (found) {
                early.put(reader.part(), reader.batch() == null ? List.of() : List.of(reader.batch()));
                heldBytes += reader.batch() == null ? 0 : reader.batch().bytes();
                readers.add(reader);
            } else {
                ended = true;
            }
            for (List<ColumnBatch> next = early.remove(nextPart); next != null; next = early.remove(nextPart)) {
                nextPart++;
                next.forEach(this::add);
            }
            if (ended && reading == 0) {
                close();
            }
        }
    }

    private void add(ColumnBatch batch) {
        if (filling.rows + batch.rows() > file.groupRows() || filling.bytes + batch.bytes() > groupBytes) {
            close();
        }
        filling.batches.add(batch);
        filling.rows += batch.rows();
        filling.bytes += batch.bytes();
    }

    /// Hands over the group that is being filled to be encoded.
    private void close() {
        if (filling.rows == 0) {
            return;
        }
        int columns = filling.batches.getFirst().columns().size();
        filling.left = columns;
        filling.columns = new ArrayList<>(Collections.nCopies(columns, null));
        for (int column = 0; column < columns; column++) {
            tasks.add(new Task(filling, column));
        }
        unwritten.add(filling);
        filling = new Group();
    }

    private void encode(Task task) throws IOException {
        List<ColumnarFile.Part> parts = new ArrayList<>();
        for (ColumnBatch batch : task.group.batches) {
            parts.add(new ColumnarFile.Part(batch.columns().get(task.column), batch.rows()));
        }
        E encoded = file.encode(task.column, parts);
        synchronized (this) {
            task.group.columns.set(task.column, encoded);
            task.group.left--;
        }
        writeFirst();
    }

    /// Writes the groups that are encoded, in order, up to the first one that is not.
    private void writeFirst() throws IOException {
        while (true) {
            Group group;
            synchronized (this) {
                group = unwritten.peek();
                if (group == null || group.left > 0 || writing || failure != null) {
                    return;
                }
                writing = true;
            }
            file.write(group.rows, group.columns);
            synchronized (this) {
                unwritten.remove();
                writing = false;
                heldBytes -= group.bytes;
                rows += group.rows;
                options.progress().accept(rows);
                notifyAll();
            }
        }
    }
}
