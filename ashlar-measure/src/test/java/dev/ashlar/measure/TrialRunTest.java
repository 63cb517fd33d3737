// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.measure.host.Counters;
import dev.ashlar.measure.host.Machine;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialRunTest {
    /// Says what a JVM says that takes options from the environment.
    static final class Failing {
        public static void main(String[] args) {
            System.out.println("NOTE: Picked up JDK_JAVA_OPTIONS: -Xmx1g");
            System.out.println("Picked up JAVA_TOOL_OPTIONS: -Dname=Exception");
            System.out.println("out of luck");
            System.exit(3);
        }
    }

    @Test
    void shouldReportWhyAJvmFailedRatherThanItsOptions() throws IOException {
        TrialRun run = new TrialRun(Failing.class, "none", Trial.of("a trial"), Machine.basics(), Counters.NONE);
        assertEquals(List.of("a trial: its JVM ended with 3: out of luck"), run.run("perf").failures());
    }
}
