// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Random messages of [Deals], of both versions, some retired, in small chunks.
record RandomDeals(SplittableRandom random, boolean newer) {
    private static final String[] SYMBOLS = {"", "A", "AB", "ABC", "ABCDEF", "É"};
    private static final String[] NAMES = {"Müller", "A", "AB", "0xff", "twelve bytes"};

    static void write(Path folder, SplittableRandom random, boolean bigEndian) throws IOException {
        Schema older = bigEndian ? Deals.bigEndian() : Deals.schema();
        try (StoreWriter store = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            new RandomDeals(random, false).record(store, older);
            if (!bigEndian) {
                new RandomDeals(random, true).record(store, Deals.newer());
                store.sync();
                store.retireMessages(Deals.JOURNAL, random.nextLong(store.journal(Deals.JOURNAL).endPosition()));
            }
        }
    }

    /// Messages of one version, of which some are retired.
    static void write(Path folder, SplittableRandom random, Schema schema) throws IOException {
        try (StoreWriter store = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            new RandomDeals(random, schema.version() > 0).record(store, schema);
            store.sync();
            store.retireMessages(Deals.JOURNAL, random.nextLong(store.journal(Deals.JOURNAL).endPosition()));
        }
    }

    /// Adds messages to a store that is open.
    static void record(StoreWriter store, SplittableRandom random) throws IOException {
        new RandomDeals(random, false).record(store, Deals.schema());
    }

    /// Asks each relation of new stores, in folders below one.
    static void each(Path parent, int stores, SplittableRandom random, Consumer<Relation> asked) throws IOException {
        for (int i = 0; i < stores; i++) {
            Path folder = parent.resolve("s" + i);
            write(folder, random, i % 3 == 2);
            try (Store store = Store.open(folder)) {
                Relations.of(store).all().forEach(asked);
            }
        }
    }

    /// Likewise, those whose rows are deals or parts of them.
    static void eachOfDeals(Path parent, int stores, SplittableRandom random, Consumer<Relation> asked)
            throws IOException {
        each(parent, stores, random, relation -> {
            if (isOfDeals(relation)) {
                asked.accept(relation);
            }
        });
    }

    static boolean isOfDeals(Relation relation) {
        return !relation.name().equals(Deals.JOURNAL) && !relation.name().equals("Beat");
    }

    private void record(StoreWriter store, Schema schema) throws IOException {
        store.define(new JournalDefinition(Deals.JOURNAL, schema));
        JournalWriter recorder = store.journalWriter(Deals.JOURNAL);
        OtfEncoder encoder = new OtfEncoder(schema, OtfEncoder.Checks.LENIENT);
        MemorySegment memory = MemorySegment.ofArray(new byte[1 << 14]);
        for (int i = 0; i < 300; i++) {
            long length = encoder.encode("Deal", Map.of(), deal(), memory, 0);
            recorder.record(memory, 0, (int) length, random.nextLong(100_000), i);
        }
    }

    private Map<String, Object> deal() {
        Map<String, Object> deal = new HashMap<>();
        deal.put("id", random.nextInt(3) == 0 ? BigDecimal.valueOf(Long.MAX_VALUE).add(BigDecimal.TWO)
                : (Object) random.nextLong(1000));
        deal.put("side", random.nextInt(4) == 0 ? (Object) random.nextLong(3, 9) : random.nextBoolean() ? "Buy" : "Sell");
        deal.put("mode", orNull(random.nextBoolean() ? "Auto" : "Manual"));
        deal.put("flags", random.nextBoolean() ? List.of("Hidden") : List.of("Late", "Hidden"));
        deal.put("symbol", SYMBOLS[random.nextInt(SYMBOLS.length)]);
        deal.put("name", orNull(NAMES[random.nextInt(NAMES.length)]));
        deal.put("price", price());
        deal.put("limit", orNull(price()));
        deal.put("bulk", orNull(BigDecimal.valueOf(1000L * random.nextInt(-50, 50))));
        // Now and then one that no decimal of the column can hold.
        deal.put("free", orNull(random.nextInt(2000) == 0 ? new BigDecimal("1E-30")
                : BigDecimal.valueOf(random.nextInt(-500, 500), random.nextInt(-2, 6))));
        deal.put("quantity", (long) (random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(-5, 50)));
        deal.put("filled", orNull(random.nextLong(10)));
        deal.put("level", orNull((long) random.nextInt(-100, 100)));
        deal.put("ratio", orNull(random.nextInt(20) == 0 ? -0.0 : random.nextInt(20) == 0 ? Double.POSITIVE_INFINITY
                : random.nextInt(-64, 64) / 8.0));
        deal.put("weight", random.nextInt(20) == 0 ? Double.NaN : random.nextInt(-64, 64) / 4.0);
        deal.put("triple", orNull(List.of(random.nextLong(3), random.nextLong(3), 65_535L)));
        List<Object> many = IntStream.range(0, 20).<Object>mapToObj(_ -> random.nextLong(-2, 2)).toList();
        deal.put("many", many);
        deal.put("at", random.nextLong(100_000));
        deal.put("until", orNull(random.nextLong(1000)));
        deal.put("seen", Map.of("time", random.nextLong(1000)));
        deal.put("spot", Map.of("venue", random.nextLong(4), "desk", random.nextBoolean() ? "X" : ""));
        // Now and then neither of the two.
        deal.put("firm", orNull(random.nextInt(2000) == 0 ? 3L : random.nextBoolean() ? (Object) "True" : "False"));
        if (newer) {
            deal.put("venue", orNull(random.nextLong(5)));
            deal.put("tag", random.nextLong(5));
        }
        deal.put("legs", legs());
        return deal;
    }

    private List<Object> legs() {
        List<Object> legs = new ArrayList<>();
        for (int i = 0, n = random.nextInt(3); i < n; i++) {
            List<Object> fills = new ArrayList<>();
            for (int j = 0, m = random.nextInt(3); j < m; j++) {
                fills.add(Map.of("fill", random.nextLong(-9, 9), "side", random.nextBoolean() ? "Buy" : "Sell"));
            }
            Map<String, Object> leg = new HashMap<>();
            leg.put("leg", random.nextLong(5));
            leg.put("price", price());
            leg.put("share", orNull(random.nextInt(10) == 0 ? random.nextLong() : random.nextLong(20)));
            leg.put("fills", fills);
            legs.add(leg);
        }
        return legs;
    }

    private BigDecimal price() {
        return random.nextInt(30) == 0 ? BigDecimal.valueOf(random.nextLong(), 9)
                : BigDecimal.valueOf(random.nextInt(-2000, 2000), random.nextInt(4));
    }

    private Object orNull(Object value) {
        return random.nextInt(4) == 0 ? null : value;
    }
}
