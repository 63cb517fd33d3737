// SPDX-License-Identifier: Apache-2.0
/// One object, written and read again, by the object codec and by what else there is. Start at
/// [dev.ashlar.bench.object.ObjectSuite]. Each contender has a JVM of its own,
/// [dev.ashlar.bench.object.ObjectProcess]; the codecs are those of the lab, `dev.ashlar.lab.object`.
package dev.ashlar.bench.object;
