// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A [StoreProgram], or another, in a JVM of its own.
final class Child extends ChildProcess {
    Child(Path folder, Object... args) throws IOException {
        this(List.of(), folder, args);
    }

    /// @param flags of the JVM
    Child(List<String> flags, Path folder, Object... args) throws IOException {
        this(StoreProgram.class, flags, folder, args);
    }

    Child(Class<?> program, List<String> flags, Path folder, Object... args) throws IOException {
        super(Stream.concat(Stream.of("-XX:TieredStopAtLevel=1", "-ea"), flags.stream()).toList(), program, folder,
                args);
    }
}
