"""The places of a C++ source text where one operator, constant or bound can be changed.

A lexer without a parser: it relies on clang-format, which puts blanks around binary operators and
none beside the brackets of templates, references and signs.
"""
import dataclasses
import re

TOKEN = re.compile(r"""
    (?P<directive> ^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<comment>   //[^\n]* | /\*.*?\*/)
  | (?P<text>      R"(?P<mark>[^\s(]*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*")
  | (?P<number>    \.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<letter>    '(?:\\.|[^'\\\n])+')
  | (?P<word>      [A-Za-z_]\w*)
  | (?P<operator>  <=>|<<=|>>=|->\*|->|\+\+|--|&&|\|\||[=!<>+\-*/%&|^]=|<<|>>|::|[^\s\w])
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)

BINARY = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
          "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
          "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
          "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"],
          "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "%=": ["/="],
          "&=": ["|="], "|=": ["&="], "^=": ["&="], "<<=": [">>="], ">>=": ["<<="]}
STEPS = {"++": ["--"], "--": ["++"]}
SIGNS = {"!": [""], "-": [""], "~": [""]}  # before an operand
WORDS = {"true": ["false"], "false": ["true"], "break": ["continue"], "continue": ["break"]}
CALLS = {"min": ["max"], "max": ["min"], "front": ["back"], "back": ["front"],
         "floor": ["ceil"], "ceil": ["floor"], "less": ["greater"], "greater": ["less"],
         "lower_bound": ["upper_bound"], "upper_bound": ["lower_bound"],
         "any_of": ["all_of"], "all_of": ["any_of"], "none_of": ["any_of"]}
MEMBERS = {"first": ["second"], "second": ["first"],
           "attacker": ["defender"], "defender": ["attacker"]}
# What only makes text: calls whose arguments, and functions whose bodies, are left alone.
WORDING = re.compile(r"(format|print|explain|describe)\w*|summary|in_words|to_string|static_assert")


@dataclasses.dataclass(frozen=True)
class Site:
    start: int
    end: int
    alternatives: tuple  # texts, each to stand in place of [start, end)


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


def _tokens(source):
    """Without comments and directives."""
    tokens = [Token(m.lastgroup if m.lastgroup != "mark" else "text", m[0], m.start(), m.end())
              for m in TOKEN.finditer(source)]
    return [t for t in tokens if t.kind not in ("directive", "comment")]


def sites(source):
    """All of them, in the order of the text."""
    tokens = _tokens(source)
    wording = _wording(tokens)
    found = []
    for i, token in enumerate(tokens):
        if i not in wording:
            alternatives = _alternatives(source, tokens, i)
            if alternatives:
                found.append(Site(token.start, token.end, tuple(alternatives)))
    return found


def switched(source, start, end, new, alive):
    """The smallest span around [start, end) that can be two things, and its text: `new` where
    `alive` holds, else what it was."""
    tokens = _tokens(source)
    i = next(i for i, t in enumerate(tokens) if t.start == start)
    if tokens[i].text in ("break", "continue"):
        return start, end, f"if ({alive}) {new}; else {tokens[i].text}"
    first, last = (i, i) if tokens[i].kind == "number" else _expression(tokens, i)
    begin, stop = tokens[first].start, tokens[last].end
    old = "".join(f" {t.text}" for t in tokens[first:last + 1])
    changed = "".join(f" {new if t is tokens[i] else t.text}" for t in tokens[first:last + 1])
    return begin, stop, f"({alive} ? ({changed}) : ({old}))"


ASSIGNMENTS = {"=", *(operator for operator in BINARY if operator[-1:] == "=" and operator not in
                      ("<=", ">=", "==", "!="))}
BORDERS = {",", ";", "?", ":", *ASSIGNMENTS}
STATEMENTS = {"return", "else", "do", "case", "throw"}


def _expression(tokens, i):
    """The first and the last token of the expression around one, up to commas and brackets."""
    closing = _closing_brackets(tokens)
    opening = {end: begin for begin, end in closing.items()}
    first = last = i
    while first > 0:
        before = first - 1
        text = tokens[before].text
        border = text in BORDERS and tokens[before].kind == "operator"
        if border or before in closing or text in STATEMENTS:
            break
        if before in opening:
            of = tokens[opening[before] - 1].text if opening[before] > 0 else ""
            ends_statement = text == "}" and tokens[first].kind != "operator"
            if ends_statement or (text == ")" and of in ("if", "for", "while", "switch", "constexpr")):
                break
            before = opening[before]
        first = before
    if i in closing:
        last = closing[i]
    ends = {",", ";"} if tokens[i].text in ASSIGNMENTS else BORDERS
    while last + 1 < len(tokens):
        after = last + 1
        if after in opening or (tokens[after].text in ends and tokens[after].kind == "operator"):
            break
        last = closing.get(after, after)
    return first, last


def _alternatives(source, tokens, i):
    token = tokens[i]
    before = tokens[i - 1].text if i > 0 else ""
    after = tokens[i + 1].text if i + 1 < len(tokens) else ""
    if token.kind == "number":
        return _other_numbers(token.text)
    if token.kind == "word":
        if before in (".", "->", "::") and token.text in MEMBERS and after != "(":
            return MEMBERS[token.text]
        if token.text in CALLS and after in ("(", "<"):
            return CALLS[token.text]
        return WORDS.get(token.text)
    if token.kind != "operator" or before == "operator":
        return None
    if token.text in STEPS:
        return STEPS[token.text]
    around = source[token.start - 1:token.start] + source[token.end:token.end + 1]
    if token.text in BINARY and around.isspace() and len(around) == 2:
        return BINARY[token.text]
    if token.text in SIGNS and not around[-1:].isspace() and after != "=":
        starts_operand = before in ("return", "case") or not re.match(r"[\w)\]]", before[-1:])
        return SIGNS[token.text] if starts_operand else None
    return None


def _other_numbers(text):
    """The number and one, the number less one; a fraction is also halved. Suffixes stay."""
    whole = re.fullmatch(r"(0[xX][\da-fA-F']+|0[bB][01']+|[\d.'eE]+(?:(?<=[eE])[+-]\d+)?)"
                         r"([uUlLfFzZ]*)", text)
    if not whole:
        return None  # hexadecimal fractions
    digits, suffix = whole[1].replace("'", ""), whole[2]
    if re.fullmatch(r"\d*\.\d*(e[+-]?\d+)?|\d+e[+-]?\d+", digits, re.IGNORECASE):
        number = float(digits)
        return [f"{other!r}{suffix}" for other in ([number + 1, number / 2] if number else [1.0])]
    number = int(digits, 8 if re.fullmatch(r"0\d+", digits) else 0)
    return [f"{other}{suffix}" for other in ([number + 1, number - 1] if number else [1])]


def _wording(tokens):
    """Places among the tokens that only make text: for readers, or of errors."""
    closing = _closing_brackets(tokens)
    places = set()
    for i, token in enumerate(tokens):
        if token.kind == "word" and i + 1 in closing and tokens[i + 1].text == "(":
            if WORDING.fullmatch(token.text):
                places.update(range(i, closing[i + 1] + 1))
            if WORDING.fullmatch(token.text) or _returns_text(tokens, i):
                body = closing[i + 1] + 1
                while body < len(tokens) and tokens[body].text in ("const", "noexcept"):
                    body += 1
                if body in closing and tokens[body].text == "{":
                    places.update(range(body, closing[body]))
    # Conditions of nothing but such calls, the innermost first.
    for i in reversed(range(len(tokens))):
        if tokens[i].text == "if" and i + 1 in closing:
            body = closing[i + 1] + 1
            end = closing[body] + 1 if body in closing else _end_of_statement(tokens, closing, body)
            if all(j in places or tokens[j].text in ("{", "}", ";") for j in range(body, end)):
                places.update(range(i, end))
    for i, token in enumerate(tokens):
        if token.text == "throw":
            places.update(range(i, _end_of_statement(tokens, closing, i)))
    return places


def _end_of_statement(tokens, closing, i):
    while i < len(tokens) and tokens[i].text != ";":
        i = closing.get(i, i) + 1
    return i


def _returns_text(tokens, name):
    """Whether the function defined at this place returns a std::string."""
    while name >= 2 and tokens[name - 1].text == "::" and tokens[name - 2].text != "std":
        name -= 2  # of a class
    return [t.text for t in tokens[max(name - 3, 0):name]] == ["std", "::", "string"]


def _closing_brackets(tokens):
    """From each opening bracket's place to its closing one's."""
    closing = {}
    opened = []
    for i, token in enumerate(tokens):
        if token.kind != "operator":
            continue
        if token.text in ("(", "[", "{"):
            opened.append(i)
        elif token.text in (")", "]", "}") and opened:
            closing[opened.pop()] = i
    return closing
