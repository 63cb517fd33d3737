// SPDX-License-Identifier: Apache-2.0
/// Suite `trades`: a table of 50,000,000 trades, built and scanned, as packed rows in recycled memory and as objects
/// under four collectors and two heaps.
///
/// The tables and the JVMs are those of `dev.ashlar.lab.trades`; here they are started by turns, compared and held to
/// what is promised. Start reading at [TradesSuite].
package dev.ashlar.bench.trades;
