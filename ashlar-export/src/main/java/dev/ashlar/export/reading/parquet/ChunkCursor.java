// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import dev.ashlar.export.reading.codec.ByteWords;
import dev.ashlar.export.reading.codec.DamagedException;
import dev.ashlar.ingest.table.ColumnValues;
import dev.ashlar.ingest.table.ImportException;
import dev.ashlar.ingest.table.SourceType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;

/// Reads the values of one column, chunk by chunk, page by page.
///
/// **Threading**: one thread at a time.
final class ChunkCursor {
    /// Of a dictionary. Writers stop at 1 MiB; entries of no bytes cost a file nothing.
    private static final int MAX_ENTRIES = 1 << 24;

    private final ColumnSchema column;
    private final ColumnValues to;
    private final PageReader pages;
    private final Path path;
    private final boolean text;
    private final boolean bytes;
    private final Hybrid levels = new Hybrid();
    private final PlainValues plain = new PlainValues();
    private final Deltas deltas = new Deltas();
    private final DeltaTexts deltaTexts = new DeltaTexts();
    private final SplitBytes split = new SplitBytes();
    private final RunBooleans runs = new RunBooleans();
    private final Dictionary dictionary = new Dictionary();
    private final ColumnValues stored;
    private int[] level = new int[0];
    private int group;
    private long left;
    private long textBytes;
    private int inPage;
    /// Of the page; null if its values are in the dictionary.
    private PageValues encoded;

    ChunkCursor(ColumnSchema column, ColumnValues to, PageReader pages, Path path) {
        this.column = column;
        this.to = to;
        this.pages = pages;
        this.path = path;
        text = column.type().isBytes();
        bytes = column.physical() == Type.BYTE_ARRAY || column.physical() == Type.FIXED_LEN_BYTE_ARRAY;
        boolean converted = bytes && column.form() != ColumnSchema.Form.SAME;
        stored = converted ? new ColumnValues(new SourceType.Text(), to.nulls.length) : to;
    }

    int leaf() {
        return column.leaf();
    }

    /// Begins the chunk of a row group.
    void open(ColumnChunk chunk, int number, long rows) throws IOException {
        group = number;
        left = rows;
        inPage = 0;
        dictionary.close();
        ColumnMetaData meta = chunk.getMeta_data();
        if (meta == null || chunk.isSetCrypto_metadata()) {
            throw damaged("it is encrypted, or has no metadata");
        }
        if (chunk.isSetFile_path() && !chunk.getFile_path().isEmpty()) {
            throw damaged("it is in another file: " + chunk.getFile_path());
        }
        if (meta.getType() != column.physical() || meta.getNum_values() != rows || meta.getCodec() == null) {
            throw damaged("its metadata contradicts that of the file: type=" + meta.getType() + ", values="
                    + meta.getNum_values() + ", rows=" + rows);
        }
        long offset = meta.getData_page_offset();
        if (meta.isSetDictionary_page_offset() && meta.getDictionary_page_offset() > 0
                && meta.getDictionary_page_offset() < offset) {
            offset = meta.getDictionary_page_offset();
        }
        textBytes = text ? Math.max(0, meta.getTotal_uncompressed_size()) : 0;
        try {
            pages.open(offset, meta.getTotal_compressed_size(), meta.getCodec());
        } catch (DamagedException e) {
            throw damaged(e.getMessage());
        }
    }

    /// Approximate bytes of the chunk if its values are texts, not counting what a dictionary saves.
    long textBytes() {
        return textBytes;
    }

    private ImportException damaged(String problem) {
        return new ImportException("column cannot be read: " + problem + " (" + path + ", row group " + group
                + ", column " + column.name() + ")");
    }

