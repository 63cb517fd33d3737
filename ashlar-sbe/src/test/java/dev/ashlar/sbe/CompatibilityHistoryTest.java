// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import dev.ashlar.testkit.Corpus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Real histories of schemas, with what is found in them. Each finding was checked by hand against the two files.
class CompatibilityHistoryTest {
    private static final Map<Integer, String> AERON = Map.of(4, "v4-86528a6b5", 5, "v5-d2d44bfbc", 6, "v6-8a527cd35",
            7, "v7-ad6408cda", 8, "v8-3d97fc565", 9, "v9-298e15f6b", 10, "v10-a6554b09b");

    private static CompatibilityReport compare(String older, String newer) {
        Path oldFile = Corpus.path("schemas/" + older);
        return CompatibilityCheck.compare(SchemaParser.parse(oldFile),
                SchemaParser.parse(Corpus.path("schemas/" + newer)));
    }

    private static CompatibilityReport aeron(int older, int newer) {
        return compare("aeron/aeron-archive-codecs-" + AERON.get(older) + ".xml",
                "aeron/aeron-archive-codecs-" + AERON.get(newer) + ".xml");
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
        for (Path file : Corpus.schemas()) {
            ParseResult result = SchemaParser.parse(file, ParseOptions.DEFAULT.withXInclude(true));
            if (result.parsed().isPresent()) {
                assertEquals(List.of(), CompatibilityCheck.compare(result, result).findings(), file.toString());
            }
        }
    }

