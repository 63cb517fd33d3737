// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.arrow;

import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.export.reading.codec.Decompressor;
import dev.ashlar.export.reading.codec.Lz4Frame;
import dev.ashlar.export.reading.codec.ZstdFrame;
import dev.ashlar.ingest.table.BatchReader;
import dev.ashlar.ingest.table.ColumnValues;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.ImportProgress;
import dev.ashlar.ingest.table.Workers;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/// One pass over an Arrow file; a batch lies in one record batch.
final class ArrowBatches implements BatchReader {
    private static final int MAX_ENTRIES = 1 << 26;
    /// Bytes of texts in a batch, by their average in the record batch.
    private static final long BATCH_BYTES = 64 << 20;

    private final Path path;
    private final ArrowSchema schema;
    private final ImportProgress progress;
    private final Workers workers;
    private final FileChannel file;
    private final long bytes;
    private final ArrowMessages messages;
    private final ColumnValues[] values;
    private final List<ArrowCursor> cursors = new ArrayList<>();
    private final Map<Long, Entries> dictionaries = new HashMap<>();
    private final int mostRows;
    private long batchRows;
    private int recordBatch = -1;
    private long length;
    private long from;
    private long done;
    private int rows;
    private boolean stopped;

    /// The values of a dictionary so far.
    private record Entries(ColumnValues values, int count) {
    }

    /// Buffers of a record batch by node, in the order of the schema.
    private record Nodes(long rows, List<FieldNode> nodes, List<List<ArrowBuffer>> buffers) {
    }

