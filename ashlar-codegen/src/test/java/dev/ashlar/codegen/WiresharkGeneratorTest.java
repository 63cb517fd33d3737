// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.framing.DecodedLayout;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.framing.MessageLength;
import java.util.List;
import java.util.Locale;
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
    void shouldRefuseWhatFiltersOfWiresharkBeginWith() {
        for (String name : List.of("tcp", "UDP", "ip", "http", "frame", "eth.feed", "fix")) {
            String first = name.toLowerCase(Locale.ROOT).replaceFirst("\\..*", "");
            LanguageOptions options = LanguageOptions.DEFAULT.withPackageName(name);
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                    () -> generate(options, Framing.raw(LENGTHS)));
            assertEquals("Wireshark's own filters begin with " + first + ": package=" + name
                    + "; choose another package, such as with --package " + first + "_feed", refused.getMessage());
        }
        for (String name : List.of("tcp_feed", "feed.tcp", "sbe", "com.example", "md")) {
            generate(LanguageOptions.DEFAULT.withPackageName(name), Framing.raw(LENGTHS));
        }
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
