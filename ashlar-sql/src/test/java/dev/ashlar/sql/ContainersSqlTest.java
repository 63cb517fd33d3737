// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.ingest.LoadOptions;
import dev.ashlar.ingest.Loader;
import dev.ashlar.ingest.MessageSource;
import dev.ashlar.ingest.SourceOptions;
import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.Retention;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainersSqlTest {
    @TempDir
    Path temp;

    /// Rows may outlive their messages; a query can tell.
    @Test
    void shouldTellRowsWhoseMessagesAreRetired() throws IOException {
        Path capture = temp.resolve("feed.pcap");
        Path folder = temp.resolve("day.store");
        StoreOptions options = StoreOptions.defaults().withChunkBytes(1 << 14);
        SampleFeed.write(capture, SampleFeed.Options.messages(5_000));
        Loader loader = new Loader(new JournalDefinition("messages", SampleFeed.schema()), LoadOptions.defaults(),
                () -> StoreWriter.open(folder, options));
        try (loader; MessageSource source = MessageSource.open(capture, SourceOptions.of(
                Framing.parse(SampleFeed.FRAMING)))) {
            loader.load(source, () -> { });
        }
        try (StoreWriter writer = StoreWriter.open(folder, options)) {
            writer.retain("messages", Retention.ALL.withMaxRows(1_000), 0);
        }
        try (Store store = Store.open(folder)) {
            SqlSession session = SqlSession.of(store);
            long rows = number(session, "select count(*) from Trade");
            long known = number(session, "select count(*) from Trade where _position >= "
                    + "(select firstPosition from _containers where name = 'messages')");
            assertEquals(number(session, "select count(*) from Trade t join messages m on t._position = m._position"),
                    known);
            assertTrue(known > 0 && known < rows, known + " of " + rows);
            assertEquals(rows, number(session, "select endRow - firstRow from _containers where name = 'Trade' "
                    + "and kind = 'table' and journal = 'messages'"));
            assertTrue(session.tables().stream().noneMatch(table -> table.name().equals("_containers")));
        }
    }

    private static long number(SqlSession session, String sql) {
        try (SqlResult result = session.run(sql, QueryOptions.defaults())) {
            assertTrue(result.next());
            return ((Number) result.get(0)).longValue();
        }
    }
}
