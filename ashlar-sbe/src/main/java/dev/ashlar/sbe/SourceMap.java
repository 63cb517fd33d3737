// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import java.util.Map;

/// The location of each element of a schema in its files, by path.
///
/// A path is what a person would write: `Car` for a message, `Car/fuelFigures/speed` for what is inside it, `type
/// Engine` and `type Engine/capacity` for a named type and its member, enum value or choice.
public record SourceMap(String file, Map<String, Location> locations) {
    public SourceMap {
        locations = Map.copyOf(locations);
    }

    /// The place of the element at this path, or of its nearest known parent, or the file as a whole.
    public Location find(String path) {
        for (String p = path; !p.isEmpty(); p = p.contains("/") ? p.substring(0, p.lastIndexOf('/')) : "") {
            Location location = locations.get(p);
            if (location != null) {
                return location;
            }
        }
        return new Location(file, 0, 0);
    }
}
