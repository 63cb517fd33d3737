// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a measuring JVM found.
///
/// @param hugePageBytes of its hash index in huge pages; 0 where there is none
/// @param results       of all ways
record LookupFindings(long hugePageBytes, List<LookupResult> results) {
    private static final String BETWEEN = ";";

    LookupFindings {
        results = List.copyOf(results);
    }

    String line() {
        return hugePageBytes + BETWEEN + String.join(BETWEEN, results.stream().map(LookupResult::line).toList());
    }

    /// @throws IOException if it is no such line
    static LookupFindings parse(String line) throws IOException {
        String[] parts = line.split(BETWEEN);
        if (!parts[0].matches("\\d{1,18}")) {
            throw new IOException("not what a measuring JVM says: " + line);
        }
        List<LookupResult> results = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            results.add(LookupResult.parse(parts[i]));
        }
        return new LookupFindings(Long.parseLong(parts[0]), results);
    }
}
