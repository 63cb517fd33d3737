// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Generated sources, compiled in memory and loaded.
final class InMemory extends ClassLoader {
    /// Every warning is an error: what users with strict builds need.
    static final List<String> STRICT = List.of("-Xlint:all", "-Werror", "-proc:none");
    static final List<String> LAX = List.of("-nowarn", "-proc:none", "-XDignore.symbol.file");
    private static final int SHOWN = 20;
    /// It keeps what it read of the class path and the JDK: a new one for each schema would take most of the time.
    private static final StandardJavaFileManager FILES =
            ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);

    private final Map<String, ByteArrayOutputStream> classes;

    private InMemory(Map<String, ByteArrayOutputStream> classes) {
        super(InMemory.class.getClassLoader());
        this.classes = classes;
    }

    /// One source.
    ///
    /// @param path relative to the source root
    record Source(String path, String text) {
    }

    /// Compiles sources.
    ///
    /// @throws AssertionError with the diagnostics if there is an error, or with [#STRICT] a warning
    static InMemory compiled(List<Source> sources, List<String> options) {
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        boolean done;
        synchronized (FILES) {
            done = compiler.getTask(null, new Memory(classes), diagnostics, options, null,
                    sources.stream().map(InMemory::file).toList()).call();
        }
        if (!done || options.equals(STRICT) && !diagnostics.getDiagnostics().isEmpty()) {
            throw new AssertionError(diagnostics.getDiagnostics().stream().limit(SHOWN).map(InMemory::describe)
                    .collect(Collectors.joining("\n")));
        }
        return new InMemory(classes);
    }

    /// A class of these sources.
    Class<?> type(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no such class generated: " + name, e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }

    private static String describe(Diagnostic<? extends JavaFileObject> d) {
        if (!(d.getSource() instanceof SourceFile file) || d.getLineNumber() < 1) {
            return d.toString();
        }
        return d + "\n    in: " + file.text.lines().skip(d.getLineNumber() - 1).findFirst().orElse("");
    }

    private static JavaFileObject file(Source source) {
        return new SourceFile(source);
    }

    private static final class SourceFile extends SimpleJavaFileObject {
        private final String text;

        SourceFile(Source source) {
            super(URI.create("memory:///" + source.path()), JavaFileObject.Kind.SOURCE);
            text = source.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        Memory(Map<String, ByteArrayOutputStream> classes) {
            super(FILES);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }

        @Override
        public void close() {
            // The files stay open for the next compilation.
        }
    }
}
