// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import dev.ashlar.testkit.Corpus;
import dev.ashlar.testkit.KnownSchemas;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Histories of schemas, our own and real ones, with what is found in them. Each finding was checked by hand against
/// the two files.
class CompatibilityHistoryTest {
    private static final Map<Integer, String> AERON = Map.of(4, "v4-86528a6b5", 5, "v5-d2d44bfbc", 6, "v6-8a527cd35",
            7, "v7-ad6408cda", 8, "v8-3d97fc565", 9, "v9-298e15f6b", 10, "v10-a6554b09b");

    /// Two versions, and what is to be found between them.
    record Step(Path older, Path newer, Consumer<CompatibilityReport> check) {
        @Override
        public String toString() {
            return older.getFileName() + " to " + newer.getFileName();
        }
    }

    private static void assertFindings(CompatibilityReport report, boolean backward, boolean forward, String expected) {
        assertEquals(expected, report.findings().stream().map(f -> f.code() + " " + f.path() + "\n")
                .collect(Collectors.joining()));
        assertCompatible(report, backward, forward);
    }

    private static void assertCompatible(CompatibilityReport report, boolean backward, boolean forward) {
        assertEquals(List.of(backward, forward),
                List.of(report.isCompatible(Direction.BACKWARD), report.isCompatible(Direction.FORWARD)));
    }

