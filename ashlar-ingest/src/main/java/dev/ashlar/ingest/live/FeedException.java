// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import java.io.IOException;

/// A feed cannot be received or sent on this machine, because of an interface, group, address or connection. The
/// message names the cause and says what to do.
public final class FeedException extends IOException {
    private static final long serialVersionUID = 1L;

    public FeedException(String message) {
        super(message);
    }

    public FeedException(String message, Throwable cause) {
        super(message, cause);
    }
}
