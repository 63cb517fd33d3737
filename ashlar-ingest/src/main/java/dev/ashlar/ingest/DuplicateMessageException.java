// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.io.IOException;

/// A message to be loaded is in the journal already.
public final class DuplicateMessageException extends IOException {
    private static final long serialVersionUID = 1;

    DuplicateMessageException(String message) {
        super(message);
    }
}
