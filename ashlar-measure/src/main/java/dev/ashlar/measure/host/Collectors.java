// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which garbage collectors the JDK at hand has: distributions differ, and it can only be tried.
public final class Collectors {
    private static final List<String> KNOWN = List.of("Serial", "Parallel", "G1", "Z", "Shenandoah");

    private Collectors() {
    }

    /// The one that this JVM has, by its name in a flag; empty if it is none of those known.
    public static Optional<String> current() {
        HotSpotDiagnosticMXBean flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return KNOWN.stream().filter(name -> isOn(flags, "Use" + name + "GC")).findFirst();
    }

    private static boolean isOn(HotSpotDiagnosticMXBean flags, String name) {
        try {
            return Boolean.parseBoolean(flags.getVMOption(name).getValue());
        } catch (IllegalArgumentException e) {
            // This JDK was built without it.
            return false;
        }
    }

    static List<String> here() throws IOException {
        List<String> there = new ArrayList<>();
        for (String name : KNOWN) {
            Process process = new ProcessBuilder(ChildJvm.java(), "-XX:+Use" + name + "GC", "-version")
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            try {
                if (process.waitFor() == 0) {
                    there.add(name);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the collectors of the JDK were tried", e);
            }
        }
        return there;
    }
}
