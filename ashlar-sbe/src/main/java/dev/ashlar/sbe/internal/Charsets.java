// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import java.nio.charset.Charset;

/// What the library has to know of a charset.
public final class Charsets {
    /// Whether characters take more than a byte each, as in UTF-16 and UTF-32, so that they have zero bytes, which are
    /// no NUL.
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
