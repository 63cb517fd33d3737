// SPDX-License-Identifier: Apache-2.0
// Sets each text of the standard input; answers what became of it, and the message.
#include <array>
#include <cstdio>
#include <iostream>
#include <string>

#include "schema.hpp"

namespace {

using namespace NAMESPACE;

template <class Set>
bool accepts(const std::string& text, Set set) {
    try {
        set(std::string_view(text));
        std::printf("accepted\n");
        return true;
    } catch (const sbe::EncodingError& e) {
        std::printf("%s\n", e.what());
        return false;
    }
}

// What is refused is still the next part.
template <class Set>
void data(bool asked, const std::string& text, Set set) {
    if (!asked || !accepts(text, set)) {
        set(std::string_view("ok"));
    }
}

void answer(const std::string& element, const std::string& text) {
    std::array<std::byte, 256> buffer{};
    TextsEncoder texts(buffer);
    texts.plain("ok").ascii("ok").latin("ok").utf("ok");
    if (element == "plain") {
        accepts(text, [&](auto value) { texts.plain(value); });
    } else if (element == "ascii") {
        accepts(text, [&](auto value) { texts.ascii(value); });
    } else if (element == "latin") {
        accepts(text, [&](auto value) { texts.latin(value); });
    } else if (element == "utf") {
        accepts(text, [&](auto value) { texts.utf(value); });
    }
    data(element == "asciiNote", text, [&](auto value) { texts.ascii_note(value); });
    data(element == "latinNote", text, [&](auto value) { texts.latin_note(value); });
    data(element == "utfNote", text, [&](auto value) { texts.utf_note(value); });
    texts.wide_note(std::as_bytes(std::span("o\0k", 4)));
    for (const std::byte b : std::span(buffer).first(texts.sbe_encoded_length())) {
        std::printf("%02x", std::to_integer<unsigned>(b));
    }
    std::printf("\n");
    const std::span<const std::byte> message = std::span(buffer).first(texts.sbe_encoded_length());
    const TextsDecoder decoder(message);
    std::array<std::byte, 256> copied{};
    TextsEncoder copy(copied);
    copy.latin(decoder.latin()).copy_from(decoder);
    if (copied != buffer || decoder.latin() != sbe::Latin1(decoder.latin().bytes())) {
        std::printf("copy differs\n");
    }
    if (element == "latin" && decoder.latin().bytes() != "ok" && decoder.latin().to_utf8() != text) {
        std::printf("read differs\n");
    }
}

}  // namespace

int main() {
    std::string element;
    std::string hex;
    std::string utf16;
    while (std::cin >> element >> hex >> utf16) {
        std::string text;
        for (std::size_t i = 1; i + 1 < hex.size(); i += 2) {
            text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
        }
        answer(element, text);
    }
    return 0;
}
