// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.bench.Fork;
import java.io.IOException;
import java.util.List;

/// The measuring JVM of Chronicle Map, which needs flags that no other contender is to have.
public final class ChronicleProcess {
    /// Without these it does not start: its classes are made at run time, by reflection and by the compiler of the JDK.
    /// Its two checks are off, and it tells nobody who runs it.
    static final List<String> FLAGS = List.of("--sun-misc-unsafe-memory-access=allow", "-Ddisable.thread.safety=true",
            "-Dbytes.bounds.unchecked=true", "-Dchronicle.analytics.disable=true", "-Dslf4j.internal.verbosity=ERROR",
            "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED");
    /// It takes longer than the others until the JVM has compiled it.
    private static final int WARM_ROUNDS = 8;

    private ChronicleProcess() {
    }

    /// @param args those of a [LookupTask]
    public static void main(String[] args) throws IOException {
        System.out.println(Fork.FOUND + new LookupFindings(0, measure(LookupTask.parse(args))).line());
    }

    static List<LookupResult> measure(LookupTask task) throws IOException {
        Turns turns = new Turns(task.lookups(), WARM_ROUNDS, task.rounds());
        try (ChronicleFinders finders = new ChronicleFinders(task.rows())) {
            turns.measure("map", Keys.of(task.lookups(), task.rows(), false, 100), finders.ways());
        }
        return turns.results();
    }
}
