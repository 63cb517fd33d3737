// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.CompatibilityFinding;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Compares two schemas: what applies to all messages, then message by message. Two messages are the same if they have
/// the same template id, which identifies them on the wire, and a name that does not contradict it.
public final class SchemaCheck {
    private final Schema older;
    private final Schema newer;
    private final Versions versions;
    private final CompatibilityFindings findings;
    private final TypeCheck types;
    private final BlockCheck blocks;

    /// @param older a result that was not refused
    /// @param newer a result that was not refused
    public SchemaCheck(ParseResult older, ParseResult newer) {
        this.older = older.schema();
        this.newer = newer.schema();
        this.findings = new CompatibilityFindings(older.sources(), newer.sources());
        this.versions = new Versions(this.older, this.newer, findings);
        this.types = new TypeCheck(versions);
        this.blocks = new BlockCheck(versions, types);
    }

    /// All findings.
    public List<CompatibilityFinding> run() {
        compareAttributes();
        compareHeader();
        compareMessages();
        if (older.id() == newer.id() && older.version() == newer.version() && findings.concernReaders()) {
            findings.report(Rule.VERSION_NOT_RAISED, PathPair.SCHEMA, "the schema changed and is still version "
                    + newer.version());
        }
        return findings.list();
    }

    private void compareAttributes() {
        if (older.id() != newer.id()) {
            findings.report(Rule.SCHEMA_ID_CHANGED, PathPair.SCHEMA, "schema id changed from " + older.id() + " to "
                    + newer.id());
        }
        if (newer.version() < older.version()) {
            findings.report(Rule.VERSION_LOWERED, PathPair.SCHEMA, "version lowered from " + older.version() + " to "
                    + newer.version());
        }
        if (!older.byteOrder().equals(newer.byteOrder())) {
            findings.report(Rule.BYTE_ORDER_CHANGED, PathPair.SCHEMA, "byte order changed from " + older.byteOrder()
                    + " to " + newer.byteOrder());
        }
        if (!older.packageName().equals(newer.packageName())) {
            findings.report(Rule.PACKAGE_CHANGED, PathPair.SCHEMA, "package changed from \"" + older.packageName()
                    + "\" to \"" + newer.packageName() + "\"");
        }
    }

    private void compareHeader() {
        StandardLayout layout = StandardLayout.ofHeader(older.header());
        StandardLayout newLayout = StandardLayout.ofHeader(newer.header());
        if (layout.equals(newLayout)) {
            types.compareMembers(older.header(), newer.header());
        } else {
            findings.report(Rule.HEADER_CHANGED, PathPair.type(older.header().name(), newer.header().name()),
                    "message header changed from " + layout + " to " + newLayout);
        }
    }

    private void compareMessages() {
        Set<Integer> known = new HashSet<>();
        for (Message before : older.messages()) {
            known.add(before.id());
            compareMessage(before);
        }
        for (Message after : newer.messages()) {
            if (!known.contains(after.id()) && older.message(after.name()) == null) {
                reportAdded(after);
            }
        }
    }

    private void compareMessage(Message before) {
        Message sameId = newer.message(before.id());
        Message sameName = newer.message(before.name());
        PathPair place = new PathPair(before.name(), sameId == null ? before.name() : sameId.name());
        if (sameName != null && sameName == sameId) {
            compareContent(before, sameId, place);
        } else if (sameName != null) {
            findings.report(Rule.TEMPLATE_ID_CHANGED, new PathPair(before.name(), before.name()),
                    "template id changed from " + before.id() + " to " + sameName.id());
            if (sameId != null) {
                reportReused(before, sameId, place);
            }
        } else if (sameId == null) {
            findings.reportOld(Rule.MESSAGE_REMOVED, place, "message removed: id=" + before.id());
        } else if (older.message(sameId.name()) == null && BlockCheck.related(before, sameId)) {
            findings.report(Rule.MESSAGE_RENAMED, place, "message renamed from " + before.name());
            compareContent(before, sameId, place);
        } else {
            reportReused(before, sameId, place);
        }
    }

    private void compareContent(Message before, Message after, PathPair place) {
        versions.compareDeprecation(before.meta(), after.meta(), place);
        versions.compareSemanticType(before.meta(), after.meta(), place);
        blocks.compare(before, after, place, after.meta().sinceVersion());
    }

    private void reportReused(Message before, Message after, PathPair place) {
        findings.report(Rule.TEMPLATE_ID_REUSED, place, "template id " + after.id() + " identified " + before.name()
                + " before");
    }

    private void reportAdded(Message after) {
        PathPair place = new PathPair(after.name(), after.name());
        findings.report(Rule.MESSAGE_ADDED, place, "message added: id=" + after.id());
        if (!versions.isNew(after.meta())) {
            findings.report(Rule.MESSAGE_WITHOUT_SINCE, place, versions.sinceTooEarly("new message", after.meta()));
        }
    }
}
