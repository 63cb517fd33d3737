// SPDX-License-Identifier: Apache-2.0

// Command metadata prints what the codecs say of fields.
package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"conformance/check"
)

func field(name string, info check.FieldInfo) string {
	return fmt.Sprintf("%s id=%d since=%d offset=%d length=%d semantic=%s", name, info.ID, info.SinceVersion, info.Offset,
		info.Length, info.SemanticType)
}

func number[T any](name string, info check.FieldInfo, null, least, greatest T) {
	fmt.Printf("%s null=%v min=%v max=%v\n", field(name, info), null, least, greatest)
}

// bits is a float by the bits that it has as float64.
func bits(real float64) string {
	if math.IsNaN(real) {
		return "NaN"
	}
	return strconv.FormatUint(math.Float64bits(real), 16)
}

func main() {
	var b check.OrderBlock
	number("u16", b.U16Info(), b.U16NullValue(), b.U16MinValue(), b.U16MaxValue())
	number("i16", b.I16Info(), b.I16NullValue(), b.I16MinValue(), b.I16MaxValue())
	number("custom", b.CustomInfo(), b.CustomNullValue(), b.CustomMinValue(), b.CustomMaxValue())
	number("wide", b.WideInfo(), b.WideNullValue(), b.WideMinValue(), b.WideMaxValue())
	number("added", b.AddedInfo(), b.AddedNullValue(), b.AddedMinValue(), b.AddedMaxValue())
	number("ratio", b.RatioInfo(), bits(b.RatioNullValue()), bits(b.RatioMinValue()), bits(b.RatioMaxValue()))
	number("rate", b.RateInfo(), bits(float64(b.RateNullValue())), bits(float64(b.RateMinValue())),
		bits(float64(b.RateMaxValue())))
	price := b.PriceInfo()
	fmt.Printf("price id=%d since=%d offset=%d\n", price.ID, price.SinceVersion, price.Offset)
	fmt.Println(field("side", b.SideInfo()))
	fmt.Println(field("few", b.FewInfo()))
	var order check.OrderEncoder
	order.Begin(make([]byte, 256))
	order.SetText("\u2603")
	if refused := (*check.EncodingError)(nil); errors.As(order.Err(), &refused) {
		fmt.Println(field("text", b.TextInfo()) + " charset=" + refused.Charset)
	}
}
