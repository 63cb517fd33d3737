// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

/// Work that is measured in a JVM of its own.
///
/// **Failure**: a trial whose result is wrong throws; its figures are then not reported.
@FunctionalInterface
public interface Workload {
    /// Measures in this JVM, which was started with the flags of the trial.
    void measure(Trial trial, Recorder recorder) throws Exception;
}
