// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A capture of an exchange's two lines whose content is known from a source other than Ashlar: the program that wrote
/// it, or an independent dissector.
///
/// Both lines carry the same packets, framed as `cme-mdp3`, in a little-endian pcapng file of Ethernet, IPv4 and UDP.
/// All counts and sums are those of one line. Messages, groups and fields have the names of the project's own feed,
/// `grid.xml`; [#in(String)] translates them.
///
/// @param capture     pcapng file
/// @param schema      schema of all messages
/// @param schemaId    schema id in the header of each message
/// @param lines       lines, in the order of their first packets
/// @param packets     number of packets on each line
/// @param firstTimeNs time of the first packet, nanoseconds since 1970-01-01 UTC
/// @param lastTimeNs  time of the last packet
/// @param templates   totals of each message, in the order of the schema
/// @param deals       totals of the entries of deals
/// @param words       names of this feed by those of the project's own feed, where they differ
public record KnownFeed(String name, Path capture, Path schema, int schemaId, List<Line> lines, long packets,
        long firstTimeNs, long lastTimeNs, List<Template> templates, Deals deals, Map<String, String> words) {
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final String TRADES = "MDIncrementalRefreshTradeSummary42";
    private static final String BOOK = "MDIncrementalRefreshBook32";
    private static final String FIGURES = "MDIncrementalRefreshSessionStatistics35";
    private static final String VOLUMES = "MDIncrementalRefreshVolume37";

    /// One line.
    ///
    /// @param destination `address:port`
    /// @param first       packets that arrived on this line first
    public record Line(String destination, int port, long first) { }

    /// The totals of one message.
    ///
    /// @param bytes  bytes of all these messages with their headers, without their frames
    /// @param groups groups in the message: the first has a dimension of u16 block length and u8 count; the second has
    ///               one of 8 bytes, with u16 block length at 0 and u8 count at 7
    /// @param entries number of entries by name of the group
    public record Template(String name, int id, long messages, long bytes, int groups, Map<String, Long> entries) { }

    /// The entries of deals: the offsets of their fields, and their totals by side.
    ///
    /// @param scale scale of prices: the mantissa of 1
    public record Deals(int priceOffset, int volumeOffset, int sideOffset, int scale, List<Side> sides) { }

    /// The totals of the entries of one side.
    ///
    /// @param raw      value of the enum
    /// @param name     name in this feed
    /// @param mantissa sum of the mantissas of prices
    public record Side(int raw, String name, long count, long volume, long mantissa) { }

    /// The project's own feed, and that of the corpus if there is one.
    public static List<KnownFeed> all() {
        List<KnownFeed> feeds = new ArrayList<>(List.of(own()));
        Corpus.find("captures/cme-mdp3-v1.6/globex-20161112.pcapng").ifPresent(file -> feeds.add(globex(file)));
        return feeds;
    }

    /// The project's own feed.
    public static KnownFeed own() {
        return GridFeed.FEED;
    }

    /// Ten thousand packets of the year 2016; the totals are from an independent dissector.
    private static KnownFeed globex(Path file) {
        Map<String, String> words = new LinkedHashMap<>(Map.of("DepthChange", BOOK, "Deal", TRADES, "DayFigures", FIGURES,
                "Turnover", VOLUMES, "Pulse", "AdminHeartbeat12"));
        words.putAll(Map.of("steps", "NoMDEntries", "parts", "NoMDEntries", "DepthChange_steps", BOOK + "_NoMDEntries",
                "Deal_parts", TRADES + "_NoMDEntries"));
        words.putAll(Map.of("price", "MDEntryPx", "volume", "MDEntrySize", "product", "SecurityID", "side", "AggressorSide",
                "action", "MDUpdateAction", "kind", "MDEntryType", "acceptedAt", "TransactTime"));
        words.putAll(Map.of("stage", "MatchEventIndicator", "lastDeal", "LastTradeMsg", "endOfEvent", "EndOfEvent",
                "stage_lastDeal", "MatchEventIndicator_LastTradeMsg", "stage_endOfEvent", "MatchEventIndicator_EndOfEvent"));
        return new KnownFeed("globex", file, Corpus.path("schemas/cme/Cme.Futures.Mdp3.Sbe.v1.6.xml"), 1,
                List.of(new Line("224.0.32.64:15340", 15_340, 4_250), new Line("224.0.31.64:14340", 14_340, 750)), 5_000,
                1_478_961_025_968_272_358L, 1_478_961_329_537_015_773L,
                List.of(new Template("Pulse", 12, 9, 72, 0, Map.of()),
                        new Template("DepthChange", 32, 9_569, 676_886, 1, Map.of("steps", 14_574L)),
                        new Template("DayFigures", 35, 307, 16_258, 1, Map.of()),
                        new Template("Turnover", 37, 194, 10_764, 1, Map.of()),
                        new Template("Deal", 42, 194, 26_252, 2, Map.of("parts", 355L))),
                new Deals(0, 8, 24, 7, List.of(new Side(0, "NoAggressor", 153, 231, 288_307_500_000L),
                        new Side(1, "Buy", 69, 186, 224_600_000_000L), new Side(2, "Sell", 133, 668, 396_710_000_000L))),
                words);
    }

    /// Translates a text with names of messages, tables, fields and values from the project's own feed to this feed.
    public String in(String text) {
        return WORD.matcher(text).replaceAll(word -> words.getOrDefault(word.group(), word.group()));
    }

    /// Messages on one line.
    public long messages() {
        return templates.stream().mapToLong(Template::messages).sum();
    }

    /// The template with an id.
    public Template template(int id) {
        return templates.stream().filter(t -> t.id() == id).findFirst().orElseThrow();
    }

    /// The id of the template with this name of the project's own feed.
    public int id(String template) {
        return templates.stream().filter(t -> t.name().equals(template)).findFirst().orElseThrow().id();
    }

    /// Messages of one line by the id of their template.
    public Map<Integer, Long> messagesById() {
        Map<Integer, Long> counts = new LinkedHashMap<>();
        templates.forEach(t -> counts.put(t.id(), t.messages()));
        return counts;
    }

    /// Rows of one line by table, for messages and for groups whose entries are known, with this feed's names.
    public Map<String, Long> rowsByTable() {
        Map<String, Long> rows = new LinkedHashMap<>();
        for (Template template : templates) {
            rows.put(in(template.name()), template.messages());
            template.entries().forEach((group, count) -> rows.put(in(template.name() + "_" + group), count));
        }
        return rows;
    }

    /// Count, volume and price of the entries of deals by the raw value of their side, such as `153 231 28830.7500000`.
    public Map<String, String> sumsBySide() {
        Map<String, String> sums = new LinkedHashMap<>();
        deals.sides().forEach(side -> sums.put(Integer.toString(side.raw()), side.count() + " " + side.volume() + " "
                + BigDecimal.valueOf(side.mantissa(), deals.scale()).toPlainString()));
        return sums;
    }

    @Override
    public String toString() {
        return name;
    }
}
