// SPDX-License-Identifier: Apache-2.0

// Command sbe_tool writes and reads cars by the Go flyweights that sbe-tool generates.
package main

import (
	"bench/values"

	sbe "bench/dev_ashlar_bench_codec_sbe"
)

var (
	car    sbe.Car
	header sbe.MessageHeader
	text   [16]byte
)

func encode(to []byte, v values.Values) int {
	car.WrapAndApplyHeader(to, 0, uint64(len(to))).
		SetSerialNumber(v.SerialNumber()).
		SetModelYear(v.ModelYear()).
		SetAvailable(sbe.BooleanType(v.Available())).
		SetCode(sbe.Model(v.Code()))
	for i := 0; i < 5; i++ {
		car.SetSomeNumbersIndex(uint64(i), v.SomeNumber(i))
	}
	car.SetVehicleCode(v.VehicleCode())
	car.Extras().Clear().SetSunRoof(v.SunRoof()).SetSportsPack(v.SportsPack()).SetCruiseControl(v.CruiseControl())
	car.Engine().SetCapacity(v.Capacity()).SetNumCylinders(v.Cylinders()).SetManufacturerCode(v.ManufacturerCode())
	fuel := car.FuelFiguresCount(3)
	for i := 0; i < 3; i++ {
		fuel.Next().SetSpeed(v.Speed(i)).SetMpg(v.Mpg(i))
	}
	performance := car.PerformanceFiguresCount(2)
	for i := 0; i < 2; i++ {
		acceleration := performance.Next().SetOctaneRating(v.OctaneRating(i)).AccelerationCount(3)
		for k := 0; k < 3; k++ {
			acceleration.Next().SetMph(v.Mph(i, k)).SetSeconds(v.Seconds(i, k))
		}
	}
	car.PutManufacturer(v.Manufacturer()).PutModel(v.Model()).PutActivationCode(v.ActivationCode())
	return int(sbe.MessageHeaderEncodedLength + car.EncodedLength())
}

func decode(message []byte) uint64 {
	length := uint64(len(message))
	header.Wrap(message, 0, uint64(car.SbeSchemaVersion()), length)
	if header.TemplateId() != sbe.CarSbeTemplateID || header.SchemaId() != sbe.CarSbeSchemaID {
		panic("another message")
	}
	car.WrapForDecode(message, sbe.MessageHeaderEncodedLength, uint64(header.BlockLength()), uint64(header.Version()), length)
	sum := car.SerialNumber() + uint64(car.ModelYear()) + uint64(car.AvailableRaw()) + uint64(car.CodeRaw())
	for i := 0; i < 5; i++ {
		sum += values.SumInt(car.SomeNumbersIndex(uint64(i)))
	}
	sum += values.Sum(car.VehicleCode())
	extras := car.Extras()
	if extras.SunRoof() {
		sum++
	}
	if extras.SportsPack() {
		sum += 2
	}
	if extras.CruiseControl() {
		sum += 4
	}
	engine := car.Engine()
	sum += uint64(engine.Capacity()) + uint64(engine.NumCylinders())
	sum += values.Sum(engine.ManufacturerCode())
	for fuel := car.FuelFigures(); fuel.HasNext(); {
		fuel.Next()
		sum += uint64(fuel.Speed()) + values.SumFloat(fuel.Mpg())
	}
	for performance := car.PerformanceFigures(); performance.HasNext(); {
		sum += uint64(performance.Next().OctaneRating())
		for acceleration := performance.Acceleration(); acceleration.HasNext(); {
			acceleration.Next()
			sum += uint64(acceleration.Mph()) + values.SumFloat(acceleration.Seconds())
		}
	}
	sum += values.Sum(text[:car.GetManufacturer(text[:])])
	sum += values.Sum(text[:car.GetModel(text[:])])
	return sum + values.Sum(text[:car.GetActivationCode(text[:])])
}

func main() {
	values.Run(encode, decode)
}
