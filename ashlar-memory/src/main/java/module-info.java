// SPDX-License-Identifier: Apache-2.0
/// Memory that is native, larger than RAM if need be, and recycled instead of collected.
@SuppressWarnings("module") // The module named below is compiled after this one.
module dev.ashlar.memory {
    exports dev.ashlar.memory;
    exports dev.ashlar.memory.internal to dev.ashlar.store;
}
