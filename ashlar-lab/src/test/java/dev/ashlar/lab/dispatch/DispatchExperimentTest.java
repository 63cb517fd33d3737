// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

import static dev.ashlar.lab.dispatch.DispatchExperiment.KERNELS;
import static dev.ashlar.lab.dispatch.DispatchExperiment.ONE_LOOP;
import static dev.ashlar.lab.dispatch.DispatchExperiment.RATE;
import static dev.ashlar.lab.dispatch.DispatchExperiment.subject;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.Scale;
import org.junit.jupiter.api.Test;

class DispatchExperimentTest {
    private final DispatchExperiment experiment = new DispatchExperiment();

    @Test
    void shouldCallAsPublished() {
        assertEquals(4, Mapping.all().length);
        assertEquals(3, DispatchExperiment.ROUNDS);
        for (Scale scale : new Scale[] {Scale.QUICK, Scale.FULL}) {
            experiment.plan(scale, Made.large()).trials()
                    .forEach(trial -> assertEquals(50_000_000, trial.count("calls")));
        }
    }

    @Test
    void shouldMakeAClassForEach() throws Exception {
        CallLoop one = CallLoop.copy();
        CallLoop two = CallLoop.copy();
        assertNotSame(one.getClass(), two.getClass());
        assertTrue(one.getClass().isHidden());
        assertEquals(Mapping.expected(7, 100_000), one.run(new Mapping.Times7(), 100_000));
        assertEquals(3 * 45, two.run(new Mapping.Times3(), 10));
        assertEquals(3 * 45, Mapping.expected(3, 10));
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        assertEquals("A call is 10.0× (published 11.1×) as fast with one class as with three, and in the third round "
                + "calls of the first class take 5.00× (published 11.1×) the time of the first round. With a "
                + "kernel for each class the last class is 7.50× as fast as in the shared loop.",
                experiment.verdict(new Made().figure(subject(ONE_LOOP, 1, 1), RATE, 2000)
                        .figure(subject(ONE_LOOP, 1, 3), RATE, 200).figure(subject(ONE_LOOP, 3, 1), RATE, 400)
                        .figure(subject(ONE_LOOP, 3, 4), RATE, 200).figure(subject(KERNELS, 3, 4), RATE, 1500)
                        .figures()));
    }
}
