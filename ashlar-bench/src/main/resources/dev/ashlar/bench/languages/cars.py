# SPDX-License-Identifier: Apache-2.0
"""Cars by Ashlar's generated Python, and by the module struct."""

import struct
import sys
import time

from bench.car import BooleanType, CarDecoder, CarEncoder, Model, OptionalExtras

COUNT = 2048
BATCHES = 9
MASK = 2**64 - 1
VEHICLE_CODES = "abcdef ghijkl mnopqr stuvwx yzabcd efghij klmnop qrstuv".split()
MANUFACTURER_CODES = "123 456 789 012 345 678 901 234".split()
MANUFACTURERS = "Honda Skoda Lotus Volvo Dacia Rover Acura Buick".split()
MODELS = [
    "Civic VTi",
    "Octavia 4",
    "Evora 400",
    "Amazon 12",
    "Sandero X",
    "Metro GTi",
    "Integra R",
    "Roadmastr",
]
ACTIVATION_CODES = "deadbf cafeba f00dad 0ff1ce c0ffee decade facade beaded".split()

HEADER = struct.Struct("<HHHH")
BLOCK = struct.Struct("<QHBB5i6sBHB3s")
DIMENSION = struct.Struct("<HH")
FUEL = struct.Struct("<Hf")
OCTANE = struct.Struct("<B")
SIZE = struct.Struct("<H")


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def car_of(index):
    """What is written into one car, derived from 64 bits that look random (SplitMix64)."""
    z = (index * 0x9E3779B97F4A7C15 + 0x1234567) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    bits = z ^ z >> 31

    def part(shift, most):
        return bits >> shift & most

    def signed(value):
        return value - 2**32 if value >= 2**31 else value

    return (
        bits,
        1990 + part(3, 31),
        part(8, 1),
        65 + (part(9, 0xFF) * 3 >> 8),
        tuple(signed(part(5 * i, 0xFFFFFFFF)) for i in range(5)),
        VEHICLE_CODES[part(12, 7)],
        part(15, 7),
        1000 + part(18, 0xFFF),
        3 + part(30, 7),
        MANUFACTURER_CODES[part(33, 7)],
        [
            (30 + 20 * i + part(36, 7), single(single(single(35.9) + 6 * i) + part(39, 7)))
            for i in range(3)
        ],
        [
            (
                95 + 4 * i + part(42, 3),
                [
                    (
                        30 + 30 * k + i + part(44, 7),
                        single(single(single(single(3.8) + 4 * k) - i) + part(47, 7)),
                    )
                    for k in range(3)
                ],
            )
            for i in range(2)
        ],
        MANUFACTURERS[part(50, 7)],
        MODELS[part(53, 7)],
        ACTIVATION_CODES[part(56, 7)],
    )


def sum_text(text):
    return len(text) + ord(text[0]) + ord(text[-1])


def encode_ashlar(values):
    serial, year, available, code, numbers, vehicle, extras = values[:7]
    capacity, cylinders, maker_code, fuels, performances, maker, model, activation = values[7:]
    car = CarEncoder()
    car.serial_number = serial
    car.model_year = year
    car.available = BooleanType(available)
    car.code = Model(code)
    car.some_numbers = numbers
    car.vehicle_code = vehicle
    car.extras = OptionalExtras(extras)
    engine = car.engine
    engine.capacity = capacity
    engine.num_cylinders = cylinders
    engine.manufacturer_code = maker_code
    for entry, (speed, mpg) in zip(car.fuel_figures(len(fuels)), fuels):
        entry.speed = speed
        entry.mpg = mpg
    for entry, (octane, steps) in zip(car.performance_figures(len(performances)), performances):
        entry.octane_rating = octane
        for step, (mph, seconds) in zip(entry.acceleration(len(steps)), steps):
            step.mph = mph
            step.seconds = seconds
    car.manufacturer = maker
    car.model = model
    car.activation_code = activation
    return bytes(car)


