// SPDX-License-Identifier: Apache-2.0
/// Chooses how a query is run, and runs it: the only package that knows all others.
///
/// Threads: one thread for each query. Start reading at [QueryRunner], then [Strategy]. Siblings it may use: all.
package dev.ashlar.query.internal.strategy;
