// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.queue;

import dev.ashlar.measure.Contender;
import java.io.IOException;
import java.nio.file.Path;

/// A kind of queue, for messages between threads and, if it can be in a file, between processes.
public interface QueueKind extends Contender {
    boolean fits(Shape shape);

    NumberQueue open(int producers, int capacity);

    /// Creates a queue in a file, for one producer, if it supports [Shape#PROCESSES].
    void create(Path file, int capacity) throws IOException;

    /// Opens such a queue, until this process ends.
    NumberQueue open(Path file) throws IOException;
}
