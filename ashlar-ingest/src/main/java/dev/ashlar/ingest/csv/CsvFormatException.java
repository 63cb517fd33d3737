// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.csv;

import java.io.IOException;

/// A file cannot become rows of a table. The message names the place and what to change.
public final class CsvFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    CsvFormatException(String message) {
        super(message);
    }
}
