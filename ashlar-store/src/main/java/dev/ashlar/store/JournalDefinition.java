// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;
import java.util.Objects;

/// A journal and, through its schema, the tables that it fills.
///
/// @param name   of the journal
/// @param schema of its messages
public record JournalDefinition(String name, Schema schema) {
    public JournalDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
    }
}
