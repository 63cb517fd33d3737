// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A page of `docs/languages`, whose blocks of code are one program, and whose blocks of text are what it writes.
record LanguagePage(String text) {
    /// @param name without folder and ending
    static LanguagePage of(String name) throws IOException {
        return new LanguagePage(Files.readString(Path.of("../docs/languages", name + ".md")));
    }

    /// The blocks of this language, with an empty line between them.
    String blocks(String language) {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(text).results().map(m -> m.group(1))
                .collect(Collectors.joining("\n"));
    }

    /// The lines that the program writes.
    List<String> written() {
        return blocks("text").lines().toList();
    }

    /// The schema on the page.
    Schema schema() throws IOException {
        return parse(blocks("xml"));
    }

    /// The schema of a file.
    ///
    /// @param byteOrder what takes the place of `ORDER` in the file
    static Schema schema(Path file, String byteOrder) throws IOException {
        return parse(Files.readString(file).replace("ORDER", byteOrder));
    }

    static Schema parse(String xml) throws IOException {
        return SchemaParser.parseText(xml, "feed.xml").schema();
    }
}
