// SPDX-License-Identifier: Apache-2.0
// Prints what the codecs say of fields.
#include <bit>
#include <iostream>
#include <sstream>
#include <vector>

#include "schema.hpp"

namespace {

using namespace NAMESPACE;

std::ostream& field(const char* name, const sbe::FieldInfo& info) {
    return std::cout << name << " id=" << info.id << " since=" << info.since_version << " offset=" << info.offset
                     << " length=" << info.length << " semantic=" << info.semantic_type;
}

/// A float by the bits that it has as `double`.
template <typename T>
std::string shown(T value) {
    std::ostringstream out;
    if constexpr (!std::is_floating_point_v<T>) {
        out << value;
    } else if (value != value) {
        out << "NaN";
    } else {
        out << std::hex << std::bit_cast<std::uint64_t>(double{value});
    }
    return out.str();
}

template <typename T>
void number(const char* name, const sbe::FieldInfo& info, T null, T min, T max) {
    field(name, info) << " null=" << shown(null) << " min=" << shown(min) << " max=" << shown(max) << '\n';
}

#define NUMBER(x) \
    number(#x, OrderDecoder::x##_info, OrderDecoder::x##_null_value, OrderDecoder::x##_min_value, OrderDecoder::x##_max_value)

}  // namespace

int main() {
    NUMBER(u16);
    NUMBER(i16);
    NUMBER(custom);
    NUMBER(wide);
    NUMBER(added);
    NUMBER(ratio);
    NUMBER(rate);
    const sbe::FieldInfo price = OrderDecoder::price_info;
    std::cout << "price id=" << price.id << " since=" << price.since_version << " offset=" << price.offset << '\n';
    field("side", OrderDecoder::side_info) << '\n';
    field("few", OrderDecoder::few_info) << '\n';
    std::vector<std::byte> buffer(256);
    OrderEncoder order(buffer);
    try {
        order.text_field("\u2603");
    } catch (const sbe::EncodingError& e) {
        const std::string refused = e.what();
        const std::size_t at = refused.find("charset=");
        field("text", OrderDecoder::text_field_info) << ' ' << refused.substr(at, refused.find(' ', at) - at) << '\n';
    }
    return 0;
}
