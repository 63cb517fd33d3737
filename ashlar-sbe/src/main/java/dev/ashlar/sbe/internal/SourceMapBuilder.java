// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.SourceMap;
import java.util.HashMap;
import java.util.Map;

/// Collects the locations of the elements of a schema.
final class SourceMapBuilder {
    private final Map<String, Location> locations = new HashMap<>();

    void put(String path, Location location) {
        locations.putIfAbsent(path, location);
    }

    Location find(String path, Location fallback) {
        return locations.getOrDefault(path, fallback);
    }

    SourceMap build(String file) {
        return new SourceMap(file, locations);
    }
}
