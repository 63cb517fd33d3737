// SPDX-License-Identifier: Apache-2.0
/// Reports: for a terminal ([TextReport]), for people with time ([HtmlReport]), in short ([ShortReport]), for programs
/// ([JsonReport]), and compared with an older one ([Comparison]).
package dev.ashlar.lab.report;
