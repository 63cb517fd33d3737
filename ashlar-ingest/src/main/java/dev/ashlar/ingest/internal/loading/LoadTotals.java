// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.loading;

import dev.ashlar.ingest.LoadReport.DayRows;
import dev.ashlar.ingest.LoadReport.GroupRows;
import dev.ashlar.ingest.LoadReport.TemplateRows;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.SyncLag;
import dev.ashlar.store.UnsplitMessages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Adds up what the days of an archive got, each of which may be opened several times.
public final class LoadTotals {
    private final Map<Integer, TemplateRows> templates = new TreeMap<>();
    private final Map<UnsplitMessages, Long> refusals = new LinkedHashMap<>();
    private final Map<String, DayRows> days = new TreeMap<>();
    private SyncLag lag = new SyncLag(0, 0, 0, 0);

    /// Adds what a day got since it was opened.
    ///
    /// @param day its name
    /// @param known whether the archive had the day before
    public void add(String day, boolean known, long messages, long bytes, OpenJournal journal) throws StoreException {
        journal.templates().forEach(template -> templates.merge(template.id(), template, LoadTotals::sum));
        for (UnsplitMessages refusal : journal.refusals()) {
            refusals.merge(new UnsplitMessages(refusal.schemaId(), refusal.templateId(), refusal.status(), 0),
                    refusal.count(), Long::sum);
        }
        if (messages > 0) {
            days.merge(day, new DayRows(day, known, messages, bytes, 0), (one, more) -> new DayRows(day, one.added(),
                    one.messages() + more.messages(), one.messageBytes() + more.messageBytes(), 0));
        }
        SyncLag more = journal.lag();
        lag = new SyncLag(more.undurableBytes(), more.undurableNs(), Math.max(lag.longestNs(), more.longestNs()),
                lag.waitedNs() + more.waitedNs());
    }

    private static TemplateRows sum(TemplateRows one, TemplateRows more) {
        List<GroupRows> groups = new ArrayList<>();
        for (int i = 0; i < one.groups().size(); i++) {
            groups.add(new GroupRows(one.groups().get(i).table(), one.groups().get(i).rows()
                    + more.groups().get(i).rows()));
        }
        return new TemplateRows(one.name(), one.id(), one.messages() + more.messages(), groups);
    }

    /// By template, in the order of their ids.
    public List<TemplateRows> templates() {
        return List.copyOf(templates.values());
    }

    public List<UnsplitMessages> refusals() {
        return refusals.entrySet().stream().map(entry -> new UnsplitMessages(entry.getKey().schemaId(),
                entry.getKey().templateId(), entry.getKey().status(), entry.getValue())).toList();
    }

    /// In the order of their names, without their bytes on disk.
    public List<DayRows> days() {
        return List.copyOf(days.values());
    }

    public SyncLag lag() {
        return lag;
    }
}
