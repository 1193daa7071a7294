"""Where a mutant's edit belongs in the sources: by the tokens of its `find`, wherever lines break.

Spaces, line breaks and comments do not count, and code that has moved to another file is found there.
What has been reworded is not found; then nearest() says what most resembles it.
"""
import collections
import difflib
import functools
import re

FOLDERS = ("core", "exact", "sim")
TOKEN = re.compile(r"""
    //[^\n]* | /\*.*?\*/                 # comments, which are left out
  | R"\((?:.*?)\)" | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])'
  | [A-Za-z_]\w* | \.?\d(?:[\w.']|[eE][+-])*
  | <=> | <<= | >>= | -> | :: | [-+*/%&|^=<>!]= | && | \|\| | \+\+ | -- | <<
  | \S""", re.VERBOSE | re.DOTALL)
Place = collections.namedtuple("Place", "file begin end")


def tokens(text):
    """(token, begin, end) of each, without comments."""
    return [(match[0], match.start(), match.end()) for match in TOKEN.finditer(text)
            if not match[0].startswith(("//", "/*"))]


@functools.lru_cache(maxsize=None)
def _tokens_of_file(file, _changed):
    return tokens(file.read_text())


def _of_file(file):
    return _tokens_of_file(file, file.stat().st_mtime_ns)


def spans(text_tokens, find):
    """All (begin, end) where the tokens of `find` stand."""
    wanted = [token for token, _, _ in tokens(find)]
    words = [token for token, _, _ in text_tokens]
    first, found, at = wanted[0], [], -1
    while True:
        try:
            at = words.index(first, at + 1)
        except ValueError:
            return found
        if words[at:at + len(wanted)] == wanted:
            found.append((text_tokens[at][1], text_tokens[at + len(wanted) - 1][2]))


def edits(mutant):
    """Pairs of find and replace."""
    if isinstance(mutant["find"], str):
        return [(mutant["find"], mutant["replace"])]
    return list(zip(mutant["find"], mutant["replace"], strict=True))


def file_of(tree, mutant):
    """The file in which every edit has one place: the one that is named, or else the only one. None: there is none."""
    def has_all(file):
        return all(len(spans(_of_file(file), find)) == 1 for find, _ in edits(mutant))

    named = tree / mutant["file"]
    if named.exists() and has_all(named):
        return named
    moved = [file for file in sources(tree) if file != named and has_all(file)]
    return moved[0] if len(moved) == 1 else None


def edited(text, mutant):
    """The text with the mutant's edits, each of which has one place in it."""
    for find, replace in edits(mutant):
        [(begin, end)] = spans(tokens(text), find)
        text = text[:begin] + replace.strip() + text[end:]
    return text


def sources(tree):
    return sorted(file for folder in FOLDERS for file in (tree / folder).rglob("*")
                  if file.suffix in (".h", ".cpp"))


def nearest(tree, mutant):
    """Of each edit that has no place, or several: (find, how many places, file, line, text most like it, likeness)."""
    named = tree / mutant["file"]
    for find, _ in edits(mutant):
        if named.exists() and len(found := spans(_of_file(named), find)) == 1:
            continue
        several = len(found) if named.exists() else 0
        best = (0, None)
        wanted = [token for token, _, _ in tokens(find)]
        counted = collections.Counter(wanted)
        for file in [named] if named.exists() else sources(tree):
            of_file = _of_file(file)
            for at in range(max(len(of_file) - len(wanted), 0) + 1):
                window = [token for token, _, _ in of_file[at:at + len(wanted)]]
                if not window or (counted & collections.Counter(window)).total() < len(wanted) / 2:
                    continue
                likeness = difflib.SequenceMatcher(None, wanted, window, autojunk=False).ratio()
                if likeness > best[0]:
                    best = (likeness, Place(file, of_file[at][1], of_file[at + len(window) - 1][2]))
        if best[1] is None:
            yield find, several, None, 0, "", 0
            continue
        text = best[1].file.read_text()
        line = text.count("\n", 0, best[1].begin) + 1
        yield (find, several, best[1].file.relative_to(tree), line,
               " ".join(text[best[1].begin:best[1].end].split()), best[0])
