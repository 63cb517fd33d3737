// SPDX-License-Identifier: Apache-2.0
/// How answers are shown: as tables, records, CSV, JSON and plots.
///
/// ```text
///   AnswerPrinter ─► TablePrinter ─► ColumnFit, TableStyle    what fits a Screen; all of it in files and pipes
///        └─► Shown                                            how much of the answer that was
///   Plot ─► PlotData ─► BarPlot, LinePlot, SvgPlot            the answer as a picture
///   DisplayWidth                                              text on a terminal
/// ```
///
/// **Threads**: one command, one thread.
///
/// Start with [AnswerPrinter]. Uses `output`.
package dev.ashlar.cli.answer;
