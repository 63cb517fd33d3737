// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.query;

import dev.ashlar.bench.tables.TradeValues;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An array of objects, and streams.
final class StreamAnswers implements Answers {
    private record Trade(long sent, long time, long price, long quantity, int instrument, int venue, boolean buy,
            byte flags) {
        String line() {
            return price + " " + sent + " " + time + " " + quantity + " " + instrument + " " + venue + " "
                    + (buy ? "Buy" : "Sell") + " " + flags;
        }
    }

    /// Open, high, low, close, volume, in the order of time.
    private static final class Bar {
        private long firstNs = Long.MAX_VALUE;
        private long lastNs = Long.MIN_VALUE;
        private long open;
        private long high = Long.MIN_VALUE;
        private long low = Long.MAX_VALUE;
        private long close;
        private long volume;

        void add(Trade trade) {
            if (trade.time < firstNs) {
                firstNs = trade.time;
                open = trade.price;
            }
            if (trade.time >= lastNs) {
                lastNs = trade.time;
                close = trade.price;
            }
            high = Math.max(high, trade.price);
            low = Math.min(low, trade.price);
            volume += trade.quantity;
        }

        Bar add(Bar other) {
            open = other.firstNs < firstNs ? other.open : open;
            close = other.lastNs > lastNs ? other.close : close;
            firstNs = Math.min(firstNs, other.firstNs);
            lastNs = Math.max(lastNs, other.lastNs);
            high = Math.max(high, other.high);
            low = Math.min(low, other.low);
            volume += other.volume;
            return this;
        }
    }

    private static final Comparator<Trade> GREATEST_FIRST = Comparator.comparingLong(Trade::price).reversed()
            .thenComparingLong(Trade::sent);

    private final int threads;
    private final ForkJoinPool pool;
    private Trade[] trades = {};

    StreamAnswers(int threads) {
        this.threads = threads;
        pool = new ForkJoinPool(threads);
    }

    @Override
    public void load(long rows) {
        trades = new Trade[Math.toIntExact(rows)];
        for (int row = 0; row < trades.length; row++) {
            trades[row] = new Trade(Deals.sent(row), TradeValues.time(row), TradeValues.price(row),
                    TradeValues.quantity(row), Deals.instrument(row), Deals.venue(row), Deals.isBuy(row), (byte) 0);
        }
    }

    @Override
    public List<String> ask(Question question, long rows) throws IOException {
        try {
            return threads == 1 ? answer(Arrays.stream(trades), question, rows)
                    : pool.submit(() -> answer(Arrays.stream(trades).parallel(), question, rows)).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("streams cannot answer", e);
        }
    }

    private static List<String> answer(Stream<Trade> all, Question question, long rows) {
        return switch (question) {
            case FILTERED_COUNT -> List.of(Long.toString(all.filter(trade -> trade.price >= Question.LEAST_PRICE
                    && trade.price <= Question.MOST_PRICE && trade.buy).count()));
            case VALUE_BY_SIDE -> all.collect(Collectors.groupingBy(Trade::buy, Collectors.summingLong(trade ->
                    trade.price * trade.quantity))).entrySet().stream()
                    .map(side -> (side.getKey() ? "Buy " : "Sell ") + side.getValue()).sorted().toList();
            case TOP_INSTRUMENTS -> all.collect(Collectors.groupingBy(Trade::instrument, Collectors.summingLong(
                    trade -> trade.price * trade.quantity))).entrySet().stream()
                    .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed().thenComparing(
                            Map.Entry.comparingByKey(Comparator.naturalOrder())))
                    .limit(Question.TOP).map(found -> found.getKey() + " " + found.getValue()).toList();
            case MINUTE_BARS -> all.collect(Collectors.groupingBy(trade -> trade.time / Deals.MINUTE_NS,
                    Collector.of(Bar::new, Bar::add, Bar::add))).entrySet().stream()
                    .sorted(Map.Entry.comparingByKey()).map(found -> found.getKey() * Deals.MINUTE_NS + " "
                            + found.getValue().open + " " + found.getValue().high + " " + found.getValue().low + " "
                            + found.getValue().close + " " + found.getValue().volume).toList();
            case TIME_RANGE -> range(all, Trade::time, Question.from(rows), Question.to(rows));
            case SENT_RANGE -> range(all, Trade::sent, Question.from(rows), Question.from(rows) + Question.SECOND_NS);
            case GREATEST_PRICES -> all.collect(() -> new TreeSet<>(GREATEST_FIRST), StreamAnswers::keep,
                    (kept, others) -> others.forEach(trade -> keep(kept, trade))).stream().map(Trade::line).toList();
            case DIFFERENT_INSTRUMENTS -> List.of(Long.toString(all.mapToInt(Trade::instrument).distinct().count()));
        };
    }

    /// Keeps the first of an order, which a sorted stream would find by sorting all.
    private static void keep(TreeSet<Trade> kept, Trade trade) {
        if (kept.size() < Question.TOP || GREATEST_FIRST.compare(trade, kept.last()) < 0) {
            kept.add(trade);
        }
        if (kept.size() > Question.TOP) {
            kept.pollLast();
        }
    }

    private static List<String> range(Stream<Trade> all, ToLongFunction<Trade> time, long from, long to) {
        var found = all.filter(trade -> time.applyAsLong(trade) >= from && time.applyAsLong(trade) < to)
                .collect(Collectors.summarizingLong(Trade::quantity));
        return List.of(found.getCount() + " " + found.getSum());
    }

    @Override
    public void close() {
        pool.close();
    }
}
