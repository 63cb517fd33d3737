// SPDX-License-Identifier: Apache-2.0
/// A capture into a store, step by step.
///
/// ```text
///   LoadSuite ─► LoadInput     the capture: a real one, repeated, or the sample feed; plain and compressed
///       └──────► LoadStep*     what is done with it, each step with those before it
/// ```
///
/// **Threads**: one, but for the step that reads ahead.
///
/// Start with [LoadSuite].
package dev.ashlar.bench.load;
