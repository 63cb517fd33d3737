// SPDX-License-Identifier: Apache-2.0
/// What experiments find: samples by subject and measure, ranges and ratios of them, and pictures to be drawn of them.
///
/// Nothing here measures or prints. Start reading at [Figure].
package dev.ashlar.measure.figures;
