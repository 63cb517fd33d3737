// SPDX-License-Identifier: Apache-2.0
/// Suite `cell`: a position that several threads read and change at once, behind locks and in cells. The workload is
/// that of `dev.ashlar.lab.spaceship`. Start reading at [CellSuite].
package dev.ashlar.bench.cell;
