// SPDX-License-Identifier: Apache-2.0
/// How fast are questions answered over rows that lie as they came ([dev.ashlar.bench.query.QuerySuite]), and over rows
/// that are found by an index or were written in another order ([dev.ashlar.bench.query.FindSuite])?
package dev.ashlar.bench.query;
