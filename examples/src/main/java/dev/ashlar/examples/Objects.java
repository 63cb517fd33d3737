// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import dev.ashlar.object.ObjectCodec;
import dev.ashlar.object.ObjectReader;
import dev.ashlar.object.ObjectRegistry;
import dev.ashlar.object.ObjectWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Writes records to memory and to a file, and reads them again, by the class they have become.
public final class Objects {
    private static final int CAPACITY = 4096;

    private Objects() {
    }

    record Leg(String symbol, long quantity) { }

    record Order(long id, double[] prices, Optional<String> note, List<Leg> legs) { }

    /// What `Leg` became: another order of fields, one more, one less.
    record NewLeg(int ratio, String symbol) { }

    record NewOrder(List<NewLeg> legs, long id) { }

    /// Takes the name of a file that is made; `ashlar decode --object` shows it.
    public static void main(String[] arguments) throws IOException {
        System.out.println(run(Path.of(arguments[0])));
    }

    static String run(Path file) throws IOException {
        Order order = new Order(42, new double[] {10.5, 10.6}, Optional.empty(),
                List.of(new Leg("ACME", 100), new Leg("ASHLAR", 50)));
        ObjectRegistry registry = ObjectRegistry.builder(MethodHandles.lookup()).allow(1, Order.class).build();
        ObjectCodec<Order> codec = registry.codec(Order.class);
        try (Arena arena = Arena.ofConfined()) {
            // In memory, where both sides have the same class.
            MemorySegment memory = arena.allocate(CAPACITY);
            codec.write(order, memory, 0);
            Order same = codec.read(memory, 0);
            // In a file, with the description of the class before its first object.
            ObjectWriter writer = new ObjectWriter(registry);
            int length = writer.write(same, memory, 0);
            length += writer.write(same, memory, length);
            Files.write(file, memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
        }
        // Later, by a program that has other fields by then.
        ObjectRegistry later = ObjectRegistry.builder(MethodHandles.lookup()).allow(1, 2, NewOrder.class).build();
        ObjectReader reader = new ObjectReader(later, MemorySegment.ofArray(Files.readAllBytes(file)));
        return reader.next() + " twice: " + reader.next().equals(new NewOrder(List.of(new NewLeg(0, "ACME"),
                new NewLeg(0, "ASHLAR")), 42));
    }
}
