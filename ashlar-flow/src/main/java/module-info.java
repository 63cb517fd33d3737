// SPDX-License-Identifier: Apache-2.0
/// Communication between threads and between processes: cells, which are values that are read consistently without
/// locks; rings and many-to-one rings, which are bounded queues; and admission to such queues.
module dev.ashlar.flow {
    requires transitive dev.ashlar.memory;

    exports dev.ashlar.flow;
}
