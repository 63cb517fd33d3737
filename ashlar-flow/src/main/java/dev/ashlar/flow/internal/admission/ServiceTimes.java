// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.admission;

/// Mean and variance of recent service times.
///
/// Times are gathered in windows, and the figures are exponentially weighted averages over windows. The first windows
/// are short, so that a guessed limit is soon replaced.
///
/// **Threading**: one thread at a time. Allocates nothing.
public final class ServiceTimes {
    private static final int FIRST_SAMPLES = 8;
    private static final double EARLY_WEIGHT = 0.5;
    /// Of a new window: noise of windows is halved, and three of them say most of what has changed.
    private static final double WEIGHT = 0.3;

    private final long windowNs;
    private final int samples;
    private int wanted;
    private long startedNs;
    private int count;
    private double sum;
    private double squares;
    /// Of all windows; 0 before the first.
    private double mean;
    private double meanSquare;
    /// As sure as the mean of this many times would be.
    private double known;

    public ServiceTimes(long windowNs, int samples, long now) {
        this.windowNs = windowNs;
        this.samples = samples;
        wanted = Math.min(FIRST_SAMPLES, samples);
        startedNs = now;
    }

    /// @return whether a window is complete, and mean and variance have changed
    public boolean add(long ns, long now) {
        double time = Math.max(ns, 0);
        count++;
        sum += time;
        squares += time * time;
        boolean early = wanted < samples;
        if (count < wanted || !early && now - startedNs < windowNs) {
            return false;
        }
        double weight = mean == 0 ? 1 : early ? EARLY_WEIGHT : WEIGHT;
        mean += weight * (sum / count - mean);
        meanSquare += weight * (squares / count - meanSquare);
        double before = known == 0 ? 0 : (1 - weight) * (1 - weight) / known;
        known = 1 / (weight * weight / count + before);
        wanted = Math.min(2 * wanted, samples);
        startedNs = now;
        count = 0;
        sum = 0;
        squares = 0;
        return true;
    }

    public double meanNs() {
        return mean;
    }

    public double varianceNs() {
        return Math.max(0, meanSquare - mean * mean);
    }

    /// Standard error of the mean: how far the mean may be off, since it is over few times.
    public double meanErrorNs() {
        return known == 0 ? 0 : Math.sqrt(varianceNs() / known);
    }
}
