// SPDX-License-Identifier: Apache-2.0
// Code generated from an SBE schema by Ashlar. DO NOT EDIT.

package PACKAGE

import (
	"math"
	"unicode/utf8"
)

// firstNumber is greater than the number of parts of any block, so that no part of an entry that was never begun is
// ever next.
const firstNumber = 1 << 32

// cursor is the position of the next group or data of a message, and which of them must come next.
//
// It keeps its first failure until the next message begins; until then, writing has no effect.
type cursor struct {
	buffer   []byte
	root     []byte
	position int
	// next is the number of the part or entry that must be written next. Each block reserves a number for every part
	// that it still lacks, and each group reserves one for every entry. Numbers are never reused, so a part of an
	// earlier entry, group or message stays out of order for good.
	next    int64
	numbers int64
	// base is one less than the numbers of the parts of the message. It is next after them.
	base         int64
	emptyEntries int
	failed       *EncodingError
}

// parts holds the numbers of the parts of a block, or of the entries of a group.
type parts struct {
	// base is one less than their numbers: the last part has the number base+1.
	base int64
	// after is the number that is next once they are written.
	after int64
}

// begin begins a message.
func (c *cursor) begin(buffer []byte, templateID int64, length int, nulls string, groups, data int64, element string) {
	failed, numbers := c.failed, c.numbers
	if numbers == 0 {
		numbers = firstNumber
	} else {
		failed = nil
	}
	missing := groups + data
	*c = cursor{buffer: buffer, next: numbers + missing, numbers: numbers + missing + 1, base: numbers, failed: failed}
	if header := c.header(headerLength, headerName); header != nil {
		actingTo(header, acting{int64(length), templateID, SchemaID, SchemaVersion}, groups, data)
		c.root = c.block(length, nulls, element)
	}
}

// parts makes the first of count parts the next one. Whatever was next before follows the last part.
func (c *cursor) parts(count int64) parts {
	p := parts{base: c.numbers, after: c.next}
	c.next = p.base + count
	c.numbers = c.next + 1
	return p
}

func (c *cursor) fail(e EncodingError) {
	if c.failed == nil {
		c.failed = &e
	}
}

// values returns the block of the message.
func (c *cursor) values() block {
	if c.root == nil {
		c.fail(EncodingError{Reason: NotBegun})
	}
	return block{c.root, c}
}

// headerFields returns the header of the message.
func (c *cursor) headerFields() block {
	if c.root == nil {
		c.fail(EncodingError{Reason: NotBegun})
		return block{nil, c}
	}
	return block{c.buffer[:headerLength:headerLength], c}
}

func (c *cursor) reserve(length int, element string) []byte {
	if c == nil || c.failed != nil {
		return nil
	}
	if length > len(c.buffer)-c.position {
		c.fail(EncodingError{Reason: BufferTooSmall, Element: element, Position: c.position, Length: length})
		return nil
	}
	at := c.position
	c.position += length
	return c.buffer[at:c.position:c.position]
}

// header reserves the header of a message, group or data, and clears it.
func (c *cursor) header(length int, element string) []byte {
	header := c.reserve(length, element)
	for i := range header {
		header[i] = 0
	}
	return header
}

// block begins a block with every value set to null: the bytes of nulls, then zeros.
//
// It returns only bytes: a cursor that refers to itself would escape to the heap.
func (c *cursor) block(length int, nulls string, element string) []byte {
	bytes := c.reserve(length, element)
	if bytes == nil {
		return nil
	}
	rest := bytes[copy(bytes, nulls):]
	for i := range rest {
		rest[i] = 0
	}
	return bytes
}

// part marks the part with this number as written, so that after is next; false if another part is next.
func (c *cursor) part(number, after int64, element string) bool {
	if c == nil || c.failed != nil {
		return false
	}
	if c.buffer == nil {
		c.fail(EncodingError{Reason: NotBegun, Element: element})
		return false
	}
	if c.next != number {
		c.fail(EncodingError{Reason: OutOfOrder, Element: element})
		return false
	}
	c.next = after
	return true
}

// data reserves variable-length data and the length before it.
func (c *cursor) data(number, after int64, headerLength, length, min, max int, element string) []byte {
	if !c.part(number, after, element) {
		return nil
	}
	if length < min {
		c.fail(EncodingError{Reason: DataTooShort, Element: element, Length: length, Limit: uint64(min)})
		return nil
	}
	if length > max {
		c.fail(EncodingError{Reason: DataUncountable, Element: element, Length: length, Limit: uint64(max)})
		return nil
	}
	reserved := c.reserve(headerLength+length, element)
	if reserved == nil {
		return nil
	}
	for i := range reserved[:headerLength] {
		reserved[i] = 0
	}
	return reserved
}

// group begins a group, and returns the bytes of its dimension.
func (c *cursor) group(number, after int64, headerLength, count, min, max int, element string) (entries, []byte) {
	if !c.part(number, after, element) {
		return entries{cursor: c}, nil
	}
	if count < min {
		c.fail(EncodingError{Reason: TooFewEntries, Element: element, Length: count, Limit: uint64(min)})
		return entries{cursor: c}, nil
	}
	if count > max {
		c.fail(EncodingError{Reason: TooManyEntries, Element: element, Length: count, Limit: uint64(max)})
		return entries{cursor: c}, nil
	}
	header := c.header(headerLength, element)
	if header == nil {
		return entries{cursor: c}, nil
	}
	if count == 0 {
		return entries{cursor: c}, header
	}
	return entries{cursor: c, base: c.parts(int64(count)), remaining: count}, header
}

