// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Compiles and runs each block of Java in Javadoc, README and docs.
///
/// A block `Name` needs its surroundings in `src/test/blocks/Name.block`: a class `Block` whose method `run` has the
/// line `//@block` where the block belongs, declares what the block leaves open, and checks what it did.
class CodeBlocksTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", ".."));
    private static final Path SURROUNDINGS = Path.of("src/test/blocks");
    private static final String PLACE = "//@block";
    private static final String IMPORTS = """
            import static dev.ashlar.examples.BlockBase.*;
            import static org.junit.jupiter.api.Assertions.*;
            import java.lang.foreign.Arena;
            import java.lang.foreign.MemorySegment;
            import java.nio.file.Path;
            import java.util.ArrayList;
            import java.util.List;
            """;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /// One for all: it keeps what it has read of the class path.
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    @TempDir
    static Path folder;

    @TestFactory
    Stream<DynamicTest> shouldRunEachBlock() throws IOException {
        List<CodeBlock> blocks = CodeBlock.of(ROOT);
        assertTrue(blocks.size() >= 20, () -> "blocks=" + blocks);
        requireSurroundings(blocks);
        return blocks.stream().map(block -> DynamicTest.dynamicTest(block.file() + ":" + block.line(),
                () -> run(block)));
    }

    /// None is missing, and none is left of a block that is gone.
    private static void requireSurroundings(List<CodeBlock> blocks) throws IOException {
        Set<String> names = new TreeSet<>();
        for (CodeBlock block : blocks) {
            assertTrue(names.add(block.name()), () -> "two files have a block of this name: " + block.name());
        }
        try (Stream<Path> files = Files.list(SURROUNDINGS)) {
            Set<String> there = new TreeSet<>();
            files.forEach(file -> there.add(file.getFileName().toString().replace(".block", "")));
            assertEquals(names, there, "blocks of code, and the files of " + SURROUNDINGS);
        }
    }

    private static void run(CodeBlock block) throws Exception {
        String around = Files.readString(SURROUNDINGS.resolve(block.name() + ".block"));
        assertEquals(2, around.split(PLACE, -1).length, () -> "no single " + PLACE + ": " + block.name());
        Path classes = Files.createDirectory(folder.resolve(block.name()));
        List<String> problems = compile(IMPORTS + around.replace(PLACE, block.code()), classes);
        assertEquals(List.of(), problems, () -> block.file() + ":" + block.line() + " does not compile");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Method run = loader.loadClass("Block").getDeclaredMethod("run", Path.class);
            run.setAccessible(true);
            run.invoke(null, folder.resolve(block.name() + ".store"));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    /// The order of evaluation made a claim's memory that of the claim before, without an error.
    @Test
    void shouldNotCompileClaimsInTheWrongOrder() throws IOException {
        String around = """
                import dev.ashlar.examples.orders.*;
                import dev.ashlar.store.*;

                class Block {
                    static void run(Appender w, JournalWriter r, LastValuesWriter b, TradeEncoder trade)
                            throws Exception {
                        %s
                    }
                }
                """;
        Path classes = Files.createDirectory(folder.resolve("claims"));
        List<String> right = List.of("RowClaim c = w.claim(); trade.wrap(c.memory(), c.offset());", "w.claim().wrap(trade);",
                "MessageClaim c = r.claim(9); trade.wrap(c.memory(), c.offset());", "b.claim(1).wrap(trade);",
                "ValueClaim c = b.update(1); trade.wrap(c.memory(), c.offset());");
        for (String line : right) {
            assertEquals(List.of(), compile(IMPORTS + around.formatted(line), classes), line);
        }
        List<String> wrong = List.of("trade.wrap(w.memory(), w.claim());", "trade.wrap(r.memory(), r.claim(9));",
                "trade.wrap(b.memory(), b.claim(1));", "trade.wrap(b.memory(), b.update(1));",
                "long at = w.claim(); trade.wrap(w.memory(), at);");
        for (String line : wrong) {
            assertFalse(compile(IMPORTS + around.formatted(line), classes).isEmpty(), line);
        }
    }

    /// @return what is wrong with it
    private static List<String> compile(String source, Path classes) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> options = List.of("-d", classes.toString(), "-classpath", System.getProperty("java.class.path"),
                "-proc:none");
        COMPILER.getTask(null, FILES, diagnostics, options, null, List.of(new Source(source))).call();
        List<String> problems = new ArrayList<>();
        String[] lines = source.split("\n");
        for (Diagnostic<?> diagnostic : new HashSet<>(diagnostics.getDiagnostics())) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                problems.add(diagnostic.getMessage(null) + " in: " + lines[(int) diagnostic.getLineNumber() - 1].strip());
            }
        }
        return problems;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Block.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
