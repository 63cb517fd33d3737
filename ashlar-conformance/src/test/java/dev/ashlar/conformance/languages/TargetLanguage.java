// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A language with a generator, and how its programs are built here.
interface TargetLanguage {
    String name();

    /// The commands that must answer to `--version` or `version` for its programs to be built.
    List<List<String>> tools();

    /// Generates codecs of a schema, and builds with them the program that answers messages: for each frame of a
    /// 4-byte little-endian length and that many bytes a line with status, position and element; if the status is 0,
    /// one with the JSON and one with the copy in hexadecimal, or `refused: …`.
    ///
    /// @return the command that runs it
    List<String> build(Schema schema, Path folder) throws IOException, InterruptedException;
}
