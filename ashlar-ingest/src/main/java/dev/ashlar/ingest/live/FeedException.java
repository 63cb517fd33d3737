// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import java.io.IOException;

/// A feed cannot be received or sent here: an interface, group, address or connection is the reason. The message names
/// it and says what to do.
public final class FeedException extends IOException {
    private static final long serialVersionUID = 1L;

    public FeedException(String message) {
        super(message);
    }

    public FeedException(String message, Throwable cause) {
        super(message, cause);
    }
}
