// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codegen.Compiled;
import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.OutputDirectory;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.conformance.languages.Cases.Case;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A schema may use any name, also one that generated code, its language or common headers use themselves.
class ReservedNamesTest {
    private static final Path TRAPS = Path.of("../ashlar-codegen/src/test/resources/dev/ashlar/codegen/traps.xml");
    private static final Pattern NO_CODE = Pattern.compile(
            "(?s)//[^\n]*|#[^\n\\[!dufipe][^\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"");
    private static final Pattern WORD = Pattern.compile("\\b[A-Za-z_][A-Za-z0-9_]{0,29}\\b");
    /// What schemas cannot call types, because it means something else there.
    private static final Set<String> OF_SCHEMAS = Set.of("char", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
            "uint64", "float", "double", "messageHeader", "groupSizeEncoding");
    /// One that stands for something by itself, or that could be a method.
    private static final Pattern MACRO = Pattern.compile("^#define ([A-Za-z]\\w*(?= )|[a-z][a-z0-9_]*\\b)");
    /// Of those that code has: as many as compile in a minute or two.
    private static final int MANY = Integer.getInteger("many", 150);

    @TempDir
    Path folder;

    /// All names in the code of a schema that has something of everything.
    static List<String> namesIn(Collection<GeneratedFile> files) {
        Set<String> names = new TreeSet<>();
        files.forEach(file -> WORD.matcher(NO_CODE.matcher(file.content()).replaceAll(" ")).results()
                .forEach(m -> names.add(m.group())));
        names.removeAll(OF_SCHEMAS);
        return new ArrayList<>(names);
    }

    private static List<String> some(List<String> names, SplittableRandom random) {
        Collections.shuffle(names, new Random(random.nextLong()));
        return names.subList(0, Math.min(names.size(), MANY));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("dev.ashlar.conformance.languages.LanguageConformanceTest#unoptimized")
    void shouldUseAnyNameOfItsOwn(TargetLanguage language) throws IOException, InterruptedException {
        Skips.require(language.name(), language.tools());
        SplittableRandom random = Seed.random("shouldUseAnyNameOfItsOwn");
        List<String> names = namesIn(language.generate(LanguagePage.schema(TRAPS, "")));
        for (NamedSchema named : NamedSchema.values()) {
            compare(language, named, some(names, random), random);
        }
    }

    private void compare(TargetLanguage language, NamedSchema named, List<String> names, SplittableRandom random)
            throws IOException, InterruptedException {
        Schema schema = named.of(names);
        List<Case> messages = Cases.messages(List.of(schema), random, 60, 2);
        try {
            LanguageComparison.run(language, schema, messages, folder);
        } catch (AssertionError e) {
            throw new AssertionError(named + ": " + e.getMessage(), e);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(NamedSchema.class)
    void shouldUseAnyNameOfItsOwnInJava(NamedSchema named) throws IOException {
        JavaOptions options = JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(true);
        List<String> names = namesIn(JavaGenerator.generate(LanguagePage.schema(TRAPS, ""), options));
        Compiled.of(JavaGenerator.generate(named.of(some(names, Seed.random("shouldUseAnyNameOfItsOwnInJava"))), options));
    }

    /// `LanguageConformanceTest` has the other languages.
    @Test
    void shouldCompileNamesThatClashInJava() throws IOException {
        JavaOptions options = JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(true);
        Compiled.of(JavaGenerator.generate(LanguagePage.parse(Resources.text("edges.xml")), options));
    }

    /// With what the C and C++ standards, POSIX and Windows define.
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"g++", "clang++"})
    void shouldUseNamesOfMacros(String compiler) throws IOException, InterruptedException {
        Skips.require("C++", new Cpp(compiler, "-O0").tools());
        Files.writeString(folder.resolve("macros.hpp"), Resources.text("macros.hpp"));
        List<String> options = List.of(compiler, "-std=gnu++20", "-x", "c++");
        List<String> known = Resource.words("cpp/macros.txt");
        List<String> names = new ArrayList<>(new TreeSet<>(Tool.answers(folder, Stream.concat(options.stream(),
                Stream.of("-dM", "-E", "macros.hpp")).toList(), new byte[0]).stream()
                .map(MACRO::matcher).filter(Matcher::find).map(macro -> macro.group(1))
                // Others have the prefix of a group, such as `O_RDONLY`, which no schema takes by chance.
                .filter(name -> name.indexOf('_') < 0 || known.contains(name)).toList()));
        assertTrue(names.containsAll(List.of("EOF", "errno", "linux", "ERROR", "near", "SIGINT", "I")), names::toString);
        for (NamedSchema named : List.of(NamedSchema.VALUES, NamedSchema.ENUMS, NamedSchema.MEMBERS)) {
            Path home = Files.createDirectories(folder.resolve(named.name()));
            List<String> used = named == NamedSchema.MEMBERS ? names.stream().filter(n -> n.matches("[a-z_0-9]+")).toList()
                    : names;
            OutputDirectory.write(home, new Cpp(compiler, "-O0").generate(named.of(used)));
            Files.copy(folder.resolve("macros.hpp"), home.resolve("macros.hpp"));
            Files.writeString(home.resolve("main.cpp"), "#include \"macros.hpp\"\n#include \"conformance/check/schema.hpp\"\n");
            Tool.run(home, List.of(compiler, "-std=gnu++20", "-Wall", "-Wextra", "-fsyntax-only", "-I.", "main.cpp"));
        }
    }
}
