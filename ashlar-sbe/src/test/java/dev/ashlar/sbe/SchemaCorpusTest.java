// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.ashlar.testkit.Corpus;
import dev.ashlar.testkit.KnownSchemas;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Our schemas, right and broken; and those of exchanges and the reference where there is a corpus.
class SchemaCorpusTest {
    /// Of the reference, which overlooks that each header tells of another schema.
    private static final String CONTRADICTED = "basic-schema-constant-header-field.xml";
    /// Files that are parts to be included, not schemas.
    private static final Set<String> PARTS = Set.of("common-types.xml", "common.xml", "parcel-types.xml");

    @Test
    void shouldAcceptEverySchemaThatIsOneAndRefuseTheRest() {
        List<String> wrong = new ArrayList<>();
        for (Path file : KnownSchemas.all()) {
            String name = file.getFileName().toString();
            boolean valid = !name.startsWith("error-handler-") && !name.equals("cyclic-refs-schema.xml")
                    && !name.startsWith("broken-") && !PARTS.contains(name) && !name.equals(CONTRADICTED);
            ParseResult result = SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true));
            if (result.parsed().isPresent() != valid) {
                wrong.add(name + " " + result.diagnostics());
            }
            for (Diagnostic diagnostic : result.diagnostics()) {
                assertFalse(diagnostic.location().line() == 0, diagnostic::toString);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldGiveTheRightReason() {
        KnownSchemas.broken().forEach((code, file) ->
                assertEquals(List.of(code), TestSchema.codes(SchemaParser.parse(file)), file::toString));
    }

    @Test
    void shouldGiveTheRightReasonsForSchemasOfTheReference() {
        assertEquals(List.of("SBE022"), codes("reference/cyclic-refs-schema.xml"));
        assertEquals(List.of("SBE015", "SBE015"), codes("reference/error-handler-invalid-composite.xml"));
        assertEquals(List.of("SBE040", "SBE040"),
                codes("reference/error-handler-invalid-composite-offsets-schema.xml"));
        assertEquals(List.of("SBE029", "SBE029", "SBE030", "SBE030"),
                codes("reference/error-handler-enum-violates-min-max-value-range.xml"));
        assertEquals(List.of("SBE012", "SBE012", "SBE012", "SBE012"),
                codes("reference/error-handler-invalid-name.xml"));
        assertEquals(List.of("SBE050", "SBE014"), codes("reference/error-handler-dup-message-schema.xml"));
        assertEquals(List.of("SBE013", "SBE050"), codes("reference/error-handler-types-dup-schema.xml"));
        assertEquals(List.of("SBE057"), codes("reference/" + CONTRADICTED));
    }

    private static List<String> codes(String schema) {
        return TestSchema.codes(SchemaParser.parse(Corpus.path("schemas").resolve(schema)));
    }
}
