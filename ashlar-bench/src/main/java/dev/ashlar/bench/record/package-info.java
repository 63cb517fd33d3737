// SPDX-License-Identifier: Apache-2.0
/// Up to which rate does a live feed lose nothing, and how long do its messages take into the store? Start with
/// [dev.ashlar.bench.record.RecordSuite].
package dev.ashlar.bench.record;
