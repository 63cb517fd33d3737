// SPDX-License-Identifier: Apache-2.0
/// Suites whose workload is an experiment of the lab, with the peers that the lab does not have.
///
/// ```
///   suite       workload                 peers added
///   trades      lab.trades
///   object      lab.object
///   segmented   lab.segmented
///   cell        lab.spaceship
///   ring        lab.queue: Passing       PeerQueue: Disruptor, JCTools, Agrona
///   lookup      lab.ram: Lookups         MapKind: HashMap, Agrona, fastutil, Chronicle Map
/// ```
///
/// Each suite has its own sizes, rounds and targets. Start reading at [CellSuite], the smallest.
package dev.ashlar.bench.lab;
