// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import java.util.List;

/// The address and undefined-behaviour sanitizers of C and C++ compilers, whose libraries are packages of their own on
/// many systems.
public final class Sanitizers {
    /// What stops a program at its first fault.
    public static final List<String> OPTIONS = List.of("-fsanitize=address,undefined", "-fno-sanitize-recover=all");

    private Sanitizers() {
    }

    /// A command that fails if a compiler cannot link a program with its sanitizers.
    public static List<String> trial(String compiler) {
        return List.of("sh", "-c", "file=$(mktemp) && echo 'int main(void) { return 0; }' | " + compiler + " "
                + String.join(" ", OPTIONS) + " -x " + (compiler.endsWith("++") ? "c++" : "c")
                + " - -o \"$file\" && \"$file\"; code=$?; rm -f \"$file\"; exit $code", compiler);
    }

    /// The compiler that a command tries; null if it is another command.
    static String compilerOf(List<String> command) {
        return command.getFirst().equals("sh") && command.equals(trial(command.getLast())) ? command.getLast() : null;
    }
}
