# SPDX-License-Identifier: Apache-2.0
"""Sets each text of the standard input; answers what became of it, and the message."""

import sys

from ashlar_sbe import EncodingError
from conformance.check import TextsEncoder


def accepts(texts, element, text):
    try:
        setattr(texts, element, text)
        print("accepted")
        return True
    except EncodingError as e:
        print(e)
        return False


for line in sys.stdin:
    asked, _, utf16 = line.split()
    asked = asked.replace("Note", "_note")
    text = bytes.fromhex(utf16.strip("-")).decode("utf-16-be", "surrogatepass")
    texts = TextsEncoder()
    for array in ("plain", "ascii", "latin", "utf"):
        setattr(texts, array, "ok")
        if array == asked:
            accepts(texts, array, text)
    # What was refused is still the next part.
    for data in ("ascii_note", "latin_note", "utf_note", "wide_note"):
        if data != asked or not accepts(texts, data, text):
            setattr(texts, data, "ok")
    print(bytes(texts).hex())
