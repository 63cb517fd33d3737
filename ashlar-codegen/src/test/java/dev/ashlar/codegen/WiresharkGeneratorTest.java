// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.DecodedLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The text of dissectors. `WiresharkTest` runs them.
class WiresharkGeneratorTest {
    private static final MessageLength LENGTHS = MessageLength.of(GeneratorContract.TRAPS);

    @Test
    void shouldWriteTheSameDissectorForTheSameSchema() {
        List<GeneratedFile> files = generate(LanguageOptions.DEFAULT, Framing.raw(LENGTHS));
        assertEquals(files, generate(LanguageOptions.DEFAULT, Framing.raw(LENGTHS)));
        assertEquals(List.of("ashlar.lua"), files.stream().map(GeneratedFile::path).toList());
        assertEquals("traps.lua", generate(LanguageOptions.DEFAULT.withPackageName("Traps"), Framing.raw(LENGTHS)).getFirst()
                .path());
    }

    @Test
    void shouldWriteEveryKnownFraming() {
        for (String name : Framing.names()) {
            String text = generate(LanguageOptions.DEFAULT, Framing.parse(name, LENGTHS)).getFirst().content();
            assertTrue(text.contains(", in framing " + name + "."), name);
            assertEquals(!name.equals("raw"), text.contains("not_counted = "), name);
        }
    }

    @Test
    void shouldRefuseFramesOfDatagramsThatItCannotShow() {
        Framing stream = Framing.parse("cme-mdp3");
        Framing unusual = new Framing("unusual", stream.packet(), stream.stream(), new DecodedLayout(LENGTHS));
        assertThrows(IllegalArgumentException.class, () -> generate(LanguageOptions.DEFAULT, unusual));
    }

    private static List<GeneratedFile> generate(LanguageOptions options, Framing framing) {
        return WiresharkGenerator.generate(GeneratorContract.TRAPS, options, framing);
    }
}
