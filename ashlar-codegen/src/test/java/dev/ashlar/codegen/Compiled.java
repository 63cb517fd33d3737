// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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

/// Generated code, compiled in memory and loaded.
public final class Compiled extends ClassLoader {
    /// What users with strict builds need.
    private static final List<String> STRICT = List.of("-Xlint:all", "-Werror", "-proc:none");
    private static final List<String> LAX = List.of("-nowarn", "-proc:none", "-XDignore.symbol.file");
    private static final int SHOWN = 20;
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /// They keep what they read of the class path and the JDK: new ones for each schema would take most of the time.
    /// One serves one compilation at a time.
    private static final ThreadLocal<StandardJavaFileManager> FILES =
            ThreadLocal.withInitial(() -> COMPILER.getStandardFileManager(null, null, null));

    private final Map<String, ByteArrayOutputStream> classes;

    private Compiled(Map<String, ByteArrayOutputStream> classes) {
        super(Compiled.class.getClassLoader());
        this.classes = classes;
    }

    /// Compiles the files, and further sources that use them, with every warning an error.
    ///
    /// @throws AssertionError with diagnostics if there is a single one
    public static Compiled of(List<GeneratedFile> files, GeneratedFile... users) {
        List<GeneratedFile> all = new ArrayList<>(files);
        all.addAll(List.of(users));
        return compile(all, STRICT);
    }

    /// Compiles code that others generated, whose warnings are not our business.
    ///
    /// @throws AssertionError with diagnostics if there is an error
    public static Compiled lax(List<GeneratedFile> files) {
        return compile(files, LAX);
    }

    private static Compiled compile(List<GeneratedFile> files, List<String> options) {
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        boolean done = COMPILER.getTask(null, new Memory(classes), diagnostics, options, null,
                files.stream().map(SourceFile::new).toList()).call();
        if (!done || options.equals(STRICT) && !diagnostics.getDiagnostics().isEmpty()) {
            throw new AssertionError(diagnostics.getDiagnostics().stream().limit(SHOWN).map(Compiled::describe)
                    .collect(Collectors.joining("\n")));
        }
        return new Compiled(classes);
    }

    /// A class of these sources.
    public Class<?> type(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no such class generated: " + name, e);
        }
    }

    /// Calls a static method of one of these classes, whose exceptions are passed on.
    public Object call(String type, String method) throws Throwable {
        return call(type(type).getMethod(method));
    }

    /// @see #call(String, String)
    static Object call(Method method, Object... arguments) throws Throwable {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
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
        if (!(d.getSource() instanceof SourceFile source) || d.getLineNumber() < 1) {
            return d.toString();
        }
        return d + "\n    in: " + source.file.content().lines().skip(d.getLineNumber() - 1).findFirst().orElse("");
    }

    private static final class SourceFile extends SimpleJavaFileObject {
        private final GeneratedFile file;

        SourceFile(GeneratedFile file) {
            super(URI.create("memory:///" + file.path()), JavaFileObject.Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.content();
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        Memory(Map<String, ByteArrayOutputStream> classes) {
            super(FILES.get());
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
