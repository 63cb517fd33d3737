// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

/// What one fork measured.
///
/// @param nsPerOp    median of the fork's iterations: others on the machine slow down some of them
/// @param spread     distance of the quartiles of its iterations as a part of their median
/// @param bytesPerOp allocated; 0 if no more than JMH itself does
public record Sample(double nsPerOp, double spread, double bytesPerOp) {
}
