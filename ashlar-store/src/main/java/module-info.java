// SPDX-License-Identifier: Apache-2.0
/// Stores: directories that keep records in their wire format, as rows in tables, messages in journals, and latest
/// values in last-value tables.
@SuppressWarnings("module") // The module named below is compiled after this one.
module dev.ashlar.store {
    requires transitive dev.ashlar.sbe;
    requires transitive dev.ashlar.memory;
    requires transitive dev.ashlar.flow;

    exports dev.ashlar.store;
    // An archive lives on the same disk as its stores, and loses power with them.
    exports dev.ashlar.store.internal.v1.file to dev.ashlar.archive;
    exports dev.ashlar.store.internal.v1.store to dev.ashlar.archive;
}
