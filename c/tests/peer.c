// SPDX-License-Identifier: Apache-2.0
//
// One side of a ring whose other sides are in other processes. Started by CLiveTest.java.
//
//     peer produce FILE ID FROM COUNT      adds messages with the numbers FROM and on
//     peer consume FILE COUNT              takes messages until COUNT were taken, or all producers have ended or died
//
// A message: its producer and its number, 8 bytes each, then in rings of any length up to 12 bytes (number mod 4, times
// 4) of the number's low byte.
#define _XOPEN_SOURCE 700
#include "ashlar.h"
#include "check.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PRODUCERS 64

static int64_t next_of[MAX_PRODUCERS];
static int64_t first_of[MAX_PRODUCERS];
static bool is_fixed;

static _Noreturn void fail(const char *what, int64_t number) {
    printf("%s: number=%" PRId64 "\n", what, number);
    exit(1);
}

static size_t length_of(int64_t number) {
    return is_fixed ? 16 : 16 + (size_t) (number % 4) * 4;
}

static void produce(ashlar_ring *ring, int64_t id, int64_t from, int64_t count) {
    ashlar_producer *producer;
    ashlar_error error;
    uint8_t message[32];
    bool seen = false;
    int64_t number;
    require(ashlar_ring_producer(ring, &producer, &error), &error);
    for (number = from; number < from + count; number++) {
        size_t length = length_of(number);
        memcpy(message, &id, 8);
        memcpy(message + 8, &number, 8);
        memset(message + 16, (int) (number & 0xff), sizeof message - 16);
        ashlar_code code;
        while ((code = ashlar_offer(producer, (int32_t) (number & 0x7fffffff), message, length)) == ASHLAR_FULL) {
            bool alive = ashlar_ring_has_consumer(ring);
            if (seen && !alive) {
                printf("consumer has died: number=%" PRId64 "\n", number);
                ashlar_producer_close(producer);
                return;
            }
            seen = alive;
            sched_yield();
        }
        if (code != ASHLAR_OK) {
            fail(ashlar_code_name(code), number);
        }
    }
    ashlar_producer_close(producer);
    printf("produced=%" PRId64 "\n", count);
}

static void take(void *context, int32_t type, const void *message, size_t length) {
    int64_t words[2];
    const uint8_t *bytes = (const uint8_t *) message;
    (void) context;
    if (length < 16) {
        fail("message is too short", (int64_t) length);
    }
    memcpy(words, message, sizeof words);
    if (words[0] < 0 || words[0] >= MAX_PRODUCERS || length != length_of(words[1])) {
        fail("no such message", words[1]);
    }
    if (!is_fixed && type != (int32_t) (words[1] & 0x7fffffff)) {
        fail("another type", words[1]);
    }
    for (size_t i = 16; i < length; i++) {
        if (bytes[i] != (uint8_t) words[1]) {
            fail("another byte", words[1]);
        }
    }
    int64_t *next = &next_of[words[0]];
    if (*next >= 0 && words[1] != *next) {
        fail("out of order", words[1]);
    }
    first_of[words[0]] = *next < 0 ? words[1] : first_of[words[0]];
    *next = words[1] + 1;
}

static bool has_producers(const ashlar_ring *ring) {
    uint32_t lanes = ashlar_ring_layout_of(ring).lanes;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        if (ashlar_ring_has_producer(ring, lane)) {
            return true;
        }
    }
    return false;
}

static void consume(ashlar_ring *ring, int64_t count) {
    ashlar_consumer *consumer;
    ashlar_error error;
    int64_t taken = 0;
    bool seen = false;
    bool alive = false;
    memset(next_of, -1, sizeof next_of);
    require(ashlar_ring_consumer(ring, ASHLAR_AT_LEAST_ONCE, &consumer, &error), &error);
    printf("begun\n");
    fflush(stdout);
    while (taken < count) {
        size_t handled;
        size_t limit = count - taken < 256 ? (size_t) (count - taken) : 256;
        require(ashlar_poll(consumer, limit, take, NULL, &handled, &error), &error);
        taken += (int64_t) handled;
        if (handled == 0) {
            if (ashlar_is_done(consumer)) {
                break;
            }
            // Asked before the last look for messages, so that nothing can have come since.
            if (seen && !alive) {
                printf("producers have died\n");
                break;
            }
            alive = has_producers(ring);
            seen |= alive;
            sched_yield();
        }
    }
    ashlar_consumer_close(consumer);
    printf("taken=%" PRId64, taken);
    for (int id = 0; id < MAX_PRODUCERS; id++) {
        if (next_of[id] >= 0) {
            printf(", producer=%d, first=%" PRId64 ", next=%" PRId64, id, first_of[id], next_of[id]);
        }
    }
    printf("\n");
}

int main(int count, char **arguments) {
    ashlar_ring *ring;
    ashlar_error error;
    if (count < 4) {
        return 2;
    }
    require(ashlar_ring_open(arguments[2], &ring, &error), &error);
    is_fixed = ashlar_ring_layout_of(ring).kind == ASHLAR_FIXED_LENGTH;
    if (strcmp(arguments[1], "produce") == 0 && count == 6) {
        produce(ring, strtoll(arguments[3], NULL, 10), strtoll(arguments[4], NULL, 10),
                strtoll(arguments[5], NULL, 10));
    } else {
        consume(ring, strtoll(arguments[3], NULL, 10));
    }
    ashlar_ring_close(ring);
    return 0;
}
