// SPDX-License-Identifier: Apache-2.0
/// Native memory that may be larger than RAM and is recycled rather than garbage-collected.
@SuppressWarnings("module") // The module named below is compiled after this one.
module dev.ashlar.memory {
    exports dev.ashlar.memory;
    exports dev.ashlar.memory.internal to dev.ashlar.store;
}
