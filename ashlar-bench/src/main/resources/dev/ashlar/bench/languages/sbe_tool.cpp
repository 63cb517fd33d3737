// SPDX-License-Identifier: Apache-2.0
// Cars by the C++ that sbe-tool generates.
#include "dev_ashlar_bench_codec_sbe/Car.h"
#include "dev_ashlar_bench_codec_sbe/MessageHeader.h"
#include "values.hpp"

namespace {

using namespace dev::ashlar::bench::codec::sbe;

std::size_t encode(char* to, std::size_t length, const values::Values& v) {
    Car car;
    car.wrapAndApplyHeader(to, 0, length)
        .serialNumber(v.serial_number())
        .modelYear(v.model_year())
        .available(static_cast<BooleanType::Value>(v.available()))
        .code(static_cast<Model::Value>(v.code()));
    for (unsigned i = 0; i < 5; ++i) {
        car.someNumbers(i, v.some_number(i));
    }
    car.putVehicleCode(v.vehicle_code());
    car.extras().clear().sunRoof(v.sun_roof()).sportsPack(v.sports_pack()).cruiseControl(v.cruise_control());
    car.engine().capacity(v.capacity()).numCylinders(v.cylinders()).putManufacturerCode(v.manufacturer_code());
    auto& fuel = car.fuelFiguresCount(3);
    for (unsigned i = 0; i < 3; ++i) {
        fuel.next().speed(v.speed(i)).mpg(v.mpg(i));
    }
    auto& performance = car.performanceFiguresCount(2);
    for (unsigned i = 0; i < 2; ++i) {
        auto& acceleration = performance.next().octaneRating(v.octane_rating(i)).accelerationCount(3);
        for (unsigned k = 0; k < 3; ++k) {
            acceleration.next().mph(v.mph(i, k)).seconds(v.seconds(i, k));
        }
    }
    car.putManufacturer(v.manufacturer()).putModel(v.model()).putActivationCode(v.activation_code());
    return MessageHeader::encodedLength() + car.encodedLength();
}

std::uint64_t decode(char* from, std::size_t length) {
    MessageHeader header(from, length);
    if (header.templateId() != Car::sbeTemplateId() || header.schemaId() != Car::sbeSchemaId()) {
        std::abort();
    }
    Car car;
    car.wrapForDecode(from, MessageHeader::encodedLength(), header.blockLength(), header.version(), length);
    std::uint64_t sum = car.serialNumber() + car.modelYear() + car.available() + static_cast<std::uint8_t>(car.code());
    for (unsigned i = 0; i < 5; ++i) {
        sum += static_cast<std::uint64_t>(std::int64_t{car.someNumbers(i)});
    }
    auto& extras = car.extras();
    sum += values::sum(car.getVehicleCodeAsStringView()) + (extras.sunRoof() ? 1 : 0) + (extras.sportsPack() ? 2 : 0)
           + (extras.cruiseControl() ? 4 : 0);
    auto& engine = car.engine();
    sum += engine.capacity() + engine.numCylinders() + values::sum(engine.getManufacturerCodeAsStringView());
    auto& fuel = car.fuelFigures();
    while (fuel.hasNext()) {
        fuel.next();
        sum += fuel.speed() + values::sum(fuel.mpg());
    }
    auto& performance = car.performanceFigures();
    while (performance.hasNext()) {
        sum += performance.next().octaneRating();
        auto& acceleration = performance.acceleration();
        while (acceleration.hasNext()) {
            acceleration.next();
            sum += acceleration.mph() + values::sum(acceleration.seconds());
        }
    }
    sum += values::sum(car.getManufacturerAsStringView());
    sum += values::sum(car.getModelAsStringView());
    return sum + values::sum(car.getActivationCodeAsStringView());
}

}  // namespace

int main(int arguments, char** argument) { return values::run(arguments, argument, encode, decode); }
