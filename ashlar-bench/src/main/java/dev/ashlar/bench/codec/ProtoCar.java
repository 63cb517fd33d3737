// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.ashlar.bench.codec.proto.Acceleration;
import dev.ashlar.bench.codec.proto.Car;
import dev.ashlar.bench.codec.proto.Engine;
import dev.ashlar.bench.codec.proto.FuelFigures;
import dev.ashlar.bench.codec.proto.Model;
import dev.ashlar.bench.codec.proto.PerformanceFigures;

/// [CarValues] with protobuf-java.
///
/// Text is wrapped, not copied, when it is put into a message: the fastest way in protobuf.
final class ProtoCar extends Codec {
    private static final Model[] CODES = {Model.MODEL_A, Model.MODEL_B, Model.MODEL_C};

    private final ProtoMessages messages;
    private final byte[] text = new byte[CarValues.MAX_TEXT];

    ProtoCar() {
        ProtoMessages all = new ProtoMessages(CarValues.COUNT, 192);
        super(CarValues.COUNT, all, CarValues::checksum);
        messages = all;
    }

    @Override
    int encode(int index) {
        long bits = CarValues.bits(index);
        Car.Builder car = Car.newBuilder()
                .setSerialNumber(CarValues.serialNumber(bits))
                .setModelYear(CarValues.modelYear(bits))
                .setAvailable(CarValues.available(bits) == 1)
                .setCode(CODES[CarValues.code(bits)]);
        for (int i = 0; i < CarValues.NUMBERS; i++) {
            car.addSomeNumbers(CarValues.someNumber(bits, i));
        }
        car.setVehicleCode(wrap(CarValues.vehicleCode(bits)))
                .setSunRoof(CarValues.sunRoof(bits))
                .setSportsPack(CarValues.sportsPack(bits))
                .setCruiseControl(CarValues.cruiseControl(bits))
                .setEngine(Engine.newBuilder()
                        .setCapacity(CarValues.capacity(bits))
                        .setNumCylinders(CarValues.cylinders(bits))
                        .setManufacturerCode(wrap(CarValues.manufacturerCode(bits))));
        for (int i = 0; i < CarValues.FUEL_FIGURES; i++) {
            car.addFuelFigures(FuelFigures.newBuilder().setSpeed(CarValues.speed(bits, i))
                    .setMpg(CarValues.mpg(bits, i)));
        }
        for (int i = 0; i < CarValues.PERFORMANCE_FIGURES; i++) {
            PerformanceFigures.Builder performance =
                    PerformanceFigures.newBuilder().setOctaneRating(CarValues.octaneRating(bits, i));
            for (int k = 0; k < CarValues.ACCELERATIONS; k++) {
                performance.addAcceleration(Acceleration.newBuilder()
                        .setMph(CarValues.mph(bits, i, k)).setSeconds(CarValues.seconds(bits, i, k)));
            }
            car.addPerformanceFigures(performance);
        }
        return messages.write(index, car.setManufacturer(wrap(CarValues.manufacturer(bits)))
                .setModel(wrap(CarValues.model(bits)))
                .setActivationCode(wrap(CarValues.activationCode(bits)))
                .build());
    }

    @Override
    long decode(int index) {
        Car car = messages.read(index, Car.parser());
        long sum = car.getSerialNumber() + car.getModelYear() + (car.getAvailable() ? 1 : 0)
                + car.getCode().getNumber();
        for (int i = 0, count = car.getSomeNumbersCount(); i < count; i++) {
            sum += car.getSomeNumbers(i);
        }
        sum += sum(car.getVehicleCode());
        sum += CarValues.extras(car.getSunRoof(), car.getSportsPack(), car.getCruiseControl());
        Engine engine = car.getEngine();
        sum += engine.getCapacity() + engine.getNumCylinders() + sum(engine.getManufacturerCode());
        for (int i = 0, count = car.getFuelFiguresCount(); i < count; i++) {
            FuelFigures fuel = car.getFuelFigures(i);
            sum += fuel.getSpeed() + Float.floatToRawIntBits(fuel.getMpg());
        }
        for (int i = 0, count = car.getPerformanceFiguresCount(); i < count; i++) {
            PerformanceFigures performance = car.getPerformanceFigures(i);
            sum += performance.getOctaneRating();
            for (int k = 0, inner = performance.getAccelerationCount(); k < inner; k++) {
                Acceleration acceleration = performance.getAcceleration(k);
                sum += acceleration.getMph() + Float.floatToRawIntBits(acceleration.getSeconds());
            }
        }
        return sum + sum(car.getManufacturer()) + sum(car.getModel()) + sum(car.getActivationCode());
    }

    private int sum(ByteString value) {
        value.copyTo(text, 0);
        return sum(text, value.size());
    }

    private static ByteString wrap(byte[] value) {
        return UnsafeByteOperations.unsafeWrap(value);
    }
}
