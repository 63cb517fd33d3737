// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Scale;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectExperimentTest {
    private final ObjectExperiment experiment = new ObjectExperiment();

    @Test
    void shouldWriteAndReadAsPublished() {
        experiment.plan(Scale.FULL, Made.large()).trials().forEach(trial ->
                assertEquals("1000000 5", trial.text("times") + " " + trial.text("rounds")));
        assertEquals(10, Order.sample().prices().length);
        assertEquals(10, Order.sample().quantities().length);
    }

    @ParameterizedTest
    @EnumSource(ObjectWay.class)
    void shouldReadWhatWasWritten(ObjectWay way) throws IOException {
        ObjectWay.Session session = way.open();
        Order order = new Order(-5, false, 7, -9, new double[] {1.5, -2.5}, new long[] {3});
        session.write(Order.sample());
        session.write(order);
        Order read = session.read();
        assertEquals(-5, read.sourceId());
        assertEquals("false 7 -9", read.special() + " " + read.orderCode() + " " + read.priority());
        assertArrayEquals(order.prices(), read.prices());
        assertArrayEquals(order.quantities(), read.quantities());
        int bytes = session.write(Order.sample());
        assertTrue(switch (way) {
            case SERIALIZATION -> bytes > 300;
            case BYTE_BUFFER, MEMORY -> bytes == 185;
            case CODEC -> bytes == 16 + 185;
        }, way + ": " + bytes);
        assertEquals(Order.sample().digest(), session.read().digest());
        assertNotEquals(Order.sample().digest(), new Order(777, true, 777, 4, Order.sample().prices(),
                Order.sample().quantities()).digest());
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("On this machine, to write and read an object, Java Serialization takes 100× (published: 135×, so "
                + "less than then) the time of copying fields to direct memory, and a ByteBuffer 5.00× (published: 4.58×, "
                + "so about as then); Ashlar's object codec, which does it without a line of code, takes 1.20×.",
                experiment.verdict(new Made()
                .figure("Java Serialization", ObjectExperiment.TOTAL, 5000)
                .figure("ByteBuffer", ObjectExperiment.TOTAL, 250)
                .figure("direct memory, by hand", ObjectExperiment.TOTAL, 50)
                .figure("Ashlar's object codec", ObjectExperiment.TOTAL, 60).findings()));
    }
}
