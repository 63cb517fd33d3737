// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A kind of queue, for messages between threads and, if it can lie in a file, between processes.
public interface QueueKind {
    /// As an enum has it.
    String name();

    /// For tables.
    String label();

    /// Flags of the JVMs that use it.
    List<String> flags();

    /// Whether it is used in a shape.
    boolean fits(Shape shape);

    /// A queue between threads.
    NumberQueue open(int producers, int capacity);

    /// Creates a queue in a file, for one producer.
    void create(Path file, int capacity) throws IOException;

    /// Opens such a queue, until this process ends.
    NumberQueue open(Path file) throws IOException;
}
