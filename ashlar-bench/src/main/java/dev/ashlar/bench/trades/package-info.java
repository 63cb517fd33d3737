// SPDX-License-Identifier: Apache-2.0
/// Suite `trades`: a table of trades, built and scanned, as packed rows in recycled memory and as objects under four
/// collectors and two heaps. The workload is that of `dev.ashlar.lab.trades`. Start reading at [TradesSuite].
package dev.ashlar.bench.trades;
