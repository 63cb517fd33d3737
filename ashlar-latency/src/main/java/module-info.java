// SPDX-License-Identifier: Apache-2.0
/// Histograms of request latencies, measured from the intended start, and tags for their standard logs.
///
/// HdrHistogram has no module descriptor, so its module name is derived from its file name.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.ashlar.latency {
    requires transitive HdrHistogram;

    exports dev.ashlar.latency;
}
