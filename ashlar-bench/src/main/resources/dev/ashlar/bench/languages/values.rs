// SPDX-License-Identifier: Apache-2.0
//! What is written into a car, derived from 64 random bits, and how writing and reading cars is
//! measured.
use std::hint::black_box;
use std::time::Instant;

const COUNT: usize = 8192;
const STRIDE: usize = 192;
const BATCHES: usize = 9;

const VEHICLE_CODES: [&str; 8] = [
    "abcdef", "ghijkl", "mnopqr", "stuvwx", "yzabcd", "efghij", "klmnop", "qrstuv",
];
const MANUFACTURER_CODES: [&str; 8] = ["123", "456", "789", "012", "345", "678", "901", "234"];
const MANUFACTURERS: [&str; 8] = [
    "Honda", "Skoda", "Lotus", "Volvo", "Dacia", "Rover", "Acura", "Buick",
];
const MODELS: [&str; 8] = [
    "Civic VTi",
    "Octavia 4",
    "Evora 400",
    "Amazon 12",
    "Sandero X",
    "Metro GTi",
    "Integra R",
    "Roadmastr",
];
const ACTIVATION_CODES: [&str; 8] = [
    "deadbf", "cafeba", "f00dad", "0ff1ce", "c0ffee", "decade", "facade", "beaded",
];

/// The values of one car.
#[derive(Clone, Copy)]
pub struct Values(u64);

impl Values {
    /// 64 bits that look random (SplitMix64).
    #[inline]
    fn new(index: usize) -> Self {
        let mut z = (index as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(0x0123_4567);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(z ^ z >> 31)
    }

    #[inline]
    fn part(self, shift: u32, mask: u64) -> u64 {
        self.0 >> shift & mask
    }

    #[inline]
    pub fn serial_number(self) -> u64 {
        self.0
    }

    #[inline]
    pub fn model_year(self) -> u16 {
        1990 + self.part(3, 31) as u16
    }

    #[inline]
    pub fn available(self) -> u8 {
        self.part(8, 1) as u8
    }

    #[inline]
    pub fn code(self) -> u8 {
        b'A' + (self.part(9, 0xff) * 3 >> 8) as u8
    }

    #[inline]
    pub fn some_numbers(self) -> [i32; 5] {
        core::array::from_fn(|i| (self.0 >> (5 * i)) as i32)
    }

    #[inline]
    pub fn vehicle_code(self) -> &'static str {
        VEHICLE_CODES[self.part(12, 7) as usize]
    }

    #[inline]
    pub fn sun_roof(self) -> bool {
        self.part(15, 1) != 0
    }

    #[inline]
    pub fn sports_pack(self) -> bool {
        self.part(16, 1) != 0
    }

    #[inline]
    pub fn cruise_control(self) -> bool {
        self.part(17, 1) != 0
    }

    #[inline]
    pub fn capacity(self) -> u16 {
        1000 + self.part(18, 0xfff) as u16
    }

    #[inline]
    pub fn cylinders(self) -> u8 {
        3 + self.part(30, 7) as u8
    }

    #[inline]
    pub fn manufacturer_code(self) -> &'static str {
        MANUFACTURER_CODES[self.part(33, 7) as usize]
    }

    #[inline]
    pub fn speed(self, i: u16) -> u16 {
        30 + 20 * i + self.part(36, 7) as u16
    }

    #[inline]
    pub fn mpg(self, i: u16) -> f32 {
        35.9 + f32::from(6 * i) + self.part(39, 7) as f32
    }

    #[inline]
    pub fn octane_rating(self, i: u16) -> u8 {
        95 + 4 * i as u8 + self.part(42, 3) as u8
    }

    #[inline]
    pub fn mph(self, i: u16, k: u16) -> u16 {
        30 + 30 * k + i + self.part(44, 7) as u16
    }

    #[inline]
    pub fn seconds(self, i: u16, k: u16) -> f32 {
        3.8 + f32::from(4 * k) - f32::from(i) + self.part(47, 7) as f32
    }

    #[inline]
    pub fn manufacturer(self) -> &'static str {
        MANUFACTURERS[self.part(50, 7) as usize]
    }

    #[inline]
    pub fn model(self) -> &'static str {
        MODELS[self.part(53, 7) as usize]
    }

    #[inline]
    pub fn activation_code(self) -> &'static str {
        ACTIVATION_CODES[self.part(56, 7) as usize]
    }
}

/// What is added for a text: its length, first and last byte.
#[inline]
pub fn sum(text: &[u8]) -> u64 {
    text.len() as u64 + u64::from(text[0]) + u64::from(text[text.len() - 1])
}

/// As Java converts an int to a long.
#[inline]
pub fn sum_int(value: i32) -> u64 {
    i64::from(value) as u64
}

/// The bits of a float, as Java converts them to a long.
#[inline]
pub fn sum_float(value: f32) -> u64 {
    sum_int(value.to_bits() as i32)
}

/// Encodes all cars, decodes them, and measures one of both.
///
/// Prints nanoseconds a message, the sum that decoding found, and a hash of all bytes.
pub fn run(encode: impl Fn(&mut [u8], Values) -> usize, decode: impl Fn(&[u8]) -> u64) {
    let arguments: Vec<String> = std::env::args().collect();
    let encodes = arguments[1] == "encode";
    let batch_ns = arguments[2].parse::<f64>().unwrap() * 1e6;
    let mut memory = vec![0; COUNT * STRIDE];
    let mut lengths = vec![0; COUNT];
    let encode_all = |memory: &mut [u8], lengths: &mut [usize]| {
        for (i, (to, length)) in memory.chunks_exact_mut(STRIDE).zip(lengths).enumerate() {
            *length = encode(to, Values::new(i));
        }
    };
    let decode_all = |memory: &[u8], lengths: &[usize]| {
        let messages = memory.chunks_exact(STRIDE).zip(lengths);
        messages.fold(0_u64, |sum, (from, &length)| {
            sum.wrapping_add(decode(&from[..length]))
        })
    };
    encode_all(&mut memory, &mut lengths);
    let mut times = [0.0; BATCHES];
    for time in &mut times {
        let start = Instant::now();
        let mut passes = 0;
        let mut elapsed = 0.0;
        while passes == 0 || elapsed < batch_ns {
            if encodes {
                encode_all(black_box(&mut memory), black_box(&mut lengths));
            } else {
                black_box(decode_all(black_box(&memory), black_box(&lengths)));
            }
            passes += 1;
            elapsed = start.elapsed().as_nanos() as f64;
        }
        *time = elapsed / (passes * COUNT) as f64;
    }
    times.sort_by(f64::total_cmp);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (message, &length) in memory.chunks_exact(STRIDE).zip(&lengths) {
        for &byte in &message[..length] {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!(
        "{} {} {hash}",
        times[BATCHES / 2],
        decode_all(&memory, &lengths)
    );
}
