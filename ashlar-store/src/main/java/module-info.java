// SPDX-License-Identifier: Apache-2.0
/// A directory that keeps records as they are on the wire: tables of rows, journals of messages, last-value tables of
/// last values.
module dev.ashlar.store {
    requires transitive dev.ashlar.sbe;
    requires transitive dev.ashlar.memory;
    requires transitive dev.ashlar.flow;

    exports dev.ashlar.store;
}
