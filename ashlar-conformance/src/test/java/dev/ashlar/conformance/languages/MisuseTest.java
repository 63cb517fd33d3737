// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Encoders refuse what is written too late: a group again, parts of an earlier entry, entries of an earlier group.
/// They refuse counts that the schema does not allow, and those that readers do not accept. Fields of an earlier entry
/// still are that entry's.
class MisuseTest {
    private static final List<String> ANYWHERE = List.of("group again", "group again inside", "entry that does not fit",
            "low count", "high count", "empty entries", "more empty entries");
    /// Counts of C# are no greater.
    private static final String GREAT = "great count";
    /// Does not compile in Rust.
    private static final List<String> KEPT = List.of("data of an earlier entry", "group of an earlier entry");
    /// Where what writes entries can be copied.
    private static final String COPIED = "entry of an earlier group";
    /// Where encoders share a buffer or cursor.
    private static final String EARLIER = "part of an earlier message";

    @TempDir
    Path folder;

    /// A language, and what it can be asked about beyond what all can.
    record Misuse(TargetLanguage language, List<String> cases) {
        @Override
        public String toString() {
            return language.name();
        }
    }

    private static Misuse of(TargetLanguage language, String... cases) {
        List<String> all = new ArrayList<>(ANYWHERE);
        all.addAll(List.of(cases));
        return new Misuse(language.running("misuse"), all);
    }

    static Stream<Misuse> languages() {
        return Stream.of(of(new Cpp("g++", "-O0"), GREAT, KEPT.get(0), KEPT.get(1), COPIED),
                of(new CSharp(), KEPT.get(0), KEPT.get(1), COPIED, EARLIER), of(new Rust(), GREAT),
                of(new Go(), GREAT, KEPT.get(0), KEPT.get(1), COPIED, EARLIER),
                of(new TypeScript(), GREAT, KEPT.get(0), KEPT.get(1)),
                of(new Python(), GREAT, KEPT.get(0), KEPT.get(1), EARLIER));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void shouldRefuseWhatReadersWouldMisread(Misuse misuse) throws IOException, InterruptedException {
        TargetLanguage language = misuse.language();
        Skips.require(language.name(), language.tools());
        List<String> command = language.build(LanguagePage.parse(Resources.text("misuse.xml")), folder);
        List<String> expected = new ArrayList<>(misuse.cases().stream().map(name -> name + ": rejected").toList());
        expected.add("fields: 7 9");
        assertEquals(expected, Tool.answers(folder, command, new byte[0]));
    }
}
