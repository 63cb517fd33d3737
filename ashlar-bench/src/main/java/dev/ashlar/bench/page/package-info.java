// SPDX-License-Identifier: Apache-2.0
/// What a run of the suites found, on one page: kept as JSON, shown as Markdown, HTML and the table of the README.
///
/// ```
/// suites ─► SuiteRun* ─► BenchRun ─► PageTable ─► MarkdownPage, HtmlPage, PastedTable
///                           ▲ │
///                       RunJson
/// ```
///
/// Threads: one. Start reading at [dev.ashlar.bench.page.BenchRun].
package dev.ashlar.bench.page;
