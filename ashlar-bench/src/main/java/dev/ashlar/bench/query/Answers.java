// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Keeps trades and answers questions about them.
interface Answers extends AutoCloseable {
    /// Loads all trades once, in order of arrival.
    void load(long rows) throws IOException;

    /// Loads the same trades again from files, which are written before the clock starts.
    ///
    /// @return nanoseconds by format; empty if that is not supported
    default Map<String, Long> loadFiles(Path folder) throws IOException {
        return Map.of();
    }

    /// One line for each row of the answer, with its values separated by spaces; ordered if the question orders rows.
    List<String> ask(Question question, long rows) throws IOException;

    @Override
    void close() throws IOException;
}
