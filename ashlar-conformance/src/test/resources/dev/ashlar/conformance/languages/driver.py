# SPDX-License-Identifier: Apache-2.0
"""Answers each message of the standard input with three lines: the verdict, the JSON and the copy."""

import sys

from ashlar_sbe import EncodingError
from conformance.check import copy, to_json, validate

sys.stdout.reconfigure(encoding="utf-8")
while prefix := sys.stdin.buffer.read(4):
    message = sys.stdin.buffer.read(int.from_bytes(prefix, "little"))
    found = validate(message)
    print(int(found.status), found.position, found.element)
    if found:
        print(to_json(message))
        try:
            print(copy(message, max_length=1 << 23).hex())
        except EncodingError as e:
            print("refused:", e)
