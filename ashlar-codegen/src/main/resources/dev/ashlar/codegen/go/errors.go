// SPDX-License-Identifier: Apache-2.0
// Code generated from an SBE schema by Ashlar. DO NOT EDIT.

package PACKAGE

import "fmt"

// Rule is the rule that a malformed message breaks.
type Rule int

const (
	// HeaderTooLong means that the bytes are too short for a message header.
	HeaderTooLong Rule = iota + 1
	// OtherSchema means that the header has the id of another schema.
	OtherSchema
	// UnknownTemplate means that the template id is that of another message, or that the schema does not define it.
	UnknownTemplate
	// VersionOutOfRange means that the version in the header is greater than 2^31-1.
	VersionOutOfRange
	// BlockTooLong means that a block extends beyond the end of the bytes.
	BlockTooLong
	// GroupTooLong means that a group extends beyond the end of the bytes, or has a block length out of range.
	GroupTooLong
	// DataTooLong means that variable-length data extends beyond the end of the bytes.
	DataTooLong
	// TooManyEmptyEntries means that the groups claim more than [MaxEmptyEntries] entries that occupy no bytes.
	TooManyEmptyEntries
	// CountOutOfRange means that the schema does not allow the count of a group or the length of variable-length data.
	CountOutOfRange
)

var ruleTexts = [...]string{
	HeaderTooLong:       "header longer than bytes",
	OtherSchema:         "message of another schema",
	UnknownTemplate:     "unknown template",
	VersionOutOfRange:   "version out of range",
	BlockTooLong:        "block longer than bytes",
	GroupTooLong:        "group longer than bytes",
	DataTooLong:         "data longer than bytes",
	TooManyEmptyEntries: "too many entries without bytes",
	CountOutOfRange:     "count or length out of range",
}

func (r Rule) String() string {
	if r < HeaderTooLong || r > CountOutOfRange {
		return fmt.Sprintf("Rule(%d)", int(r))
	}
	return ruleTexts[r]
}

// MalformedError reports why bytes are not a valid message.
type MalformedError struct {
	// Rule is the rule that the bytes break.
	Rule Rule
	// Position is the offset of the offending element.
	Position int
	// Element is the name of the offending block, group, data or header member.
	Element string
}

func (e *MalformedError) Error() string {
	return fmt.Sprintf("%v: position=%d (%s)", e.Rule, e.Position, e.Element)
}

// Refusal is the reason why a message cannot be written.
type Refusal int

const (
	// BufferTooSmall means that the message is longer than the buffer.
	BufferTooSmall Refusal = iota + 1
	// TextTooLong means that a text is longer than its array.
	TextTooLong
	// NotInCharset means that a text has a character that its charset lacks, or is not valid UTF-8.
	NotInCharset
	// DataUncountable means that data is longer than the schema allows or its length field can hold.
	DataUncountable
	// TooManyEntries means that a group has more entries than allowed, or that the message has too many entries
	// without bytes.
	TooManyEntries
	// OutOfOrder means that a group, entry or data is not the next one in schema order.
	OutOfOrder
	// Incomplete means that groups, entries or data are missing.
	Incomplete
	// NotBegun means that something was written before Begin.
	NotBegun
	// TooFewEntries means that a group has fewer entries than the schema allows.
	TooFewEntries
	// DataTooShort means that data is shorter than the schema allows.
	DataTooShort
)

// EncodingError reports why a message cannot be written.
type EncodingError struct {
	// Reason is the kind of error.
	Reason Refusal
	// Element is the name of the element that cannot be written.
	Element string
	// Position is the offset of the element that does not fit into the buffer.
	Position int
	// Length is the number of bytes or entries that the caller requested.
	Length int
	// Limit is the greatest or least number of bytes or entries that is allowed.
	Limit uint64
	// Charset is the name of the charset that lacks a character.
	Charset string
}

func (e *EncodingError) Error() string {
	switch e.Reason {
	case BufferTooSmall:
		return fmt.Sprintf("message longer than buffer: position=%d, length=%d (%s)", e.Position, e.Length, e.Element)
	case TextTooLong:
		return fmt.Sprintf("text longer than its array: length=%d, max=%d (%s)", e.Length, e.Limit, e.Element)
	case NotInCharset:
		return fmt.Sprintf("text with a character that its charset lacks: charset=%s (%s)", e.Charset, e.Element)
	case DataUncountable:
		return fmt.Sprintf("data longer than the maximum: length=%d, max=%d (%s)", e.Length, e.Limit, e.Element)
	case TooManyEntries:
		return fmt.Sprintf("more entries than the maximum: count=%d, max=%d (%s)", e.Length, e.Limit, e.Element)
	case OutOfOrder:
		return fmt.Sprintf("group, entry or data out of order (%s)", e.Element)
	case Incomplete:
		return fmt.Sprintf("groups, entries or data are missing (%s)", e.Element)
	case TooFewEntries:
		return fmt.Sprintf("fewer entries than the minimum: count=%d, min=%d (%s)", e.Length, e.Limit, e.Element)
	case DataTooShort:
		return fmt.Sprintf("data shorter than the minimum: length=%d, min=%d (%s)", e.Length, e.Limit, e.Element)
	case NotBegun:
		return "message not begun; call Begin first"
	default:
		return fmt.Sprintf("Refusal(%d) (%s)", int(e.Reason), e.Element)
	}
}
