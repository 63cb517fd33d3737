// SPDX-License-Identifier: Apache-2.0
// Cars by Ashlar's generated TypeScript, and as JSON.
import { BooleanType, CarDecoder, CarEncoder } from "./out/bench/car/index.js";

const COUNT = 8192;
const STRIDE = 192;
const BATCHES = 9;
const vehicleCodes = ["abcdef", "ghijkl", "mnopqr", "stuvwx", "yzabcd", "efghij", "klmnop", "qrstuv"];
const manufacturerCodes = ["123", "456", "789", "012", "345", "678", "901", "234"];
const manufacturers = ["Honda", "Skoda", "Lotus", "Volvo", "Dacia", "Rover", "Acura", "Buick"];
const models = ["Civic VTi", "Octavia 4", "Evora 400", "Amazon 12", "Sandero X", "Metro GTi", "Integra R", "Roadmastr"];
const activationCodes = ["deadbf", "cafeba", "f00dad", "0ff1ce", "c0ffee", "decade", "facade", "beaded"];

/** What is written into one car, derived from 64 bits that look random (SplitMix64). */
function carOf(index) {
    const mask = (1n << 64n) - 1n;
    let z = (BigInt(index) * 0x9e3779b97f4a7c15n + 0x1234567n) & mask;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    const bits = z ^ (z >> 31n);
    const part = (shift, most) => Number((bits >> BigInt(shift)) & BigInt(most));
    const f = Math.fround;
    return {
        serialNumber: bits,
        modelYear: 1990 + part(3, 31),
        available: part(8, 1),
        code: 65 + ((part(9, 0xff) * 3) >> 8),
        someNumbers: [0, 1, 2, 3, 4].map((i) => part(5 * i, 0xffffffff) | 0),
        vehicleCode: vehicleCodes[part(12, 7)],
        extras: part(15, 7),
        engine: {
            capacity: 1000 + part(18, 0xfff),
            numCylinders: 3 + part(30, 7),
            manufacturerCode: manufacturerCodes[part(33, 7)],
        },
        fuelFigures: [0, 1, 2].map((i) => ({
            speed: 30 + 20 * i + part(36, 7),
            mpg: f(f(f(35.9) + 6 * i) + part(39, 7)),
        })),
        performanceFigures: [0, 1].map((i) => ({
            octaneRating: 95 + 4 * i + part(42, 3),
            acceleration: [0, 1, 2].map((k) => ({
                mph: 30 + 30 * k + i + part(44, 7),
                seconds: f(f(f(f(3.8) + 4 * k) - i) + part(47, 7)),
            })),
        })),
        manufacturer: manufacturers[part(50, 7)],
        model: models[part(53, 7)],
        activationCode: activationCodes[part(56, 7)],
    };
}

function sumText(text) {
    return text.length + text.charCodeAt(0) + text.charCodeAt(text.length - 1);
}

/** What reading a car adds up to: the low half of the serial number, since a number has 53 bits. */
function sumOf(car, serialNumber) {
    let sum = Number(BigInt.asUintN(32, serialNumber)) + car.modelYear + car.available + car.code + car.extras;
    for (const number of car.someNumbers) {
        sum += number;
    }
    const { engine } = car;
    sum += engine.capacity + engine.numCylinders + sumText(engine.manufacturerCode) + sumText(car.vehicleCode);
    for (const fuel of car.fuelFigures) {
        sum += fuel.speed + fuel.mpg;
    }
    for (const performance of car.performanceFigures) {
        sum += performance.octaneRating;
        for (const acceleration of performance.acceleration) {
            sum += acceleration.mph + acceleration.seconds;
        }
    }
    return sum + sumText(car.manufacturer) + sumText(car.model) + sumText(car.activationCode);
}

function encodeAshlar(car, buffer) {
    const to = new CarEncoder({ buffer });
    to.serialNumber = car.serialNumber;
    to.modelYear = car.modelYear;
    to.available = car.available;
    to.code = car.code;
    to.someNumbers = car.someNumbers;
    to.vehicleCode = car.vehicleCode;
    to.extras = car.extras;
    const { engine } = to;
    engine.capacity = car.engine.capacity;
    engine.numCylinders = car.engine.numCylinders;
    engine.manufacturerCode = car.engine.manufacturerCode;
    const fuelFigures = to.fuelFigures(car.fuelFigures.length);
    for (const fuel of car.fuelFigures) {
        const entry = fuelFigures.nextEntry();
        entry.speed = fuel.speed;
        entry.mpg = fuel.mpg;
    }
    const performanceFigures = to.performanceFigures(car.performanceFigures.length);
    for (const performance of car.performanceFigures) {
        const entry = performanceFigures.nextEntry();
        entry.octaneRating = performance.octaneRating;
        const accelerations = entry.acceleration(performance.acceleration.length);
        for (const acceleration of performance.acceleration) {
            const step = accelerations.nextEntry();
            step.mph = acceleration.mph;
            step.seconds = acceleration.seconds;
        }
    }
    to.manufacturer = car.manufacturer;
    to.model = car.model;
    to.activationCode = car.activationCode;
    return to.sbeBytes();
}

/** JSON has no integers of 64 bits. */
const jsonCars = [];
const contenders = {
    ashlar: {
        encode: (car, i) => encodeAshlar(car, buffers[i]),
        decode: (message) => {
            const car = new CarDecoder(message);
            return sumOf(car, car.serialNumber);
        },
    },
    json: {
        encode: (_, i) => JSON.stringify(jsonCars[i]),
        decode: (text) => {
            const car = JSON.parse(text);
            return sumOf(car, BigInt(car.serialNumber));
        },
    },
};

const [contender, direction, millis] = process.argv.slice(2);
const { encode, decode } = contenders[contender];
const cars = Array.from({ length: COUNT }, (_, i) => carOf(i));
const buffers = cars.map(() => new Uint8Array(STRIDE));
for (const car of cars) {
    jsonCars.push({ ...car, serialNumber: String(car.serialNumber) });
}
if (BooleanType.T !== 1) {
    throw new Error("another schema");
}
const messages = cars.map(encode);
const pass =
    direction === "encode"
        ? () => cars.forEach((car, i) => (messages[i] = encode(car, i)))
        : () => messages.reduce((sum, message) => sum + decode(message), 0);
for (let i = 0; i < 3; i++) {
    pass();
}
const times = [];
for (let batch = 0; batch < BATCHES; batch++) {
    const start = process.hrtime.bigint();
    let passes = 0;
    let elapsed = 0;
    do {
        pass();
        passes++;
        elapsed = Number(process.hrtime.bigint() - start);
    } while (elapsed < Number(millis) * 1e6);
    times.push(elapsed / (passes * COUNT));
}
times.sort((a, b) => a - b);
const sum = messages.reduce((total, message) => total + decode(message), 0);
console.log(times[BATCHES >> 1], Math.round(sum), 0);
