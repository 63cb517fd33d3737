// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

/// Room before what one side of a ring writes all the time: that shares no line of a cache with what the other side
/// reads, wherever on the heap the two are put. 128 bytes, since processors fetch lines in pairs; never read.
abstract class End {
    long free1;
    long free2;
    long free3;
    long free4;
    long free5;
    long free6;
    long free7;
    long free8;
    long free9;
    long free10;
    long free11;
    long free12;
    long free13;
    long free14;
    long free15;
    long free16;
}
