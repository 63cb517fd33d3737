// SPDX-License-Identifier: Apache-2.0
// Code generated from an SBE schema by Ashlar. DO NOT EDIT.

package PACKAGE

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxZeros  = 40
	hexDigits = "0123456789abcdef"
)

// jsonText builds JSON by appending.
type jsonText struct {
	bytes []byte
	comma bool
}

func (j *jsonText) separate() {
	if j.comma {
		j.bytes = append(j.bytes, ',')
	}
	j.comma = true
}

func (j *jsonText) begin(bracket byte) {
	j.separate()
	j.comma = false
	j.bytes = append(j.bytes, bracket)
}

func (j *jsonText) end(bracket byte) {
	j.comma = true
	j.bytes = append(j.bytes, bracket)
}

// name adds a name that is already JSON, except for its quotes.
func (j *jsonText) name(name string) {
	j.quote()
	j.bytes = append(j.bytes, name...)
	j.bytes = append(j.bytes, `":`...)
	j.comma = false
}

// raw adds a value that is already JSON.
func (j *jsonText) raw(value string) {
	j.separate()
	j.bytes = append(j.bytes, value...)
}

func (j *jsonText) null() {
	j.raw("null")
}

func (j *jsonText) int(value int64) {
	j.separate()
	j.bytes = strconv.AppendInt(j.bytes, value, 10)
}

func (j *jsonText) uint(value uint64) {
	j.separate()
	j.bytes = strconv.AppendUint(j.bytes, value, 10)
}

func (j *jsonText) float32(value float32) {
	j.float(float64(value), 32)
}

func (j *jsonText) float64(value float64) {
	j.float(value, 64)
}

// float adds the fewest digits, but at least two, that read back as the same number, in Java's notation.
func (j *jsonText) float(value float64, bits int) {
	switch {
	case math.IsNaN(value):
		j.raw(`"NaN"`)
		return
	case math.IsInf(value, 1):
		j.raw(`"Infinity"`)
		return
	case math.IsInf(value, -1):
		j.raw(`"-Infinity"`)
		return
	}
	j.separate()
	var shortest, nearest [40]byte
	text := string(strconv.AppendFloat(shortest[:0], value, 'e', -1, bits))
	places := 1
	if point := strings.IndexByte(text, '.'); point >= 0 {
		places = strings.IndexByte(text, 'e') - point - 1
	}
	// Of two candidates that are equally near, take the even one.
	even := string(strconv.AppendFloat(nearest[:0], value, 'e', places, bits))
	if parsed, err := strconv.ParseFloat(even, bits); err == nil && parsed == value {
		text = even
	}
	if strings.HasPrefix(text, "-") {
		j.bytes = append(j.bytes, '-')
		text = text[1:]
	}
	significand, power, _ := strings.Cut(text, "e")
	exponent, _ := strconv.Atoi(power)
	first, rest, _ := strings.Cut(significand, ".")
	rest = strings.TrimRight(rest, "0")
	switch {
	case exponent < -3 || exponent >= 7:
		j.bytes = append(j.bytes, first...)
		j.fraction(rest)
		j.bytes = append(j.bytes, 'E')
		j.bytes = strconv.AppendInt(j.bytes, int64(exponent), 10)
	case exponent < 0:
		j.bytes = append(j.bytes, "0."...)
		j.zeros(-exponent - 1)
		j.bytes = append(j.bytes, first...)
		j.bytes = append(j.bytes, rest...)
	default:
		whole := exponent
		if whole > len(rest) {
			whole = len(rest)
		}
		j.bytes = append(j.bytes, first...)
		j.bytes = append(j.bytes, rest[:whole]...)
		j.zeros(exponent - whole)
		j.fraction(rest[whole:])
	}
}

func (j *jsonText) fraction(digits string) {
	j.bytes = append(j.bytes, '.')
	if digits == "" {
		digits = "0"
	}
	j.bytes = append(j.bytes, digits...)
}

func (j *jsonText) zeros(count int) {
	for ; count > 0; count-- {
		j.bytes = append(j.bytes, '0')
	}
}

