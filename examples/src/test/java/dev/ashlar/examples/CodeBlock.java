// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A block of Java code that users read: in Javadoc, README or docs. A block whose first line is the name of a file
/// is a program of its own, which another test saves and runs (`PagesIT`), and not among these.
///
/// @param name of the file without its ending; with `-2` and so on for the second block and those after it
/// @param file that has it
/// @param line of the fence that begins it
/// @param code without the fences; lines of an ellipsis alone are left out
record CodeBlock(String name, Path file, int line, String code) {
    private static final String FENCE = "```";
    private static final Pattern PROGRAM = Pattern.compile("\\A// \\w+\\.java\n");

    /// All blocks of the project, in the order of their files.
    static List<CodeBlock> of(Path root) throws IOException {
        List<CodeBlock> blocks = new ArrayList<>();
        for (Path file : files(root)) {
            blocks.addAll(in(root, file));
        }
        return blocks;
    }

    private static List<Path> files(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> top = Files.list(root)) {
            for (Path entry : top.sorted().toList()) {
                if (entry.toString().endsWith(".md")) {
                    files.add(entry);
                } else if (entry.endsWith("docs")) {
                    files.addAll(walk(entry, ".md"));
                } else if (Files.isDirectory(entry.resolve("src/main/java"))) {
                    files.addAll(walk(entry.resolve("src/main/java"), ".java"));
                }
            }
        }
        return files;
    }

    private static List<Path> walk(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    private static List<CodeBlock> in(Path root, Path file) throws IOException {
        List<CodeBlock> blocks = new ArrayList<>();
        boolean javadoc = file.toString().endsWith(".java");
        StringBuilder code = null;
        int begin = 0;
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = javadoc ? comment(lines.get(i)) : lines.get(i);
            if (code == null && line.strip().equals(FENCE + "java")) {
                code = new StringBuilder();
                begin = i + 1;
            } else if (code != null && line.strip().equals(FENCE)) {
                if (!PROGRAM.matcher(code).find()) {
                    blocks.add(new CodeBlock(name(file, blocks.size() + 1), root.relativize(file), begin,
                            code.toString()));
                }
                code = null;
            } else if (code != null && !line.strip().equals("…")) {
                code.append(line).append('\n');
            }
        }
        if (code != null) {
            throw new IllegalStateException("block has no end: " + file + ":" + begin);
        }
        return blocks;
    }

    private static String comment(String line) {
        String text = line.strip();
        return text.startsWith("///") ? text.substring(3) : "";
    }

    private static String name(Path file, int number) {
        String name = file.getFileName().toString().replaceFirst("\\.[a-z]+$", "");
        return number == 1 ? name : name + "-" + number;
    }
}
