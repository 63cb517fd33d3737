// SPDX-License-Identifier: Apache-2.0
//
// Ends a test at the first condition that does not hold; and what tests of several kinds look at.
#ifndef CHECK_H
#define CHECK_H

#include "ashlar.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                           \
    do {                                                           \
        if (!(condition)) {                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                               \
        }                                                          \
    } while (0)

// Ends a test at the first call that fails.
static inline void require(ashlar_code code, const ashlar_error *error) {
    if (code != ASHLAR_OK) {
        printf("%s: %s\n", ashlar_code_name(code), error->message);
        exit(1);
    }
}

// Whether a process other than this one would find the byte locked.
static inline bool is_locked_for_others(const char *path, int byte) {
    pid_t child = fork();
    if (child == 0) {
        struct flock lock;
        memset(&lock, 0, sizeof lock);
        lock.l_type = F_WRLCK;
        lock.l_start = byte;
        lock.l_len = 1;
        int fd = open(path, O_RDWR);
        _exit(fd < 0 || fcntl(fd, F_GETLK, &lock) != 0 ? 2 : lock.l_type != F_UNLCK);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 1;
}

#endif
