// SPDX-License-Identifier: Apache-2.0
/// Up to which rate does recording a live feed lose nothing, and how long does it take to store its messages? Start
/// with [dev.ashlar.bench.record.RecordSuite].
package dev.ashlar.bench.record;
