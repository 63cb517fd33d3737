// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.host;

import java.util.Optional;

/// How the machine has spent its time, in hundredths of a second of all cores together.
///
/// @param all    that there were
/// @param busy   with whatever
/// @param stolen by the host
public record Ticks(long all, long busy, long stolen) {
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int STOLEN = 7;
    private static final int KINDS = 8;

    /// Up to now; empty where the system does not tell.
    public static Optional<Ticks> now() {
        return Proc.line("/proc/stat", "cpu ").map(Ticks::parse);
    }

    private static Ticks parse(String line) {
        String[] fields = line.split("\\s+");
        long all = 0;
        for (int i = 0; i < KINDS; i++) {
            all += Long.parseLong(fields[i]);
        }
        long stolen = Long.parseLong(fields[STOLEN]);
        return new Ticks(all, all - Long.parseLong(fields[IDLE]) - Long.parseLong(fields[WAITING]) - stolen, stolen);
    }

    /// What the machine did since then besides our own work.
    ///
    /// @param ownNs time that the measuring process had processors
    /// @param cores of the machine
    public Weather since(Ticks before, long ownNs, int cores, double switchesPerSec, double driftPercent) {
        double spent = Math.max(1, all - before.all);
        double others = Math.max(0, busy - before.busy - ownNs / 1e7);
        return new Weather(100 * (stolen - before.stolen) / spent, cores * others / spent, switchesPerSec,
                driftPercent);
    }
}
