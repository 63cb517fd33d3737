// SPDX-License-Identifier: Apache-2.0
/// What passes between threads and between processes: cells, values that are read whole without locks, rings and
/// many-to-one rings, bounded queues, and who is admitted to them.
module dev.ashlar.flow {
    requires transitive dev.ashlar.memory;

    exports dev.ashlar.flow;
}
