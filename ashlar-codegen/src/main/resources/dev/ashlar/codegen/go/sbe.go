// SPDX-License-Identifier: Apache-2.0
// Code generated from an SBE schema by Ashlar. DO NOT EDIT.

package PACKAGE

import (
	"bytes"
	"encoding/binary"
	"math"
)

// MaxEmptyEntries is the maximum number of entries without bytes in one message. They cost a writer nothing, so readers
// limit the loops.
const MaxEmptyEntries = 65_536

const maxLength = math.MaxInt32

var order = binary.ORDER

// FieldInfo describes a field of the schema, or a member of a composite.
type FieldInfo struct {
	// ID is the field id; -1 for a member of a composite.
	ID int
	// SinceVersion is the schema version that added the field.
	SinceVersion uint32
	// Offset is the offset from the start of the block or composite, in bytes.
	Offset int
	// Length is the length of the value in bytes.
	Length int
	// SemanticType is the semantic type that the schema declares, or empty.
	SemanticType string
	// Epoch is the epoch of a timestamp, or empty.
	Epoch string
	// TimeUnit is the time unit of a timestamp, or empty.
	TimeUnit string
}

// fields are values at fixed offsets: a block or composite with the length and schema version of its writer.
type fields struct {
	bytes   []byte
	version uint32
}

// has reports whether a value is present.
func (f fields) has(since uint32, end int) bool {
	return f.version >= since && len(f.bytes) >= end
}

// part returns the fields of a composite or array; none if it is absent.
func (f fields) part(since uint32, offset, end int) fields {
	if !f.has(since, end) {
		return fields{version: f.version}
	}
	return fields{bytes: f.bytes[offset:], version: f.version}
}

// raw returns the bytes of a value; nil if it is absent.
func (f fields) raw(since uint32, offset, end int) []byte {
	if !f.has(since, end) {
		return nil
	}
	return f.bytes[offset:end:end]
}

// text returns the characters before the first NUL; nil if the text is absent.
func (f fields) text(since uint32, offset, end int) []byte {
	text := f.raw(since, offset, end)
	if n := bytes.IndexByte(text, 0); n >= 0 {
		return text[:n]
	}
	return text
}

func (f fields) uint8(since uint32, offset int, null uint8) uint8 {
	if !f.has(since, offset+1) {
		return null
	}
	return f.bytes[offset]
}

func (f fields) uint16(since uint32, offset int, null uint16) uint16 {
	if !f.has(since, offset+2) {
		return null
	}
	return order.Uint16(f.bytes[offset:])
}

func (f fields) uint32(since uint32, offset int, null uint32) uint32 {
	if !f.has(since, offset+4) {
		return null
	}
	return order.Uint32(f.bytes[offset:])
}

func (f fields) uint64(since uint32, offset int, null uint64) uint64 {
	if !f.has(since, offset+8) {
		return null
	}
	return order.Uint64(f.bytes[offset:])
}

func (f fields) int8(since uint32, offset int, null int8) int8 {
	return int8(f.uint8(since, offset, uint8(null)))
}

func (f fields) int16(since uint32, offset int, null int16) int16 {
	return int16(f.uint16(since, offset, uint16(null)))
}

func (f fields) int32(since uint32, offset int, null int32) int32 {
	return int32(f.uint32(since, offset, uint32(null)))
}

func (f fields) int64(since uint32, offset int, null int64) int64 {
	return int64(f.uint64(since, offset, uint64(null)))
}

func (f fields) float32(since uint32, offset int, null float32) float32 {
	if !f.has(since, offset+4) {
		return null
	}
	return math.Float32frombits(order.Uint32(f.bytes[offset:]))
}

func (f fields) float64(since uint32, offset int, null float64) float64 {
	if !f.has(since, offset+8) {
		return null
	}
	return math.Float64frombits(order.Uint64(f.bytes[offset:]))
}

// number is the type of a number on the wire.
type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// isNull reports whether a value is the null value. If null is NaN, any NaN is null.
func isNull[T number](value, null T) bool {
	return value == null || value != value && null != null
}

// holdsNull reports whether count elements, which must be present, all hold the null value.
func holdsNull[T number](f fields, read func(fields, uint32, int, T) T, offset, count, size int, null T) bool {
	for i := 0; i < count; i++ {
		if !isNull(read(f, 0, offset+i*size, null), null) {
			return false
		}
	}
	return true
}

// acting holds the standard members of a message header.
type acting struct {
	blockLength, templateID, schemaID, version int64
}

