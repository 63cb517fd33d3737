// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.util.List;
import java.util.Map;

/// One way to do the work, measured by one JMH benchmark.
///
/// @param name      for the table
/// @param benchmark class and method
/// @param params    values of the benchmark's parameters
/// @param jvmArgs   flags of its JVM beyond those all contenders get
public record Contender(String name, String benchmark, Map<String, String> params, List<String> jvmArgs) {
    public Contender {
        params = Map.copyOf(params);
        jvmArgs = List.copyOf(jvmArgs);
    }
}
