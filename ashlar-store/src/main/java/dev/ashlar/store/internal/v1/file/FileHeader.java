// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// The beginning of the headers of files that do not change: an 8-byte magic number, a 4-byte format version, and a
/// 4-byte checksum of all other bytes. The checksum distinguishes a damaged version from a later one.
public final class FileHeader {
    private static final int VERSION = Long.BYTES;
    private static final int CHECKSUM = VERSION + Integer.BYTES;
    private static final int CHECKED = CHECKSUM + Integer.BYTES;

    private FileHeader() {
    }

    /// Puts the checksum in.
    public static void seal(MemorySegment header) {
        header.set(StoreLayout.PACKED_INT, CHECKSUM, checksum(header));
    }

    /// Whether the checksum is that of the other bytes.
    static boolean isWhole(MemorySegment header) {
        return header.byteSize() > CHECKED && header.get(StoreLayout.PACKED_INT, CHECKSUM) == checksum(header);
    }

    private static int checksum(MemorySegment header) {
        Checksum sum = new Checksum();
        sum.add(header, 0, CHECKSUM);
        sum.add(header, CHECKED, header.byteSize() - CHECKED);
        return sum.value();
    }

    /// Compares a header with what it has to be.
    ///
    /// @throws StoreException if it differs: of another version where it is whole
    static void check(ByteBuffer expected, ByteBuffer found, Path file) throws StoreException {
        int differs = expected.mismatch(found);
        if (differs < 0) {
            return;
        }
        int version = found.limit() < CHECKED ? StoreLayout.VERSION
                : found.order(ByteOrder.LITTLE_ENDIAN).getInt(VERSION);
        if (version != StoreLayout.VERSION && isWhole(MemorySegment.ofBuffer(found))) {
            throw new StoreException(Reason.VERSION, file, "version=" + version + ", this program reads "
                    + StoreLayout.VERSION);
        }
        throw new StoreException(Reason.CORRUPT, file, "header differs at offset=" + differs);
    }
}