// emptyGroup begins a group whose entries occupy no bytes.
func (c *cursor) emptyGroup(number, after int64, headerLength, count, min, max int, element string) (entries, []byte) {
	if c != nil && max > MaxEmptyEntries-c.emptyEntries {
		max = MaxEmptyEntries - c.emptyEntries
	}
	e, header := c.group(number, after, headerLength, count, min, max, element)
	if header != nil {
		c.emptyEntries += count
	}
	return e, header
}

func (c *cursor) err() error {
	if c.failed != nil {
		return c.failed
	}
	return nil
}

// finish returns the length of a complete message.
func (c *cursor) finish(element string) (int, error) {
	switch {
	case c.failed != nil:
		return 0, c.failed
	case c.root == nil:
		return 0, &EncodingError{Reason: NotBegun, Element: element}
	case c.next != c.base:
		return 0, &EncodingError{Reason: Incomplete, Element: element}
	}
	return c.position, nil
}

// entries writes the entries of a group, exactly as many as announced.
type entries struct {
	cursor    *cursor
	base      parts
	remaining int
}

// add begins the next entry, and returns its block.
func (e *entries) add(length int, nulls string, element string) block {
	c := e.cursor
	number := e.base.base + int64(e.remaining)
	after := number - 1
	if e.remaining <= 1 {
		after = e.base.after
	}
	if !c.part(number, after, element) {
		return block{nil, c}
	}
	e.remaining--
	return block{c.block(length, nulls, element), c}
}

// block is where values are written. It has no bytes if the message has failed; writing then has no effect.
type block struct {
	bytes  []byte
	cursor *cursor
}

// parts makes the first of count parts of an entry the next one.
func (b block) parts(count int64) parts {
	if b.bytes == nil {
		return parts{}
	}
	return b.cursor.parts(count)
}

// part returns the bytes of a composite.
func (b block) part(offset, end int) block {
	if b.bytes == nil {
		return b
	}
	return block{b.bytes[offset:end:end], b.cursor}
}

func (b block) uint8(offset int, value uint8) {
	if b.bytes != nil {
		b.bytes[offset] = value
	}
}

func (b block) uint16(offset int, value uint16) {
	if b.bytes != nil {
		order.PutUint16(b.bytes[offset:], value)
	}
}

func (b block) uint32(offset int, value uint32) {
	if b.bytes != nil {
		order.PutUint32(b.bytes[offset:], value)
	}
}

func (b block) uint64(offset int, value uint64) {
	if b.bytes != nil {
		order.PutUint64(b.bytes[offset:], value)
	}
}

// putText writes text and pads it with NULs.
func putText[T string | []byte](b block, offset, end int, text T, element string) {
	if b.bytes == nil {
		return
	}
	to := b.bytes[offset:end]
	if len(text) > len(to) {
		b.cursor.fail(EncodingError{Reason: TextTooLong, Element: element, Length: len(text), Limit: uint64(len(to))})
		return
	}
	rest := to[copy(to, text):]
	for i := range rest {
		rest[i] = 0
	}
}

// accepts returns isText, and fails if the text is not in its charset.
func (c *cursor) accepts(isText bool, charset, element string) bool {
	if c == nil || c.failed != nil {
		return false
	}
	if !isText {
		c.fail(EncodingError{Reason: NotInCharset, Element: element, Charset: charset})
	}
	return isText
}

// isASCII reports whether all bytes are US-ASCII.
func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isUTF8 reports whether a text is valid UTF-8, as strings in Go usually are.
func isUTF8(text string) bool {
	return utf8.ValidString(text)
}

// latin1Length returns the length of a text in ISO 8859-1; -1 if it has other characters or is not valid UTF-8.
func latin1Length(text string) int {
	length := 0
	for at := 0; at < len(text); length++ {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r > math.MaxUint8 {
			return -1
		}
		at += size
	}
	return length
}

// putLatin1 writes text whose encoded length is known.
func putLatin1(to []byte, text string) {
	i := 0
	for _, r := range text {
		to[i] = byte(r)
		i++
	}
}

// putLatin1Text writes text in ISO 8859-1 and pads it with NULs.
func putLatin1Text(b block, offset, end int, text, element string) {
	length := latin1Length(text)
	if b.bytes == nil || !b.cursor.accepts(length >= 0, "ISO-8859-1", element) {
		return
	}
	to := b.bytes[offset:end]
	if length > len(to) {
		b.cursor.fail(EncodingError{Reason: TextTooLong, Element: element, Length: length, Limit: uint64(len(to))})
		return
	}
	putLatin1(to, text)
	rest := to[length:]
	for i := range rest {
		rest[i] = 0
	}
}

// copyText writes all bytes of a text, or the null value if it is absent.
func copyText(b block, offset, end int, from []byte, null byte) {
	if b.bytes == nil {
		return
	}
	to := b.bytes[offset:end]
	if copy(to, from) == 0 {
		for i := range to {
			to[i] = null
		}
	}
}
