// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.object.ObjectRegistry;
import dev.ashlar.object.ObjectWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Objects, printed by a program that does not have their classes.
class ObjectCommandIT {
    enum Side {
        BUY,
        SELL
    }

    record Leg(String symbol, long quantity) { }

    record Order(long id, boolean special, double[] prices, Side side, OptionalInt limit, List<Leg> legs,
            Optional<Leg> hedge, String note) { }

    private static final Order ORDER = new Order(42, true, new double[] {1.5, Double.NaN}, Side.SELL,
            OptionalInt.of(7), List.of(new Leg("ACME", 100), new Leg("É\"\n", -5)), Optional.empty(), null);
    private static final ObjectRegistry REGISTRY = ObjectRegistry.builder(MethodHandles.lookup())
            .allow(9, 3, Order.class).order(ByteOrder.LITTLE_ENDIAN).build();

    @TempDir
    Path folder;

    private Path write(String name, boolean described, int objects) throws IOException {
        MemorySegment memory = MemorySegment.ofArray(new byte[4096]);
        ObjectWriter writer = new ObjectWriter(REGISTRY);
        int length = 0;
        for (int i = 0; i < objects; i++) {
            length += writer.write(ORDER, memory, length);
        }
        int begin = described ? 0 : REGISTRY.codec(Order.class).description().length();
        return Files.write(folder.resolve(name),
                memory.asSlice(begin, length - begin).toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void shouldPrintJson() throws Exception {
        Command command = Command.run("decode", "--object", "--limit", 1, write("orders.bin", true, 2));
        int begin = REGISTRY.codec(Order.class).description().length();
        assertEquals("", command.err());
        assertEquals("{\"class\":\"" + Order.class.getName() + "\",\"classId\":9,\"version\":3,\"offset\":" + begin
                + ",\"length\":" + REGISTRY.codec(Order.class).length(ORDER) + ",\"fields\":{\"id\":42,"
                + "\"legs\":[{\"quantity\":100,\"symbol\":\"ACME\"},{\"quantity\":-5,\"symbol\":\"É\\\"\\u000a\"}],"
                + "\"note\":null,\"prices\":[1.5,\"NaN\"],\"side\":\"SELL\",\"hedge\":null,\"limit\":7,"
                + "\"special\":true}}\n", command.out());
        assertEquals(0, command.exitCode());
    }

    @Test
    void shouldPrintATable() throws Exception {
        Command command = Command.run("decode", "--object", "--format", "text", write("orders.bin", true, 1));
        int begin = REGISTRY.codec(Order.class).description().length();
        int block = begin + 16;
        int tail = block + 8 + 4 + 4 + 4 + 2 + 1 + 5 + 1;
        String leg = Leg.class.getName();
        String expected = """
                %s classId=9 version=3 offset=%d length=%d order=LITTLE_ENDIAN
                offset type field value
                %d i64 id 42
                %d list<%s> legs 2 elements
                %d %s legs[0]
                %d i64 legs[0].quantity 100
                %d text legs[0].symbol "ACME"
                %d %s legs[1]
                %d i64 legs[1].quantity -5
                %d text legs[1].symbol "É\\"\\u000a"
                %d text note null
                %d f64[] prices [1.5, "NaN"]
                %d enum %s side "SELL"
                %d optional<%s> hedge empty
                %d i32? limit 7
                %d bool special true
                """.formatted(Order.class.getName(), begin, REGISTRY.codec(Order.class).length(ORDER), block,
                block + 8, leg, tail, leg, tail + 1, tail + 9, tail + 17, leg, tail + 18, tail + 26, block + 12,
                block + 16, block + 20, Side.class.getName(), block + 22, leg, block + 23, block + 28);
        assertEquals(expected, command.out().replaceAll("(?m)^ +", "").replaceAll(" +", " "));
        assertEquals(0, command.exitCode());
    }

    @Test
    void shouldTakeDescriptionsFromInputsBefore() throws Exception {
        Path objects = write("orders.bin", false, 2);
        Command without = Command.run("decode", "--object", objects);
        assertEquals(3, without.exitCode());
        assertEquals("", without.out());
        assertTrue(without.err().startsWith("ashlar: object without its description, which must come first, in this "
                + "input or an earlier one: classId=9, version=3, fingerprint="), without::err);
        assertEquals(2, without.err().lines().count());
        Command with = Command.run("decode", "--object", write("description.bin", true, 1), objects);
        assertEquals("", with.err());
        assertEquals(3, with.out().lines().count());
    }

    @Test
    void shouldSayWhatIsNoObject() throws Exception {
        Path file = write("orders.bin", true, 2);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        Command command = Command.run("decode", "--object", file);
        assertEquals(3, command.exitCode());
        assertEquals(1, command.out().lines().count());
        assertTrue(command.err().startsWith("ashlar: object longer than the memory: length="), command::err);
        assertEquals(2, Command.run("decode", file).exitCode());
        assertEquals(2, Command.run("decode", "--object", "-s", "x.xml", file).exitCode());
        assertEquals(2, Command.run("decode", "--object", "--summary", file).exitCode());
    }
}
