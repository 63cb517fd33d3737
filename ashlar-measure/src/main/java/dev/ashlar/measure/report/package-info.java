// SPDX-License-Identifier: Apache-2.0
/// Parts of report pages: tables, charts, HTML that needs nothing else, and JSON in both directions.
///
/// **Threading**: one thread. Start reading at [MarkdownTable].
package dev.ashlar.measure.report;
