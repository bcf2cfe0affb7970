/* The hot loops of a scan: a look at every fourth byte of a log, line feeds counted, terminal escapes taken out.
 *
 * finder.py says how the sieve works; sieve.js is the same in JavaScript. Logs are not trusted:
 * every index is held against the length of what it is an index of. The global lock is let go while bytes are looked at.
 */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORD 4
#define BITS 21 /* of a word's number; one bit for each is as much as a processor's second cache takes well */
#define NUMBERS ((size_t)1 << BITS)
#define ROWS ((size_t)1 << 16) /* of the table of windows; numbers that share all but their last bits share one */
#define ROW_OF(number) ((number) >> (BITS - 16))
#define FACTOR 0x9E3779B1u /* 2**32 over the golden ratio */
#define ANY 256
#define SHORTEST 5 /* bytes of a literal */
#define ESCAPE 0x1b
#define BELL 0x07
#define CAPSULE "faultbook.diagnosis._sieve"

typedef struct {
    uint32_t number; /* of the word */
    uint32_t literal;
    uint32_t begins; /* the literal's first bytes: mostly they are not there, and then nothing else is looked at */
    int32_t offset;  /* where the word begins in the literal; -1 is the byte before it */
} Window;

typedef struct {
    size_t start, length; /* in the texts */
} Literal;

typedef struct {
    unsigned char held[NUMBERS / 8]; /* of each number of a word a bit, whether any window has it */
    size_t first[ROWS + 1];          /* where the windows of a row begin; the next one's beginning is its end */
    size_t literal_count;
    Literal *literals;
    Window *windows;
    unsigned char *texts;
} Sieve;

typedef struct {
    size_t start, literal;
} Found;

typedef struct {
    size_t start, end, after, feeds, first, stop; /* first and stop are of what was found in the line */
} Hit;

typedef struct {
    char *items;
    size_t count, room, width;
} Many;

static void *more(Many *many) {
    if (many->count == many->room) {
        size_t room = many->room ? 2 * many->room : 256;
        char *items = realloc(many->items, room * many->width);
        if (items == NULL) return NULL;
        many->items = items;
        many->room = room;
    }
    return many->items + many->width * many->count++;
}

static void sieve_free(Sieve *sieve) {
    if (sieve == NULL) return;
    free(sieve->literals);
    free(sieve->windows);
    free(sieve->texts);
    free(sieve);
}

static void capsule_free(PyObject *capsule) { sieve_free(PyCapsule_GetPointer(capsule, CAPSULE)); }

static uint32_t number_of(const unsigned char *bytes) {
    uint32_t word;
    memcpy(&word, bytes, WORD);
    return (word * FACTOR) >> (32 - BITS);
}

/* Take in the literals. */
static int take_literals(Sieve *sieve, PyObject *literals) {
    Py_ssize_t count = PyList_Size(literals);
    size_t size = 0;
    if (count < 0) return -1;
    if ((size_t)count > UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "too many literals");
        return -1;
    }
    for (Py_ssize_t index = 0; index < count; index++) {
        Py_ssize_t length = PyBytes_Size(PyList_GetItem(literals, index));
        if (length < 0) return -1;
        if (length < SHORTEST) {
            PyErr_Format(PyExc_ValueError, "a literal shorter than %d bytes", SHORTEST);
            return -1;
        }
        size += (size_t)length;
    }
    if (size > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "literals of too many bytes");
        return -1;
    }
    sieve->literal_count = (size_t)count;
    sieve->literals = calloc((size_t)count + 1, sizeof(Literal));
    sieve->texts = malloc(size + 1);
    if (sieve->literals == NULL || sieve->texts == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    size = 0;
    for (Py_ssize_t index = 0; index < count; index++) {
        PyObject *text = PyList_GetItem(literals, index);
        Literal literal = {size, (size_t)PyBytes_Size(text)};
        memcpy(sieve->texts + size, PyBytes_AsString(text), literal.length);
        sieve->literals[index] = literal;
        size += literal.length;
    }
    return 0;
}

