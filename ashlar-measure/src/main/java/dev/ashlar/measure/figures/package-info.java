// SPDX-License-Identifier: Apache-2.0
/// The results of experiments: samples by subject and measure, their ranges and ratios, and charts of them.
///
/// Nothing here measures or prints. Start reading at [Figure].
package dev.ashlar.measure.figures;
