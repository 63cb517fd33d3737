// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

/// What one fork measured.
///
/// @param nsPerOp    mean of the fork's iterations
/// @param spread     (slowest - fastest) / mean of its iterations
/// @param bytesPerOp allocated; 0 if no more than JMH itself does
public record Sample(double nsPerOp, double spread, double bytesPerOp) {
}