/* The number of three bytes of a short literal, and *byte* after them or, when they are its first, before. */
static uint32_t number_with(const unsigned char *three, int follows, int byte) {
    unsigned char word[WORD];
    memcpy(word + (follows ? 0 : 1), three, WORD - 1);
    word[follows ? WORD - 1 : 0] = (unsigned char)byte;
    return number_of(word);
}

/* Choose by what a literal is told when the log's words begin *first* bytes into it: by the rarest of its words. */
static int choose(const unsigned char *text, size_t length, uint32_t literal, size_t first, const uint32_t *counts,
                  Many *chosen) {
    Window rarest = {NUMBERS, literal, 0, 0};
    memcpy(&rarest.begins, text, WORD);
    for (size_t at = first; at + WORD <= length; at += WORD) {
        uint32_t number = number_of(text + at);
        if (rarest.number == NUMBERS || counts[number] < counts[rarest.number])
            rarest.number = number, rarest.offset = (int32_t)at;
    }
    int all = rarest.number == NUMBERS ? ANY : 1, follows = length - first == WORD - 1;
    for (int byte = 0; byte < all; byte++) { /* a short literal has three bytes there, and whatever stands beside them */
        Window *window = more(chosen);
        if (window == NULL) return -1;
        *window = rarest;
        if (all == 1) continue;
        window->number = number_with(text + (follows ? first : 0), follows, byte);
        window->offset = follows ? (int32_t)first : -1;
    }
    return 0;
}

/* Choose windows for all literals in a log like *sample*, and put those of one row together. */
static int take_windows(Sieve *sieve, const unsigned char *sample, size_t size) {
    uint32_t *counts = calloc(NUMBERS, sizeof(uint32_t));
    Many chosen = {NULL, 0, 0, sizeof(Window)};
    int result = counts == NULL ? -1 : 0;
    for (size_t at = 0; result == 0 && at + WORD <= size; at += WORD) counts[number_of(sample + at)]++;
    for (size_t index = 0; result == 0 && index < sieve->literal_count; index++)
        for (size_t first = 0; result == 0 && first < WORD; first++)
            result = choose(sieve->texts + sieve->literals[index].start, sieve->literals[index].length,
                            (uint32_t)index, first, counts, &chosen);
    if (result == 0) sieve->windows = calloc(chosen.count + 1, sizeof(Window));
    if (sieve->windows == NULL) result = -1;
    const Window *windows = (const Window *)chosen.items;
    for (size_t index = 0; result == 0 && index < chosen.count; index++) {
        sieve->held[windows[index].number / 8] |= (unsigned char)(1 << windows[index].number % 8);
        sieve->first[ROW_OF(windows[index].number) + 1]++;
    }
    for (size_t row = 0; row < ROWS; row++) sieve->first[row + 1] += sieve->first[row];
    /* Each into the last free place of its row, whose beginning is then in the place of its end. */
    for (size_t index = chosen.count; result == 0 && index-- > 0;)
        sieve->windows[--sieve->first[ROW_OF(windows[index].number) + 1]] = windows[index];
    memmove(sieve->first, sieve->first + 1, ROWS * sizeof(size_t));
    sieve->first[ROWS] = chosen.count;
    free(chosen.items);
    free(counts);
    if (result < 0) PyErr_NoMemory();
    return result;
}

static PyObject *make(PyObject *module, PyObject *arguments) {
    PyObject *literals;
    const char *sample;
    Py_ssize_t size;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Oy#:make", &literals, &sample, &size)) return NULL;
    Sieve *sieve = calloc(1, sizeof(Sieve));
    if (sieve == NULL) return PyErr_NoMemory();
    PyObject *capsule = NULL;
    if (take_literals(sieve, literals) == 0 && take_windows(sieve, (const unsigned char *)sample, (size_t)size) == 0)
        capsule = PyCapsule_New(sieve, CAPSULE, capsule_free);
    if (capsule == NULL) sieve_free(sieve);
    return capsule;
}

