// SPDX-License-Identifier: Apache-2.0
/// Names of files, classes and members that neither collide with each other nor with words of Java.
///
/// ```text
///   FileNames ─┬─► Scope ─► JavaWords
///   MemberNames┘
///   Imports                                       the head of a file
/// ```
///
/// **Threads**: one run is confined to one thread.
///
/// Start with [MemberNames]. Uses `layout` and `text`.
package dev.ashlar.codegen.internal.naming;
