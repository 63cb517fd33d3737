// SPDX-License-Identifier: Apache-2.0
/// The Python package and the C header next to numpy, Parquet and Java. Start reading at
/// [dev.ashlar.bench.python.PythonSuite].
package dev.ashlar.bench.python;
