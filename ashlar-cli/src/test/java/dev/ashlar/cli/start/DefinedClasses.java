// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.util.function.Function;
import java.util.stream.Stream;

/// Defines classes of its own next to those of the build.
final class DefinedClasses extends ClassLoader {
    private final Function<String, byte[]> files;

    /// @param files from the name of a class's file to the class; null for that of the build
    DefinedClasses(Function<String, byte[]> files) {
        super(DefinedClasses.class.getClassLoader());
        this.files = files;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        byte[] bytes = files.apply(file(name));
        return bytes == null ? super.loadClass(name, resolve) : defineClass(name, bytes, 0, bytes.length);
    }

    /// The name of a class's file.
    static String file(String name) {
        return name.replace('.', '/') + ".class";
    }

    /// The class of the build.
    static byte[] bytes(String file) {
        try (InputStream in = DefinedClasses.class.getClassLoader().getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The code of all methods.
    static Stream<CodeElement> code(byte[] bytes) {
        return ClassFile.of().parse(bytes).methods().stream().flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream());
    }
}
