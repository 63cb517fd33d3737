// SPDX-License-Identifier: Apache-2.0
/// The Maven goal `ashlar:generate`. It finds a JDK 25+ and runs the generator there, because Maven itself may run on
/// an older one. Start reading at [dev.ashlar.maven.GenerateMojo].
package dev.ashlar.maven;
