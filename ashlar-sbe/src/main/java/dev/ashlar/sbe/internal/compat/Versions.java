// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;

/// The two schemas of a check, and what their elements say about versions.
record Versions(Schema older, Schema newer, CompatibilityFindings findings) {
    /// Whether readers treat an element as absent in messages of the older schema.
    boolean isNew(Meta meta) {
        return meta.sinceVersion() > older.version();
    }

    /// Describes an addition that readers look for in old messages.
    String sinceTooEarly(String what, Meta meta) {
        return what + ": sinceVersion=" + meta.sinceVersion() + ", old version=" + older.version();
    }

    /// Compares the `sinceVersion` of an element that both schemas have. If the element was present in the old version,
    /// it must remain so.
    ///
    /// @param container first version in which readers of the newer schema look for the container of the element; any
    ///                  earlier version on the element means the same
    void compareSince(Meta before, Meta after, int container, PathPair place) {
        if (isNew(after)) {
            findings.report(Rule.SINCE_TOO_LATE, place,
                    "sinceVersion of an old element is above the old version: sinceVersion="
                    + after.sinceVersion() + ", old version=" + older.version());
        } else if (Math.max(container, before.sinceVersion()) != Math.max(container, after.sinceVersion())) {
            findings.report(Rule.SINCE_CHANGED, place, "sinceVersion changed from " + before.sinceVersion() + " to "
                    + after.sinceVersion());
        }
    }

    void compareDeprecation(Meta before, Meta after, PathPair place) {
        if (before.deprecatedSince() != after.deprecatedSince()) {
            findings.report(Rule.DEPRECATED, place, after.isDeprecated() ? "deprecated since version "
                    + after.deprecatedSince()
                    : "no longer deprecated");
        }
    }

    void compareSemanticType(Meta before, Meta after, PathPair place) {
        if (!before.semanticType().equals(after.semanticType())) {
            findings.report(Rule.SEMANTIC_TYPE_CHANGED, place, "semanticType changed from \"" + before.semanticType()
                    + "\" to \"" + after.semanticType() + "\"");
        }
    }

    /// Compares an attribute that defines what a time counts. If omitted, it has the default of the standard's XSD, but
    /// the timestamps of a schema that omits it may mean anything.
    void compareTime(String attribute, String ifAbsent, String before, String after, PathPair place) {
        if ((before.isEmpty() ? ifAbsent : before).equals(after.isEmpty() ? ifAbsent : after)) {
            return;
        }
        boolean declared = !before.isEmpty() && !after.isEmpty();
        findings.report(declared ? Rule.TIME_CHANGED : Rule.TIME_DECLARED, place, attribute + " changed from \""
                + before + "\" to \"" + after + "\"");
    }
}
