// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.languages;

/// A program that encodes and decodes cars.
enum CarProgram {
    CPP(Language.CPP, "Ashlar"),
    CPP_CHECKED(Language.CPP, "sbe-tool, checked"),
    CPP_UNCHECKED(Language.CPP, "sbe-tool, unchecked"),
    RUST(Language.RUST, "Ashlar"),
    RUST_TEXT(Language.RUST, "Ashlar, as text"),
    RUST_PEER(Language.RUST, "sbe-tool"),
    GO(Language.GO, "Ashlar"),
    GO_PEER(Language.GO, "sbe-tool, flyweights"),
    TYPESCRIPT(Language.TYPESCRIPT, "Ashlar"),
    JSON(Language.TYPESCRIPT, "JSON"),
    PYTHON(Language.PYTHON, "Ashlar"),
    STRUCT(Language.PYTHON, "struct");

    final Language language;
    final String label;

    CarProgram(Language language, String label) {
        this.language = language;
        this.label = label;
    }

    /// The subject of its figures, such as `C++ encode: Ashlar`.
    String subject(String direction) {
        return language.label + " " + direction + ": " + label;
    }
}
