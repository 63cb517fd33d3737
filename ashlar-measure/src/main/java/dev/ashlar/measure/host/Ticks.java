// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.util.List;
import java.util.Optional;

/// How the machine has spent its time, in hundredths of a second of all its cores together: also of those that this
/// process may not use.
///
/// @param all    that there were
/// @param busy   with whatever
/// @param stolen by the host
/// @param cores  that the time is of
public record Ticks(long all, long busy, long stolen, int cores) {
    private static final String CORE = "cpu";
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int STOLEN = 7;
    private static final int KINDS = 8;

    /// Up to now; empty where the system does not tell.
    public static Optional<Ticks> now() {
        return Proc.text("/proc/stat").map(Ticks::parse);
    }

    /// The first line is of all cores, the next ones of each.
    static Ticks parse(String stat) {
        List<String> lines = stat.lines().filter(line -> line.startsWith(CORE)).toList();
        String[] fields = lines.getFirst().substring(CORE.length()).strip().split("\\s+");
        long all = 0;
        for (int i = 0; i < KINDS; i++) {
            all += Long.parseLong(fields[i]);
        }
        long stolen = Long.parseLong(fields[STOLEN]);
        return new Ticks(all, all - Long.parseLong(fields[IDLE]) - Long.parseLong(fields[WAITING]) - stolen, stolen,
                Math.max(1, lines.size() - 1));
    }

    /// What the machine did since then apart from our own work.
    ///
    /// @param ownNs time that the measuring process had processors
    public Disturbance since(Ticks before, long ownNs, double switchesPerSec, double driftPercent) {
        double spent = Math.max(1, all - before.all);
        double others = Math.max(0, busy - before.busy - ownNs / 1e7);
        return new Disturbance(100 * (stolen - before.stolen) / spent, cores * others / spent, switchesPerSec,
                driftPercent);
    }
}
