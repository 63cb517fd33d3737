// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import java.io.IOException;
import java.util.List;

/// Keeps trades and answers questions about them.
interface Answers extends AutoCloseable {
    /// Takes all trades in, as they come, once.
    void load(long rows) throws IOException;

    /// One line for each row of the answer, its values with spaces between; ordered where the question says so.
    List<String> ask(Question question, long rows) throws IOException;

    @Override
    void close() throws IOException;
}
