"""Stems of English words, letter for letter those of ``vendor/stemmer.js``, which the browser has.

The stemmers on PyPI follow Porter's paper, and this one his later program ("possibly", words of two letters), so a
term made here by theirs would not be found there.
"""

from __future__ import annotations

import re

__all__ = ["stem"]

_SHORTEST = 3
_CONSONANTS, _VOWELS = "([^aeiou][^aeiouy]*)", "([aeiouy][aeiou]*)"
_MORE_THAN_0 = re.compile(f"{_CONSONANTS}?{_VOWELS}{_CONSONANTS}")
_EXACTLY_1 = re.compile(f"{_CONSONANTS}?{_VOWELS}{_CONSONANTS}{_VOWELS}?$")
_MORE_THAN_1 = re.compile(f"{_CONSONANTS}?({_VOWELS}{_CONSONANTS}){{2,}}")
_VOWEL = re.compile(f"{_CONSONANTS}?[aeiouy]")
_SHORT = re.compile(f"{_CONSONANTS}[aeiouy][^aeiouwxy]$")
_PLURAL = re.compile(r".+?[^s]s$")
_PLURAL_ES = re.compile(r".+?(?:ss|i)es$")
_EED = re.compile(r"(.+?)eed$")
_ED_OR_ING = re.compile(r"(.+?)(?:ed|ing)$")
_NEEDS_E = re.compile(r"(?:at|bl|iz)$")
_TWICE = re.compile(r"([^aeiouylsz])\1$")
_ION = re.compile(r"(.+?[st])ion$")
_SECOND = (
    {"ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al"}
    | {"entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al"}
    | {"iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble"}
    | {"logi": "log"}
)
_THIRD = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_2 = re.compile(f"(.+?)({'|'.join(_SECOND)})$")
_STEP_3 = re.compile(r"(.+?)(icate|ative|alize|iciti|ical|ful|ness)$")
_STEP_4 = re.compile(r"(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$")


def stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    if len(word) < _SHORTEST:
        return word
    if word[0] == "y":  # at the start it is no vowel
        return "y" + _stem(f"Y{word[1:]}")[1:]
    return _stem(word)


def _stem(word: str) -> str:
    word = _verb(_singular(word))
    if word[-1] == "y" and len(word) > 1 and _VOWEL.match(word[:-1]):
        word = f"{word[:-1]}i"
    if (found := _STEP_2.match(word)) and _MORE_THAN_0.match(found[1]):
        word = found[1] + _SECOND[found[2]]
    if (found := _STEP_3.match(word)) and _MORE_THAN_0.match(found[1]):
        word = found[1] + _THIRD[found[2]]
    if found := _STEP_4.match(word):
        word = found[1] if _MORE_THAN_1.match(found[1]) else word
    elif (found := _ION.match(word)) and _MORE_THAN_1.match(found[1]):
        word = found[1]
    return _end(word)


def _singular(word: str) -> str:
    if _PLURAL_ES.match(word):
        return word[:-2]
    return word[:-1] if _PLURAL.match(word) else word


def _verb(word: str) -> str:
    if found := _EED.match(word):
        return word[:-1] if _MORE_THAN_0.match(found[1]) else word
    if not (found := _ED_OR_ING.match(word)) or not _VOWEL.match(found[1]):
        return word
    word = found[1]
    if _NEEDS_E.search(word):
        return f"{word}e"
    if _TWICE.search(word):
        return word[:-1]
    return f"{word}e" if _SHORT.match(word) else word


def _end(word: str) -> str:
    if len(word) > 1 and word[-1] == "e":
        rest = word[:-1]
        if _MORE_THAN_1.match(rest) or (_EXACTLY_1.match(rest) and not _SHORT.match(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _MORE_THAN_1.match(word) else word
