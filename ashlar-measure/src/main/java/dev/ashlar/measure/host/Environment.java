// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import dev.ashlar.measure.host.Proc.Printed;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The machine and the software of a run, without which figures are meaningless.
public final class Environment {
    private static final String UNKNOWN = "unknown";
    private static final String CACHES = "/sys/devices/system/cpu/cpu0/cache/index";
    private static final String HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/";

    private Environment() {
    }

    /// Facts by name, in the order to print them.
    ///
    /// @param built a measured class: the commit is that of its sources
    public static Map<String, String> facts(Class<?> built, List<String> flags) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("cpu", Proc.line("/proc/cpuinfo", "model name").map(line -> line.replaceFirst("^\\s*:\\s*", ""))
                .orElse(UNKNOWN));
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("load", Proc.text("/proc/loadavg").map(text -> text.split(" ")[0] + " when started").orElse(UNKNOWN));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch"));
        facts.put("jdk", System.getProperty("java.vendor.version", System.getProperty("java.vendor")) + " "
                + System.getProperty("java.runtime.version"));
        facts.put("commit", commit(built));
        facts.put("flags", String.join(" ", flags));
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
        return facts;
    }

    /// More facts that may explain the figures of an experiment.
    public static Map<String, String> details(Machine machine) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("caches", caches());
        facts.put("memory", String.format(Locale.ROOT, "%,d MiB available", machine.memoryBytes() >> 20));
        facts.put("disk", String.format(Locale.ROOT, "%,d MiB free in %s (%s%s)", machine.diskBytes() >> 20, machine.folder(),
                machine.fileSystem(), machine.isFolderInMemory() ? ": memory, not a disk" : ""));
        facts.put("huge pages", "anonymous " + chosen("enabled") + ", shared " + chosen("shmem_enabled") + ", defrag "
                + chosen("defrag"));
        facts.put("cgroup", Cgroup.here().text());
        facts.put("hypervisor", Proc.line("/proc/cpuinfo", "flags").map(flags -> flags.contains(" hypervisor")
                ? "yes" : "no").orElse(UNKNOWN));
        facts.put("governor", Proc.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").orElse(UNKNOWN));
        facts.put("collectors", String.join(", ", machine.collectors()));
        return facts;
    }

    private static String caches() {
        StringBuilder caches = new StringBuilder();
        for (int i = 0; Proc.text(CACHES + i + "/size").isPresent(); i++) {
            caches.append(i == 0 ? "" : ", ").append('L').append(Proc.text(CACHES + i + "/level").orElse("?"))
                    .append(' ').append(Proc.text(CACHES + i + "/type").orElse("?").toLowerCase(Locale.ROOT))
                    .append(' ').append(Proc.text(CACHES + i + "/size").orElse("?"));
        }
        return caches.isEmpty() ? UNKNOWN : caches.toString();
    }

    /// The word in brackets.
    private static String chosen(String file) {
        return Proc.text(HUGE_PAGES + file).map(text -> text.replaceAll(".*\\[(.*)].*", "$1")).orElse(UNKNOWN);
    }

    /// The commit of the class's sources, if the class is still in their folder.
    private static String commit(Class<?> built) {
        try {
            Path here = Path.of(built.getProtectionDomain().getCodeSource().getLocation().toURI());
            Printed git = Proc.run("git", "-C", here.toAbsolutePath().getParent().toString(), "describe", "--always",
                    "--dirty", "--exclude=*");
            return git.exit() == 0 && !git.text().isEmpty() ? git.text() : UNKNOWN;
        } catch (IOException | URISyntaxException e) {
            return UNKNOWN;
        }
    }
}