// decimal adds the exact number mantissa * 10^exponent.
//
// known means that the schema fixes the exponent, so that trailing zeros may replace it.
func (j *jsonText) decimal(mantissa []byte, exponent int64, known bool) {
	j.separate()
	digits := mantissa
	if digits[0] == '-' {
		j.bytes = append(j.bytes, '-')
		digits = digits[1:]
	}
	if -maxZeros <= exponent && exponent < 0 {
		places := int(-exponent)
		if len(digits) <= places {
			j.bytes = append(j.bytes, "0."...)
			j.zeros(places - len(digits))
			j.bytes = append(j.bytes, digits...)
			return
		}
		whole := len(digits) - places
		j.bytes = append(j.bytes, digits[:whole]...)
		j.bytes = append(j.bytes, '.')
		j.bytes = append(j.bytes, digits[whole:]...)
		return
	}
	j.bytes = append(j.bytes, digits...)
	if exponent == 0 || known && string(digits) == "0" {
		return
	}
	if known && exponent > 0 && exponent <= maxZeros {
		j.zeros(int(exponent))
		return
	}
	j.bytes = append(j.bytes, 'E')
	j.bytes = strconv.AppendInt(j.bytes, exponent, 10)
}

// enumerator adds the name of an enum value in the schema.
func (j *jsonText) enumerator(name string) {
	j.quote()
	for _, r := range name {
		j.rune(r)
	}
	j.bytes = append(j.bytes, '"')
}

// char adds a string of one character; an empty string for NUL.
func (j *jsonText) char(value byte) {
	if value == 0 {
		j.raw(`""`)
		return
	}
	j.latin1([]byte{value})
}

// latin1 adds text in ISO 8859-1, or in US-ASCII, its subset.
func (j *jsonText) latin1(text []byte) {
	j.quote()
	for _, b := range text {
		j.rune(rune(b))
	}
	j.bytes = append(j.bytes, '"')
}

// fromWindows1252 holds the code points of the bytes 0x80 to 0x9f; 0 if undefined.
var fromWindows1252 = [...]rune{
	0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d, 0,
	0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
}

// windows1252 adds text in windows-1252, or an object with the bytes if they are not valid text.
func (j *jsonText) windows1252(text []byte) {
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
		if b >= 0x80 && b < 0xa0 {
			runes[i] = fromWindows1252[b-0x80]
			if runes[i] == 0 {
				j.hexObject(text)
				return
			}
		}
	}
	j.quote()
	for _, r := range runes {
		j.rune(r)
	}
	j.bytes = append(j.bytes, '"')
}

// utf8 adds text in UTF-8, or an object with the bytes if they are not valid text.
func (j *jsonText) utf8(text []byte) {
	if !utf8.Valid(text) {
		j.hexObject(text)
		return
	}
	j.quote()
	for rest := text; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		j.rune(r)
		rest = rest[size:]
	}
	j.bytes = append(j.bytes, '"')
}

// utf16 adds text in UTF-16 without a byte order mark, or an object with the bytes if they are not valid text.
func (j *jsonText) utf16(text []byte, unit func([]byte) uint16) {
	start, comma := len(j.bytes), j.comma
	valid := len(text)%2 == 0
	j.quote()
	for at := 0; at < len(text) && valid; at += 2 {
		r := rune(unit(text[at:]))
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if at += 2; at < len(text) {
				low = rune(unit(text[at:]))
			}
			r = utf16.DecodeRune(r, low)
			valid = r != utf8.RuneError
		}
		j.rune(r)
	}
	if !valid {
		j.bytes, j.comma = j.bytes[:start], comma
		j.hexObject(text)
		return
	}
	j.bytes = append(j.bytes, '"')
}

// hex adds bytes as a string of hexadecimal digits.
func (j *jsonText) hex(bytes []byte) {
	j.quote()
	for _, b := range bytes {
		j.bytes = append(j.bytes, hexDigits[b>>4], hexDigits[b&15])
	}
	j.bytes = append(j.bytes, '"')
}

func (j *jsonText) hexObject(bytes []byte) {
	j.begin('{')
	j.name("hex")
	j.hex(bytes)
	j.end('}')
}

func (j *jsonText) quote() {
	j.separate()
	j.bytes = append(j.bytes, '"')
}

func (j *jsonText) rune(r rune) {
	switch {
	case r == '"' || r == '\\':
		j.bytes = append(j.bytes, '\\', byte(r))
	case r == '\n':
		j.bytes = append(j.bytes, `\n`...)
	case r == '\r':
		j.bytes = append(j.bytes, `\r`...)
	case r == '\t':
		j.bytes = append(j.bytes, `\t`...)
	case r < 0x20 || r == 0x7f:
		j.bytes = append(j.bytes, `\u00`...)
		j.bytes = append(j.bytes, hexDigits[r>>4], hexDigits[r&15])
	default:
		j.bytes = utf8.AppendRune(j.bytes, r)
	}
}
