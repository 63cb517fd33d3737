// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.parquet;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.Validity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;

/// Writes the pages of a column of a group. Pages are compressed only if that makes the first data page noticeably
/// shorter: after encoding, most columns have little left to compress.
///
/// **Threading**: one thread.
final class ColumnChunkWriter {
    /// Rows of a page.
    static final int PAGE_ROWS = 1 << 16;
    /// Pages are compressed only if fewer than this many of 16 bytes remain.
    private static final int MOST_COMPRESSED = 14;
    private static final int SIXTEEN = 16;
    private static final int FIRST_BYTES = 1 << 14;
    private static final int HEADER_BYTES = 64;

    /// Writes the values that some rows have.
    @FunctionalInterface
    interface Values {
        /// @param from number of the first value, without NULL
        void put(int from, int to, ByteSink sink);
    }

    private final ParquetColumn column;
    private final Validity presence;
    private final List<ByteSink> pieces = new ArrayList<>();
    private final Set<Encoding> encodings = EnumSet.of(Encoding.RLE);
    private Snappy snappy;
    private CompressionCodec codec;
    private ByteSink dictionary;
    private int dictionaryCount;
    private long dictionaryLength = -1;
    private long length;
    private long uncompressed;
    private int pageBytes = FIRST_BYTES;
    private int row;
    private int value;

    /// A column of a group, ready to be written.
    ///
    /// @param pieces   its bytes
    /// @param metaData with offsets that count from the beginning of the chunk
    record Chunk(List<ByteSink> pieces, ColumnMetaData metaData) { }

    ColumnChunkWriter(ParquetColumn column, Validity presence) {
        this.column = column;
        this.presence = presence;
        if (presence.nullCount() > 0 && !column.nullable()) {
            throw new IllegalStateException("NULL in a column that has none: column=" + column.name());
        }
    }

    /// Before any page.
    ///
    /// @param bytes values, plain
    void dictionary(ByteSink bytes, int count) {
        dictionary = bytes;
        dictionaryCount = count;
    }

    /// Writes further rows as pages.
    void pages(int rows, Encoding encoding, Values values) {
        encodings.add(encoding);
        int end = row + rows;
        while (row < end) {
            int next = Math.min(end, row + PAGE_ROWS);
            int count = presence.values(row, next);
            // It is kept as it is, so it should not grow far.
            ByteSink page = new ByteSink(pageBytes);
            if (column.nullable()) {
                Packing.putPresence(presence.nulls(), row, next, next - row - count, page);
            }
            values.put(value, value + count, page);
            if (codec == null) {
                choose(page);
            }
            pageBytes = page.length() + page.length() / Byte.SIZE + Long.BYTES;
            DataPageHeader header = new DataPageHeader(next - row, encoding, Encoding.RLE, Encoding.RLE);
            put(page, new PageHeader(PageType.DATA_PAGE, page.length(), 0).setData_page_header(header));
            row = next;
            value += count;
        }
    }

    private void choose(ByteSink page) {
        snappy = new Snappy();
        ByteSink compressed = new ByteSink(page.length());
        snappy.compress(page.array(), 0, page.length(), compressed);
        codec = (long) compressed.length() * SIXTEEN < (long) page.length() * MOST_COMPRESSED ? CompressionCodec.SNAPPY
                : CompressionCodec.UNCOMPRESSED;
        if (dictionary != null) {
            encodings.add(Encoding.PLAIN);
            put(dictionary, new PageHeader(PageType.DICTIONARY_PAGE, dictionary.length(), 0)
                    .setDictionary_page_header(new DictionaryPageHeader(dictionaryCount, Encoding.PLAIN)));
            dictionaryLength = length;
        }
    }

    private void put(ByteSink content, PageHeader header) {
        ByteSink stored = content;
        if (codec == CompressionCodec.SNAPPY) {
            stored = new ByteSink(content.length());
            snappy.compress(content.array(), 0, content.length(), stored);
        }
        CRC32 crc = new CRC32();
        crc.update(stored.array(), 0, stored.length());
        header.setCompressed_page_size(stored.length());
        header.setCrc((int) crc.getValue());
        ByteSink head = new ByteSink(HEADER_BYTES);
        try {
            Util.writePageHeader(header, head);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        uncompressed += head.length() + content.length();
        length += head.length() + stored.length();
        pieces.add(head);
        pieces.add(stored);
    }

    Chunk chunk(Statistics statistics) {
        statistics.setNull_count(presence.nullCount());
        ColumnMetaData metaData = new ColumnMetaData(column.physical(), List.copyOf(encodings), List.of(column.name()),
                codec, presence.rows(), uncompressed, length, Math.max(0, dictionaryLength));
        metaData.setStatistics(statistics);
        if (dictionaryLength >= 0) {
            metaData.setDictionary_page_offset(0);
        }
        return new Chunk(pieces, metaData);
    }
}
