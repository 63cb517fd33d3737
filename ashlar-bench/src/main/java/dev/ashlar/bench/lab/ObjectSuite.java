// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.lab.object.ObjectExperiment;
import dev.ashlar.lab.object.ObjectWay;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.figures.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What does an object codec that is generated at run time cost, against hand-written code and other libraries?
///
/// If it were much slower than hand-written code for a `ByteBuffer`, latency-critical applications would keep such
/// code; if it were not faster than the usual libraries, it would be useless.
public final class ObjectSuite extends TrialSuite {
    public ObjectSuite() {
        super("object", "an object written and read again, against serializers and code by hand", Integer.MAX_VALUE,
                new ObjectExperiment());
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        long objects = rows.orElse(quick ? 200_000 : 1_000_000);
        return new MeasurementPlan(Arrays.stream(ObjectWay.values()).map(way -> ObjectExperiment.trial(way,
                (int) objects, 5, 500).withFlags(FLAGS).withFlags(way.flags())).toList(), List.of());
    }

    /// Each peer against Ashlar's contender that does the same.
    @Override
    protected List<Finding> findings(Figures figures) {
        return List.of(against(ObjectWay.SERIALIZABLE, ObjectWay.ASHLAR, 130, figures),
                against(ObjectWay.BUFFER, ObjectWay.ASHLAR, 4.5, figures),
                against(ObjectWay.BUFFER_BULK, ObjectWay.ASHLAR, 0, figures),
                against(ObjectWay.KRYO, ObjectWay.ASHLAR, 2, figures),
                against(ObjectWay.KRYO_UNSAFE, ObjectWay.ASHLAR, 2, figures),
                against(ObjectWay.FORY, ObjectWay.ASHLAR, 2, figures),
                against(ObjectWay.BUFFER_REUSED, ObjectWay.ASHLAR_REUSED, 0, figures),
                Finding.mostOf("allocated where an object is filled again", figures, ObjectExperiment.ALLOCATED,
                        ObjectWay.ASHLAR_REUSED.text()::equals, 0.16));
    }

    /// @param target 0 for none
    private static Finding against(ObjectWay peer, ObjectWay ours, double target, Figures figures) {
        return Finding.against("an object written and read", peer.text(), figures, ObjectExperiment.TOTAL, ours.text(),
                peer.text()).withTarget(Optional.of(target).filter(bound -> bound > 0).map(Target::atLeast))
                .asHeadline(target > 0);
    }

    @Override
    protected String legend() {
        return "Times are those of the processor. Allocated: by writing and reading one object.\n";
    }
}
