// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/// The footer of a sealed chunk of a table: its last bytes, whose checksum is in the seal of the entry.
///
/// | offset     | bytes | what                                                          |
/// |-----------:|------:|---------------------------------------------------------------|
/// |          0 |    16 | header                                                        |
/// |         16 |    32 | a zone, for each number that one is kept of                    |
/// | 16 + 32 *z* |     4 | CRC32C of 64 KiB of rows, for as many as there are; last less |
///
/// Header:
///
/// | offset | bytes | field     | meaning                                                      |
/// |-------:|------:|-----------|--------------------------------------------------------------|
/// |      0 |     4 | magic     | `ASHF`                                                       |
/// |      4 |     4 | flags     | 1: no row's time is before that of the row before it         |
/// |      8 |     4 | zones     | how many follow                                              |
/// |     12 |     4 | checksums | how many follow them                                         |
///
/// Zone:
///
/// | offset | bytes | field  | meaning                                                         |
/// |-------:|------:|--------|-----------------------------------------------------------------|
/// |      0 |     4 | offset | of the number in the block                                      |
/// |      4 |     2 | type   | 1 char, 2–5 int8–int64, 6–9 uint8–uint64, 10 float, 11 double   |
/// |      6 |     2 | flags  | 1: no value but null; 2: the null value stands for null         |
/// |      8 |     8 | min    | least value; an integer extended to 64 bits, or bits of a real  |
/// |     16 |     8 | max    | greatest value                                                  |
/// |     24 |     8 | nulls  | rows that hold the null value                                   |
public final class FooterLayout {
    /// `ASHF`, as bytes.
    static final int MAGIC = 0x4648_5341;
    /// A chunk keeps a checksum for this many bytes of its rows.
    public static final int CHECKED_BYTES = 1 << 16;
    static final int TIMES_IN_ORDER = 1;
    static final int ZONE_EMPTY = 1;
    static final int ZONE_NULLABLE = 2;

    static final StructLayout HEADER = MemoryLayout.structLayout(INT.withName("magic"), INT.withName("flags"),
            INT.withName("zones"), INT.withName("checksums")).withName("footer");
    static final StructLayout ZONE = MemoryLayout.structLayout(INT.withName("offset"),
            StoreLayout.SHORT.withName("type"), StoreLayout.SHORT.withName("flags"), LONG.withName("min"),
            LONG.withName("max"), LONG.withName("nulls")).withName("zone");
    static final int HEADER_BYTES = (int) HEADER.byteSize();
    static final int ZONE_BYTES = (int) ZONE.byteSize();

    /// Checksums of this many bytes of rows.
    public static int checksums(long rowBytes) {
        return (int) ((rowBytes + CHECKED_BYTES - 1) / CHECKED_BYTES);
    }

    public static int bytes(int zones, int checksums) {
        return HEADER_BYTES + zones * ZONE_BYTES + checksums * Integer.BYTES;
    }

    static int code(PrimitiveType type) {
        return switch (type) {
            case CHAR -> 1;
            case INT8 -> 2;
            case INT16 -> 3;
            case INT32 -> 4;
            case INT64 -> 5;
            case UINT8 -> 6;
            case UINT16 -> 7;
            case UINT32 -> 8;
            case UINT64 -> 9;
            case FLOAT -> 10;
            case DOUBLE -> 11;
        };
    }

    /// The type with a code; null if there is none.
    static PrimitiveType type(int code) {
        for (PrimitiveType type : PrimitiveType.values()) {
            if (code(type) == code) {
                return type;
            }
        }
        return null;
    }
}
