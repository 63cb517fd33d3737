// SPDX-License-Identifier: Apache-2.0

// Package values has what is written into a car, derived from 64 random bits, and measures writing and reading cars.
package values

import (
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"time"
)

const (
	count   = 8192
	stride  = 192
	batches = 9
)

var (
	vehicleCodes      = [8]string{"abcdef", "ghijkl", "mnopqr", "stuvwx", "yzabcd", "efghij", "klmnop", "qrstuv"}
	manufacturerCodes = [8]string{"123", "456", "789", "012", "345", "678", "901", "234"}
	manufacturers     = [8]string{"Honda", "Skoda", "Lotus", "Volvo", "Dacia", "Rover", "Acura", "Buick"}
	models            = [8]string{
		"Civic VTi", "Octavia 4", "Evora 400", "Amazon 12", "Sandero X", "Metro GTi", "Integra R", "Roadmastr",
	}
	activationCodes = [8]string{"deadbf", "cafeba", "f00dad", "0ff1ce", "c0ffee", "decade", "facade", "beaded"}
)

// Values is what is written into one car.
type Values uint64

// of returns 64 bits that look random (SplitMix64).
func of(index int) Values {
	z := uint64(index)*0x9e3779b97f4a7c15 + 0x1234567
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return Values(z ^ z>>31)
}

func (v Values) part(shift int, mask uint64) uint64 { return uint64(v) >> shift & mask }

func (v Values) SerialNumber() uint64     { return uint64(v) }
func (v Values) ModelYear() uint16        { return uint16(1990 + v.part(3, 31)) }
func (v Values) Available() uint8         { return uint8(v.part(8, 1)) }
func (v Values) Code() byte               { return byte('A' + v.part(9, 0xff)*3>>8) }
func (v Values) SomeNumber(i int) int32   { return int32(uint64(v) >> (5 * i)) }
func (v Values) VehicleCode() string      { return vehicleCodes[v.part(12, 7)] }
func (v Values) SunRoof() bool            { return v.part(15, 1) != 0 }
func (v Values) SportsPack() bool         { return v.part(16, 1) != 0 }
func (v Values) CruiseControl() bool      { return v.part(17, 1) != 0 }
func (v Values) Capacity() uint16         { return uint16(1000 + v.part(18, 0xfff)) }
func (v Values) Cylinders() uint8         { return uint8(3 + v.part(30, 7)) }
func (v Values) ManufacturerCode() string { return manufacturerCodes[v.part(33, 7)] }
func (v Values) Speed(i int) uint16       { return uint16(30 + 20*i + int(v.part(36, 7))) }
func (v Values) Mpg(i int) float32 {
	return float32(float32(35.9)+float32(6*i)) + float32(v.part(39, 7))
}
func (v Values) OctaneRating(i int) uint8 { return uint8(95 + 4*i + int(v.part(42, 3))) }
func (v Values) Mph(i, k int) uint16      { return uint16(30 + 30*k + i + int(v.part(44, 7))) }
func (v Values) Manufacturer() string     { return manufacturers[v.part(50, 7)] }
func (v Values) Model() string            { return models[v.part(53, 7)] }
func (v Values) ActivationCode() string   { return activationCodes[v.part(56, 7)] }

func (v Values) Seconds(i, k int) float32 {
	return float32(float32(float32(3.8)+float32(4*k))-float32(i)) + float32(v.part(47, 7))
}

// Sum is what is added for a text: its length, first and last byte.
func Sum[T string | []byte](text T) uint64 {
	return uint64(len(text)) + uint64(text[0]) + uint64(text[len(text)-1])
}

// SumInt is as Java converts an int to a long.
func SumInt(value int32) uint64 { return uint64(int64(value)) }

// SumFloat is the bits of a float, as Java converts them to a long.
func SumFloat(value float32) uint64 { return SumInt(int32(math.Float32bits(value))) }

// Run encodes all cars, decodes them, and measures one of both.
//
// It prints nanoseconds a message, the sum that decoding found, and a hash of all bytes.
func Run(encode func(to []byte, v Values) int, decode func(message []byte) uint64) {
	millis, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	memory := make([]byte, count*stride)
	lengths := make([]int, count)
	encodeAll := func() {
		for i := range lengths {
			lengths[i] = encode(memory[i*stride:(i+1)*stride], of(i))
		}
	}
	var found uint64
	decodeAll := func() {
		found = 0
		for i, length := range lengths {
			found += decode(memory[i*stride : i*stride+length])
		}
	}
	encodeAll()
	decodeAll()
	pass := decodeAll
	if os.Args[1] == "encode" {
		pass = encodeAll
	}
	times := make([]float64, batches)
	for batch := range times {
		start := time.Now()
		passes := 0
		var elapsed time.Duration
		for passes == 0 || elapsed < time.Duration(millis)*time.Millisecond {
			pass()
			passes++
			elapsed = time.Since(start)
		}
		times[batch] = float64(elapsed.Nanoseconds()) / float64(passes*count)
	}
	sort.Float64s(times)
	decodeAll()
	hash := uint64(0xcbf29ce484222325)
	for i, length := range lengths {
		for _, b := range memory[i*stride : i*stride+length] {
			hash = (hash ^ uint64(b)) * 0x100000001b3
		}
	}
	fmt.Println(times[batches/2], found, hash)
}
