// SPDX-License-Identifier: Apache-2.0
// Cars by Ashlar's generated C++.
#include "bench/car/car.hpp"
#include "values.hpp"

namespace {

using namespace bench::car;

std::size_t encode(char* to, std::size_t length, const values::Values& v) {
    CarEncoder car(std::as_writable_bytes(std::span(to, length)));
    std::array<std::int32_t, 5> numbers;
    for (unsigned i = 0; i < numbers.size(); ++i) {
        numbers[i] = v.some_number(i);
    }
    car.serial_number(v.serial_number())
        .model_year(v.model_year())
        .available(static_cast<BooleanType>(v.available()))
        .code(static_cast<Model>(v.code()))
        .some_numbers(numbers)
        .vehicle_code(v.vehicle_code())
        .extras(OptionalExtras()
                    .sun_roof(v.sun_roof())
                    .sports_pack(v.sports_pack())
                    .cruise_control(v.cruise_control()));
    car.engine().capacity(v.capacity()).num_cylinders(v.cylinders()).manufacturer_code(v.manufacturer_code());
    auto fuel = car.fuel_figures(3);
    for (unsigned i = 0; i < 3; ++i) {
        fuel.next().speed(v.speed(i)).mpg(v.mpg(i));
    }
    auto performance = car.performance_figures(2);
    for (unsigned i = 0; i < 2; ++i) {
        auto figures = performance.next();
        auto acceleration = figures.octane_rating(v.octane_rating(i)).acceleration(3);
        for (unsigned k = 0; k < 3; ++k) {
            acceleration.next().mph(v.mph(i, k)).seconds(v.seconds(i, k));
        }
    }
    car.manufacturer(v.manufacturer()).model(v.model()).activation_code(v.activation_code());
    return car.sbe_encoded_length();
}

std::uint64_t decode(const char* from, std::size_t length) {
    const CarDecoder car(std::as_bytes(std::span(from, length)));
    std::uint64_t sum = car.serial_number() + car.model_year() + static_cast<std::uint8_t>(car.available())
                        + static_cast<std::uint8_t>(car.code());
    for (const std::int32_t number : car.some_numbers()) {
        sum += static_cast<std::uint64_t>(std::int64_t{number});
    }
    const OptionalExtras extras = car.extras();
    sum += values::sum(car.vehicle_code()) + (extras.sun_roof() ? 1 : 0) + (extras.sports_pack() ? 2 : 0)
           + (extras.cruise_control() ? 4 : 0);
    const EngineDecoder engine = car.engine();
    sum += engine.capacity() + engine.num_cylinders() + values::sum(engine.manufacturer_code());
    for (const auto& fuel : car.fuel_figures()) {
        sum += fuel.speed() + values::sum(fuel.mpg());
    }
    for (const auto& performance : car.performance_figures()) {
        sum += performance.octane_rating();
        for (const auto& acceleration : performance.acceleration()) {
            sum += acceleration.mph() + values::sum(acceleration.seconds());
        }
    }
    return sum + values::sum(car.manufacturer()) + values::sum(car.model()) + values::sum(car.activation_code());
}

}  // namespace

int main(int arguments, char** argument) { return values::run(arguments, argument, encode, decode); }
