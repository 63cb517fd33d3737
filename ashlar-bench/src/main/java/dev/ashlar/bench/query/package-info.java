// SPDX-License-Identifier: Apache-2.0
/// How fast are queries of rows in order of arrival ([dev.ashlar.bench.query.QuerySuite]), and of rows that are found
/// by an index or were written in another order ([dev.ashlar.bench.query.FindSuite])?
package dev.ashlar.bench.query;
