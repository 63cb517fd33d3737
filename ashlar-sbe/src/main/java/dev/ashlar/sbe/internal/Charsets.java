// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import java.nio.charset.Charset;

/// Properties of charsets.
public final class Charsets {
    /// Whether characters take more than a byte each, as in UTF-16 and UTF-32, so that they contain zero bytes that are
    /// not NUL.
    public static boolean hasWiderUnits(Charset charset) {
        if (!charset.canEncode()) {
            return false;
        }
        for (byte unit : "A".getBytes(charset)) {
            if (unit == 0) {
                return true;
            }
        }
        return false;
    }
}