/* Note each literal that has the word at *at*, which may begin a byte before the log or end behind it. */
static int check(const Sieve *sieve, const unsigned char *log, size_t length, size_t at, uint32_t number, Many *found) {
    size_t row = ROW_OF(number);
    for (size_t index = sieve->first[row]; index < sieve->first[row + 1]; index++) {
        Window window = sieve->windows[index];
        if (window.number != number) continue;
        Py_ssize_t start = (Py_ssize_t)at - window.offset;
        if (start < 0 || length < WORD || (size_t)start > length - WORD) continue;
        if (memcmp(log + start, &window.begins, WORD) != 0) continue;
        Literal literal = sieve->literals[window.literal];
        if (literal.length > length || (size_t)start > length - literal.length) continue;
        if (memcmp(log + start, sieve->texts + literal.start, literal.length) != 0) continue;
        Found *one = more(found);
        if (one == NULL) return -1;
        *one = (Found){(size_t)start, window.literal};
    }
    return 0;
}

static int find_all(const Sieve *sieve, const unsigned char *log, size_t length, Many *found) {
    size_t whole = length / WORD * WORD;
    for (size_t at = 0; at < whole; at += WORD) {
        uint32_t number = number_of(log + at);
        if ((sieve->held[number / 8] >> number % 8 & 1) && check(sieve, log, length, at, number, found) < 0) return -1;
    }
    unsigned char rest[WORD] = {0}; /* the last bytes, which make no word; what is behind them is any byte */
    memcpy(rest, log + whole, length - whole);
    return length > whole ? check(sieve, log, length, whole, number_of(rest), found) : 0;
}

/* Line feeds among bytes; sums of a byte each let the compiler take many bytes at once. */
static size_t count_feeds(const unsigned char *bytes, size_t length) {
    size_t count = 0;
    for (size_t at = 0; at < length;) {
        size_t stop = length - at > UCHAR_MAX ? at + UCHAR_MAX : length;
        unsigned char sum = 0;
        for (; at < stop; at++) sum += bytes[at] == '\n';
        count += sum;
    }
    return count;
}

/* Make lines of what was found, whose windows are in ascending order, and so their lines. */
static int find_lines(const unsigned char *log, size_t length, const Many *found, Many *hits) {
    const Found *all = (const Found *)found->items;
    size_t after = 0;
    Hit *hit = NULL;
    for (size_t index = 0; index < found->count; index++) {
        size_t start = all[index].start;
        if (hit != NULL && start < after) {
            hit->stop = index + 1;
            continue;
        }
        while (start > after && log[start - 1] != '\n') start--;
        const unsigned char *feed = memchr(log + all[index].start, '\n', length - all[index].start);
        size_t end = feed == NULL ? length : (size_t)(feed - log);
        size_t before = count_feeds(log + after, start - after);
        hit = more(hits);
        if (hit == NULL) return -1;
        after = feed == NULL ? length : end + 1;
        *hit = (Hit){start, end, after, before, index, index + 1};
    }
    return 0;
}

static int by_size(const void *one, const void *other) {
    size_t left = ((const Found *)one)->literal, right = ((const Found *)other)->literal;
    return (left > right) - (left < right);
}

/* The literals of a line, each once, in ascending order. */
static PyObject *literals_of(Found *found, size_t count) {
    qsort(found, count, sizeof(Found), by_size);
    size_t kept = 0;
    for (size_t index = 0; index < count; index++)
        if (index == 0 || found[index].literal != found[kept - 1].literal) found[kept++] = found[index];
    PyObject *tuple = PyTuple_New((Py_ssize_t)kept);
    for (size_t index = 0; tuple != NULL && index < kept; index++) {
        PyObject *number = PyLong_FromSize_t(found[index].literal);
        if (number == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)index, number) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *as_list(Many *hits, Many *found) {
    PyObject *list = PyList_New((Py_ssize_t)hits->count);
    for (size_t index = 0; list != NULL && index < hits->count; index++) {
        Hit hit = ((Hit *)hits->items)[index];
        PyObject *literals = literals_of((Found *)found->items + hit.first, hit.stop - hit.first);
        PyObject *item = literals == NULL ? NULL
                                          : Py_BuildValue("(nnnnN)", (Py_ssize_t)hit.start, (Py_ssize_t)hit.end,
                                                          (Py_ssize_t)hit.after, (Py_ssize_t)hit.feeds, literals);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)index, item) < 0) Py_CLEAR(list);
    }
    return list;
}

