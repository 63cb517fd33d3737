// SPDX-License-Identifier: Apache-2.0
/// What passes between threads and between processes: cells, values that are read whole without locks, and
/// rings, bounded queues.
module dev.ashlar.flow {
    requires transitive dev.ashlar.memory;

    exports dev.ashlar.flow;
}
