// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.util.List;
import java.util.Objects;

/// Configures an [Admission].
///
/// @param limit      how many requests may be admitted at once
/// @param threads    that serve requests
/// @param policy     what happens to requests over the limit
/// @param partitions kinds of requests, each with a share of its own; the rest of the limit is for all
/// @param alertPart  fraction of the limit at which the alert is raised
/// @param clearPart  fraction of the limit at which it is cleared, less than `alertPart` so that it does not flap
/// @param dryRun     whether refusals are only counted
public record AdmissionOptions(AdmissionLimit limit, int threads, AdmissionPolicy policy, List<Partition> partitions,
        double alertPart, double clearPart, boolean dryRun) {
    /// Most partitions: one word has a bit for each that has room.
    public static final int MAX_PARTITIONS = 64;
    private static final double ALERT_PART = 0.7;
    private static final double CLEAR_PART = 0.6;
    private static final double ROUNDING = 1e-9;

    /// Requests that others cannot crowd out.
    ///
    /// @param name  for messages and metrics
    /// @param share fraction of the limit that is reserved for them, from 0 to 1
    public record Partition(String name, double share) {
        public Partition {
            Objects.requireNonNull(name, "name");
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("share out of range: share=" + share + ", partition=" + name);
            }
        }
    }

    public AdmissionOptions {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(policy, "policy");
        partitions = List.copyOf(partitions);
        double shares = partitions.stream().mapToDouble(Partition::share).sum();
        if (partitions.isEmpty() || partitions.size() > MAX_PARTITIONS || shares > 1 + ROUNDING) {
            throw new IllegalArgumentException("partitions out of range: partitions=" + partitions.size() + ", most="
                    + MAX_PARTITIONS + ", sum of shares=" + shares + ", most=1");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads is not positive: threads=" + threads);
        }
        if (!(clearPart >= 0 && clearPart < alertPart && alertPart <= 1)) {
            throw new IllegalArgumentException("not 0 <= clearPart < alertPart <= 1: clearPart=" + clearPart
                    + ", alertPart=" + alertPart);
        }
    }

    /// One thread and one partition. Refuses requests over the limit; raises the alert at 70 % of it and clears it at
    /// 60 %.
    public static AdmissionOptions of(AdmissionLimit limit) {
        return new AdmissionOptions(limit, 1, AdmissionPolicy.refuse(), List.of(new Partition("all", 0)), ALERT_PART,
                CLEAR_PART, false);
    }

    public AdmissionOptions withThreads(int count) {
        return new AdmissionOptions(limit, count, policy, partitions, alertPart, clearPart, dryRun);
    }

    public AdmissionOptions withPolicy(AdmissionPolicy chosen) {
        return new AdmissionOptions(limit, threads, chosen, partitions, alertPart, clearPart, dryRun);
    }

    /// The same with these partitions, which are identified by their index.
    public AdmissionOptions withPartitions(Partition... all) {
        return new AdmissionOptions(limit, threads, policy, List.of(all), alertPart, clearPart, dryRun);
    }

    public AdmissionOptions withAlert(double raisedAt, double clearedAt) {
        return new AdmissionOptions(limit, threads, policy, partitions, raisedAt, clearedAt, dryRun);
    }

    /// Counts what would be refused, and refuses nothing.
    public AdmissionOptions withDryRun() {
        return new AdmissionOptions(limit, threads, policy, partitions, alertPart, clearPart, true);
    }
}
