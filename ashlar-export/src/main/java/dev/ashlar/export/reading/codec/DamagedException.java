// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import java.io.IOException;

/// Bytes contradict their format. Callers that know the place in the file add it to the message.
public final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedException(String message) {
        super(message);
    }
}
