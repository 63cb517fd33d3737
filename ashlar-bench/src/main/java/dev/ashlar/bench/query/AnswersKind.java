// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.measure.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The contenders that answer questions.
enum AnswersKind implements Contender {
    ASHLAR("Ashlar, typed scan"),
    DUCKDB("DuckDB, its own table"),
    STREAMS("Java streams over objects");

    private static final long BYTES_OF_OBJECT = 100;

    private final String text;

    AnswersKind(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /// Flags of its JVM, in addition to those of all contenders.
    List<String> flags(long rows) {
        return switch (this) {
            case ASHLAR -> List.of();
            case DUCKDB -> List.of("--enable-native-access=ALL-UNNAMED");
            case STREAMS -> List.of("-Xmx" + (1024 + rows * BYTES_OF_OBJECT / 1_000_000) + "m");
        };
    }

    Answers open(Path folder, int threads) throws IOException {
        return switch (this) {
            case ASHLAR -> new AshlarAnswers(folder, threads);
            case DUCKDB -> new DuckAnswers(folder, threads);
            case STREAMS -> new StreamAnswers(threads);
        };
    }
}
