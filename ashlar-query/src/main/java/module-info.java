// SPDX-License-Identifier: Apache-2.0
/// Queries over a store: typed scans, groups and aggregates, run by an interpreter or by kernels generated for each
/// query.
module dev.ashlar.query {
    requires transitive dev.ashlar.store;

    exports dev.ashlar.query;
}
