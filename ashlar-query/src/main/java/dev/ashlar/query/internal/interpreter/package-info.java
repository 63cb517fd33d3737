// SPDX-License-Identifier: Apache-2.0
/// Evaluates expressions and runs queries row by row on objects: slow, and simple enough to be right. All other ways
/// to run a query are tested against it.
///
/// Threads: one thread. Start reading at [Interpreter], then [Evaluator].
/// Uses `execution`, `relation`, `value`.
package dev.ashlar.query.internal.interpreter;
