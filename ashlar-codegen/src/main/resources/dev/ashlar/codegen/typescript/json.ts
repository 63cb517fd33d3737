// SPDX-License-Identifier: Apache-2.0
// JSON in the format that Ashlar's documentation defines.

const MAX_ZEROS = 40;

/** A string including its quotes. */
export function quote(text: string): string {
  // eslint-disable-next-line no-control-regex
  return `"${text.replace(/[\x00-\x1f"\\\x7f]/g, escape)}"`;
}

function escape(character: string): string {
  switch (character) {
    case '"':
    case "\\":
      return `\\${character}`;
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }
}

export function hexadecimal(bytes: Uint8Array): string {
  let digits = "";
  for (const b of bytes) {
    digits += b.toString(16).padStart(2, "0");
  }
  return `"${digits}"`;
}

export function hexObject(bytes: Uint8Array): string {
  return `{"hex":${hexadecimal(bytes)}}`;
}

/**
 * The exact number `mantissa` * 10^`exponent`.
 *
 * @param known whether the schema fixes the exponent, so that trailing zeros may replace it
 */
export function decimal(
  mantissa: number | bigint,
  exponent: number,
  known: boolean,
): string {
  const sign = mantissa < 0 ? "-" : "";
  const digits = String(mantissa).slice(sign.length);
  if (exponent < 0 && exponent >= -MAX_ZEROS) {
    const padded = digits.padStart(1 - exponent, "0");
    return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  if (exponent === 0 || (known && digits === "0")) {
    return sign + digits;
  }
  return known && exponent > 0 && exponent <= MAX_ZEROS
    ? sign + digits + "0".repeat(exponent)
    : `${sign}${digits}E${exponent}`;
}

/** The fewest digits, but at least two, that read back as the same number. */
export function real(number: number, isSingle: boolean): string {
  if (Number.isNaN(number)) {
    return '"NaN"';
  }
  if (!Number.isFinite(number)) {
    return number > 0 ? '"Infinity"' : '"-Infinity"';
  }
  const sign = number < 0 || Object.is(number, -0) ? "-" : "";
  if (number === 0) {
    return `${sign}0.0`;
  }
  const size = Math.abs(number);
  const [digits, exponent] = isSingle
    ? singleDigits(size)
    : split(doubleDigits(size));
  if (exponent < -3 || exponent >= 7) {
    return `${sign}${digits.charAt(0)}.${digits.slice(1) || "0"}E${exponent}`;
  }
  if (exponent < 0) {
    return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  }
  const whole = exponent + 1;
  const padded = digits.padEnd(whole, "0");
  return `${sign}${padded.slice(0, whole)}.${padded.slice(whole) || "0"}`;
}

function doubleDigits(number: number): string {
  const two = number.toExponential(1);
  // At least two digits: the closest ones, even if a single digit reads back as the number.
  return Number(two) === number ? two : number.toExponential();
}

function split(scientific: string): [string, number] {
  const [mantissa = "", exponent = "0"] = scientific.split("e");
  return [mantissa.replace(".", "").replace(/0+$/, ""), Number(exponent)];
}

/** The closest digits. In a tie, the even ones; the language would take the larger ones. */
function halfEven(number: number, precision: number): string {
  const rounded = number.toExponential(precision);
  const longer = number.toExponential(precision + 1);
  const [mantissa = "", exponent = "0"] = rounded.split("e");
  if (
    !/5e/.test(longer) ||
    Number(longer) !== number ||
    !/[13579]$/.test(mantissa)
  ) {
    return rounded;
  }
  const digits = String(Number(mantissa.replace(".", "")) - 1);
  return `${digits.charAt(0)}.${digits.slice(1)}e${exponent}`;
}

function singleDigits(number: number): [string, number] {
  for (let precision = 1; precision < 9; precision++) {
    const scientific = halfEven(number, precision);
    if (Math.fround(Number(scientific)) === number) {
      return split(scientific);
    }
    // Below a power of two, numbers are closer together than above it. A neighbor may read back as
    // the number although the closest digits do not.
    if (Number.isInteger(Math.log2(number))) {
      const [mantissa = "", exponent = "0"] = scientific.split("e");
      const up = String(Number(mantissa.replace(".", "")) + 1);
      const power = Number(exponent) - precision;
      if (Math.fround(Number(`${up}e${power}`)) === number) {
        return [up.replace(/0+$/, ""), power + up.length - 1];
      }
    }
  }
  return split(number.toExponential(8));
}
