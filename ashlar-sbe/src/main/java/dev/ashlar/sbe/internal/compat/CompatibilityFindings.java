// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.CompatibilityFinding;
import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.SourceMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects findings and places them; the same one reached twice is kept once.
final class CompatibilityFindings {
    private final Set<CompatibilityFinding> kept = new LinkedHashSet<>();
    private final SourceMap older;
    private final SourceMap newer;
    private boolean bytesDiffer;

    CompatibilityFindings(SourceMap older, SourceMap newer) {
        this.older = older;
        this.newer = newer;
    }

    /// Reports a finding at an element of the newer schema.
    void report(Rule rule, PathPair place, String change) {
        add(rule, newer.find(place.newPath()), place.newPath(), change);
    }

    /// Reports a finding at an element that only the older schema has.
    void reportOld(Rule rule, PathPair place, String change) {
        add(rule, older.find(place.oldPath()), place.oldPath(), change);
    }

    private void add(Rule rule, Location location, String path, String change) {
        bytesDiffer |= !rule.directions().isEmpty();
        kept.add(new CompatibilityFinding(location, rule.severity(), rule.directions(), rule.code(), path,
                change + "; " + rule.advice()));
    }

    /// Whether anything was reported that readers of messages notice.
    boolean concernReaders() {
        return bytesDiffer;
    }

    List<CompatibilityFinding> list() {
        return List.copyOf(kept);
    }
}
