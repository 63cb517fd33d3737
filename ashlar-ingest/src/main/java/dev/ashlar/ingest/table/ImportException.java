// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import java.io.IOException;

/// A file cannot be imported into a table. The message names the place and says what to change.
public final class ImportException extends IOException {
    private static final long serialVersionUID = 1L;

    public ImportException(String message) {
        super(message);
    }

    public ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
