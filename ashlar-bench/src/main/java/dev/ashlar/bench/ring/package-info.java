// SPDX-License-Identifier: Apache-2.0
/// Suite `ring`: Ashlar's queues and its peers, each in a JVM of its own. The workload and our queues are those of
/// `dev.ashlar.lab.queue`. Start reading at [RingSuite].
package dev.ashlar.bench.ring;
