// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import java.time.Duration;
import java.util.Objects;

/// How many requests may be admitted at once: those waiting and those being served.
public sealed interface AdmissionLimit {
    /// A fixed number, whatever the service time.
    static AdmissionLimit fixed(int requests) {
        return new Fixed(requests);
    }

    /// As many as can be answered in time, according to measured service times: 99 of 100 requests that are admitted to
    /// the last place are answered within `maxLatency`.
    static ForLatency forLatency(Duration maxLatency) {
        return new ForLatency(maxLatency, 0.99, 1, 1 << 12, 16, Duration.ofMillis(100), 64);
    }

    /// The initial limit.
    int initialRequests();

    /// The greatest limit.
    int mostRequests();

    /// Greatest latency of a request, from its admission to its end, in nanoseconds; 0 for no limit.
    long maxLatencyNs();

    /// @param requests from 1 to [Admission#MAX_REQUESTS]
    record Fixed(int requests) implements AdmissionLimit {
        public Fixed {
            checkRange("requests", requests, 1, Admission.MAX_REQUESTS);
        }

        @Override
        public int initialRequests() {
            return requests;
        }

        @Override
        public int mostRequests() {
            return requests;
        }

        @Override
        public long maxLatencyNs() {
            return 0;
        }
    }

    /// A limit that follows the service times.
    ///
    /// The mean wait of a request is `queue length × service time / threads`, so a bound on the wait bounds the queue.
    /// But the request must also be served, and with the mean alone every other request would be late. With service
    /// times of mean *m* and variance *v*, the request at place *q* of a queue with *c* threads is answered after
    /// `q·m/c + m` on average, with a variance of `q·v/c² + v`. Sums of service times are skewed to the right, like a
    /// gamma distribution, so the limit uses percentiles of a gamma distribution (Wilson–Hilferty approximation), not
    /// of a normal one.
    ///
    /// @param maxLatency    from admission to end
    /// @param percentile    fraction of the requests at the last place that must be in time, from 0.5 to 0.9999
    /// @param leastRequests least limit, even if one request takes longer than `maxLatency`; from 1
    /// @param mostRequests  from `leastRequests` to [Admission#MAX_REQUESTS]
    /// @param firstRequests limit before anything is measured
    /// @param window        least time between two computations of the limit
    /// @param samples       least number of service times in a window; the first few windows are shorter
    record ForLatency(Duration maxLatency, double percentile, int leastRequests, int mostRequests, int firstRequests,
            Duration window, int samples) implements AdmissionLimit {
        private static final double MOST_PERCENTILE = 0.9999;
        private static final Duration MOST_TIME = Duration.ofDays(1);

        public ForLatency {
            Objects.requireNonNull(maxLatency, "maxLatency");
            Objects.requireNonNull(window, "window");
            if (maxLatency.isNegative() || maxLatency.isZero() || maxLatency.compareTo(MOST_TIME) > 0
                    || window.isNegative() || window.compareTo(MOST_TIME) > 0) {
                throw new IllegalArgumentException("times out of range: maxLatency=" + maxLatency + ", window="
                        + window + ", most=" + MOST_TIME);
            }
            if (!(percentile >= 0.5 && percentile <= MOST_PERCENTILE)) {
                throw new IllegalArgumentException("percentile out of range: percentile=" + percentile
                        + ", least=0.5, most=" + MOST_PERCENTILE);
            }
            checkRange("leastRequests", leastRequests, 1, mostRequests);
            checkRange("mostRequests", mostRequests, leastRequests, Admission.MAX_REQUESTS);
            checkRange("firstRequests", firstRequests, leastRequests, mostRequests);
            checkRange("samples", samples, 1, Integer.MAX_VALUE);
        }

        public ForLatency withPercentile(double part) {
            return new ForLatency(maxLatency, part, leastRequests, mostRequests, firstRequests, window, samples);
        }

        /// The same between these limits, with the first limit as close to the old one as they allow.
        public ForLatency withRequests(int least, int most) {
            return new ForLatency(maxLatency, percentile, least, most, Math.clamp(firstRequests, least, most), window,
                    samples);
        }

        public ForLatency withFirstRequests(int first) {
            return new ForLatency(maxLatency, percentile, leastRequests, mostRequests, first, window, samples);
        }

        public ForLatency withWindow(Duration least, int leastSamples) {
            return new ForLatency(maxLatency, percentile, leastRequests, mostRequests, firstRequests, least,
                    leastSamples);
        }

        @Override
        public int initialRequests() {
            return firstRequests;
        }

        @Override
        public long maxLatencyNs() {
            return maxLatency.toNanos();
        }

        /// The limit for service times with this mean and variance.
        ///
        /// @param meanNs    of a service time
        /// @param varianceNs in ns²
        /// @param threads   that serve
        public int requests(double meanNs, double varianceNs, int threads) {
            double z = normalQuantile(percentile);
            int fits = leastRequests;
            int tooMany = mostRequests + 1;
            while (tooMany - fits > 1) {
                int middle = fits + tooMany >>> 1;
                if (responseNs(Math.max(0, middle - threads), meanNs, varianceNs, threads, z) <= maxLatencyNs()) {
                    fits = middle;
                } else {
                    tooMany = middle;
                }
            }
            return fits;
        }

        private static double responseNs(int queued, double meanNs, double varianceNs, int threads, double z) {
            double mean = meanNs * queued / threads + meanNs;
            double variance = varianceNs * queued / ((double) threads * threads) + varianceNs;
            // The approximation turns back where deviations are more than mean times 3z/2: nothing leans that far.
            double deviation = Math.min(Math.sqrt(variance) / Math.max(mean, 1), 1.5 * z);
            double root = 1 - deviation * deviation / 9 + z * deviation / 3;
            return mean * root * root * root;
        }

        /// Abramowitz and Stegun, 26.2.23: wrong by less than 0.00045.
        private static double normalQuantile(double part) {
            double t = Math.sqrt(-2 * Math.log(1 - part));
            return t - (2.515517 + t * (0.802853 + t * 0.010328))
                    / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
        }
    }

    private static void checkRange(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " out of range: " + name + "=" + value + ", least=" + least
                    + ", most=" + most);
        }
    }
}
