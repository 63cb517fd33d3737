// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static io.trino.metadata.InternalBlockEncodingSerde.TESTING_BLOCK_ENCODING_SERDE;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.airlift.json.JsonMapperProvider;
import io.airlift.slice.Slices;
import io.trino.block.BlockJsonSerde;
import io.trino.spi.HostAddress;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import io.trino.type.TypeDeserializer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What the coordinator sends to workers arrives as it was.
class HandlesTest {
    private static ObjectMapper mapper() {
        JsonMapperProvider provider = new JsonMapperProvider();
        provider.withJsonSerializers(Map.of(Block.class, new BlockJsonSerde.Serializer(TESTING_BLOCK_ENCODING_SERDE)));
        provider.withJsonDeserializers(Map.of(Type.class, new TypeDeserializer(TESTING_TYPE_MANAGER), Block.class,
                new BlockJsonSerde.Deserializer(TESTING_BLOCK_ENCODING_SERDE)));
        return provider.get();
    }

    private static <T> void assertSame(T value, Class<T> type) throws Exception {
        ObjectMapper mapper = mapper();
        assertEquals(value, mapper.readValue(mapper.writeValueAsString(value), type));
    }

    @Test
    void shouldSendSplits() throws Exception {
        assertSame(new AshlarSplit(List.of(new AshlarSplit.Rows("2026-01-05", "id", 1, 1L << 41, 3, 4)),
                List.of(HostAddress.fromString("worker:8080")), 0.5), AshlarSplit.class);
    }

    @Test
    void shouldSendTables() throws Exception {
        AshlarColumn side = new AshlarColumn("Side", VarcharType.createVarcharType(4));
        AshlarColumn price = new AshlarColumn("price", BigintType.BIGINT);
        AshlarColumn product = new AshlarColumn("(price * 2)", BigintType.BIGINT, Optional.of(new AshlarColumn.Formula("*",
                List.of(price, new AshlarColumn("2", BigintType.BIGINT, Optional.of(new AshlarColumn.Formula("constant",
                        List.of(), 2)))), 0)));
        AshlarColumn time = new AshlarColumn("_time", TimestampType.TIMESTAMP_NANOS);
        AshlarTable table = AshlarTable.of(new SchemaTableName("feed", "trade"), "Trade");
        assertSame(table, AshlarTable.class);
        AshlarTable filtered = table.withPredicates(TupleDomain.withColumnDomains(Map.of(side, Domain.singleValue(
                side.type(), Slices.utf8Slice("Buy")), price, Domain.notNull(price.type()))),
                TupleDomain.withColumnDomains(Map.of(time, Domain.onlyNull(time.type()))));
        assertSame(filtered, AshlarTable.class);
        assertSame(filtered.withLimit(3, List.of(new AshlarTable.By(time, SortOrder.DESC_NULLS_LAST))),
                AshlarTable.class);
        assertSame(filtered.withAggregates(new AshlarTable.Aggregates(List.of(side), List.of(
                new AshlarTable.Measure(new AshlarColumn("_sum_0", BigintType.BIGINT), "sum", Optional.of(product)),
                new AshlarTable.Measure(new AshlarColumn("_count_1", BigintType.BIGINT), "count", Optional.empty())))),
                AshlarTable.class);
        assertEquals(OptionalLong.of(3), table.withLimit(3, List.of()).limit());
    }

    @Test
    void shouldSendTransactions() throws Exception {
        assertSame(new AshlarTransaction(new UUID(1, 2)), AshlarTransaction.class);
    }
}
