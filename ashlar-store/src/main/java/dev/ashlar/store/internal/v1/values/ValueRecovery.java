// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.values;

import dev.ashlar.flow.Syncs;
import dev.ashlar.flow.VersionedCellWriter;
import java.util.ArrayList;
import java.util.List;

/// Recovers the cells of a last-value table after a loss of power: the newest intact value of each record becomes
/// current. Reads the whole last-value table.
public final class ValueRecovery {
    /// @param completed number of the last sync that was completed
    /// @return what was lost, in words
    public static List<String> run(ValueTable lastValues, long completed) {
        lastValues.refresh();
        Key key = new Key(lastValues.keyLayout());
        List<String> lost = new ArrayList<>();
        for (ValueChunk chunk : lastValues.chunks()) {
            ValueRecordLayout layout = chunk.layout();
            VersionedCellWriter cells = VersionedCellWriter.durable(layout.cell(), new Syncs(completed));
            for (long record = chunk.first(); record < chunk.link().end(); record++) {
                long at = chunk.offset(record);
                if (!layout.readKey(chunk.memory(), at, key)) {
                    lost.add(lastValues.name() + ": record " + record + " has a damaged key and is left alone");
                } else if (cells.recover(chunk.memory(), layout.cellOffset(at)) < 0) {
                    lost.add(lastValues.name() + ": record " + record + ", key=" + key + ", has no intact value");
                }
            }
        }
        return lost;
    }
}