    /// Reads the values of the next rows of the row group.
    void read(int count) throws IOException {
        to.clear();
        try {
            int row = 0;
            while (row < count) {
                while (inPage == 0) {
                    page();
                }
                int now = Math.min(inPage, count - row);
                values(row, now);
                row += now;
                inPage -= now;
                left -= now;
            }
        } catch (DamagedException e) {
            throw damaged(e.getMessage());
        } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw damaged("its bytes are inconsistent: " + e.getMessage());
        }
    }

    private void page() throws IOException {
        if (pages.isAtEnd()) {
            throw new DamagedException("its pages end early: rows left=" + left);
        }
        PageHeader header = pages.next();
        PageType type = header.getType();
        if (type == PageType.DICTIONARY_PAGE && header.isSetDictionary_page_header()) {
            dictionary(header);
        } else if (type == PageType.DATA_PAGE && header.isSetData_page_header()) {
            page(header, header.getData_page_header());
        } else if (type == PageType.DATA_PAGE_V2 && header.isSetData_page_header_v2()) {
            page(header, header.getData_page_header_v2());
        } else {
            pages.skip(header.getCompressed_page_size());
        }
        if (inPage < 0 || inPage > left) {
            throw new DamagedException("page has a wrong number of values: values=" + inPage + ", rows left=" + left);
        }
    }

    private void dictionary(PageHeader header) throws IOException {
        int count = header.getDictionary_page_header().getNum_values();
        int size = header.getUncompressed_page_size();
        byte[] data = pages.data(header.getCompressed_page_size(), size, true, text);
        int least = bytes ? column.physical() == Type.BYTE_ARRAY ? Integer.BYTES : column.length()
                : column.physical() == Type.BOOLEAN ? 1 : Integer.BYTES;
        if (count < 0 || count > MAX_ENTRIES || (long) count * least > size) {
            throw new DamagedException("dictionary has a wrong number of values: values=" + count + ", bytes=" + size);
        }
        plain.open(data, 0, size, column.physical(), column.length());
        ColumnValues entries = new ColumnValues(column.type(), count);
        if (!bytes) {
            plain.numbers(entries.longs, 0, count);
            StoredForm.numbers(column.form(), entries.longs, 0, count);
        } else if (stored == to) {
            plain.bytes(entries, 0, count);
        } else {
            ColumnValues raw = new ColumnValues(new SourceType.Text(), count);
            plain.bytes(raw, 0, count);
            StoredForm.bytes(column.form(), raw, count, entries, 0);
        }
        dictionary.open(entries, count);
    }

    private void page(PageHeader header, DataPageHeader data) throws IOException {
        int size = header.getUncompressed_page_size();
        byte[] from = pages.data(header.getCompressed_page_size(), size, true, keeps(data.getEncoding()));
        inPage = data.getNum_values();
        int at = 0;
        if (column.maxLevel() > 0) {
            if (data.getDefinition_level_encoding() != Encoding.RLE) {
                throw new DamagedException("NULLs are encoded as " + data.getDefinition_level_encoding()
                        + ", which is not supported");
            }
            int length = size < Integer.BYTES ? -1 : ByteWords.integer(from, 0);
            if (length < 0 || length > size - Integer.BYTES) {
                throw new DamagedException("page is truncated");
            }
            at = Integer.BYTES + length;
            openLevels(from, Integer.BYTES, at);
        }
        open(data.getEncoding(), from, at, size);
    }

    private void page(PageHeader header, DataPageHeaderV2 data) throws IOException {
        int repetition = data.getRepetition_levels_byte_length();
        int definition = data.getDefinition_levels_byte_length();
        int stored = header.getCompressed_page_size();
        if (repetition < 0 || definition < 0 || (long) repetition + definition > stored
                || repetition + definition > header.getUncompressed_page_size()) {
            throw new DamagedException("page is truncated");
        }
        byte[] plainBytes = pages.plain(repetition + definition);
        if (column.maxLevel() > 0) {
            openLevels(plainBytes, repetition, repetition + definition);
        }
        int size = header.getUncompressed_page_size() - repetition - definition;
        byte[] from = pages.data(stored - repetition - definition, size, !data.isSetIs_compressed()
                || data.isIs_compressed(), keeps(data.getEncoding()));
        inPage = data.getNum_values();
        open(data.getEncoding(), from, 0, size);
    }

    /// Whether texts refer to the bytes of the page.
    private boolean keeps(Encoding encoding) {
        return bytes && (encoding == Encoding.PLAIN || encoding == Encoding.DELTA_LENGTH_BYTE_ARRAY);
    }

    private void openLevels(byte[] from, int begin, int end) throws DamagedException {
        levels.open(from, begin, end, Integer.SIZE - Integer.numberOfLeadingZeros(column.maxLevel()));
    }

    private void open(Encoding encoding, byte[] from, int begin, int end) throws DamagedException {
        encoded = null;
        if (encoding == null) {
            throw new DamagedException("values have an unknown encoding");
        }
        switch (encoding) {
            case PLAIN -> {
                plain.open(from, begin, end, column.physical(), column.length());
                encoded = plain;
            }
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> dictionary.openPage(from, begin, end);
            case DELTA_BINARY_PACKED -> {
                require(column.physical() == Type.INT32 || column.physical() == Type.INT64, encoding);
                // A page whose values are all NULL may have no bytes.
                if (begin < end) {
                    deltas.open(from, begin, end, column.physical() == Type.INT32, inPage);
                } else {
                    deltas.close();
                }
                encoded = deltas;
            }
            case DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY -> {
                require(bytes, encoding);
                if (begin < end) {
                    deltaTexts.open(from, begin, end, encoding == Encoding.DELTA_BYTE_ARRAY, inPage);
                } else {
                    deltaTexts.close();
                }
                encoded = deltaTexts;
            }
            case BYTE_STREAM_SPLIT -> {
                int width = switch (column.physical()) {
                    case INT32, FLOAT -> Integer.BYTES;
                    case INT64, DOUBLE -> Long.BYTES;
                    case FIXED_LEN_BYTE_ARRAY -> column.length();
                    case BOOLEAN, INT96, BYTE_ARRAY -> 0;
                };
                require(width > 0, encoding);
                split.open(from, begin, end, width);
                encoded = split;
            }
            case RLE -> {
                require(column.physical() == Type.BOOLEAN, encoding);
                runs.open(from, begin, end);
                encoded = runs;
            }
            case BIT_PACKED -> throw new DamagedException("values are encoded as " + encoding
                    + ", which is not supported");
        }
    }

    private void require(boolean fits, Encoding encoding) throws DamagedException {
        if (!fits) {
            throw new DamagedException("values of type " + column.physical() + " are encoded as " + encoding);
        }
    }

    private void values(int row, int count) throws IOException {
        int present = column.maxLevel() == 0 ? count : present(count);
        if (present > 0) {
            if (encoded == null) {
                dictionary.read(to, text, row, present);
            } else if (!bytes) {
                encoded.numbers(to.longs, row, present);
                StoredForm.numbers(column.form(), to.longs, row, row + present);
            } else if (stored == to) {
                encoded.bytes(to, row, present);
            } else {
                stored.clear();
                encoded.bytes(stored, 0, present);
                StoredForm.bytes(column.form(), stored, present, to, row);
            }
        }
        if (present < count) {
            spread(row, count, present);
        }
    }

    /// Reads which of the next values are not NULL.
    ///
    /// @return how many
    private int present(int count) throws DamagedException {
        if (levels.isRun(count)) {
            levels.skipRun(count);
            if (levels.value() == column.maxLevel()) {
                return count;
            }
            if (level.length < count) {
                level = new int[to.nulls.length];
            }
            Arrays.fill(level, 0, count, 0);
            return 0;
        }
        if (level.length < count) {
            level = new int[to.nulls.length];
        }
        levels.read(level, 0, count);
        int present = 0;
        for (int i = 0; i < count; i++) {
            present += level[i] == column.maxLevel() ? 1 : 0;
        }
        return present;
    }

    /// Moves values to their rows, from the last on.
    private void spread(int row, int count, int present) {
        int from = row + present;
        for (int i = count - 1; i >= 0; i--) {
            int at = row + i;
            if (level[i] != column.maxLevel()) {
                to.setNull(at);
                continue;
            }
            from--;
            if (text) {
                to.starts[at] = to.starts[from];
                to.ends[at] = to.ends[from];
            } else {
                to.longs[at] = to.longs[from];
                if (to.isWide()) {
                    to.high[at] = to.high[from];
                }
            }
        }
    }
}
