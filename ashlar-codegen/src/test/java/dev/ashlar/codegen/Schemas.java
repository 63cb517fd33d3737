// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Schemas and sources among the test resources.
final class Schemas {
    private Schemas() {
    }

    static String text(String resource) {
        try (InputStream in = Schemas.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Schema parse(String xml) {
        ParseResult result = SchemaParser.parseText(xml, "test.xml");
        return result.schema();
    }

    /// A source file of the test resources, in the package it declares.
    static GeneratedFile source(String resource) {
        String text = text(resource);
        String packageName = text.replaceAll("(?s).*?\\npackage ([\\w.]+);.*", "$1");
        return new GeneratedFile(packageName.replace('.', '/') + "/" + resource, text);
    }
}
