// SPDX-License-Identifier: Apache-2.0
// Answers each message of the standard input with three lines: the verdict, the JSON and the copy in hexadecimal.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "schema.hpp"

namespace {

using namespace NAMESPACE;

bool read(void* to, std::size_t length) { return std::fread(to, 1, length, stdin) == length; }

void answer(std::span<const std::byte> message) {
    const auto found = validate(message);
    std::printf("%d %zu %.*s\n", static_cast<int>(found.status), found.position,
                static_cast<int>(found.element.size()), found.element.data());
    if (!found) {
        return;
    }
    std::printf("%s\n", to_json(message).c_str());
    try {
        static std::vector<std::byte> buffer(1U << 23U);
        const std::size_t length = copy(message, buffer);
        for (const std::byte b : std::span(buffer).first(length)) {
            std::printf("%02x", std::to_integer<unsigned>(b));
        }
        std::printf("\n");
    } catch (const sbe::EncodingError& e) {
        std::printf("refused: %s\n", e.what());
    }
}

}  // namespace

int main() {
    std::array<unsigned char, 4> prefix;
    while (read(prefix.data(), prefix.size())) {
        std::size_t length = 0;
        for (std::size_t i = prefix.size(); i > 0; --i) {
            length = length << 8U | prefix[i - 1];
        }
        // Exactly as long as the message, so that the sanitizer sees each byte read beyond it.
        std::vector<std::byte> message(length);
        if (!read(message.data(), length)) {
            return 1;
        }
        answer(message);
    }
    return 0;
}
