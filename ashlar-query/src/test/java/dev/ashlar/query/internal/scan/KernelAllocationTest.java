// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Deals;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Plan;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Scan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import dev.ashlar.query.internal.kernel.Kernels;
import dev.ashlar.query.internal.strategy.KernelStrategy;
import dev.ashlar.query.internal.strategy.ScanSelection;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.Allocation;
import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many rows cost a kernel as many bytes on the heap as few: none.
class KernelAllocationTest {
    private static final int ROWS = 20_000;

    @TempDir
    Path temp;

    @Test
    void shouldAllocateNothingForARow() throws IOException {
        try (StoreWriter writer = StoreWriter.open(temp.resolve("s"), StoreOptions.defaults())) {
            var schema = Deals.schema();
            writer.define(TableDefinition.of(schema, "Deal"));
            Appender appender = writer.appender("Deal");
            int blockLength = schema.message("Deal").blockLength();
            MemorySegment block = MemorySegment.ofArray(new byte[blockLength]);
            for (int i = 0; i < ROWS; i++) {
                block.asSlice(0, 40).fill((byte) (i % 7));
                appender.append(block, 0, blockLength);
            }
        }
        try (Store store = Store.open(temp.resolve("s"))) {
            Relation deals = Relations.of(store).get("Deal");
            Expr price = deals.column("price");
            assertFlat(deals.scan().where(price.gt(Expr.decimal("-1")).and(deals.column("symbol").like("%").not()
                    .not())).groupBy(deals.column("side"), deals.column("mode"), deals.column("symbol"))
                    .sum(price.times(deals.column("quantity"))).avg(deals.column("weight")).countDistinct(price)
                    .first(price).max(deals.column("limit")).min(deals.column("id")));
            assertFlat(deals.scan().sum(deals.column("quantity")).max(deals.column("at").bucket(Duration.ofSeconds(1))));
            assertFlat(deals.scan().groupBy(deals.column("side")).count());
            assertFlat(deals.scan().countDistinct(price).countDistinct(deals.column("side")));
            assertFlat(deals.scan().where(deals.column("quantity").ge(Expr.of(-5))).select(deals.column("symbol"),
                    price, deals.column("side"), deals.column("ratio")).orderBy("symbol", true).orderBy("ratio", false)
                    .orderBy("side", true).limit(9));
        }
    }

    @Test
    void shouldAllocateNothingForARowThatIsKept() {
        QueryBudget budget = new QueryBudget(QueryOptions.defaults());
        SplittableRandom random = Seed.random("KernelAllocationTest");
        long[] rows = random.longs(2L * ROWS).toArray();
        TopHeap heap = new TopHeap(2, 50, budget);
        assertTrue(Allocation.leastBytes(5, () -> {
            for (int i = 0; i < ROWS; i++) {
                heap.offer(rows, 2 * i);
            }
        }) < ROWS / 10);
    }

    private static void assertFlat(Scan scan) {
        Plan plan = scan.plan();
        QueryOptions options = QueryOptions.defaults();
        QueryBudget budget = new QueryBudget(options);
        KernelStrategy strategy = assertInstanceOf(KernelStrategy.class, ScanSelection.of(plan, options));
        Kernels kernels = strategy.kernels();
        KernelStrategy limited = assertInstanceOf(KernelStrategy.class,
                ScanSelection.of(scan.limit(7).plan(), options));
        assertSame(kernels, limited.kernels(), "generated again");
        try (ScanSnapshot snapshot = strategy.snapshot(1)) {
            KernelState state = kernels.shape().newState(snapshot.bounds(), budget);
            if (kernels.shape().mode() == KernelShape.Mode.TOP) {
                state.out = new long[kernels.shape().rowWords()];
                Arrays.fill(state.worst, Long.MIN_VALUE);
            }
            ScanWorker worker = new ScanWorker(snapshot, 0, kernels, state, budget);
            ScanSnapshot.Piece first = snapshot.stripes().getFirst().getFirst();
            ScanSnapshot.Piece all = new ScanSnapshot.Piece(first.first(), ROWS, first.layout(), false);
            ScanSnapshot.Piece few = new ScanSnapshot.Piece(all.first(), 10, all.layout(), false);
            long bytesOfFew = Allocation.leastBytes(5, () -> run(worker, few));
            long bytesOfAll = Allocation.leastBytes(5, () -> run(worker, all));
            // What a call needs depends on what of it the JIT has compiled by now; rows are too many to hide there.
            assertTrue(bytesOfAll < bytesOfFew + ROWS / 10, "bytesOfFew=" + bytesOfFew + ", bytesOfAll=" + bytesOfAll);
        }
    }

    private static void run(ScanWorker worker, ScanSnapshot.Piece piece) {
        worker.begin(piece);
        assertTrue(worker.run());
    }
}
