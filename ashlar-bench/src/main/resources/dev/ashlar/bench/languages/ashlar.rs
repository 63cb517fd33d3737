// SPDX-License-Identifier: Apache-2.0
//! Cars by Ashlar's generated Rust.
//!
//! Fixed texts are arrays of bytes, as in the program of the peer, or checked strings.
use bench_car::{sbe, BooleanType, CarDecoder, CarEncoder, Model, OptionalExtras};
use values::Values;

fn write<const TEXT: bool>(to: &mut [u8], v: Values) -> sbe::Encoded<usize> {
    let mut car = CarEncoder::new(to)?;
    car.serial_number(v.serial_number())
        .model_year(v.model_year())
        .available(BooleanType(v.available()))
        .code(Model(v.code()))
        .some_numbers(v.some_numbers())
        .extras(OptionalExtras::from_bits(
            u8::from(v.sun_roof())
                | u8::from(v.sports_pack()) << 1
                | u8::from(v.cruise_control()) << 2,
        ));
    let mut engine = car.engine();
    engine.capacity(v.capacity()).num_cylinders(v.cylinders());
    if TEXT {
        engine.manufacturer_code(v.manufacturer_code())?;
        car.vehicle_code(v.vehicle_code())?;
    } else {
        engine.manufacturer_code_raw(bytes(v.manufacturer_code()));
        car.vehicle_code_raw(bytes(v.vehicle_code()));
    }
    let mut fuel = car.fuel_figures(3)?;
    for i in 0..3 {
        fuel.add()?.speed(v.speed(i)).mpg(v.mpg(i));
    }
    let mut performance = car.performance_figures(2)?;
    for i in 0..2 {
        let mut figures = performance.add()?;
        figures.octane_rating(v.octane_rating(i));
        let mut acceleration = figures.acceleration(3)?;
        for k in 0..3 {
            acceleration
                .add()?
                .mph(v.mph(i, k))
                .seconds(v.seconds(i, k));
        }
    }
    car.manufacturer(v.manufacturer())?
        .model(v.model())?
        .activation_code(v.activation_code())?;
    car.finish()
}

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    text.as_bytes().try_into().expect("texts fill their fields")
}

fn read<const TEXT: bool>(bytes: &[u8]) -> sbe::Decoded<u64> {
    let car = CarDecoder::new(bytes)?;
    let mut sum = car
        .serial_number()
        .wrapping_add(u64::from(car.model_year()))
        .wrapping_add(u64::from(car.available().0))
        .wrapping_add(u64::from(car.code().0));
    for number in car.some_numbers() {
        sum = sum.wrapping_add(values::sum_int(number));
    }
    let mut rest = if TEXT {
        values::sum(car.vehicle_code().as_bytes())
    } else {
        values::sum(&car.vehicle_code_raw())
    };
    let extras = car.extras();
    rest += u64::from(extras.contains(OptionalExtras::SUN_ROOF));
    rest += u64::from(extras.contains(OptionalExtras::SPORTS_PACK)) << 1;
    rest += u64::from(extras.contains(OptionalExtras::CRUISE_CONTROL)) << 2;
    let engine = car.engine();
    rest += u64::from(engine.capacity()) + u64::from(engine.num_cylinders());
    rest += if TEXT {
        values::sum(engine.manufacturer_code().as_bytes())
    } else {
        values::sum(&engine.manufacturer_code_raw())
    };
    for fuel in car.fuel_figures() {
        rest += u64::from(fuel.speed()) + values::sum_float(fuel.mpg());
    }
    for performance in car.performance_figures() {
        rest += u64::from(performance.octane_rating());
        for acceleration in performance.acceleration() {
            rest += u64::from(acceleration.mph()) + values::sum_float(acceleration.seconds());
        }
    }
    rest += values::sum(car.manufacturer().as_bytes());
    rest += values::sum(car.model().as_bytes());
    rest += values::sum(car.activation_code().as_bytes());
    Ok(sum.wrapping_add(rest))
}

pub fn measure<const TEXT: bool>() {
    values::run(
        |to, v| write::<TEXT>(to, v).expect("cars fit"),
        |bytes| read::<TEXT>(bytes).expect("cars are well-formed"),
    );
}