    /// Unrelated schemas meet every rule with types it was not made for.
    @Test
    void shouldGiveAVerdictWhenAnySchemaIsComparedWithAnyOther() {
        List<ParseResult> results = Corpus.schemas().stream()
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

    /// The catalog is a file, not a message to a peer, and was migrated: its two messages changed without a
    /// `sinceVersion`, and one int8 became an int32 enum over what was padding.
    @Test
    void shouldFindTheCatalogChangedWhenAeronArchiveWentFrom4To5() {
        assertFindings(aeron(4, 5), false, false, """
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
                """);
    }

    @Test
    void shouldFindAdditionsOnlyWhenAeronArchiveWentFrom5To6() {
        assertFindings(aeron(5, 6), true, true, """
                COMPAT83 type RecordingSignal/REPLICATE_END
                COMPAT14 ReplicateRequest2
                """);
    }

    /// New fields at the end of their blocks, with `sinceVersion`, but required.
    @Test
    void shouldFindRequiredNewFieldsWhenAeronArchiveWentFrom6To7() {
        assertFindings(aeron(6, 7), true, true, """
                COMPAT26 ReplayRequest/fileIoMaxLength
                COMPAT31 ReplayRequest
                COMPAT26 BoundedReplayRequest/fileIoMaxLength
                COMPAT31 BoundedReplayRequest
                COMPAT26 ReplicateRequest2/fileIoMaxLength
                COMPAT31 ReplicateRequest2
                """);
    }

    /// Data at the end of a message: the transport frames each message, so nobody is lost.
    @Test
    void shouldFindDataAtTheEndWhenAeronArchiveWentFrom7To8() {
        assertFindings(aeron(7, 8), true, true, """
                COMPAT26 ReplicateRequest2/replicationSessionId
                COMPAT31 ReplicateRequest2
                COMPAT94 ReplicateRequest2/encodedCredentials
                """);
    }

    /// A message that was there got its `sinceVersion`, which no reader looks at.
    @Test
    void shouldFindMessagesAddedWhenAeronArchiveWentFrom8To9() {
        assertFindings(aeron(8, 9), true, true, """
                COMPAT14 MaxRecordedPositionRequest
                COMPAT14 ArchiveIdRequest
                """);
    }

    @Test
    void shouldFindAdditionsOnlyWhenAeronArchiveWentFrom9To10() {
        assertFindings(aeron(9, 10), true, true, """
                COMPAT26 ReplayRequest/replayToken
                COMPAT31 ReplayRequest
                COMPAT26 BoundedReplayRequest/replayToken
                COMPAT31 BoundedReplayRequest
                COMPAT83 type RecordingState/DELETED
                COMPAT94 ReplicateRequest2/srcResponseChannel
                COMPAT14 ReplayTokenRequest
                """);
    }

    /// What was new in between and changed later, as `ReplicateRequest2` and `RecordingState`, is new as a whole.
    @Test
    void shouldFindTheSumOfTheStepsWhenAeronArchiveWentFrom4To10() {
        assertFindings(aeron(4, 10), false, false, """
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
                """);
    }

    /// Blocks were padded and enum values renamed.
    @Test
    void shouldFindNotesOnlyWhenMdp3WentFrom5To6() {
        assertFindings(mdp3("1.5", "1.6"), true, true, """
                COMPAT31 MDInstrumentDefinitionFuture27
                COMPAT31 MDInstrumentDefinitionSpread29
                COMPAT82 type MDEntryType/OpenPrice
                COMPAT82 type MDEntryType/ClearedVolume
                COMPAT82 type MDEntryType/BookReset
                COMPAT31 MDInstrumentDefinitionOption41
                """);
    }

    /// New fields in the padding of groups, new groups at the end of messages, which the packet frames.
    @Test
    void shouldFindGroupsAtTheEndWhenMdp3WentFrom6To8() {
        assertFindings(mdp3("1.6", "1.8"), true, true, """
                COMPAT94 MDIncrementalRefreshBook32/NoOrderIDEntries
                COMPAT24 MDIncrementalRefreshSessionStatistics35/NoMDEntries/MDEntrySize
                COMPAT94 MDInstrumentDefinitionOption41/NoRelatedInstruments
                COMPAT24 MDIncrementalRefreshTradeSummary42/NoMDEntries/MDTradeEntryID
                COMPAT14 MDIncrementalRefreshOrderBook43
                COMPAT14 SnapshotFullRefreshOrderBook44
                """);
    }

    /// A message went; two fields got a `sinceVersion` that only repeats what their group or message says.
    @Test
    void shouldFindOneMessageGoneWhenMdp3WentFrom8To9() {
        CompatibilityReport report = mdp3("1.8", "1.9");
        assertCompatible(report, false, true);
        assertEquals(Map.of("COMPAT10", 1), counts(report, Severity.BREAK));
        assertEquals(Map.of(), counts(report, Severity.WARNING));
        assertEquals(Map.of("COMPAT14", 11, "COMPAT87", 1, "COMPAT88", 2), counts(report, Severity.NOTE));
    }

    private static CompatibilityReport mdp3(String older, String newer) {
        return compare("cme/Cme.Futures.Mdp3.Sbe.v" + older + ".xml", "cme/Cme.Futures.Mdp3.Sbe.v" + newer + ".xml");
    }

    /// An overhaul: data became fields in front of others, fields were redefined under a later `sinceVersion`,
    /// exponents changed.
    @Test
    void shouldFindTheOverhaulWhenEntryPointWentFrom2To6() {
        CompatibilityReport report = compare("b3/B3.Equities.BinaryEntryPoint.Sbe.v8.0.xml",
                "b3/B3.Equities.BinaryEntryPoint.Sbe.v8.4.xml");
        assertCompatible(report, false, false);
        assertEquals(Map.of("COMPAT22", 5, "COMPAT23", 5, "COMPAT25", 5, "COMPAT40", 9, "COMPAT50", 3, "COMPAT53", 6,
                "COMPAT70", 3, "COMPAT81", 1, "COMPAT90", 5), counts(report, Severity.BREAK));
        assertEquals(Map.of("COMPAT72", 3), counts(report, Severity.WARNING));
    }

    /// Another schema id, and so another protocol, by intent.
    @Test
    void shouldFindAnotherProtocolWhenBinanceWentFromSchema1To3() {
        CompatibilityReport report = compare("binance/spot_1_0.xml", "binance/spot_3_0.xml");
        assertCompatible(report, false, false);
        assertEquals("COMPAT01", report.findings().getFirst().code());
    }

    /// Good but for one group, which lost its first two fields.
    @Test
    void shouldFindOneGroupBrokenWhenBinanceWentFrom0To5() {
        CompatibilityReport report = compare("binance/spot_3_0.xml", "binance/spot_3_5.xml");
        assertEquals(List.of("COMPAT20 OrderAmendKeepPriorityResponse/relatedOrders/priceExponent",
                "COMPAT20 OrderAmendKeepPriorityResponse/relatedOrders/qtyExponent",
                "COMPAT22 OrderAmendKeepPriorityResponse/relatedOrders/orderId"),
                report.findings(Severity.BREAK).stream().map(f -> f.code() + " " + f.path()).toList());
        assertEquals(Map.of(), counts(report, Severity.WARNING));
    }
}
