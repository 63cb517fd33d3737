// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.INT;
import static dev.ashlar.bench.tables.StoreTables.LONG;

import dev.ashlar.bench.tables.StoreTables;
import dev.ashlar.bench.tables.TradeValues;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.Scan;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A table of Ashlar's store, and typed scans.
final class AshlarAnswers implements Answers {
    private static final String TABLE = "Trade";

    private final StoreTables tables;
    private final int[] offsets;
    private final QueryOptions options;
    private final Relation trades;

    AshlarAnswers(Path folder, int threads) throws IOException {
        tables = StoreTables.create(folder, AshlarAnswers.class, "query-benchmark.xml");
        tables.define(TABLE, "time");
        offsets = tables.offsets(TABLE);
        options = QueryOptions.defaults().withThreads(threads);
        trades = Relations.of(tables.store()).get(TABLE);
    }

    StoreWriter store() {
        return tables.store();
    }

    @Override
    public void load(long rows) throws IOException {
        tables.fill(TABLE, rows, this::put);
    }

    private void put(MemorySegment memory, long at, long row) {
        memory.set(LONG, at + offsets[0], Deals.sent(row));
        memory.set(LONG, at + offsets[1], TradeValues.time(row));
        memory.set(LONG, at + offsets[2], TradeValues.price(row));
        memory.set(LONG, at + offsets[3], TradeValues.quantity(row));
        memory.set(INT, at + offsets[4], Deals.instrument(row));
        memory.set(INT, at + offsets[5], Deals.venue(row));
        memory.set(BYTE, at + offsets[6], (byte) (Deals.isBuy(row) ? 1 : 2));
        memory.set(BYTE, at + offsets[7], (byte) 0);
    }

    @Override
    public List<String> ask(Question question, long rows) {
        Expr price = trades.column("price");
        Expr quantity = trades.column("quantity");
        Expr side = trades.column("side");
        Expr time = trades.column("_time");
        Expr sent = trades.column("sent");
        return run(switch (question) {
            case FILTERED_COUNT -> trades.scan().where(price.between(Expr.of(Question.LEAST_PRICE),
                    Expr.of(Question.MOST_PRICE))).where(side.eq("Buy")).count();
            case VALUE_BY_SIDE -> trades.scan().groupBy(side).sum(price.times(quantity)).as("value")
                    .orderBy("side", false);
            case TOP_INSTRUMENTS -> trades.scan().groupBy(trades.column("instrument")).sum(price.times(quantity))
                    .as("value").orderBy("value", true).orderBy("instrument", false).limit(Question.TOP);
            case MINUTE_BARS -> trades.scan().groupBy(time.bucket(Duration.ofMinutes(1))).as("minute").first(price)
                    .max(price).min(price).last(price).sum(quantity).orderBy("minute", false);
            case TIME_RANGE -> trades.scan().where(time.ge(at(Question.from(rows)))).where(time.lt(at(
                    Question.to(rows)))).count().sum(quantity);
            case SENT_RANGE -> trades.scan().where(sent.ge(Expr.of(Question.from(rows)))).where(sent.lt(Expr.of(
                    Question.from(rows) + Question.SECOND_NS))).count().sum(quantity);
            case GREATEST_PRICES -> trades.scan().select(price, sent, trades.column("time"), quantity,
                    trades.column("instrument"), trades.column("venue"), side, trades.column("flags"))
                    .orderBy("price", true).orderBy("sent", false).limit(Question.TOP);
            case DIFFERENT_INSTRUMENTS -> trades.scan().countDistinct(trades.column("instrument"));
        });
    }

    private static Expr at(long timeNs) {
        return Expr.of(Instant.ofEpochSecond(0, timeNs));
    }

    private List<String> run(Scan scan) {
        List<String> lines = new ArrayList<>();
        try (Result result = scan.run(options)) {
            while (result.next()) {
                lines.add(result.columns().stream().map(column -> String.valueOf(result.get(column.index())))
                        .collect(Collectors.joining(" ")));
            }
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        tables.close();
    }
}
