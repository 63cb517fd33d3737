// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// The writer of a cell or a reader in a process of its own, which ends when it is killed. It says `begun` after some
/// values.
public final class CellChild {
    private static final int BEGUN = 2_000;
    /// After that many values there is a pause, so that slow readers find a value that stays for a moment.
    private static final int BURST = 64;
    private static final long PAUSE_NS = 50_000;

    private CellChild() {
    }

    /// @param args the cell's file, its kind, and `write` or `read`
    public static void main(String[] args) throws Exception {
        try (SharedCell cell = new SharedCell(SharedCell.Kind.valueOf(args[1]), Path.of(args[0]))) {
            long version = 0;
            for (long values = 0; version >= 0; ) {
                long before = version;
                version = Math.max(version, args[2].equals("write") ? cell.write() : cell.read());
                values += version > before ? 1 : 0;
                if (version > before && values == BEGUN) {
                    System.out.println("begun");
                }
                if (args[2].equals("write") && version % BURST == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
    }
}
