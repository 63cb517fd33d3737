// SPDX-License-Identifier: Apache-2.0
/// Suite `object`: one object, written and read again. The workload and the codecs are those of
/// `dev.ashlar.lab.object`. Start reading at [ObjectSuite].
package dev.ashlar.bench.object;
