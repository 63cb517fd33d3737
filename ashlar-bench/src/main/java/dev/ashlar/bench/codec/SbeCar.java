// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import dev.ashlar.bench.codec.sbe.BooleanType;
import dev.ashlar.bench.codec.sbe.CarDecoder;
import dev.ashlar.bench.codec.sbe.CarEncoder;
import dev.ashlar.bench.codec.sbe.EngineDecoder;
import dev.ashlar.bench.codec.sbe.MessageHeaderDecoder;
import dev.ashlar.bench.codec.sbe.MessageHeaderEncoder;
import dev.ashlar.bench.codec.sbe.Model;
import dev.ashlar.bench.codec.sbe.OptionalExtrasDecoder;
import java.lang.foreign.MemorySegment;

/// [CarValues] by the SBE reference.
final class SbeCar extends Codec {
    private static final BooleanType[] BOOLEANS = {BooleanType.F, BooleanType.T};
    private static final Model[] CODES = {Model.A, Model.B, Model.C};

    private final Buffers messages;
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final CarEncoder encoder = new CarEncoder();
    private final CarDecoder decoder = new CarDecoder();
    private final byte[] text = new byte[CarValues.MAX_TEXT];

    SbeCar(MemoryKind kind) {
        super(CarValues.COUNT);
        messages = new Buffers(kind, CarValues.COUNT, CarValues.ENCODED_LENGTH);
    }

    @Override
    int encode(int index) {
        long bits = CarValues.bits(index);
        CarEncoder car = encoder.wrapAndApplyHeader(messages.memory(index), messages.offset(index), headerEncoder)
                .serialNumber(CarValues.serialNumber(bits))
                .modelYear(CarValues.modelYear(bits))
                .available(BOOLEANS[CarValues.available(bits)])
                .code(CODES[CarValues.code(bits)]);
        for (int i = 0; i < CarValues.NUMBERS; i++) {
            car.someNumbers(i, CarValues.someNumber(bits, i));
        }
        car.putVehicleCode(CarValues.vehicleCode(bits), 0);
        car.extras().clear()
                .sunRoof(CarValues.sunRoof(bits))
                .sportsPack(CarValues.sportsPack(bits))
                .cruiseControl(CarValues.cruiseControl(bits));
        car.engine()
                .capacity(CarValues.capacity(bits))
                .numCylinders((short) CarValues.cylinders(bits))
                .putManufacturerCode(CarValues.manufacturerCode(bits), 0);
        CarEncoder.FuelFiguresEncoder fuel = car.fuelFiguresCount(CarValues.FUEL_FIGURES);
        for (int i = 0; i < CarValues.FUEL_FIGURES; i++) {
            fuel.next().speed(CarValues.speed(bits, i)).mpg(CarValues.mpg(bits, i));
        }
        CarEncoder.PerformanceFiguresEncoder performance = car.performanceFiguresCount(CarValues.PERFORMANCE_FIGURES);
        for (int i = 0; i < CarValues.PERFORMANCE_FIGURES; i++) {
            CarEncoder.PerformanceFiguresEncoder.AccelerationEncoder acceleration = performance.next()
                    .octaneRating((short) CarValues.octaneRating(bits, i))
                    .accelerationCount(CarValues.ACCELERATIONS);
            for (int k = 0; k < CarValues.ACCELERATIONS; k++) {
                acceleration.next().mph(CarValues.mph(bits, i, k)).seconds(CarValues.seconds(bits, i, k));
            }
        }
        byte[] manufacturer = CarValues.manufacturer(bits);
        byte[] model = CarValues.model(bits);
        byte[] activationCode = CarValues.activationCode(bits);
        car.putManufacturer(manufacturer, 0, manufacturer.length);
        car.putModel(model, 0, model.length);
        car.putActivationCode(activationCode, 0, activationCode.length);
        return MessageHeaderEncoder.ENCODED_LENGTH + car.encodedLength();
    }

    @Override
    long decode(int index) {
        CarDecoder car = decoder.wrapAndApplyHeader(messages.memory(index), messages.offset(index), headerDecoder);
        long sum = car.serialNumber() + car.modelYear() + car.available().value() + car.code().value();
        for (int i = 0; i < CarValues.NUMBERS; i++) {
            sum += car.someNumbers(i);
        }
        sum += sum(text, car.getVehicleCode(text, 0));
        OptionalExtrasDecoder extras = car.extras();
        sum += CarValues.extras(extras.sunRoof(), extras.sportsPack(), extras.cruiseControl());
        EngineDecoder engine = car.engine();
        sum += engine.capacity() + engine.numCylinders() + sum(text, engine.getManufacturerCode(text, 0));
        for (CarDecoder.FuelFiguresDecoder fuel = car.fuelFigures(); fuel.hasNext();) {
            fuel.next();
            sum += fuel.speed() + Float.floatToRawIntBits(fuel.mpg());
        }
        for (CarDecoder.PerformanceFiguresDecoder performance = car.performanceFigures(); performance.hasNext();) {
            sum += performance.next().octaneRating();
            CarDecoder.PerformanceFiguresDecoder.AccelerationDecoder acceleration = performance.acceleration();
            while (acceleration.hasNext()) {
                acceleration.next();
                sum += acceleration.mph() + Float.floatToRawIntBits(acceleration.seconds());
            }
        }
        sum += sum(text, car.getManufacturer(text, 0, text.length));
        sum += sum(text, car.getModel(text, 0, text.length));
        return sum + sum(text, car.getActivationCode(text, 0, text.length));
    }

    @Override
    long checksum(int index) {
        return CarValues.checksum(index);
    }

    /// The bytes of a message.
    MemorySegment message(int index) {
        return messages.slice(index);
    }

    @Override
    void clear() {
        messages.clear();
    }

    @Override
    public void close() {
        messages.close();
    }
}
