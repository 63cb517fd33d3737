// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.FileBytes;
import dev.ashlar.ingest.table.ImportException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/// The metadata of a file, read with bounds: lengths in it are checked against the bytes that the file has.
///
/// @param meta  what they say
/// @param bytes as they are in the file
record ParquetFooter(FileMetaData meta, byte[] bytes) {
    static final String MAGIC = "PAR1";
    static final String ENCRYPTED = "PARE";
    private static final int TAIL_BYTES = 8;
    /// Metadata takes a multiple of its bytes in memory.
    private static final int MAX_BYTES = 64 << 20;

    static ParquetFooter read(FileChannel file, Path path) throws IOException {
        long size = file.size();
        if (size < TAIL_BYTES + MAGIC.length()) {
            throw new ImportException("Parquet file is truncated: bytes=" + size + " (" + path + ")");
        }
        ByteBuffer tail = ByteBuffer.allocate(TAIL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        FileBytes.readFully(file, tail, size - TAIL_BYTES);
        String magic = new String(tail.array(), Integer.BYTES, MAGIC.length(), StandardCharsets.ISO_8859_1);
        if (magic.equals(ENCRYPTED)) {
            throw new ImportException("Parquet file is encrypted; write it without encryption (" + path + ")");
        }
        int length = tail.getInt(0);
        if (!magic.equals(MAGIC)) {
            throw new ImportException("Parquet file is truncated: it does not end with " + MAGIC + " (" + path + ")");
        }
        if (length <= 0 || length > size - TAIL_BYTES - MAGIC.length() || length > MAX_BYTES) {
            throw new ImportException("Parquet metadata has a wrong length: length=" + length + ", most="
                    + Math.min(MAX_BYTES, size - TAIL_BYTES - MAGIC.length()) + " (" + path + ")");
        }
        byte[] bytes = new byte[length];
        FileBytes.readFully(file, ByteBuffer.wrap(bytes), size - TAIL_BYTES - length);
        FileMetaData found = new FileMetaData();
        try {
            read(found, bytes, 0, length);
        } catch (IOException e) {
            throw new ImportException("Parquet metadata is damaged: " + e.getMessage() + " (" + path + ")");
        }
        long rows = 0;
        for (RowGroup group : found.getRow_groups()) {
            rows = group.getNum_rows() < 0 ? Long.MIN_VALUE : rows + group.getNum_rows();
        }
        if (rows != found.getNum_rows()) {
            throw new ImportException("Parquet metadata is damaged: rows=" + found.getNum_rows() + ", of row groups="
                    + rows + " (" + path + ")");
        }
        return new ParquetFooter(found, bytes);
    }

    /// Whether the file's metadata has changed since.
    boolean isOther(ParquetFooter now) {
        // The library's own comparison fails for types that it does not know.
        return !Arrays.equals(bytes, now.bytes);
    }

    /// Reads the header of a page.
    ///
    /// @return bytes that it takes
    static int readHeader(PageHeader header, byte[] bytes, int offset, int length) throws IOException {
        return read(header, bytes, offset, length);
    }

    private static int read(TBase<?, ?> to, byte[] bytes, int offset, int length) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes, offset, length);
        try {
            to.read(new TCompactProtocol(new TIOStreamTransport(in), length, length));
        } catch (TException | RuntimeException e) {
            // The library throws its own exceptions for truncated or out-of-range data.
            throw new IOException(String.valueOf(e.getMessage()), e);
        } catch (StackOverflowError _) {
            // It skips unknown fields by recursion without a bound.
            throw new IOException("structures are nested too deep");
        }
        return length - in.available();
    }
}