    @Test
    void shouldFindNothingWhenASchemaIsComparedWithItself() {
        for (Path file : KnownSchemas.all()) {
            ParseResult result = SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true));
            if (result.parsed().isPresent()) {
                assertEquals(List.of(), CompatibilityCheck.compare(result, result).findings(), file.toString());
            }
        }
    }

    /// Unrelated schemas meet every rule with types it was not made for.
    @Test
    void shouldGiveAVerdictWhenAnySchemaIsComparedWithAnyOther() {
        List<ParseResult> results = KnownSchemas.all().stream()
                .map(file -> SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true)))
                .filter(result -> result.parsed().isPresent()).toList();
        for (ParseResult older : results) {
            for (ParseResult newer : results) {
                CompatibilityReport report = CompatibilityCheck.compare(older, newer);
                boolean otherId = older.schema().id() != newer.schema().id();
                assertEquals(otherId, report.findings().stream().anyMatch(f -> f.code().equals("COMPAT01")));
            }
        }
    }

    private static Map<String, Integer> counts(CompatibilityReport report, Severity severity) {
        Map<String, Integer> counts = new TreeMap<>();
        report.findings(severity).forEach(f -> counts.merge(f.code(), 1, Integer::sum));
        return counts;
    }

    /// Our own histories, and those of the corpus that are there.
    static List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        addFerry(steps);
        addAeronArchive(steps);
        addExchanges(steps);
        return steps;
    }

    @ParameterizedTest
    @MethodSource("steps")
    void shouldFindWhatChanged(Step step) {
        step.check.accept(CompatibilityCheck.compare(SchemaParser.parse(step.older), SchemaParser.parse(step.newer)));
    }

    private static void ferry(List<Step> steps, int older, int newer, Consumer<CompatibilityReport> check) {
        steps.add(new Step(KnownSchemas.own("ferry-" + older + ".xml"), KnownSchemas.own("ferry-" + newer + ".xml"), check));
    }

    private static void aeron(List<Step> steps, int older, int newer, Consumer<CompatibilityReport> check) {
        others(steps, "aeron/aeron-archive-codecs-" + AERON.get(older) + ".xml",
                "aeron/aeron-archive-codecs-" + AERON.get(newer) + ".xml", check);
    }

    private static void mdp3(List<Step> steps, String older, String newer, Consumer<CompatibilityReport> check) {
        others(steps, "cme/Cme.Futures.Mdp3.Sbe.v" + older + ".xml", "cme/Cme.Futures.Mdp3.Sbe.v" + newer + ".xml", check);
    }

    private static void others(List<Step> steps, String older, String newer, Consumer<CompatibilityReport> check) {
        Corpus.find("schemas/" + older).ifPresent(file ->
                steps.add(new Step(file, Corpus.path("schemas/" + newer), check)));
    }

    private static void addFerry(List<Step> steps) {
        // A value of an enum and a message, each with its `sinceVersion`.
        ferry(steps, 0, 1, report -> assertFindings(report, true, true, """
                COMPAT83 type Comfort/SUITE
                COMPAT14 Delay
                """));

        // A choice, and fields at the end of blocks: one optional, one required.
        ferry(steps, 1, 2, report -> assertFindings(report, true, true, """
                COMPAT88 type Extras/canoe
                COMPAT31 Booking
                COMPAT26 Departure/gate
                COMPAT31 Departure
                """));

        // A renamed value, data at the end of a message, a field in padding, and a message that is no longer wanted.
        ferry(steps, 2, 3, report -> assertFindings(report, true, true, """
                COMPAT82 type Comfort/BERTH
                COMPAT94 Booking/voucher
                COMPAT24 Cancellation/port
                COMPAT42 Delay
                """));

        // All that should not be done: a changed constant, a group inside a group, a field in front of others without
        // `sinceVersion`, a message removed and a new one that does not say since when.
        ferry(steps, 3, 4, report -> assertFindings(report, false, false, """
                COMPAT53 type Fare/exponent
                COMPAT95 Booking/passengers/meals
                COMPAT22 Departure/ship
                COMPAT23 Departure/pier
                COMPAT25 Departure/pier
                COMPAT31 Departure
                COMPAT10 Cancellation
                COMPAT14 Refund
                COMPAT15 Refund
                """));

        // The message that was new in between is new as a whole, deprecated or not.
        ferry(steps, 0, 3, report -> assertFindings(report, true, true, """
                COMPAT82 type Comfort/BERTH
                COMPAT83 type Comfort/SUITE
                COMPAT88 type Extras/canoe
                COMPAT31 Booking
                COMPAT94 Booking/voucher
                COMPAT26 Departure/gate
                COMPAT31 Departure
                COMPAT24 Cancellation/port
                COMPAT14 Delay
                """));
    }

    private static void addAeronArchive(List<Step> steps) {
        // The catalog is a file, not a message to a peer, and was migrated: its two messages changed without a
        // `sinceVersion`, and one int8 became an int32 enum over what was padding.
        aeron(steps, 4, 5, report -> assertFindings(report, false, false, """
                COMPAT27 CatalogHeader/length
                COMPAT25 CatalogHeader/nextRecordingId
                COMPAT25 CatalogHeader/alignment
                COMPAT25 CatalogHeader/reserved
                COMPAT31 CatalogHeader
                COMPAT27 RecordingDescriptorHeader/state
                COMPAT62 RecordingDescriptorHeader/state
                COMPAT24 RecordingDescriptorHeader/checksum
                COMPAT25 RecordingDescriptorHeader/checksum
                COMPAT83 type RecordingSignal/DELETE
                COMPAT14 PurgeRecordingRequest
                COMPAT15 PurgeRecordingRequest
                """));

        aeron(steps, 5, 6, report -> assertFindings(report, true, true, """
                COMPAT83 type RecordingSignal/REPLICATE_END
                COMPAT14 ReplicateRequest2
                """));

        // New fields at the end of their blocks, with `sinceVersion`, but required.
        aeron(steps, 6, 7, report -> assertFindings(report, true, true, """
                COMPAT26 ReplayRequest/fileIoMaxLength
                COMPAT31 ReplayRequest
                COMPAT26 BoundedReplayRequest/fileIoMaxLength
                COMPAT31 BoundedReplayRequest
                COMPAT26 ReplicateRequest2/fileIoMaxLength
                COMPAT31 ReplicateRequest2
                """));

        // Data at the end of a message: the transport frames each message, so nobody is lost.
        aeron(steps, 7, 8, report -> assertFindings(report, true, true, """
                COMPAT26 ReplicateRequest2/replicationSessionId
                COMPAT31 ReplicateRequest2
                COMPAT94 ReplicateRequest2/encodedCredentials
                """));

        // A message that was there got its `sinceVersion`, which no reader looks at.
        aeron(steps, 8, 9, report -> assertFindings(report, true, true, """
                COMPAT14 MaxRecordedPositionRequest
                COMPAT14 ArchiveIdRequest
                """));

        aeron(steps, 9, 10, report -> assertFindings(report, true, true, """
                COMPAT26 ReplayRequest/replayToken
                COMPAT31 ReplayRequest
                COMPAT26 BoundedReplayRequest/replayToken
                COMPAT31 BoundedReplayRequest
                COMPAT83 type RecordingState/DELETED
                COMPAT94 ReplicateRequest2/srcResponseChannel
                COMPAT14 ReplayTokenRequest
                """));

        // What was new in between and changed later, as `ReplicateRequest2` and `RecordingState`, is new as a whole.
        aeron(steps, 4, 10, report -> assertFindings(report, false, false, """
                COMPAT26 ReplayRequest/fileIoMaxLength
                COMPAT26 ReplayRequest/replayToken
                COMPAT31 ReplayRequest
                COMPAT26 BoundedReplayRequest/fileIoMaxLength
                COMPAT26 BoundedReplayRequest/replayToken
                COMPAT31 BoundedReplayRequest
                COMPAT27 CatalogHeader/length
                COMPAT25 CatalogHeader/nextRecordingId
                COMPAT25 CatalogHeader/alignment
                COMPAT25 CatalogHeader/reserved
                COMPAT31 CatalogHeader
                COMPAT27 RecordingDescriptorHeader/state
                COMPAT62 RecordingDescriptorHeader/state
                COMPAT24 RecordingDescriptorHeader/checksum
                COMPAT25 RecordingDescriptorHeader/checksum
                COMPAT83 type RecordingSignal/DELETE
                COMPAT83 type RecordingSignal/REPLICATE_END
                COMPAT14 ReplicateRequest2
                COMPAT14 MaxRecordedPositionRequest
                COMPAT14 ArchiveIdRequest
                COMPAT14 PurgeRecordingRequest
                COMPAT14 ReplayTokenRequest
                """));
    }

    private static void addExchanges(List<Step> steps) {
        // Blocks were padded and enum values renamed.
        mdp3(steps, "1.5", "1.6", report -> assertFindings(report, true, true, """
                COMPAT31 MDInstrumentDefinitionFuture27
                COMPAT31 MDInstrumentDefinitionSpread29
                COMPAT82 type MDEntryType/OpenPrice
                COMPAT82 type MDEntryType/ClearedVolume
                COMPAT82 type MDEntryType/BookReset
                COMPAT31 MDInstrumentDefinitionOption41
                """));

        // New fields in the padding of groups, new groups at the end of messages, which the packet frames.
        mdp3(steps, "1.6", "1.8", report -> assertFindings(report, true, true, """
                COMPAT94 MDIncrementalRefreshBook32/NoOrderIDEntries
                COMPAT24 MDIncrementalRefreshSessionStatistics35/NoMDEntries/MDEntrySize
                COMPAT94 MDInstrumentDefinitionOption41/NoRelatedInstruments
                COMPAT24 MDIncrementalRefreshTradeSummary42/NoMDEntries/MDTradeEntryID
                COMPAT14 MDIncrementalRefreshOrderBook43
                COMPAT14 SnapshotFullRefreshOrderBook44
                """));

        // A message went; two fields got a `sinceVersion` that only repeats what their group or message says.
        mdp3(steps, "1.8", "1.9", report -> {
            assertCompatible(report, false, true);
            assertEquals(Map.of("COMPAT10", 1), counts(report, Severity.BREAK));
            assertEquals(Map.of(), counts(report, Severity.WARNING));
            assertEquals(Map.of("COMPAT14", 11, "COMPAT87", 1, "COMPAT88", 2), counts(report, Severity.NOTE));
        });

        // An overhaul: data became fields in front of others, fields were redefined under a later `sinceVersion`,
        // exponents changed.
        others(steps, "b3/B3.Equities.BinaryEntryPoint.Sbe.v8.0.xml",
                "b3/B3.Equities.BinaryEntryPoint.Sbe.v8.4.xml", report -> {
            assertCompatible(report, false, false);
            assertEquals(Map.of("COMPAT22", 5, "COMPAT23", 5, "COMPAT25", 5, "COMPAT40", 9, "COMPAT50", 3, "COMPAT53", 6,
                    "COMPAT70", 3, "COMPAT81", 1, "COMPAT90", 5), counts(report, Severity.BREAK));
            assertEquals(Map.of("COMPAT72", 3), counts(report, Severity.WARNING));
        });

        // Another schema id, and so another protocol, by intent.
        others(steps, "binance/spot_1_0.xml", "binance/spot_3_0.xml", report -> {
            assertCompatible(report, false, false);
            assertEquals("COMPAT01", report.findings().getFirst().code());
        });

        // Good but for one group, which lost its first two fields.
        others(steps, "binance/spot_3_0.xml", "binance/spot_3_5.xml", report -> {
            assertEquals(List.of("COMPAT20 OrderAmendKeepPriorityResponse/relatedOrders/priceExponent",
                    "COMPAT20 OrderAmendKeepPriorityResponse/relatedOrders/qtyExponent",
                    "COMPAT22 OrderAmendKeepPriorityResponse/relatedOrders/orderId"),
                    report.findings(Severity.BREAK).stream().map(f -> f.code() + " " + f.path()).toList());
            assertEquals(Map.of(), counts(report, Severity.WARNING));
        });
    }
}
