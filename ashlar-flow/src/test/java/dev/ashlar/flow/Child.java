// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A [CellProgram] in a JVM of its own.
final class Child extends ChildProcess {
    Child(Path file, Object... args) throws IOException {
        super(List.of(), CellProgram.class, file, args);
    }
}
