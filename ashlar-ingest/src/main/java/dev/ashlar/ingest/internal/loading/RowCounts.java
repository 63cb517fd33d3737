// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.store.Store;
import dev.ashlar.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How far the tables of a schema went, to tell what was added.
public final class RowCounts {
    private final Schema schema;
    private final Map<String, Long> before;

    private RowCounts(Schema schema, Map<String, Long> before) {
        this.schema = schema;
        this.before = before;
    }

    public static RowCounts of(Store store, Schema schema) {
        return new RowCounts(schema, ends(store));
    }

    private static Map<String, Long> ends(Store store) {
        Map<String, Long> ends = new HashMap<>();
        for (Table table : store.tables()) {
            ends.put(table.name(), table.endRow());
        }
        return ends;
    }

    /// Rows added since, of templates that had any.
    public List<TemplateRows> since(Store store) {
        Map<String, Long> now = ends(store);
        BlockTree tree = BlockTree.of(schema);
        List<TemplateRows> templates = new ArrayList<>();
        for (Message message : schema.messages()) {
            List<BlockKind> kinds = tree.kinds(message);
            long messages = added(now, kinds.getFirst());
            if (messages > 0) {
                templates.add(new TemplateRows(message.name(), message.id(), messages,
                        kinds.subList(1, kinds.size()).stream()
                                .map(kind -> new GroupRows(kind.table(), added(now, kind))).toList()));
            }
        }
        return templates;
    }

    private long added(Map<String, Long> now, BlockKind kind) {
        return now.getOrDefault(kind.table(), 0L) - before.getOrDefault(kind.table(), 0L);
    }
}
