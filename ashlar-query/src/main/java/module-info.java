// SPDX-License-Identifier: Apache-2.0
/// Questions to a store: typed scans, groups and aggregates, run by an interpreter or by kernels made for them.
module dev.ashlar.query {
    requires transitive dev.ashlar.store;

    exports dev.ashlar.query;
}
