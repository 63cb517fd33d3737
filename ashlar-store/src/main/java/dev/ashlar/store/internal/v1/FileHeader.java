// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// What the headers of all files begin with: 8 bytes of magic number, 4 of the format's version.
final class FileHeader {
    private static final int VERSION = Long.BYTES;

    private FileHeader() {
    }

    /// Compares a header with what it has to be.
    ///
    /// @throws StoreException if it differs: of another version where that alone may be why
    static void check(ByteBuffer expected, ByteBuffer found, Path file) throws StoreException {
        int differs = expected.mismatch(found);
        if (differs < 0) {
            return;
        }
        found.order(ByteOrder.LITTLE_ENDIAN);
        if (differs >= VERSION && differs < VERSION + Integer.BYTES && found.limit() == expected.limit()) {
            throw new StoreException(Reason.VERSION, file, "version=" + found.getInt(VERSION)
                    + ", this program reads " + StoreLayout.VERSION);
        }
        throw new StoreException(Reason.CORRUPT, file, "header differs at offset=" + differs);
    }
}
