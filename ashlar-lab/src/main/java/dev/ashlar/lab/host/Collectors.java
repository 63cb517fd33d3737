// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Which garbage collectors the JDK at hand has: distributions differ, and it can only be tried.
final class Collectors {
    private static final List<String> KNOWN = List.of("Serial", "Parallel", "G1", "Z", "Shenandoah");

    private Collectors() {
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
