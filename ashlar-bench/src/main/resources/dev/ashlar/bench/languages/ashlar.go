// SPDX-License-Identifier: Apache-2.0

// Command ashlar writes and reads cars by Ashlar's generated Go.
package main

import (
	"bench/car"
	"bench/values"
)

var encoder car.CarEncoder

func encode(to []byte, v values.Values) int {
	e := &encoder
	e.Begin(to)
	e.SetSerialNumber(v.SerialNumber())
	e.SetModelYear(v.ModelYear())
	e.SetAvailable(car.BooleanType(v.Available()))
	e.SetCode(car.Model(v.Code()))
	var numbers [5]int32
	for i := range numbers {
		numbers[i] = v.SomeNumber(i)
	}
	e.SetSomeNumbers(numbers)
	e.SetVehicleCode(v.VehicleCode())
	var extras car.OptionalExtras
	if v.SunRoof() {
		extras |= car.OptionalExtrasSunRoof
	}
	if v.SportsPack() {
		extras |= car.OptionalExtrasSportsPack
	}
	if v.CruiseControl() {
		extras |= car.OptionalExtrasCruiseControl
	}
	e.SetExtras(extras)
	engine := e.Engine()
	engine.SetCapacity(v.Capacity())
	engine.SetNumCylinders(v.Cylinders())
	engine.SetManufacturerCode(v.ManufacturerCode())
	fuel := e.FuelFigures(3)
	for i := 0; i < 3; i++ {
		entry := fuel.Add()
		entry.SetSpeed(v.Speed(i))
		entry.SetMpg(v.Mpg(i))
	}
	performance := e.PerformanceFigures(2)
	for i := 0; i < 2; i++ {
		entry := performance.Add()
		entry.SetOctaneRating(v.OctaneRating(i))
		acceleration := entry.Acceleration(3)
		for k := 0; k < 3; k++ {
			step := acceleration.Add()
			step.SetMph(v.Mph(i, k))
			step.SetSeconds(v.Seconds(i, k))
		}
	}
	e.SetManufacturer(v.Manufacturer())
	e.SetModel(v.Model())
	e.SetActivationCode(v.ActivationCode())
	length, err := e.Finish()
	if err != nil {
		panic(err)
	}
	return length
}

func decode(message []byte) uint64 {
	d, err := car.NewCarDecoder(message)
	if err != nil {
		panic(err)
	}
	sum := d.SerialNumber() + uint64(d.ModelYear()) + uint64(d.Available()) + uint64(d.Code())
	for _, number := range d.SomeNumbers() {
		sum += values.SumInt(number)
	}
	sum += values.Sum(d.VehicleCodeRaw())
	extras := d.Extras()
	if extras.Has(car.OptionalExtrasSunRoof) {
		sum++
	}
	if extras.Has(car.OptionalExtrasSportsPack) {
		sum += 2
	}
	if extras.Has(car.OptionalExtrasCruiseControl) {
		sum += 4
	}
	engine := d.Engine()
	sum += uint64(engine.Capacity()) + uint64(engine.NumCylinders()) + values.Sum(engine.ManufacturerCodeRaw())
	for fuel := d.FuelFigures(); fuel.Next(); {
		sum += uint64(fuel.Entry().Speed()) + values.SumFloat(fuel.Entry().Mpg())
	}
	for performance := d.PerformanceFigures(); performance.Next(); {
		sum += uint64(performance.Entry().OctaneRating())
		for acceleration := performance.Entry().Acceleration(); acceleration.Next(); {
			sum += uint64(acceleration.Entry().Mph()) + values.SumFloat(acceleration.Entry().Seconds())
		}
	}
	return sum + values.Sum(d.Manufacturer()) + values.Sum(d.Model()) + values.Sum(d.ActivationCode())
}

func main() {
	values.Run(encode, decode)
}
