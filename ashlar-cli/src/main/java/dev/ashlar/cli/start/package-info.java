// SPDX-License-Identifier: Apache-2.0
/// How commands start fast: one jar of all libraries, whose code does less when it first runs. The launcher makes it in
/// the background of the first command, and AOT caches for it.
///
/// ```text
///   CommandJar ─┬─► DynamicCalls           switches over types, equals and hashCode of records
///               ├─► LazyStart              what libraries do when their classes are initialised
///               └─► AnnotationCode         annotations as objects, without the JVM's proxies
///                       ▲
///              KnownAnnotations            finds them, in the commands
/// ```
///
/// Nothing of it runs where commands run from the libraries as they are, such as in tests.
///
/// Start with [dev.ashlar.cli.start.CommandJar]. Uses nothing of its siblings.
package dev.ashlar.cli.start;
