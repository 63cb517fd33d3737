// SPDX-License-Identifier: Apache-2.0
/// Times of requests from their intended start, in histograms and their standard logs.
///
/// HdrHistogram has no module descriptor, hence the name made of its file's name.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.ashlar.latency {
    requires transitive HdrHistogram;

    exports dev.ashlar.latency;
}
