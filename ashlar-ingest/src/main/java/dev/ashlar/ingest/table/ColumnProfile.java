// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.sbe.ir.PrimitiveType;

/// What the values of a column have in common, and a type that holds all of them exactly.
///
/// **Threading**: one thread at a time.
abstract sealed class ColumnProfile permits TextProfile, NumberProfile {
    private long nulls;

    static ColumnProfile of(SourceType type) {
        return switch (type) {
            case SourceType.Untyped _ -> new TextProfile(true);
            case SourceType.Text _ -> new TextProfile(false);
            default -> new NumberProfile(type);
        };
    }

    /// Adds the values of a batch. Those whose type was open get one.
    ///
    /// @return the first row whose value no type holds, or `rows`
    final int add(ColumnValues values, int rows) {
        if (values.hasNulls()) {
            for (int i = 0; i < rows; i++) {
                nulls += values.nulls[i] ? 1 : 0;
            }
        }
        return addValues(values, rows);
    }

    abstract int addValues(ColumnValues values, int rows);

    /// Whether the types that batches got, one after the other, are those of [#form], or of fewer digits.
    abstract boolean isUniform();

    /// What is wrong with the value that was returned by [#add].
    abstract String problem(ColumnValues values, int row);

    /// The type, and how the field says NULL.
    ///
    /// @param given the type that a user wants, or null
    abstract FieldForm form(ColumnType given);

    final boolean hasNulls() {
        return nulls > 0;
    }

    /// Bytes of the longest text.
    int longest() {
        return 0;
    }

    /// A field of a generated schema.
    ///
    /// @param optional  whether it may be NULL
    /// @param wide      whether text needs UTF-8
    /// @param nullValue of a type of its own; empty for the usual one
    /// @param minValue  likewise
    /// @param maxValue  likewise
    /// @param note      what a user should know; may be empty
    record FieldForm(ColumnType type, boolean optional, boolean wide, String nullValue, String minValue,
            String maxValue, String note) {
        static FieldForm of(ColumnType type, boolean optional) {
            return new FieldForm(type, optional, false, "", "", "", "");
        }

        FieldForm withBounds(String least, String greatest) {
            return new FieldForm(type, optional, wide, nullValue, least, greatest, note);
        }

        FieldForm withNullValue(String value) {
            return new FieldForm(type, optional, wide, value, minValue, maxValue, note);
        }

        FieldForm withNote(String text) {
            return new FieldForm(type, optional, wide, nullValue, minValue, maxValue, text);
        }

        boolean isText() {
            return type.kind() == ColumnType.Kind.TEXT;
        }

        PrimitiveType primitive() {
            return type.primitive();
        }
    }
}
