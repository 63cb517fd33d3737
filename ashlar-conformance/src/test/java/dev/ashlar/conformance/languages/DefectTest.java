// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.conformance.languages.Cases.Case;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What [LanguageConformanceTest] compares would not agree if a generator had made a mistake.
class DefectTest {
    private static final int MESSAGES = 100;
    private static final int CHANGES = 15;

    @TempDir
    Path folder;

    static Stream<TargetLanguage> languages() {
        return Stream.of(Cpp.plain("-O0"), new CSharp(), new Rust(), new Go(), new TypeScript(), new Python());
    }

    /// Some mistakes in the language that needs no compiler, and one in another.
    @Test
    void shouldFindMistakes() throws IOException, InterruptedException {
        SplittableRandom random = Seed.random("shouldFindMistakes");
        List<TargetLanguage> compiled = languages().filter(l -> !(l instanceof Python)).toList();
        find(new Python(), random, 6);
        find(compiled.get(random.nextInt(compiled.size())), random, 1);
    }

    private void find(TargetLanguage language, SplittableRandom random, int count) throws IOException,
            InterruptedException {
        List<Defect> defects = new ArrayList<>(Defect.of(language));
        while (defects.size() > count) {
            defects.remove(random.nextInt(defects.size()));
        }
        find(language, defects);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("languages")
    void shouldFindEveryMistake(TargetLanguage language) throws IOException, InterruptedException {
        find(language, Defect.of(language));
    }

    private void find(TargetLanguage language, List<Defect> defects) throws IOException, InterruptedException {
        Skips.require(language.name(), language.tools());
        Schema schema = Defect.schema();
        SplittableRandom random = Seed.random("DefectTest");
        List<Case> messages = Cases.messages(List.of(schema, Defect.older(), NewerSchema.of(schema, random)), random,
                MESSAGES, CHANGES);
        LanguageComparison.run(language, schema, messages, folder);
        List<Defect> missed = new ArrayList<>();
        for (Defect defect : defects) {
            Path source = Files.createTempDirectory(folder, "defect");
            OutputDirectory.write(source, defect.generate(language));
            List<String> command = language.compile(source);
            if (!isFound(language, schema, command, messages, source)) {
                missed.add(defect);
            }
        }
        assertEquals(List.of(), missed, language.name());
        assertTrue(!defects.isEmpty());
        System.out.println(language.name() + ": mistakes found=" + defects.size());
    }

    /// Mistakes in what codecs say of fields: all in the language that needs no compiler, one in another.
    @Test
    void shouldFindMistakesInMetadata() throws IOException, InterruptedException, ReflectiveOperationException {
        SplittableRandom random = Seed.random("shouldFindMistakesInMetadata");
        List<TargetLanguage> compiled = languages().filter(l -> !(l instanceof Python)).toList();
        findInMetadata(new Python(), Defect.ofMetadata());
        List<Defect> defects = Defect.ofMetadata();
        findInMetadata(compiled.get(random.nextInt(compiled.size())),
                List.of(defects.get(random.nextInt(defects.size()))));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("languages")
    void shouldFindEveryMistakeInMetadata(TargetLanguage language) throws IOException, InterruptedException,
            ReflectiveOperationException {
        findInMetadata(language, Defect.ofMetadata());
    }

    private void findInMetadata(TargetLanguage language, List<Defect> defects) throws IOException,
            InterruptedException, ReflectiveOperationException {
        Skips.require(language.name(), language.tools());
        TargetLanguage asked = language.running(Metadata.PROGRAM);
        List<Defect> missed = new ArrayList<>();
        for (Defect defect : defects) {
            Path source = Files.createTempDirectory(folder, "metadata");
            OutputDirectory.write(source, defect.generate(language));
            List<String> command = asked.compile(source);
            try {
                Metadata.compare(language, command, source);
                missed.add(defect);
            } catch (AssertionError e) {
                assertTrue(e.getMessage().contains("u16 id="), e.getMessage());
            }
        }
        assertEquals(List.of(), missed, language.name());
        System.out.println(language.name() + ": mistakes in metadata found=" + defects.size());
    }

    private static boolean isFound(TargetLanguage language, Schema schema, List<String> command, List<Case> messages,
            Path source) throws IOException, InterruptedException {
        try {
            LanguageComparison.compare(language, schema, command, messages, source);
            return false;
        } catch (AssertionError | NoSuchElementException _) {
            return true;
        }
    }
}
