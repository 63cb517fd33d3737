// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow.internal.admission;

import dev.ashlar.flow.AdmissionListener;

/// Reports changes of an admission's alert and limit to its listener, one after the other.
///
/// **Threading**: any thread, without the admission's lock. The thread that finds an unreported change reports it;
/// others that come meanwhile wait, so that the last report is true.
public final class AdmissionNotices {
    private final AdmissionListener listener;
    private final AdmissionState state;
    private volatile boolean reportedAlert;
    private volatile int reportedLimit;

    public AdmissionNotices(AdmissionListener listener, AdmissionState state) {
        this.listener = listener;
        this.state = state;
        reportedLimit = state.limit();
    }

    /// Reports what has changed since the last report.
    public void report() {
        if (reportedAlert == state.isAlert() && reportedLimit == state.limit()) {
            return;
        }
        synchronized (this) {
            int now = state.limit();
            if (reportedLimit != now) {
                int before = reportedLimit;
                reportedLimit = now;
                listener.limitChanged(before, now);
            }
            boolean raised = state.isAlert();
            if (reportedAlert != raised) {
                reportedAlert = raised;
                if (raised) {
                    listener.alertRaised(state.depth(), now);
                } else {
                    listener.alertCleared(state.depth(), now);
                }
            }
        }
    }
}
