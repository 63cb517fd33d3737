// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.session.PropertyMetadata;
import java.util.List;

/// The session properties, which `SET SESSION` changes.
final class SessionSettings {
    static final String AGGREGATION = "aggregation_pushdown";
    static final String SPLIT_BYTES = "split_bytes";

    static List<PropertyMetadata<?>> of(CatalogSettings settings) {
        return List.of(
                PropertyMetadata.booleanProperty(AGGREGATION,
                        "Aggregate in the kernels of one worker if there are few groups", settings.aggregateBytes() > 0,
                        false),
                PropertyMetadata.longProperty(SPLIT_BYTES, "Approximate bytes of rows that a split reads",
                        settings.splitBytes(), bytes -> {
                            if (bytes < 1) {
                                throw new IllegalArgumentException(SPLIT_BYTES + " is too small: " + bytes);
                            }
                        }, false));
    }

    static boolean aggregates(ConnectorSession session) {
        return session.getProperty(AGGREGATION, Boolean.class);
    }

    static long splitBytes(ConnectorSession session) {
        return session.getProperty(SPLIT_BYTES, Long.class);
    }
}
