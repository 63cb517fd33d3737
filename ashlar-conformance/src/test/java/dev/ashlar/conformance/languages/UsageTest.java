// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.conformance.languages.Texts.Strings;
import dev.ashlar.sbe.ir.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Generated code cannot be held wrongly: encoders refuse what would make a malformed message, mistakes that a compiler
/// can see do not compile, and messages are encoded and decoded without allocating where the language allows that. A
/// block alone can be read, but nothing beyond it.
@Tag("slow")
class UsageTest {
    private static final List<String> REFUSED = List.of("order", "missing entry", "extra entry", "unfinished entry",
            "unfinished message", "twice", "long text", "long data", "high count");
    private static final List<String> OUT_OF_REACH = List.of("row's groups", "row's data", "row's header",
            "row's length", "entry's data", "row's JSON");
    private static final Pattern ERROR = Pattern.compile("(?im)^(?:.*/)?wrong\\.\\w+[:(](\\d+)\\b.*\\berror\\b");

    @TempDir
    Path folder;

    /// A language, and how its compiler finds errors in the files of a folder.
    ///
    /// @param allocates whether decoded values are objects
    /// @param grows     whether an encoder's buffer is never too small
    /// @param rowTypes  whether a block alone is a type of its own, without groups and data
    /// @param wrong     a file in which each line with `wrong:` is an error
    /// @param checker   the command that compiles it
    /// @param tools     beyond those of the language
    record Usage(TargetLanguage language, boolean allocates, boolean grows, boolean rowTypes, String wrong,
                 List<String> checker, List<List<String>> tools) {
        @Override
        public String toString() {
            return language.name();
        }
    }

    static Stream<Usage> languages() {
        return Stream.of(
                new Usage(new Cpp("g++", "-O0").running("usage"), false, false, false, "conformance/check/wrong.cpp",
                        Stream.of(List.of("g++"), Cpp.WARNINGS, List.of("-Werror", "-fsyntax-only", "-I.",
                        "conformance/check/wrong.cpp")).flatMap(List::stream).toList(),
                        List.of()),
                new Usage(new CSharp("Usage"), false, false, false, "Wrong.cs", Stream.concat(CSharp.COMPILER.stream(),
                        Stream.of("-t:library", "-out:wrong.dll", "-r:driver.exe", "Wrong.cs")).toList(), List.of()),
                new Usage(new Rust("usage"), false, false, true, "examples/wrong.rs", List.of("cargo", "check",
                        "--offline", "--quiet", "--message-format", "short", "--example", "wrong"), List.of()),
                new Usage(new Go("usage"), false, false, true, "usage/wrong.go", List.of("sh", "-c",
                        "go build -o /dev/null -gcflags=-e ./usage 2>&1 | sed 's/$/ (error)/'; exit 1"), List.of()),
                new Usage(new TypeScript("usage"), true, false, false, "wrong.ts", Stream.concat(TypeScript.COMPILE.stream(),
                        Stream.of("--pretty", "false", "--noEmit", "wrong.ts")).toList(), List.of()),
                new Usage(new Python("usage"), true, true, false, "wrong.py", List.of("python3", "-m", "mypy", "--strict",
                        "--explicit-package-bases", "wrong.py"), List.of(List.of("python3", "-m", "mypy", "--version"))));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void shouldNotBeHeldWrongly(Usage usage) throws IOException, InterruptedException {
        Skips.require(usage.language().name(),
                Stream.concat(usage.language().tools().stream(), usage.tools().stream()).toList());
        List<String> command = usage.language().build(LanguagePage.of("cpp").schema(), folder);
        List<String> expected = new ArrayList<>(usage.allocates() ? List.of() : List.of("allocated: 0"));
        expected.addAll(List.of("row: 7 ASHL 12345 Sell 7", "older rows: 1 1", "entry: 7"));
        if (!usage.rowTypes()) {
            OUT_OF_REACH.forEach(name -> expected.add(name + ": rejected"));
        }
        expected.add(usage.allocates() ? "again: partial XETR XETR partial" : "again: partial XETR XPAR XETR XPAR partial");
        if (usage.language() instanceof Cpp) {
            expected.add("algorithms: 7 7 30 XPAR 7 2 30 1 1");
        }
        REFUSED.forEach(name -> expected.add(name + ": rejected"));
        expected.addAll(usage.grows() ? List.of() : List.of("small buffer: rejected"));
        assertEquals(expected, Tool.answers(folder, command, new byte[0]));

        Path wrong = folder.resolve(usage.wrong());
        String source = Resources.text(wrong.getFileName().toString()).replace("NAMESPACE", "conformance::check");
        Files.writeString(wrong, source);
        String errors = Tool.errors(folder, usage.checker());
        List<String> lines = source.lines().toList();
        List<Integer> marked = IntStream.rangeClosed(1, lines.size())
                .filter(i -> lines.get(i - 1).contains(" wrong: ")).boxed().toList();
        List<Integer> found = ERROR.matcher(errors).results().map(m -> Integer.valueOf(m.group(1))).distinct().sorted()
                .toList();
        assertEquals(marked, found, errors);
    }

    /// A language, what its strings are, and whether it has text in UTF-16.
    record TextUse(TargetLanguage language, Strings strings, boolean wide) {
        @Override
        public String toString() {
            return language.name();
        }
    }

    static Stream<TextUse> texts() {
        return Stream.of(new TextUse(new Cpp("g++", "-O0").running("texts"), Strings.BYTES, false),
                new TextUse(new CSharp("Texts"), Strings.UTF_16, false), new TextUse(new Rust("texts"), Strings.UTF_8, false),
                new TextUse(new Go("texts"), Strings.BYTES, false), new TextUse(new TypeScript("texts"), Strings.UTF_16, true),
                new TextUse(new Python("texts"), Strings.UTF_16, true));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void shouldRefuseTextThatItsCharsetCannotHold(TextUse use) throws IOException, InterruptedException {
        Skips.require(use.language().name(), use.language().tools());
        Schema schema = Texts.schema();
        List<String> command = use.language().build(schema, folder);
        List<Texts.Case> cases = Texts.of(use.strings(), use.wide());
        String input = cases.stream().map(Texts.Case::line).collect(Collectors.joining());
        List<String> answers = Tool.answers(folder, command, input.getBytes(StandardCharsets.US_ASCII));
        assertEquals(expected(cases, schema), answered(cases, answers));
    }

    @ParameterizedTest
    @ValueSource(classes = {String.class, CharSequence.class})
    void shouldRefuseTextThatItsCharsetCannotHoldInJava(Class<?> textType) throws IOException,
            ReflectiveOperationException {
        Schema schema = Texts.schema();
        JavaTexts java = JavaTexts.of(schema, textType);
        List<Texts.Case> cases = Texts.of(Strings.UTF_16, true);
        List<String> answers = new ArrayList<>();
        for (Texts.Case c : cases) {
            answers.addAll(java.answers(c));
        }
        assertEquals(expected(cases, schema), answered(cases, answers));
    }

    private static String expected(List<Texts.Case> cases, Schema schema) {
        return cases.stream().map(c -> c.line() + String.join("\n", c.answers(schema))).collect(Collectors.joining("\n"));
    }

    private static String answered(List<Texts.Case> cases, List<String> answers) {
        assertEquals(2 * cases.size(), answers.size(), () -> String.join("\n", answers));
        return IntStream.range(0, cases.size()).mapToObj(i -> cases.get(i).line() + Texts.shortened(answers.get(2 * i)) + "\n"
                + answers.get(2 * i + 1)).collect(Collectors.joining("\n"));
    }
}
