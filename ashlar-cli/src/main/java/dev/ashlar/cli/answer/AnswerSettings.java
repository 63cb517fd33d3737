// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.answer;

/// How answers are shown.
///
/// @param timing whether the number of rows and the time taken are printed
/// @param rows   rows of an answer on a terminal: 0 for all, negative for as many as fit
/// @param nullText text for NULL in CSV
public record AnswerSettings(AnswerFormat format, boolean timing, int rows, String nullText) {
    /// As many rows as fit on the terminal.
    public static final int FITTING_ROWS = -1;

    public AnswerSettings(AnswerFormat format, boolean timing, int rows) {
        this(format, timing, rows, "");
    }

    public AnswerSettings withFormat(AnswerFormat other) {
        return new AnswerSettings(other, timing, rows, nullText);
    }

    public AnswerSettings withTiming(boolean other) {
        return new AnswerSettings(format, other, rows, nullText);
    }

    public AnswerSettings withRows(int other) {
        return new AnswerSettings(format, timing, other, nullText);
    }
}