/* Where the escape sequence ends that begins at *at*, or *at* when none does: ESCAPES in matcher.py. */
static size_t end_of_escape(const unsigned char *log, size_t length, size_t at) {
    size_t next = at + 2;
    if (next > length) return at;
    if (log[at + 1] == '[') {
        for (int taken = 0; taken < 64 && next < length && log[next] >= 0x30 && log[next] <= 0x3f; taken++) next++;
        for (int taken = 0; taken < 8 && next < length && log[next] >= 0x20 && log[next] <= 0x2f; taken++) next++;
        return next < length && log[next] >= 0x40 && log[next] <= 0x7e ? next + 1 : at;
    }
    if (log[at + 1] != ']') return at;
    for (int taken = 0; taken <= 2048 && next < length; taken++, next++) {
        if (log[next] == BELL) return next + 1;
        if (log[next] == ESCAPE) return next + 1 < length && log[next + 1] == '\\' ? next + 2 : at;
        if (log[next] == '\n') return at;
    }
    return at;
}

/* Copy the log without escape sequences to *target*, and return how many bytes that are. */
static size_t copy_plain(const unsigned char *log, size_t length, unsigned char *target) {
    size_t size = 0, copied = 0, at = 0;
    while (at < length) {
        const unsigned char *escape = memchr(log + at, ESCAPE, length - at);
        if (escape == NULL) break;
        size_t begin = (size_t)(escape - log), end = end_of_escape(log, length, begin);
        at = end > begin ? end : begin + 1;
        if (end == begin) continue;
        memcpy(target + size, log + copied, begin - copied);
        size += begin - copied;
        copied = end;
    }
    memcpy(target + size, log + copied, length - copied);
    return size + length - copied;
}

static PyObject *look(PyObject *module, PyObject *arguments) {
    PyObject *capsule, *text;
    Py_ssize_t start, end;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OSnn:look", &capsule, &text, &start, &end)) return NULL;
    const Sieve *sieve = PyCapsule_GetPointer(capsule, CAPSULE);
    if (sieve == NULL) return NULL;
    if (start < 0 || start > end || end > PyBytes_Size(text)) {
        PyErr_SetString(PyExc_ValueError, "a stretch that is not within its text");
        return NULL;
    }
    PyObject *plain = PyByteArray_FromStringAndSize(NULL, end - start);
    if (plain == NULL) return NULL;
    const unsigned char *raw = (const unsigned char *)PyBytes_AsString(text) + start;
    unsigned char *log = (unsigned char *)PyByteArray_AsString(plain);
    size_t length, rest = 0;
    Many found = {NULL, 0, 0, sizeof(Found)}, hits = {NULL, 0, 0, sizeof(Hit)};
    int result;
    Py_BEGIN_ALLOW_THREADS
    length = copy_plain(raw, (size_t)(end - start), log);
    result = find_all(sieve, log, length, &found);
    if (result == 0) result = find_lines(log, length, &found, &hits);
    if (result == 0) {
        size_t after = hits.count ? ((Hit *)hits.items)[hits.count - 1].after : 0;
        rest = count_feeds(log + after, length - after);
    }
    Py_END_ALLOW_THREADS
    PyObject *list = result < 0 ? PyErr_NoMemory() : as_list(&hits, &found);
    free(found.items);
    free(hits.items);
    if (list == NULL || PyByteArray_Resize(plain, (Py_ssize_t)length) < 0) {
        Py_XDECREF(list);
        Py_DECREF(plain);
        return NULL;
    }
    return Py_BuildValue("(NNn)", plain, list, (Py_ssize_t)rest);
}

static PyMethodDef METHODS[] = {
    {"make", make, METH_VARARGS, "Return a sieve of a list of literals, for logs like a sample."},
    {"look", look, METH_VARARGS, "Return a stretch without escapes, its lines that hold a literal, and the feeds after."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_sieve", NULL, 0, METHODS, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__sieve(void) { return PyModuleDef_Init(&MODULE); }
