// SPDX-License-Identifier: Apache-2.0
/// A table of trades, built and added up: as objects on the heap, and as packed rows off it.
///
/// ```
///   LayoutExperiment ─► TradeResult ─► TradeTable ┬ ObjectTrades   Trade[]
///                                                 ├ StructTrades   a flyweight written by hand
///                                                 └ SbeTrades      a generated flyweight
/// ```
///
/// After "Compact Off-Heap Structures/Tuples In Java" (Martin Thompson, 2012). The suite `trades` measures all of it.
///
/// **Threading**: each table belongs to one thread. Start reading at [TradeTable].
package dev.ashlar.lab.trades;
