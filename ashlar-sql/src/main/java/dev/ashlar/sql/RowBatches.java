// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.query.ColumnAppender;
import dev.ashlar.query.ColumnAppender.Form;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.query.RowColumns;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;

/// Adds the rows of a result, which arrive one by one, to columns.
///
/// **Threading**: one thread.
final class RowBatches implements RowColumns.Rows {
    private final SqlResult result;
    private final List<SqlColumn> columns;

    private RowBatches(SqlResult result) {
        this.result = result;
        columns = result.columns();
    }

    static ColumnScan of(SqlResult result) {
        return new RowColumns(result.columns().stream().map(RowBatches::form).toList(), new RowBatches(result));
    }

    private static Form form(SqlColumn column) {
        return switch (column.type()) {
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TIMESTAMP, DATE, TIME -> Form.WORDS;
            case DECIMAL -> Form.WIDE_WORDS;
            default -> Form.TEXTS;
        };
    }

    @Override
    public boolean next(List<ColumnAppender> to) {
        if (!result.next()) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            Object value = result.get(i);
            if (value == null) {
                to.get(i).addNull();
            } else {
                add(value, columns.get(i), to.get(i));
            }
        }
        return true;
    }

    private void add(Object value, SqlColumn column, ColumnAppender to) {
        switch (column.type()) {
            case BOOLEAN -> to.addWord((Boolean) value ? 1 : 0);
            case TINYINT, SMALLINT, INTEGER, BIGINT, TIMESTAMP -> to.addWord((Long) value);
            case REAL, DOUBLE -> to.addWord(Double.doubleToRawLongBits((Double) value));
            // No digit is lost: a number has no more digits than its column.
            case DECIMAL -> to.addWide(((BigDecimal) value).setScale(column.scale()).unscaledValue());
            case DATE -> to.addWord(((LocalDate) value).toEpochDay());
            case TIME -> to.addWord(((LocalTime) value).toNanoOfDay());
            default -> to.addText(result.text(column.index()));
        }
    }

    @Override
    public void close() {
        // The caller owns the result and closes it.
    }
}
