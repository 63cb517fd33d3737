// SPDX-License-Identifier: Apache-2.0
//! Prints what the codecs say of fields.
use conformance_check::{sbe, OrderBlock, OrderEncoder};

fn field(name: &str, info: sbe::FieldInfo) -> String {
    let sbe::FieldInfo {
        since_version,
        offset,
        length,
        semantic_type,
        ..
    } = info;
    let id = info.id.map_or(-1, i32::from);
    format!("{name} id={id} since={since_version} offset={offset} length={length} semantic={semantic_type}")
}

macro_rules! number {
    ($name:literal, $info:ident, $null:ident, $min:ident, $max:ident) => {
        println!(
            "{} null={} min={} max={}",
            field($name, OrderBlock::$info),
            OrderBlock::$null,
            OrderBlock::$min,
            OrderBlock::$max
        )
    };
}

/// By the bits that it has as `f64`.
fn bits(real: impl Into<f64>) -> String {
    let real = real.into();
    if real.is_nan() {
        "NaN".to_string()
    } else {
        format!("{:x}", real.to_bits())
    }
}

macro_rules! real {
    ($name:literal, $info:ident, $null:ident, $min:ident, $max:ident) => {
        println!(
            "{} null={} min={} max={}",
            field($name, OrderBlock::$info),
            bits(OrderBlock::$null),
            bits(OrderBlock::$min),
            bits(OrderBlock::$max)
        )
    };
}

fn main() {
    number!(
        "u16",
        U16_INFO,
        U16_NULL_VALUE,
        U16_MIN_VALUE,
        U16_MAX_VALUE
    );
    number!(
        "i16",
        I16_INFO,
        I16_NULL_VALUE,
        I16_MIN_VALUE,
        I16_MAX_VALUE
    );
    number!(
        "custom",
        CUSTOM_INFO,
        CUSTOM_NULL_VALUE,
        CUSTOM_MIN_VALUE,
        CUSTOM_MAX_VALUE
    );
    number!(
        "wide",
        WIDE_INFO,
        WIDE_NULL_VALUE,
        WIDE_MIN_VALUE,
        WIDE_MAX_VALUE
    );
    number!(
        "added",
        ADDED_INFO,
        ADDED_NULL_VALUE,
        ADDED_MIN_VALUE,
        ADDED_MAX_VALUE
    );
    real!(
        "ratio",
        RATIO_INFO,
        RATIO_NULL_VALUE,
        RATIO_MIN_VALUE,
        RATIO_MAX_VALUE
    );
    real!(
        "rate",
        RATE_INFO,
        RATE_NULL_VALUE,
        RATE_MIN_VALUE,
        RATE_MAX_VALUE
    );
    let price = OrderBlock::PRICE_INFO;
    let (id, since, offset) = (price.id.unwrap(), price.since_version, price.offset);
    println!("price id={id} since={since} offset={offset}");
    println!("{}", field("side", OrderBlock::SIDE_INFO));
    println!("{}", field("few", OrderBlock::FEW_INFO));
    let mut buffer = [0; 256];
    let mut order = OrderEncoder::new(&mut buffer).unwrap();
    if let Err(sbe::EncodingError::NotInCharset { charset, .. }) = order.text("\u{2603}") {
        println!("{} charset={charset}", field("text", OrderBlock::TEXT_INFO));
    }
}
