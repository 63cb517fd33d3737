// SPDX-License-Identifier: Apache-2.0
// Code generated from an SBE schema by Ashlar. DO NOT EDIT.

package PACKAGE

import "fmt"

// Rule is a rule that a message has to follow.
type Rule int

const (
	// HeaderTooLong means fewer bytes than a header.
	HeaderTooLong Rule = iota + 1
	// OtherSchema means that the header names another schema.
	OtherSchema
	// UnknownTemplate means that the header names another message, or one that the schema does not have.
	UnknownTemplate
	// VersionOutOfRange means that the header names a version beyond 2^31-1.
	VersionOutOfRange
	// BlockTooLong means a block that reaches beyond the end.
	BlockTooLong
	// GroupTooLong means a group that reaches beyond the end, or whose block length is out of range.
	GroupTooLong
	// DataTooLong means variable-length data that reaches beyond the end.
	DataTooLong
	// TooManyEmptyEntries means groups that claim more than [MaxEmptyEntries] entries that take no bytes.
	TooManyEmptyEntries
	// CountOutOfRange means that the schema does not allow the count of a group, or the length of variable-length data.
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

// MalformedError says why bytes are not the message they claim to be.
type MalformedError struct {
	// Rule is the rule that was broken.
	Rule Rule
	// Position is the offset of what broke it.
	Position int
	// Element is the name of the block, group or data that broke it.
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
	// NotInCharset means that a text has a character that its charset lacks, or is no UTF-8.
	NotInCharset
	// DataUncountable means that data is longer than its length can say.
	DataUncountable
	// TooManyEntries means that a group has more entries than it can count, or than readers accept where they take no
	// bytes.
	TooManyEntries
	// OutOfOrder means that a group, entry or data is not the next in the order of the schema.
	OutOfOrder
	// Incomplete means that groups, entries or data are missing.
	Incomplete
	// NotBegun means that something was written before Begin.
	NotBegun
	// TooFewEntries means that a group has fewer entries than it must have.
	TooFewEntries
	// DataTooShort means that data is shorter than it must be.
	DataTooShort
)

// EncodingError says why a message cannot be written.
type EncodingError struct {
	// Reason says what is wrong.
	Reason Refusal
	// Element is the name of what cannot be written.
	Element string
	// Position is the offset at which the message outgrows its buffer.
	Position int
	// Length is the number of bytes or entries that the caller wanted.
	Length int
	// Limit is the number of bytes or entries that there may be, or must be.
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
		return fmt.Sprintf("data longer than its length can say: length=%d, max=%d (%s)", e.Length, e.Limit, e.Element)
	case TooManyEntries:
		return fmt.Sprintf("more entries than the group can count: count=%d, max=%d (%s)", e.Length, e.Limit, e.Element)
	case OutOfOrder:
		return fmt.Sprintf("group, entry or data out of order (%s)", e.Element)
	case Incomplete:
		return fmt.Sprintf("groups, entries or data are missing (%s)", e.Element)
	case TooFewEntries:
		return fmt.Sprintf("fewer entries than the group must have: count=%d, min=%d (%s)", e.Length, e.Limit, e.Element)
	case DataTooShort:
		return fmt.Sprintf("data shorter than it must be: length=%d, min=%d (%s)", e.Length, e.Limit, e.Element)
	case NotBegun:
		return "message not begun; call Begin first"
	default:
		return fmt.Sprintf("Refusal(%d) (%s)", int(e.Reason), e.Element)
	}
}
