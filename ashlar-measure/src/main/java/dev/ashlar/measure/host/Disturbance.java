// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// External disturbance of a measurement. A disturbed figure is marked noisy, but still reported.
///
/// @param stolenPercent  percentage of the machine's CPU time that its host gave to others
/// @param othersCores    how many cores other programs kept busy
/// @param switchesPerSec preemptions of a measuring thread per second
/// @param driftPercent   how much longer the same calculation took after the measurement than before; negative if it
///                       was faster, which disturbs as much: the processor was slower for a part of the time
public record Disturbance(double stolenPercent, double othersCores, double switchesPerSec, double driftPercent) {
    /// The disturbances above their thresholds, in words; empty if there are none.
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        complain(complaints, stolenPercent, 2, "%.1f %% of the time stolen by the host");
        complain(complaints, othersCores, 0.15, "%.1f cores busy with other programs");
        complain(complaints, switchesPerSec, 200, "preempted %.0f times a second");
        complain(complaints, Math.abs(driftPercent), 5, "speed of the processor changed by %.0f %%");
        return complaints;
    }

    private static void complain(List<String> complaints, double value, double most, String text) {
        if (value > most) {
            complaints.add(String.format(Locale.ROOT, text, value));
        }
    }

    public Disturbance or(Disturbance other) {
        return new Disturbance(Math.max(stolenPercent, other.stolenPercent), Math.max(othersCores, other.othersCores),
                Math.max(switchesPerSec, other.switchesPerSec),
                Math.abs(driftPercent) > Math.abs(other.driftPercent) ? driftPercent : other.driftPercent);
    }

    /// How the machine has spent its CPU time, in hundredths of a second of all its cores together, including cores
    /// that this process may not use.
    public record Ticks(long all, long busy, long stolen, int cores) {
        private static final String CORE = "cpu";
        private static final int IDLE = 3;
        private static final int WAITING = 4;
        private static final int STOLEN = 7;
        private static final int KINDS = 8;

        /// The times up to now; empty if the system does not report them.
        public static Optional<Ticks> now() {
            return Proc.text("/proc/stat").map(Ticks::parse);
        }

        /// The first line is for all cores, the following lines for each core.
        static Ticks parse(String stat) {
            List<String> lines = stat.lines().filter(line -> line.startsWith(CORE)).toList();
            String[] fields = lines.getFirst().substring(CORE.length()).strip().split("\\s+");
            long all = Arrays.stream(fields, 0, KINDS).mapToLong(Long::parseLong).sum();
            long stolen = Long.parseLong(fields[STOLEN]);
            return new Ticks(all, all - Long.parseLong(fields[IDLE]) - Long.parseLong(fields[WAITING]) - stolen, stolen,
                    Math.max(1, lines.size() - 1));
        }

        /// What the machine did since then, apart from the measurement.
        ///
        /// @param ownNs CPU time of the measuring process
        public Disturbance since(Ticks before, long ownNs, double switchesPerSec, double driftPercent) {
            double spent = Math.max(1, all - before.all);
            double others = Math.max(0, busy - before.busy - ownNs / 1e7);
            return new Disturbance(100 * (stolen - before.stolen) / spent, cores * others / spent, switchesPerSec,
                    driftPercent);
        }
    }

    /// The current speed of the processor: the same loop, before and after a measurement, shows whether the clock speed
    /// changed meanwhile.
    public static final class ClockSpeed {
        private static final int STEPS = 500_000;
        private static final int RUNS = 9;
        private static final long FACTOR = 6364136223846793005L;

        private long kept;

        public ClockSpeed() {
        }

        /// The least time of some runs of the loop, which needs no memory.
        public long ns() {
            long least = Long.MAX_VALUE;
            for (int run = 0; run < RUNS; run++) {
                long start = System.nanoTime();
                kept = loop(kept + run);
                least = Math.min(least, System.nanoTime() - start);
            }
            if (kept == 1) {
                throw new IllegalStateException("no loop: kept=" + kept);
            }
            return least;
        }

        private static long loop(long seed) {
            long value = seed;
            for (int i = 0; i < STEPS; i++) {
                value = (value ^ value >>> 29) * FACTOR + i;
            }
            return value;
        }
    }
}
