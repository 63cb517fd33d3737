// SPDX-License-Identifier: Apache-2.0
/// A table of trades, built and added up: as objects on the heap, and as packed rows off it.
///
/// ```
///   TradeJvm ──starts──► TradeProcess ─► TradeTable ┬ ObjectTrades   Trade[]
///      │                  a JVM with its            ├ StructTrades   a flyweight written by hand
///      └◄──TradeResult──  own heap and collector    └ SbeTrades      a generated flyweight
/// ```
///
/// After "Compact Off-Heap Structures/Tuples In Java" (Martin Thompson, 2012). `ashlar bench trades` compares all of
/// it; who wants to show less asks [TradeJvm] for two.
///
/// **Threading**: each table belongs to one thread. Start reading at [TradeTable].
package dev.ashlar.lab.trades;
