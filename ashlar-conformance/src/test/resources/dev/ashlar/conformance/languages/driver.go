// SPDX-License-Identifier: Apache-2.0

// Command driver answers each message of the standard input with three lines: the verdict, the JSON and the copy in
// hexadecimal.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"conformance/check"
)

func answer(bytes, buffer []byte, out io.Writer) {
	message, err := check.Decode(bytes)
	length, invalid := check.Validate(bytes)
	if (err == nil) != (invalid == nil) {
		fmt.Fprintln(out, "Decode and Validate differ:", err, invalid)
		return
	}
	if malformed := (*check.MalformedError)(nil); errors.As(err, &malformed) {
		fmt.Fprintln(out, int(malformed.Rule), malformed.Position, malformed.Element)
		return
	}
	fmt.Fprintln(out, 0, length, message.SBEName())
	fmt.Fprintln(out, message)
	n, err := message.CopyTo(buffer)
	if err != nil {
		fmt.Fprintln(out, "refused:", err)
		return
	}
	fmt.Fprintln(out, hex.EncodeToString(buffer[:n]))
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	buffer := make([]byte, 1<<23)
	var prefix [4]byte
	for {
		if _, err := io.ReadFull(in, prefix[:]); err != nil {
			return
		}
		bytes := make([]byte, binary.LittleEndian.Uint32(prefix[:]))
		if _, err := io.ReadFull(in, bytes); err != nil {
			panic(err)
		}
		answer(bytes, buffer, out)
	}
}
