// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectExperimentTest {
    private final ObjectExperiment experiment = new ObjectExperiment();

    @Test
    void shouldWriteAndReadAsPublished() {
        for (Scale scale : new Scale[] {Scale.QUICK, Scale.FULL}) {
            experiment.plan(scale, Made.large()).trials().forEach(trial ->
                    assertEquals("1000000 5", trial.text("times") + " " + trial.text("rounds")));
        }
        assertEquals(10, Item.filled().prices.length);
        assertEquals(10, Item.filled().quantities.length);
    }

    @ParameterizedTest
    @EnumSource(ObjectWay.class)
    void shouldReadWhatWasWritten(ObjectWay way) throws Exception {
        ItemCodec codec = way.open();
        Item item = new Item();
        item.sourceId = -5;
        item.orderCode = 7;
        item.priority = -9;
        item.prices = new double[] {1.5, -2.5};
        item.quantities = new long[] {3};
        codec.write(Item.filled());
        codec.write(item);
        Item read = codec.read();
        assertEquals("-5 false 7 -9", read.sourceId + " " + read.special + " " + read.orderCode + " " + read.priority);
        assertArrayEquals(item.prices, read.prices);
        assertArrayEquals(item.quantities, read.quantities);
        codec.write(Item.filled());
        assertEquals(Item.filled().digest(), codec.read().digest());
        assertEquals(Item.filled().digest(), codec.read().digest());
        item.prices[1] = 0;
        assertNotEquals(read.digest(), item.digest());
        assertTrue(switch (way) {
            case BUFFER, BUFFER_BULK, BUFFER_REUSED, MEMORY -> codec.length() == 185;
            case ASHLAR, ASHLAR_REUSED -> codec.length() == 16 + 185;
            case SERIALIZABLE -> codec.length() > 300;
            case KRYO, KRYO_UNSAFE, FORY -> codec.length() > 10 * Double.BYTES + 10;
        }, way + ": " + codec.length());
    }

    @Test
    void shouldNoticeWhatIsReadWrong() {
        ItemCodec right = ObjectWay.BUFFER.open();
        ItemCodec wrong = new ItemCodec() {
            @Override
            public void write(Item item) throws Exception {
                right.write(item);
            }

            @Override
            public Item read() throws Exception {
                Item item = right.read();
                item.prices[3] += 1;
                return item;
            }

            @Override
            public long length() {
                return right.length();
            }
        };
        assertThrows(IllegalStateException.class,
                () -> ObjectExperiment.measure(wrong, ObjectExperiment.trial(ObjectWay.BUFFER, 100, 1, 0), null));
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("Java serialization takes 100× (published 135×) the time of copying fields to direct memory, a "
                + "ByteBuffer 5.00× (published 4.58×). Of the libraries that need no code, Kryo takes 4.00×, Fory "
                + "2.00× and Ashlar's object codec 1.20×.", experiment.verdict(new Made()
                .figure("Java serialisation", ObjectExperiment.TOTAL, 5000)
                .figure("ByteBuffer by hand, value by value", ObjectExperiment.TOTAL, 250)
                .figure("direct memory by hand, arrays in bulk", ObjectExperiment.TOTAL, 50)
                .figure("Kryo", ObjectExperiment.TOTAL, 200)
                .figure("Fory", ObjectExperiment.TOTAL, 100)
                .figure("Ashlar", ObjectExperiment.TOTAL, 60).figures()));
    }
}
