// SPDX-License-Identifier: Apache-2.0
/// The machine that is measured: its facts, its disturbance, and child JVMs on it.
///
/// ```
///   Machine      cores, memory, caches, disk, collectors
///   Cgroup       limits of this process
///   Environment  the same and more as text, for the report
///   Disturbance      what disturbed a measurement ◄── Ticks (all programs), OwnUse (this one), ClockSpeed (the clock)
///   Counters     events that the processor counts, through perf
///   ChildJvm     a JVM with its own flags
///   Scratch      its folders, removed however it ends
/// ```
///
/// All files in which Linux reports facts are read here and nowhere else; a missing fact is unknown, not zero.
package dev.ashlar.measure.host;
