// SPDX-License-Identifier: Apache-2.0
/// The ten h2o group-by questions, asked in SQL.
///
/// Start reading at [dev.ashlar.bench.h2o.H2oSuite].
package dev.ashlar.bench.h2o;
