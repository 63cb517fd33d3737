// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A [SharedPoolProgram] in a JVM of its own.
final class Child extends ChildProcess {
    Child(Path folder, Object... args) throws IOException {
        super(List.of("-XX:TieredStopAtLevel=1"), SharedPoolProgram.class, folder, args);
    }
}
