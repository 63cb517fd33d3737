// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

/// The loop with the call: what the compiler has learnt of the call is kept by this class, or by a copy of it.
final class Loop implements Kernel {
    @Override
    public int run(Mapping mapping, int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += mapping.map(i);
        }
        return sum;
    }
}
