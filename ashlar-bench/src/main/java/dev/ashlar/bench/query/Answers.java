// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Keeps trades and answers questions about them.
interface Answers extends AutoCloseable {
    /// Takes all trades in, as they come, once.
    void load(long rows) throws IOException;

    /// Takes the same trades in again from files, as those who keep files do; these are made before the clock starts.
    ///
    /// @return nanoseconds by format; empty if there is no such way
    default Map<String, Long> loadFiles(Path folder) throws IOException {
        return Map.of();
    }

    /// One line for each row of the answer, its values with spaces between; ordered where the question says so.
    List<String> ask(Question question, long rows) throws IOException;

    @Override
    void close() throws IOException;
}
