// SPDX-License-Identifier: Apache-2.0
/// Generates source code from the model of a schema: deterministic, formatted, and meant to be read and stepped
/// through.
///
/// ```
/// Schema ─┬─> JavaGenerator(JavaOptions) ──────────────┬─> GeneratedFile* ──> OutputDirectory
///         ├─> CppGenerator(LanguageOptions) ───────────┤
///         ├─> CSharpGenerator(…) ──────────────────────┤
///         ├─> RustGenerator(…) ────────────────────────┤
///         ├─> GoGenerator(…) ──────────────────────────┤
///         ├─> TypeScriptGenerator(…) ──────────────────┤
///         ├─> PythonGenerator(…) ──────────────────────┤
///         └─> WiresharkGenerator(…, Framing) ──────────┘
/// ```
///
/// Threads: everything is immutable or confined to one call. Start reading at [JavaGenerator].
package dev.ashlar.codegen;