def decode_ashlar(message):
    car = CarDecoder(message)
    total = (car.serial_number & 0xFFFFFFFF) + car.model_year + car.available + car.code
    total += sum(car.some_numbers) + sum_text(car.vehicle_code) + car.extras
    engine = car.engine
    total += engine.capacity + engine.num_cylinders + sum_text(engine.manufacturer_code)
    for fuel in car.fuel_figures:
        total += fuel.speed + fuel.mpg
    for performance in car.performance_figures:
        total += performance.octane_rating
        for acceleration in performance.acceleration:
            total += acceleration.mph + acceleration.seconds
    return total + sum_text(car.manufacturer) + sum_text(car.model) + sum_text(car.activation_code)


def encode_struct(values):
    serial, year, available, code, numbers, vehicle, extras = values[:7]
    capacity, cylinders, maker_code, fuels, performances, maker, model, activation = values[7:]
    parts = [
        HEADER.pack(BLOCK.size, 1, 7001, 0),
        BLOCK.pack(
            serial,
            year,
            available,
            code,
            *numbers,
            vehicle.encode("ascii"),
            extras,
            capacity,
            cylinders,
            maker_code.encode("ascii"),
        ),
        DIMENSION.pack(FUEL.size, len(fuels)),
    ]
    parts.extend(FUEL.pack(*fuel) for fuel in fuels)
    parts.append(DIMENSION.pack(OCTANE.size, len(performances)))
    for octane, steps in performances:
        parts.append(OCTANE.pack(octane))
        parts.append(DIMENSION.pack(FUEL.size, len(steps)))
        parts.extend(FUEL.pack(*step) for step in steps)
    for text in (maker, model, activation):
        content = text.encode("utf-8")
        parts.append(SIZE.pack(len(content)))
        parts.append(content)
    return b"".join(parts)


def decode_struct(message):
    length, template, schema, _ = HEADER.unpack_from(message, 0)
    if (template, schema) != (1, 7001):
        raise ValueError("another message")
    block = BLOCK.unpack_from(message, HEADER.size)
    serial, year, available, code = block[:4]
    vehicle, extras, capacity, cylinders, maker_code = block[9:]
    total = (serial & 0xFFFFFFFF) + year + available + code + sum(block[4:9])
    total += sum_text(vehicle.rstrip(b"\0").decode("ascii")) + extras + capacity + cylinders
    total += sum_text(maker_code.rstrip(b"\0").decode("ascii"))
    at = HEADER.size + length
    length, count = DIMENSION.unpack_from(message, at)
    at += DIMENSION.size
    for _ in range(count):
        speed, mpg = FUEL.unpack_from(message, at)
        total += speed + mpg
        at += length
    length, count = DIMENSION.unpack_from(message, at)
    at += DIMENSION.size
    for _ in range(count):
        total += OCTANE.unpack_from(message, at)[0]
        at += length
        inner_length, inner_count = DIMENSION.unpack_from(message, at)
        at += DIMENSION.size
        for _ in range(inner_count):
            mph, seconds = FUEL.unpack_from(message, at)
            total += mph + seconds
            at += inner_length
    for _ in range(3):
        (size,) = SIZE.unpack_from(message, at)
        at += SIZE.size
        total += sum_text(message[at : at + size].decode("utf-8"))
        at += size
    return total


def main():
    contender, direction, millis = sys.argv[1:]
    encode, decode = {
        "ashlar": (encode_ashlar, decode_ashlar),
        "struct": (encode_struct, decode_struct),
    }[contender]
    cars = [car_of(i) for i in range(COUNT)]
    messages = [encode(car) for car in cars]
    work = (encode, cars) if direction == "encode" else (decode, messages)
    times = []
    for _ in range(BATCHES):
        start = time.perf_counter_ns()
        passes = 0
        elapsed = 0
        while passes == 0 or elapsed < int(millis) * 1_000_000:
            for item in work[1]:
                work[0](item)
            passes += 1
            elapsed = time.perf_counter_ns() - start
        times.append(elapsed / (passes * COUNT))
    times.sort()
    code = 0xCBF29CE484222325
    for message in messages:
        for byte in message:
            code = ((code ^ byte) * 0x100000001B3) & MASK
    print(times[BATCHES // 2], round(sum(map(decode, messages))), code)


if __name__ == "__main__":
    main()
