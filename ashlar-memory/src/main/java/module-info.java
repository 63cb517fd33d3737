// SPDX-License-Identifier: Apache-2.0
/// Memory that is native, larger than RAM if need be, and recycled instead of collected.
module dev.ashlar.memory {
    exports dev.ashlar.memory;
}
