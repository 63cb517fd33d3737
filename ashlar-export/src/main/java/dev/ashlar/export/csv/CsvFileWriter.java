// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.csv;

import dev.ashlar.export.pipeline.ByteSink;
import dev.ashlar.export.pipeline.ColumnarFile;
import dev.ashlar.export.pipeline.SinkFile;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlLines;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A CSV file that is being written.
///
/// **Threading**: as [ColumnarFile]. **Ownership**: the channel is the caller's.
public final class CsvFileWriter implements ColumnarFile<CsvFileWriter.Encoded> {
    private static final int GROUP_ROWS = 1 << 14;
    private static final int BLOCK_BYTES = 1 << 18;

    private final SinkFile to;
    private final List<CsvColumnWriter> columns;
    private final ByteSink lines = new ByteSink(2 * BLOCK_BYTES);

    /// The texts of a column of some rows, one after the other.
    ///
    /// @param ends of the text of each row
    public record Encoded(ByteSink texts, int[] ends) { }

    /// Begins the file with the names of the columns.
    ///
    /// @param nullText text for NULL
    /// @throws IllegalArgumentException if that text would need quotes
    public CsvFileWriter(FileChannel to, List<SqlColumn> columns, String nullText) throws IOException {
        SqlLines.requireNullText(nullText);
        this.to = new SinkFile(to);
        byte[] none = nullText.getBytes(StandardCharsets.UTF_8);
        this.columns = columns.stream().map(column -> new CsvColumnWriter(column, none)).toList();
        StringBuilder head = new StringBuilder();
        SqlLines.csvHead(columns, head);
        byte[] names = head.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        this.to.write(names, names.length);
    }

    @Override
    public int groupRows() {
        return GROUP_ROWS;
    }

    @Override
    public Encoded encode(int column, List<Part> parts) {
        return columns.get(column).encode(parts);
    }

    @Override
    public void write(int rows, List<Encoded> encoded) throws IOException {
        int[] at = new int[encoded.size()];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < at.length; i++) {
                if (i > 0) {
                    lines.write(',');
                }
                Encoded column = encoded.get(i);
                int end = column.ends()[row];
                lines.write(column.texts().array(), at[i], end - at[i]);
                at[i] = end;
            }
            lines.write('\n');
            if (lines.length() > BLOCK_BYTES) {
                flush();
            }
        }
    }

    private void flush() throws IOException {
        to.write(lines);
        lines.truncate(0);
    }

    @Override
    public void finish() throws IOException {
        flush();
    }
}
