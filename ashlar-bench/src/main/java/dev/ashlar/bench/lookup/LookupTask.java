// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import java.util.List;

/// What a measuring JVM is to do.
///
/// @param rows    of the table
/// @param lookups of each way in each round
/// @param rounds  that count
/// @param maps    of the heap beside the indexes
/// @param kind    which ways
record LookupTask(int rows, int lookups, int rounds, Maps maps, Kind kind) {
    /// Maps of the heap.
    enum Maps {
        ALL, WITHOUT_OBJECTS, NONE
    }

    /// Which ways are measured.
    enum Kind {
        /// All ways on one thread.
        ONE_THREAD,
        /// These, and some on two threads.
        WITH_TWO_THREADS,
        /// Some ways on one thread, in memory without huge pages.
        SMALL_PAGES
    }

    List<String> arguments() {
        return List.of(Integer.toString(rows), Integer.toString(lookups), Integer.toString(rounds), maps.name(),
                kind.name());
    }

    static LookupTask parse(String[] arguments) {
        return new LookupTask(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]), Maps.valueOf(arguments[3]), Kind.valueOf(arguments[4]));
    }
}
