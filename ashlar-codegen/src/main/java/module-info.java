// SPDX-License-Identifier: Apache-2.0
/// Generates source code from SBE schemas, at build time only.
module dev.ashlar.codegen {
    requires transitive dev.ashlar.sbe;

    requires java.compiler;

    exports dev.ashlar.codegen;
}