// walk goes over a message by its counts and lengths, and proves that all of it lies within the bytes. The time depends
// on the number of bytes, never on the counts that a message claims.
//
// Each step returns the position after the element. After the first failure, steps have no effect.
type walk struct {
	message      []byte
	version      uint32
	emptyEntries int64
	failed       *MalformedError
}

// readHeader reads a header and checks its schema id.
func (w *walk) readHeader() acting {
	if len(w.message) < headerLength {
		w.fail(HeaderTooLong, 0, headerName)
		return acting{}
	}
	a := actingOf(w.message)
	if a.schemaID != SchemaID {
		w.fail(OtherSchema, 0, "schemaId")
	}
	return a
}

// begin begins the walk over a message of this template, and returns the length of its block.
func begin(message []byte, templateID int64) (walk, int64) {
	w := walk{message: message}
	a := w.readHeader()
	switch {
	case w.failed != nil:
	case a.templateID != templateID:
		w.fail(UnknownTemplate, 0, "templateId")
	case a.version < 0 || a.version > maxLength:
		w.fail(VersionOutOfRange, 0, "version")
	}
	w.version = uint32(a.version)
	return w, a.blockLength
}

func (w *walk) fail(rule Rule, position int, element string) {
	w.failed = &MalformedError{Rule: rule, Position: position, Element: element}
}

func (w *walk) fits(at int, length int64) bool {
	return length >= 0 && length <= maxLength && length <= int64(len(w.message)-at)
}

func (w *walk) block(at int, length int64, element string) int {
	if w.failed != nil {
		return at
	}
	if !w.fits(at, length) {
		w.fail(BlockTooLong, at, element)
		return at
	}
	return at + int(length)
}

// fields returns a block that has been walked over.
func (w *walk) fields(at, end int) fields {
	if w.failed != nil {
		return fields{}
	}
	return fields{bytes: w.message[at:end:end], version: w.version}
}

// header returns the header of a group or data; nil if the element is absent or the header exceeds the message.
func (w *walk) header(at int, since uint32, length int, rule Rule, element string) []byte {
	if w.failed != nil || w.version < since {
		return nil
	}
	if length > len(w.message)-at {
		w.fail(rule, at, element)
		return nil
	}
	return w.message[at : at+length]
}

// group checks the dimension of a group.
//
// tail means that entries have groups or data of their own, so that the caller must walk over each entry.
func (w *walk) group(at, headerLength int, blockLength, count, min, max int64, tail bool, element string) group {
	g := group{next: at}
	if count < min || count > max {
		w.fail(CountOutOfRange, at, element)
		return g
	}
	first := at + headerLength
	empty := blockLength == 0 && !tail
	if blockLength < 0 || blockLength > maxLength || blockLength*count > int64(len(w.message)-first) {
		w.fail(GroupTooLong, at, element)
		return g
	}
	if empty {
		if count > MaxEmptyEntries-w.emptyEntries {
			w.fail(TooManyEmptyEntries, at, element)
			return g
		}
		w.emptyEntries += count
	}
	return group{next: first, blockLength: blockLength, count: int(count), remaining: int(count)}
}

func (w *walk) data(at, headerLength int, length, min, max int64, element string) int {
	if length < min || length > max {
		w.fail(CountOutOfRange, at, element)
		return at
	}
	if !w.fits(at+headerLength, length) {
		w.fail(DataTooLong, at, element)
		return at
	}
	return at + headerLength + int(length)
}

// group holds the position of the next entry of a group, its block length and the number of entries.
type group struct {
	next        int
	blockLength int64
	count       int
	remaining   int
}

// end returns the position after all entries, if they have no groups or data of their own.
func (g group) end() int {
	return g.next + int(g.blockLength)*g.count
}

// take begins the next entry; false if no entry is left.
func (g *group) take(w *walk) bool {
	if g.remaining == 0 || w.failed != nil {
		return false
	}
	g.remaining--
	return true
}

// err returns why the entries ended too early.
func (w *walk) err() error {
	if w.failed != nil {
		return w.failed
	}
	return nil
}

// Latin1 is text in ISO 8859-1, as encoded in the message: each byte is a character.
type Latin1 []byte

func (t Latin1) String() string {
	runes := make([]rune, len(t))
	for i, b := range t {
		runes[i] = rune(b)
	}
	return string(runes)
}

// dataAt returns the bytes of data found by a walk; nil if the data is absent.
func dataAt(message []byte, at, headerLength, end int) []byte {
	if at == end {
		return nil
	}
	return message[at+headerLength : end : end]
}

// headerOf returns the fields of a header that a walk has checked.
func headerOf(message []byte) fields {
	if len(message) < headerLength {
		return fields{}
	}
	return fields{bytes: message[:headerLength:headerLength], version: math.MaxUint32}
}
