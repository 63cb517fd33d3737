// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

/// A strategy that goes over rows in order, without an index. It holds nothing before it runs.
public sealed interface ScanStrategy extends Strategy
        permits KernelStrategy, FilterStrategy, PrunedStrategy, InterpreterStrategy {
}
