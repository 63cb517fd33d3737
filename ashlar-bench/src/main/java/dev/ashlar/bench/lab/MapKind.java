// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.lab.ram.Index;
import dev.ashlar.lab.ram.IndexKind;
import dev.ashlar.lab.ram.Keys;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.values.Values;
import org.agrona.collections.Long2LongHashMap;

/// Maps of the JDK and of other libraries.
enum MapKind implements IndexKind {
    JDK("HashMap"),
    AGRONA("Agrona Long2LongHashMap"),
    FASTUTIL("fastutil Long2LongOpenHashMap"),
    /// Off the heap, with boxed numbers.
    CHRONICLE_BOXED("Chronicle Map, Long"),
    /// With a reused value object, as its documentation recommends for speed.
    CHRONICLE_VALUES("Chronicle Map, LongValue");

    /// Chronicle does not start without these: its classes are generated at run time, by reflection and by the JDK's
    /// compiler. Its two checks and its telemetry are off.
    private static final List<String> CHRONICLE_FLAGS = List.of("--sun-misc-unsafe-memory-access=allow",
            "-Ddisable.thread.safety=true", "-Dbytes.bounds.unchecked=true", "-Dchronicle.analytics.disable=true",
            "-Dslf4j.internal.verbosity=ERROR", "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED");
    private static final long ABSENT = -1;

    private final String text;

    MapKind(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    boolean isChronicle() {
        return this == CHRONICLE_BOXED || this == CHRONICLE_VALUES;
    }

    /// Agrona needs the JDK's internal Unsafe.
    @Override
    public List<String> flags() {
        return isChronicle() ? CHRONICLE_FLAGS : this == AGRONA
                ? List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED") : List.of();
    }

    @Override
    public Index build(int count) {
        return switch (this) {
            case JDK -> {
                Map<Long, Long> map = HashMap.newHashMap(count);
                fill(map, count);
                yield key -> unbox(map.get(key));
            }
            case AGRONA -> {
                Long2LongHashMap map = new Long2LongHashMap(ABSENT);
                fill(map, count);
                yield map::get;
            }
            case FASTUTIL -> {
                Long2LongOpenHashMap map = new Long2LongOpenHashMap(count);
                map.defaultReturnValue(ABSENT);
                fill(map, count);
                yield map::get;
            }
            case CHRONICLE_BOXED -> {
                ChronicleMap<Long, Long> map = ChronicleMapBuilder.of(Long.class, Long.class).entries(count)
                        .putReturnsNull(true).create();
                fill(map, count);
                yield new Closing(key -> unbox(map.get(key)), map::close);
            }
            case CHRONICLE_VALUES -> values(count);
        };
    }

    private static void fill(Map<Long, Long> map, int count) {
        for (long i = 0; i < count; i++) {
            map.put(Keys.of(i), i);
        }
    }

    private static long unbox(Long value) {
        return value == null ? ABSENT : value;
    }

    private static Index values(int count) {
        ChronicleMap<LongValue, LongValue> map = ChronicleMapBuilder.of(LongValue.class, LongValue.class).entries(count)
                .putReturnsNull(true).create();
        LongValue wanted = Values.newHeapInstance(LongValue.class);
        LongValue found = Values.newHeapInstance(LongValue.class);
        for (long i = 0; i < count; i++) {
            wanted.setValue(Keys.of(i));
            found.setValue(i);
            map.put(wanted, found);
        }
        return new Closing(key -> {
            wanted.setValue(key);
            LongValue value = map.getUsing(wanted, found);
            return value == null ? ABSENT : value.getValue();
        }, map::close);
    }

    /// An index that must be closed.
    private record Closing(Index index, Runnable closing) implements Index {
        @Override
        public long find(long key) {
            return index.find(key);
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
