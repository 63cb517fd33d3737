// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
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

/// Generated code, compiled in memory with every warning an error, and loaded.
final class Compiled extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> classes;

    private Compiled(Map<String, ByteArrayOutputStream> classes) {
        super(Compiled.class.getClassLoader());
        this.classes = classes;
    }

    /// Compiles the files, and further sources that use them.
    ///
    /// @throws AssertionError with all diagnostics if there is a single one
    static Compiled of(List<GeneratedFile> files, GeneratedFile... users) {
        List<GeneratedFile> all = new ArrayList<>(files);
        all.addAll(List.of(users));
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StandardJavaFileManager standard = compiler.getStandardFileManager(diagnostics, null, null);
        compiler.getTask(null, new Memory(standard, classes), diagnostics,
                List.of("-Xlint:all", "-Werror", "-proc:none", "-Xmaxerrs", "20"), null,
                all.stream().map(Compiled::source).toList()).call();
        if (!diagnostics.getDiagnostics().isEmpty()) {
            throw new AssertionError(diagnostics.getDiagnostics().stream().limit(20).map(d -> describe(d))
                    .collect(Collectors.joining("\n")));
        }
        return new Compiled(classes);
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
        String line = "";
        try {
            if (d.getSource() != null && d.getLineNumber() > 0) {
                line = d.getSource().getCharContent(true).toString().lines().skip(d.getLineNumber() - 1).findFirst()
                        .orElse("");
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return d + "\n    in: " + line;
    }

    private static JavaFileObject source(GeneratedFile file) {
        return new SimpleJavaFileObject(URI.create("memory:///" + file.path()), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return file.content();
            }
        };
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        Memory(JavaFileManager standard, Map<String, ByteArrayOutputStream> classes) {
            super(standard);
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
    }
}
