// SPDX-License-Identifier: Apache-2.0

// Command texts sets each text of the standard input; it answers what became of it, and the message.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"conformance/check"
)

// write encodes a message with a text, and returns its bytes or why they were refused.
func write(element, text string) ([]byte, error) {
	buffer := make([]byte, 256)
	var texts check.TextsEncoder
	texts.Begin(buffer)
	texts.SetPlain("ok")
	texts.SetAscii("ok")
	texts.SetLatin("ok")
	texts.SetUtf("ok")
	var written []byte
	elements := []struct {
		name string
		set  func(string)
	}{
		{"plain", texts.SetPlain}, {"ascii", texts.SetAscii}, {"latin", texts.SetLatin}, {"utf", texts.SetUtf},
		{"asciiNote", texts.SetAsciiNote}, {"latinNote", texts.SetLatinNote}, {"utfNote", texts.SetUtfNote},
	}
	for _, e := range elements {
		if e.name == element {
			written = append(written, buffer...)
			e.set(text)
			if texts.Err() != nil && !bytes.Equal(written, buffer) {
				return nil, errors.New("something was written")
			}
		} else if strings.HasSuffix(e.name, "Note") {
			e.set("ok")
		}
	}
	texts.SetWideNote([]byte("o\x00k\x00"))
	length, err := texts.Finish()
	return buffer[:length], err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), " ")
		text, err := hex.DecodeString(strings.Trim(parts[1], "-"))
		if err != nil {
			panic(err)
		}
		message, err := write(parts[0], string(text))
		if refused := (*check.EncodingError)(nil); errors.As(err, &refused) {
			fmt.Println(refused)
			message, err = write(parts[0], "ok")
		} else {
			fmt.Println("accepted")
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(hex.EncodeToString(message))
		if read, _ := check.NewTextsDecoder(message); parts[0] == "latin" && string(read.Latin()) != "ok" {
			if read.Latin().String() != string(text) {
				fmt.Println("read differs")
			}
		}
	}
}