    ArrowBatches(Path path, ArrowSchema schema, boolean[] wanted, ImportProgress progress, Workers workers)
            throws IOException {
        this.path = path;
        this.schema = schema;
        this.progress = progress;
        this.workers = workers;
        values = new ColumnValues[wanted.length];
        int count = 0;
        for (boolean one : wanted) {
            count += one ? 1 : 0;
        }
        mostRows = BatchReader.capacity(count);
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                values[i] = new ColumnValues(schema.columns().get(i).type(), mostRows);
                cursors.add(new ArrowCursor(schema.columns().get(i), values[i]));
            }
        }
        file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            bytes = file.size();
            messages = new ArrowMessages(file);
            if (!schema.columns().equals(messages.schema().columns())) {
                throw new ImportException("file changed while it was read (" + path + ")");
            }
        } catch (DamagedException e) {
            file.close();
            throw new ImportException("file changed while it was read: " + e.getMessage() + " (" + path + ")");
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public boolean next() throws IOException {
        rows = 0;
        try {
            while (from == length) {
                Message message = messages.next();
                if (message == null) {
                    return false;
                }
                open(message);
            }
        } catch (DamagedException e) {
            throw damaged(e.getMessage(), "");
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException
                | ArithmeticException e) {
            // The generated classes throw this for offsets out of range, and for sums of lengths that overflow.
            throw damaged("its metadata is inconsistent: " + e.getMessage(), "");
        }
        int count = (int) Math.min(Math.min(mostRows, batchRows), length - from);
        workers.run(cursors.size(), i -> read(cursors.get(i), count));
        rows = count;
        from += count;
        done += count;
        long at = messages.body();
        stopped |= !progress.read(Math.min(bytes, at), bytes);
        return true;
    }

    private void read(ArrowCursor cursor, int count) throws IOException {
        try {
            cursor.read(from, count);
        } catch (DamagedException e) {
            throw damaged(e.getMessage(), ", column " + cursor.column().name());
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw damaged("its bytes are inconsistent: " + e.getMessage(), ", column " + cursor.column().name());
        }
    }

    private ImportException damaged(String problem, String column) {
        return new ImportException("Arrow file is damaged: " + problem + " (" + path + ", record batch "
                + Math.max(0, recordBatch) + column + ")");
    }

    private void open(Message message) throws IOException {
        switch (message.headerType()) {
            case MessageHeader.DictionaryBatch -> dictionary((DictionaryBatch) message.header(new DictionaryBatch()),
                    message.bodyLength());
            case MessageHeader.RecordBatch -> {
                recordBatch++;
                RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
                Nodes nodes = nodes(batch, schema.buffers(), message.bodyLength());
                long textBytes = 0;
                for (ArrowCursor cursor : cursors) {
                    open(cursor, nodes);
                    textBytes = Math.addExact(textBytes, cursor.textBytes());
                }
                from = 0;
                length = nodes.rows();
                batchRows = Math.max(1, BATCH_BYTES / Math.max(1, textBytes / Math.max(1, length)));
            }
            default -> throw new DamagedException("message of type " + message.headerType()
                    + ", which is not supported");
        }
    }

    private void open(ArrowCursor cursor, Nodes nodes) throws DamagedException {
        List<ArrowBuffer> valid = new ArrayList<>();
        for (int node : cursor.column().nodes()) {
            List<ArrowBuffer> own = nodes.buffers().get(node);
            long nulls = nodes.nodes().get(node).nullCount();
            if (nodes.nodes().get(node).length() != nodes.rows()) {
                throw new DamagedException("column does not have as many rows as the record batch: column="
                        + cursor.column().name() + ", rows=" + nodes.nodes().get(node).length());
            }
            if (!own.isEmpty() && own.getFirst().length() > 0 && nulls != 0) {
                valid.add(own.getFirst());
            } else if (nulls > 0 && cursor.column().form() != StoredColumn.Form.NOTHING) {
                throw new DamagedException("column has NULLs but no validity buffer: column=" + cursor.column().name());
            }
        }
        List<ArrowBuffer> own = nodes.buffers().get(cursor.column().nodes().getLast());
        cursor.open(valid, own.isEmpty() ? own : own.subList(1, own.size()));
        if (cursor.column().codes() != null) {
            Entries entries = dictionaries.get(cursor.column().dictionary());
            cursor.open(entries == null ? null : entries.values(), entries == null ? 0 : entries.count());
        }
    }

    private Nodes nodes(RecordBatch batch, List<Integer> counts, long bodyLength) throws IOException {
        if (batch.length() < 0 || batch.nodesLength() != counts.size()) {
            throw new DamagedException("record batch does not match the schema: rows=" + batch.length() + ", nodes="
                    + batch.nodesLength() + ", of=" + counts.size());
        }
        Decompressor decompressor = decompressor(batch);
        List<FieldNode> nodes = new ArrayList<>();
        List<List<ArrowBuffer>> buffers = new ArrayList<>();
        boolean[] read = new boolean[counts.size()];
        cursors.forEach(cursor -> cursor.column().nodes().stream().filter(node -> node < read.length)
                .forEach(node -> read[node] = true));
        int next = 0;
        int view = 0;
        for (int i = 0; i < counts.size(); i++) {
            nodes.add(batch.nodes(i));
            long wanted = counts.get(i) == ArrowSchema.VIEW ? 2 + batch.variadicBufferCounts(view++) : counts.get(i);
            if (wanted < 0 || wanted > batch.buffersLength() - next) {
                throw new DamagedException("record batch has too few buffers: buffers=" + batch.buffersLength());
            }
            List<ArrowBuffer> own = new ArrayList<>();
            for (long end = next + wanted; next < end; next++) {
                Buffer buffer = batch.buffers(next);
                if (buffer.offset() < 0 || buffer.length() < 0 || buffer.offset() > bodyLength - buffer.length()) {
                    throw new DamagedException("buffer lies outside its message: offset=" + buffer.offset() + ", length="
                            + buffer.length());
                }
                if (read[i] || counts != schema.buffers()) {
                    own.add(ArrowBuffer.of(file, messages.body() + buffer.offset(), buffer.length(), decompressor));
                }
            }
            buffers.add(own);
        }
        return new Nodes(batch.length(), nodes, buffers);
    }

    private static Decompressor decompressor(RecordBatch batch) throws DamagedException {
        if (batch.compression() == null) {
            return null;
        }
        return switch (batch.compression().codec()) {
            case CompressionType.LZ4_FRAME -> new Lz4Frame();
            case CompressionType.ZSTD -> new ZstdFrame();
            default -> throw new DamagedException("buffers are compressed by an unknown codec: "
                    + batch.compression().codec());
        };
    }

    private void dictionary(DictionaryBatch batch, long bodyLength) throws IOException {
        StoredColumn column = schema.columns().stream().filter(one -> one.codes() != null
                && one.dictionary() == batch.id()).findFirst().orElse(null);
        if (column == null) {
            // Of a column that cannot be read.
            return;
        }
        StoredColumn entries = column.entries();
        List<Integer> counts = List.of(switch (entries.form()) {
            case TEXT, LARGE_TEXT -> 3;
            case VIEW -> ArrowSchema.VIEW;
            case NOTHING -> 0;
            default -> 2;
        });
        Nodes nodes = nodes(batch.data(), counts, bodyLength);
        Entries before = batch.isDelta() ? dictionaries.get(batch.id()) : null;
        int kept = before == null ? 0 : before.count();
        if (nodes.rows() > MAX_ENTRIES - kept || nodes.rows() > 8 * bodyLength + 8) {
            throw new DamagedException("dictionary has too many values: values=" + nodes.rows());
        }
        int count = kept + (int) nodes.rows();
        ColumnValues all = new ColumnValues(column.type(), count);
        for (int i = 0; i < kept; i++) {
            copy(before.values(), i, all);
        }
        ArrowCursor cursor = new ArrowCursor(entries, all);
        open(cursor, nodes);
        cursor.read(0, kept, (int) nodes.rows());
        dictionaries.put(batch.id(), new Entries(all, count));
    }

    private static void copy(ColumnValues from, int entry, ColumnValues to) throws IOException {
        if (from.nulls[entry]) {
            to.setNull(entry);
        } else if (to.starts.length > 0) {
            to.append(entry, from.bytes, from.starts[entry], from.ends[entry]);
        } else {
            if (from.isWide()) {
                to.widen(entry);
                to.high[entry] = from.high[entry];
            }
            to.longs[entry] = from.longs[entry];
        }
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public ColumnValues values(int column) {
        return values[column];
    }

    @Override
    public String place(int row) {
        return path + ", row " + (done - rows + row + 1);
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
