// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockTree;
import java.util.Objects;

/// Defines a journal and, through its schema, the tables that it fills.
///
/// @param name   of the journal
/// @param schema of its messages; none of its tables has the name of the journal
public record JournalDefinition(String name, Schema schema) {
    public JournalDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
        if (BlockTree.of(schema).kinds().stream().anyMatch(kind -> kind.table().equals(name))) {
            throw new IllegalArgumentException("a table of the journal's own messages has this name; give the journal "
                    + "another: name=" + name);
        }
    }
}
