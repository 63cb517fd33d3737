// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `-XX:+LogCompilation` says of the methods that the second compiler compiled, the last time it did.
final class JitLog {
    private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)='([^']*)'");
    /// Why calls are refused after the nodes that the JIT is ready to spend.
    private static final String CUTOFF = "NodeCountInliningCutoff";

    private final Map<String, Compilation> compilations = new LinkedHashMap<>();

    /// @param nodes   made in all
    /// @param refused methods whose calls stayed calls because there were too many
    record Compilation(int nodes, List<String> refused) { }

    static JitLog read(Path file) throws IOException {
        JitLog log = new JitLog();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                // Tasks of the first compiler say their level.
                if (line.startsWith("<task ") && !line.contains(" level='")) {
                    log.task(attributes(line).get("method"), lines);
                }
            }
        }
        return log;
    }

    /// @param method as in the log: class and name, in front of a space and its type
    Compilation of(String method) {
        return compilations.entrySet().stream().filter(entry -> entry.getKey().startsWith(method + " "))
                .map(Map.Entry::getValue).findFirst()
                .orElseThrow(() -> new AssertionError("never compiled: " + method));
    }

    private void task(String method, BufferedReader lines) throws IOException {
        Map<String, String> holders = new HashMap<>();
        Map<String, String> methods = new HashMap<>();
        List<String> refused = new ArrayList<>();
        String called = "";
        int nodes = 0;
        for (String line = lines.readLine(); line != null && !line.startsWith("</task>"); line = lines.readLine()) {
            Map<String, String> attributes = attributes(line);
            if (line.startsWith("<klass ")) {
                holders.put(attributes.get("id"), attributes.get("name"));
            } else if (line.startsWith("<method ")) {
                methods.put(attributes.get("id"), holders.get(attributes.get("holder")) + " " + attributes.get("name"));
            } else if (line.startsWith("<call ")) {
                called = methods.get(attributes.get("method"));
            } else if (line.startsWith("<inline_fail ") && CUTOFF.equals(attributes.get("reason"))) {
                refused.add(called);
            } else if (line.startsWith("<parse_done ")) {
                nodes = Integer.parseInt(attributes.getOrDefault("nodes", "0"));
            }
        }
        compilations.remove(method);
        compilations.put(method, new Compilation(nodes, List.copyOf(refused)));
    }

    private static Map<String, String> attributes(String line) {
        Map<String, String> attributes = new HashMap<>();
        for (Matcher matcher = ATTRIBUTE.matcher(line); matcher.find();) {
            attributes.put(matcher.group(1), matcher.group(2));
        }
        return attributes;
    }
}
