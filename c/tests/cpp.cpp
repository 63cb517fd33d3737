// SPDX-License-Identifier: Apache-2.0
//
// The C++ layer over a store and a ring of the kit.
//
//     cpp KIT      folder with the unpacked stores of the kit
#include "ashlar.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#define CHECK(condition)                                                \
    do {                                                                \
        if (!(condition)) {                                             \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                               \
        }                                                               \
    } while (false)

namespace {

constexpr ashlar_options written{false, true, 0x1122334455667788U, 0x99aabbccddeeff00U};

struct Tick {
    std::int64_t time;
    std::int64_t price;
    std::int32_t size;
    std::int32_t venue;
};

void read_store(const std::string& kit) {
    ashlar::Store store(kit + "/versions", written);
    const ashlar::Table ticks = store.table("Ticks");
    const ashlar_field& size = ticks.field("size");
    std::int64_t rows = 0;
    for (const ashlar::Chunk& chunk : ticks.chunks()) {
        for (std::int64_t i = 0; i < chunk.rows; i++, rows++) {
            const Tick tick = chunk.block<Tick>(i);
            CHECK(tick.size == rows && tick.price == 100 * rows - 700);
            CHECK(ashlar_get_int(&size, chunk.bytes(i).data(), 0) == rows);
            CHECK(tick.venue == 0 || chunk.schema_version == 1);
        }
    }
    CHECK(rows == 40 && ticks.info().end == 40);
    std::int64_t messages = 0;
    for (const ashlar::Message& message : store.journal("orders").messages()) {
        CHECK(std::string_view(store.header_of(message).block->name) == "Order");
        messages += message.bytes().empty() ? 0 : 1;
    }
    CHECK(messages == 40);
    for (const ashlar::Message& message : store.journal("orders").messages_from_time(1'767'225'600'000'035'000U)) {
        messages += static_cast<std::int64_t>(message.time > 0);
    }
    CHECK(messages == 45);
    for (const ashlar::Message& message : store.journal("orders").messages_from_sequence(1'000)) {
        CHECK(message.length == 0 && false);
    }
    ashlar::LastValues prices = store.last_values("prices");
    CHECK(prices.size() == 7 && prices.at("K3")->version == 6 && !prices.at("K9") && !prices.at("too long a key"));
    CHECK(store.verify().empty() && !store.refresh() && store.state() == ASHLAR_STATE_CLOSED);
    CHECK(store.containers().size() >= 6);
}

void read_archive(const std::string& kit) {
    ashlar::Archive archive(kit + "/days");
    CHECK(archive.days().size() == 4 && archive.division() == "day" && archive.zone() == "America/Chicago");
    std::int64_t rows = 0;
    for (const ashlar_day& day : archive.days()) {
        const ashlar::Store store = archive.open(day, written);
        for (const ashlar::Chunk& chunk : store.table("Ticks").chunks()) {
            rows += chunk.rows;
        }
    }
    CHECK(rows == 36 && archive.days().back().is_open && !archive.refresh());
    CHECK(archive.open("2026-03-07", written).table("Order").info().end == 9);
    try {
        static_cast<void>(archive.open("2026-03-10"));
        CHECK(false);
    } catch (const ashlar::Error& e) {
        CHECK(e.code() == ASHLAR_NOT_FOUND);
    }
}

void refuse(const std::string& kit) {
    try {
        const ashlar::Store store(kit, written);
        CHECK(false);
    } catch (const ashlar::Error& e) {
        CHECK(e.code() == ASHLAR_NOT_A_STORE && std::string_view(e.what()).find(kit) != std::string_view::npos);
    }
    const ashlar::Store store(kit + "/versions", written);
    try {
        static_cast<void>(store.table("Nobody"));
        CHECK(false);
    } catch (const ashlar::Error& e) {
        CHECK(e.code() == ASHLAR_NOT_FOUND);
    }
}

void carry_messages(const std::string& path) {
    std::filesystem::remove(path);
    ashlar::Ring::create(path, {ASHLAR_MANY_TO_ONE, 2, 4096, 0, 64});
    ashlar::Ring ring(path);
    ashlar::Producer first = ring.producer();
    ashlar::Producer second = ring.producer();
    ashlar::Consumer consumer = ring.consumer();
    int sent = 0;
    int taken = 0;
    const auto take = [&](std::int32_t type, std::span<const std::byte> message) {
        CHECK(type == taken && message.size() == 4);
        taken++;
    };
    for (int round = 0; round < 100; round++) {
        while ((sent % 2 == 0 ? first : second).offer(std::as_bytes(std::span(&sent, 1)), sent)) {
            sent++;
        }
        CHECK(consumer.poll(take, 50) > 0);
    }
    while (consumer.poll(take) > 0) {
    }
    CHECK(sent == taken && sent > 1'000 && !consumer.is_done());
}

}  // namespace

int main(int count, char** arguments) {
    const std::string kit = count > 1 ? arguments[1] : ".";
    read_store(kit);
    read_archive(kit);
    refuse(kit);
    carry_messages(kit + "/many-cpp");
    std::puts("passed");
}
