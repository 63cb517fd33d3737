// SPDX-License-Identifier: Apache-2.0
// Operations on shared memory that Python lacks: ordered loads and stores of 8 bytes, fences, compare-and-set; and
// CRC32C with the processor's instruction if there is one. Every offset is checked.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <nmmintrin.h>
#define HAVE_SSE42 1
#endif
#if defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

static uint32_t table[8][256];

static void fill_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (0x82F63B78u & (0u - (crc & 1)));
        }
        table[0][i] = crc;
    }
    for (int slice = 1; slice < 8; slice++) {
        for (int i = 0; i < 256; i++) {
            table[slice][i] = table[slice - 1][i] >> 8 ^ table[0][table[slice - 1][i] & 0xff];
        }
    }
}

static uint32_t crc_table(uint32_t crc, const uint8_t *at, size_t length) {
    for (; length >= 8; length -= 8, at += 8) {
        uint32_t low = crc ^ (at[0] | at[1] << 8 | at[2] << 16 | (uint32_t) at[3] << 24);
        crc = table[7][low & 0xff] ^ table[6][low >> 8 & 0xff] ^ table[5][low >> 16 & 0xff] ^ table[4][low >> 24]
            ^ table[3][at[4]] ^ table[2][at[5]] ^ table[1][at[6]] ^ table[0][at[7]];
    }
    for (; length > 0; length--) {
        crc = crc >> 8 ^ table[0][(crc ^ *at++) & 0xff];
    }
    return crc;
}

#if defined(HAVE_SSE42)
__attribute__((target("sse4.2")))
static uint32_t crc_fast(uint32_t crc, const uint8_t *at, size_t length) {
    uint64_t wide = crc;
    for (; length >= 8; length -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = (uint32_t) wide;
    for (; length > 0; length--) {
        crc = _mm_crc32_u8(crc, *at++);
    }
    return crc;
}
#elif defined(__ARM_FEATURE_CRC32)
static uint32_t crc_fast(uint32_t crc, const uint8_t *at, size_t length) {
    for (; length >= 8; length -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        crc = __crc32cd(crc, word);
    }
    for (; length > 0; length--) {
        crc = __crc32cb(crc, *at++);
    }
    return crc;
}
#endif

static uint32_t crc32c_of(uint32_t seed, const uint8_t *at, size_t length) {
    uint32_t crc = ~seed;
#if defined(HAVE_SSE42)
    crc = __builtin_cpu_supports("sse4.2") ? crc_fast(crc, at, length) : crc_table(crc, at, length);
#elif defined(__ARM_FEATURE_CRC32)
    crc = crc_fast(crc, at, length);
#else
    crc = crc_table(crc, at, length);
#endif
    return ~crc;
}

static PyObject *crc32c(PyObject *self, PyObject *args) {
    Py_buffer view;
    unsigned int seed = 0;
    (void) self;
    if (!PyArg_ParseTuple(args, "y*|I", &view, &seed)) {
        return NULL;
    }
    uint32_t crc;
    Py_BEGIN_ALLOW_THREADS
    crc = crc32c_of(seed, view.buf, (size_t) view.len);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    return PyLong_FromUnsignedLong(crc);
}

// The 8-byte word at an offset, checked for bounds and alignment. The caller keeps the mapping alive.
static uint64_t *word_at(Py_buffer *view, Py_ssize_t offset) {
    if (offset < 0 || offset > view->len - 8 || ((uintptr_t) view->buf + (size_t) offset) % 8 != 0) {
        PyErr_Format(PyExc_IndexError, "8-byte word out of bounds or not aligned: offset=%zd, length=%zd", offset,
                     view->len);
        return NULL;
    }
    return (uint64_t *) ((char *) view->buf + offset);
}

static PyObject *load(PyObject *self, PyObject *args) {
    Py_buffer view;
    Py_ssize_t offset;
    (void) self;
    if (!PyArg_ParseTuple(args, "y*n", &view, &offset)) {
        return NULL;
    }
    uint64_t *word = word_at(&view, offset);
    PyObject *value = word == NULL ? NULL : PyLong_FromLongLong((int64_t) __atomic_load_n(word, __ATOMIC_SEQ_CST));
    PyBuffer_Release(&view);
    return value;
}

static PyObject *store(PyObject *self, PyObject *args) {
    Py_buffer view;
    Py_ssize_t offset;
    long long value;
    (void) self;
    if (!PyArg_ParseTuple(args, "w*nL", &view, &offset, &value)) {
        return NULL;
    }
    uint64_t *word = word_at(&view, offset);
    if (word != NULL) {
        __atomic_store_n(word, (uint64_t) value, __ATOMIC_SEQ_CST);
    }
    PyBuffer_Release(&view);
    if (word == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *swap(PyObject *self, PyObject *args) {
    Py_buffer view;
    Py_ssize_t offset;
    long long expected;
    long long value;
    (void) self;
    if (!PyArg_ParseTuple(args, "w*nLL", &view, &offset, &expected, &value)) {
        return NULL;
    }
    uint64_t *word = word_at(&view, offset);
    uint64_t was = (uint64_t) expected;
    int swapped = word != NULL
        && __atomic_compare_exchange_n(word, &was, (uint64_t) value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    PyBuffer_Release(&view);
    return word == NULL ? NULL : PyBool_FromLong(swapped);
}

static PyObject *fence(PyObject *self, PyObject *none) {
    (void) self;
    (void) none;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"crc32c", crc32c, METH_VARARGS, "crc32c(buffer, seed=0): CRC32C, continued from seed"},
    {"load", load, METH_VARARGS, "load(buffer, offset): a signed word of 8 bytes, seq_cst"},
    {"store", store, METH_VARARGS, "store(buffer, offset, value): a signed word of 8 bytes, seq_cst"},
    {"swap", swap, METH_VARARGS, "swap(buffer, offset, expected, value): compare-and-set, seq_cst"},
    {"fence", fence, METH_NOARGS, "fence(): a full fence"},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_native", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) {
    fill_table();
    return PyModule_Create(&module);
}
