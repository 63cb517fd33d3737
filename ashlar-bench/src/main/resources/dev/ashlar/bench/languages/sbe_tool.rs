// SPDX-License-Identifier: Apache-2.0
//! Cars by the Rust that sbe-tool generates.
use dev_ashlar_bench_codec_sbe::boolean_type::BooleanType;
use dev_ashlar_bench_codec_sbe::car_codec::encoder::{
    AccelerationEncoder, FuelFiguresEncoder, PerformanceFiguresEncoder,
};
use dev_ashlar_bench_codec_sbe::car_codec::{CarDecoder, CarEncoder, SBE_TEMPLATE_ID};
use dev_ashlar_bench_codec_sbe::message_header_codec::{self, MessageHeaderDecoder};
use dev_ashlar_bench_codec_sbe::model::Model;
use dev_ashlar_bench_codec_sbe::optional_extras::OptionalExtras;
use dev_ashlar_bench_codec_sbe::{Encoder, ReadBuf, SbeResult, WriteBuf};
use values::Values;

fn write(to: &mut [u8], v: Values) -> SbeResult<usize> {
    let car = CarEncoder::default().wrap(WriteBuf::new(to), message_header_codec::ENCODED_LENGTH);
    let mut car = car.header(0).parent()?;
    let mut extras = OptionalExtras::default();
    extras
        .set_sun_roof(v.sun_roof())
        .set_sports_pack(v.sports_pack())
        .set_cruise_control(v.cruise_control());
    car.serial_number(v.serial_number())
        .model_year(v.model_year())
        .available(BooleanType::from(v.available()))
        .code(Model::from(v.code()))
        .some_numbers(&v.some_numbers())
        .vehicle_code(v.vehicle_code().as_bytes())
        .extras(extras);
    let mut engine = car.engine_encoder();
    engine
        .capacity(v.capacity())
        .num_cylinders(v.cylinders())
        .manufacturer_code(v.manufacturer_code().as_bytes());
    let mut fuel = engine
        .parent()?
        .fuel_figures_encoder(3, FuelFiguresEncoder::default());
    for i in 0..3 {
        fuel.advance()?;
        fuel.speed(v.speed(i)).mpg(v.mpg(i));
    }
    let mut performance = fuel
        .parent()?
        .performance_figures_encoder(2, PerformanceFiguresEncoder::default());
    for i in 0..2 {
        performance.advance()?;
        performance.octane_rating(v.octane_rating(i));
        let mut acceleration = performance.acceleration_encoder(3, AccelerationEncoder::default());
        for k in 0..3 {
            acceleration.advance()?;
            acceleration.mph(v.mph(i, k)).seconds(v.seconds(i, k));
        }
        performance = acceleration.parent()?;
    }
    let mut car = performance.parent()?;
    car.manufacturer(v.manufacturer())
        .model(v.model())
        .activation_code(v.activation_code());
    Ok(car.get_limit())
}

fn read(bytes: &[u8]) -> SbeResult<u64> {
    let header = MessageHeaderDecoder::default().wrap(ReadBuf::new(bytes), 0);
    assert_eq!(SBE_TEMPLATE_ID, header.template_id());
    let car = CarDecoder::default().header(header, 0);
    let mut sum = car
        .serial_number()
        .wrapping_add(u64::from(car.model_year()))
        .wrapping_add(u64::from(u8::from(car.available())))
        .wrapping_add(u64::from(u8::from(car.code())));
    for number in car.some_numbers() {
        sum = sum.wrapping_add(values::sum_int(number));
    }
    let mut rest = values::sum(&car.vehicle_code());
    let extras = car.extras();
    rest += u64::from(extras.get_sun_roof());
    rest += u64::from(extras.get_sports_pack()) << 1;
    rest += u64::from(extras.get_cruise_control()) << 2;
    let mut engine = car.engine_decoder();
    rest += u64::from(engine.capacity()) + u64::from(engine.num_cylinders());
    rest += values::sum(&engine.manufacturer_code());
    let mut fuel = engine.parent()?.fuel_figures_decoder();
    while fuel.advance()?.is_some() {
        rest += u64::from(fuel.speed()) + values::sum_float(fuel.mpg());
    }
    let mut performance = fuel.parent()?.performance_figures_decoder();
    while performance.advance()?.is_some() {
        rest += u64::from(performance.octane_rating());
        let mut acceleration = performance.acceleration_decoder();
        while acceleration.advance()?.is_some() {
            rest += u64::from(acceleration.mph()) + values::sum_float(acceleration.seconds());
        }
        performance = acceleration.parent()?;
    }
    let mut car = performance.parent()?;
    let manufacturer = car.manufacturer_decoder();
    rest += values::sum(car.manufacturer_slice(manufacturer));
    let model = car.model_decoder();
    rest += values::sum(car.model_slice(model));
    let activation_code = car.activation_code_decoder();
    rest += values::sum(car.activation_code_slice(activation_code));
    Ok(sum.wrapping_add(rest))
}

fn main() {
    values::run(
        |to, v| write(to, v).expect("cars fit"),
        |bytes| read(bytes).expect("cars are well-formed"),
    );
}
