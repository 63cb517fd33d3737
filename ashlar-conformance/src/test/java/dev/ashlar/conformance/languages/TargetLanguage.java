// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A language with a generator, and how its programs are built here.
interface TargetLanguage {
    String name();

    /// The commands that must answer to `--version` or `version` for its programs to be built.
    List<List<String>> tools();

    /// The same with another program, whose file has this name but for what the language makes of it.
    TargetLanguage running(String program);

    /// The codecs of a schema.
    List<GeneratedFile> generate(Schema schema);

    /// Builds, with the codecs that were written to a folder, the program that answers messages: for each frame of a
    /// 4-byte little-endian length and that many bytes a line with status, position and element; if the status is 0,
    /// one with the JSON and one with the copy in hexadecimal, or `refused: …`.
    ///
    /// @return the command that runs it
    List<String> compile(Path folder) throws IOException, InterruptedException;

    /// Generates codecs, and builds the program with them.
    default List<String> build(Schema schema, Path folder) throws IOException, InterruptedException {
        OutputDirectory.write(folder, generate(schema));
        return compile(folder);
    }
}
