// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import java.util.ArrayList;
import java.util.List;

/// What a reader found in a message.
///
/// @param facts the lines of [dev.ashlar.sbe.random.RandomMessage#facts()], and last `end=` with the length
/// @param nulls for each field and member, in the order of the schema, whether it is absent, null or a value
record Found(List<String> facts, List<String> nulls) {
    Found() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    void fact(String fact) {
        facts.add(fact);
    }

    void state(String path, boolean present, boolean isNull) {
        nulls.add(path + (!present ? " is absent" : isNull ? " is null" : " is a value"));
    }
}
