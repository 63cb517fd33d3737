// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.strategy;

/// A strategy that reads rows in order, without an index. It holds no resources before it runs.
public sealed interface ScanStrategy extends Strategy
        permits KernelStrategy, FilterStrategy, PrunedStrategy, InterpreterStrategy {
}
