// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Rules for packages: a bound on their size, and the direction of dependencies between the packages of one parent, its
/// rooms.
///
/// A room is named without its parent; the parent's own files are the room [#PARENT]. A reference to another room is
/// its full name in code, as imports have it.
///
/// @param root     folder with all modules
/// @param rooms    by parent: each room and the rooms that it may refer to
/// @param ceilings packages that may have more than [#MAX_FILES] files, and how many
record RoomRules(Path root, Map<String, Map<String, Set<String>>> rooms, Map<String, Integer> ceilings) {
    static final int MAX_FILES = 30;
    static final String PARENT = ".";
    private static final String MAIN = "src/main/java";
    /// The sentence of a package's page that lists its siblings.
    private static final Pattern USES = Pattern.compile("Uses (nothing of its siblings|(?:all but )?`[^.]*)\\.");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    /// Whatever breaks a rule, in order of packages.
    List<String> violations() {
        List<String> found = new ArrayList<>();
        sizes(found);
        rooms.forEach((parent, allowed) -> directions(parent, allowed, found));
        return found.stream().sorted().toList();
    }

    /// The references between rooms of one parent with the number of files that have them, in alphabetical order.
    List<String> dependencies(String parent) {
        Map<String, Integer> counts = new TreeMap<>();
        filesByPackage().forEach((name, files) -> roomOf(parent, name).ifPresent(room -> {
            for (Path file : files) {
                for (String other : references(parent, room, file)) {
                    counts.merge(room + " -> " + other, 1, Integer::sum);
                }
            }
        }));
        return counts.entrySet().stream().map(entry -> entry.getKey() + " (" + entry.getValue() + ")").toList();
    }

    private void sizes(List<String> found) {
        Map<String, List<Path>> packages = filesByPackage();
        packages.forEach((name, files) -> {
            int most = ceilings.getOrDefault(name, MAX_FILES);
            if (files.size() > most) {
                found.add(name + ": too many files: count=" + files.size() + ", most=" + most);
            }
        });
        ceilings.keySet().forEach(name -> {
            if (packages.getOrDefault(name, List.of()).size() <= MAX_FILES) {
                found.add(name + ": needs no exception any longer");
            }
        });
    }

    private void directions(String parent, Map<String, Set<String>> allowed, List<String> found) {
        Set<String> seen = new TreeSet<>();
        filesByPackage().forEach((name, files) -> roomOf(parent, name).ifPresent(room -> {
            seen.add(room);
            if (!allowed.containsKey(room)) {
                found.add(name + ": room is not listed");
                return;
            }
            for (Path file : files) {
                for (String other : references(parent, room, file)) {
                    if (!allowed.get(room).contains(other)) {
                        found.add(name + ": " + file.getFileName() + " may not refer to " + other);
                    }
                }
            }
            if (!room.equals(PARENT)) {
                Set<String> others = new TreeSet<>(allowed.keySet());
                others.removeAll(Set.of(room, PARENT));
                explained(name, allowed.get(room), others, files.getFirst().resolveSibling("package-info.java"), found);
            }
        }));
        allowed.keySet().stream().filter(room -> !seen.contains(room))
                .forEach(room -> found.add(parent + ": room has no files: " + room));
        allowed.keySet().stream().filter(room -> reaches(room, room, allowed, new HashSet<>()))
                .forEach(room -> found.add(parent + ": room may refer to itself through others: " + room));
    }

    /// Whether the package's own page lists the same rooms as the rule.
    private static void explained(String name, Set<String> allowed, Set<String> others, Path info,
            List<String> found) {
        Matcher uses = USES.matcher(Files.exists(info) ? read(info).replaceAll("\n///", "") : "");
        if (!uses.find()) {
            found.add(name + ": package-info does not list the siblings that it uses");
            return;
        }
        Set<String> listed = NAME.matcher(uses.group(1)).results().map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        if (uses.group(1).startsWith("all but")) {
            Set<String> complement = new TreeSet<>(others);
            complement.removeAll(listed);
            listed = complement;
        }
        if (!listed.equals(allowed)) {
            found.add(name + ": package-info lists other siblings: " + listed + ", rule=" + new TreeSet<>(allowed));
        }
    }

    private static boolean reaches(String from, String to, Map<String, Set<String>> allowed, Set<String> visited) {
        for (String next : allowed.getOrDefault(from, Set.of())) {
            if (next.equals(to) || visited.add(next) && reaches(next, to, allowed, visited)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> roomOf(String parent, String name) {
        if (name.equals(parent)) {
            return Optional.of(PARENT);
        }
        return name.startsWith(parent + ".") ? Optional.of(name.substring(parent.length() + 1))
                : Optional.empty();
    }

    private static Set<String> references(String parent, String room, Path file) {
        Pattern pattern = Pattern.compile("\\b" + Pattern.quote(parent) + "\\.((?:[a-z]\\w*\\.)*)[A-Z]");
        Set<String> found = new TreeSet<>();
        for (String line : read(file).split("\n")) {
            Matcher matcher = pattern.matcher(line.replaceAll("//.*", ""));
            while (matcher.find()) {
                String other = matcher.group(1).isEmpty() ? PARENT
                        : matcher.group(1).substring(0, matcher.group(1).length() - 1);
                if (!other.equals(room)) {
                    found.add(other);
                }
            }
        }
        return found;
    }

    /// By package: its files, without descriptions of packages and modules.
    private Map<String, List<Path>> filesByPackage() {
        Map<String, List<Path>> found = new TreeMap<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path main : folders.map(folder -> folder.resolve(MAIN)).filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.walk(main)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.toString().endsWith("-info.java")).sorted()
                            .forEach(file -> found.computeIfAbsent(main.relativize(file.getParent()).toString()
                                    .replace('/', '.'), _ -> new ArrayList<>()).add(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
