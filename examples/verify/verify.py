#!/usr/bin/env python3
"""Checks the public file of a Weltentor game, as far as that needs no rules of the game.

    verify.py GAME.jsonl.gz ["PQ4K 7XZA …" ...]

The file is lines of JSON: a head, each turn, and the end. From the seed, the numbers of the rules, all orders and the
marks of reports come the seals that stood in the letters. Seals of yours may follow: the file must have them. Each turn
must begin with the state that the one before left, unless somebody joined or something was changed by hand in between.
What it does not check, it says: only `weltentor verify --public` can show that.

Exit code: 0 true, 1 false, 2 not such a file.
"""
import base64
import hashlib
import hmac
import json
import re
import struct
import sys
import zlib

BROKEN = (EOFError, OSError, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError)
MOST, MOST_LINE, MOST_TURNS = 256 << 20, 8 << 20, 10_000  # bytes unpacked, bytes of a line: as the program allows

# A SHA-256 in hex, and one line. A text with lines of its own could be read as several parts of a record or a leaf.
SUM, LINE = re.compile("[0-9a-f]{64}"), re.compile("[^\n]*")
WEAK = {"00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f",  # keys of small order: one signature fits all receipts
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"}

AT = re.compile(r"\d{4}(-\d\d){2}T\d\d(:\d\d){2}(\.\d*[1-9])?(Z|[+-]\d\d:\d\d)", re.ASCII)  # a time (RFC 3339)

# What lines are: objects with these keys in this order. Those with a _ are there only if they say something.
HEAD = {"format": str, "rulebook": str, "founding": str, "key": str, "tables": [str]}
ANNOUNCED = {"master": str, "value": str}
FOUNDING = {"seed": str, "width": int, "height": int, "tables": str, "rules": int, "state": str, "at": AT,
            "announced_": ANNOUNCED}
SEALED = {"turn": int, "former": str, "hash": str, "root": str}
RECORD = {"schema": int, "tables": str, "before": str, "sheets": SUM, "after": str, "events": str, "undone_": [SUM]}
LEAF = {"realm": int, "salt": str, "sheet": LINE, "report": LINE}
SHEET = {"realm": int, "text_": str, "at_": [int], "files_": [{"name": str, "type": str, "sum_": str}],
         "absent_": bool, "missed_": bool}
JOIN = {"Name": str, "Player": str, "Kind": str, "Culture": str, "Lang": str, "Computer": str,
        "to_": {"Name": str, "Lang": str, "Computer": str}, "edit_": dict, "realm": int, "rules": int, "tables": str,
        "after": str}
TURN = {"turn": int, "gone_": [SEALED], "joins_": [JOIN], "record": RECORD, "leaves_": [LEAF], "sheets_": [SHEET],
        "seal": str}
END = {"turn": int, "gone_": [SEALED], "seal": str, "end": bool}


class Untrue(Exception):
    """Says what is false in the file."""


class Much(Exception):
    """Says that the file has more than any game."""


def check(is_so, what):
    if not is_so:
        raise Untrue(what)


def say(text, to=None):
    """Prints a text, without what a file could do to a terminal."""
    print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in text), file=to)


def sha256(text):
    """The sum of a text in hex, as records have it."""
    return hashlib.sha256(text.encode()).hexdigest()


def mark(text, more=b""):
    """A SHA-256 as seals show it: its first 160 bits as 32 letters."""
    return base64.b32encode(hashlib.sha256(text.encode() + more).digest()[:20]).decode()


def seal(turn, former, hash_, root):
    return mark(f"weltentor seal 1\nturn {turn}\nformer {former}\nhash {hash_}\nroot {root}\n")


def tree(hashes):
    """The root over some leaves (RFC 6962, section 2.1)."""
    if len(hashes) < 2:
        return hashes[0] if hashes else hashlib.sha256(b"").digest()
    left = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + tree(hashes[:left]) + tree(hashes[left:])).digest()


def root(seed, turn, leaves):
    """The root over what each realm ordered and was told. Its salt keeps others from guessing during the game."""
    hashes = []
    for leaf in leaves:
        told = f"weltentor salt 1\nturn {turn}\nrealm {leaf['realm']}\n"
        salt = hmac.new(seed, told.encode(), hashlib.sha256).hexdigest()[:32]
        text = (f"weltentor leaf 1\nturn {turn}\nrealm {leaf['realm']}\nsalt {salt}\n"
                f"sheet {leaf['sheet']}\nreport {leaf['report']}\n")
        hashes.append(hashlib.sha256(b"\x00" + text.encode()).digest())
    return tree(hashes).hex()


def chain(head, founding, former, turn, record):
    """The hash of a turn: over all that went in and all that came out."""
    text = (f"weltentor turn {turn}\nformer {former}\nrulebook {head['rulebook']} {founding['rules']}\n"
            f"schema {record['schema']}\nseed {founding['seed']}\ntables {record['tables']}\n"
            f"before {record['before']}\nsheets {record['sheets']}\n"
            f"after {record['after']}\nevents {record['events']}\n")
    return sha256(text + "".join(f"undone {u}\n" for u in record.get("undone", [])))


def sheet_mark(sheet):
    """Over the orders, the lines of the letters where they were, and the files that came with them."""
    text = f"weltentor sheet 1\nat [{' '.join(map(str, sheet.get('at', [])))}]\n"
    for file in sheet.get("files", []):
        text += f"file {' '.join(file.get(k, '').encode().hex() for k in ('name', 'type', 'sum'))}\n"
    return mark(text + "\n" + sheet.get("text", ""))


def check_sheets(line):
    """Each sheet under the seal must be there, with these orders."""
    for part in "leaves", "sheets":
        realms = [of["realm"] for of in line[part]]
        check(realms == sorted(set(realms)), f"turn {line['turn']}: realms stand twice or unsorted in its {part}")
    left = {leaf["realm"]: leaf["sheet"] for leaf in line["leaves"] if leaf["sheet"]}
    for sheet in line["sheets"]:
        is_so = len(sheet) == 2 if sheet.get("absent") else left.pop(sheet["realm"], "") == sheet_mark(sheet)
        check(is_so, f"turn {line['turn']}, realm {sheet['realm']}: another sheet than the one under the seal")
    for realm in left:
        check(False, f"turn {line['turn']}, realm {realm}: the sheet under the seal is missing")


def check_begin(line, state, realms, places):
    """The turn begins with the state that was left, or with what joins and changes by hand made of it. Each sheet and
    each leaf is of a realm that has joined, and each realm that has just joined got a report."""
    turn, joins, new = line["turn"], line.get("joins", []), set()
    for join in joins:
        if "edit" not in join and "to" not in join:
            check(join["realm"] > 0 and join["realm"] not in realms and not 0 < places <= len(realms),
                  f"before turn {turn} realm {join['realm']} joined, for which there is no place")
            realms.add(join["realm"])
            new.add(join["realm"])
        else:
            check("edit" in join or join["realm"] in realms, f"before turn {turn} realm {join['realm']} changed hands, "
                  "and does not exist")
    left = joins[-1]["after"] if joins else state
    check(line["record"]["before"] == left and not (new and left == state),
          f"turn {turn}: who joined, and what was changed by hand, does not lead to the state with which it began")
    for part in "leaves", "sheets":
        for of in line[part]:
            check(of["realm"] in realms or of["realm"] == 0 and not of.get("absent"),
                  f"turn {turn}: realm {of['realm']} is in its {part}, and does not exist")
    told = {leaf["realm"] for leaf in line["leaves"] if leaf["report"]}
    check(new <= told, f"turn {turn}: a realm that has just joined has no report")


def within(line, left):
    """How many bytes may still come after a line."""
    if left <= len(line) or len(line) >= MOST_LINE:
        raise Much("it is larger than any game")
    return left - len(line)


def lines(name):
    """The lines of a file, which must be packed as the program packs it, and have nothing behind its end."""
    unpack, rest, size, crc, left = zlib.decompressobj(-zlib.MAX_WBITS), b"", 0, 0, MOST
    with open(name, "rb") as file:
        if file.read(10) != b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff":
            raise ValueError("it is packed in another way")
        while not unpack.eof and (packed := file.read(512)):
            data = unpack.decompress(packed)
            size, crc = size + len(data), zlib.crc32(data, crc)
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                left = within(line, left) - 1
                yield line
            within(rest, left + 1)
        if rest or unpack.unused_data + file.read() != struct.pack("<LL", crc, size & 0xFFFFFFFF):
            raise EOFError("something is missing, or stands behind the end")


def fits(value, shape):
    """Whether a value is of a type or a pattern, is a list of such, or an object as declared above."""
    if type(shape) is re.Pattern:
        return type(value) is str and shape.fullmatch(value) is not None
    if type(shape) is list:
        return type(value) is list and all(fits(v, shape[0]) for v in value)
    if type(shape) is dict:
        keys = {k.rstrip("_"): s for k, s in shape.items() if k[-1] != "_" or value.get(k[:-1])}
        return list(value) == list(keys) and all(fits(value[k], s) for k, s in keys.items())
    return type(value) is shape and (shape is not int or abs(value) < 1 << 63)


def read(text, shape, escaped="[\u2028\u2029]"):
    """An object in JSON, which must be as the program writes it: otherwise it could be read in two ways."""
    value = json.loads(text)
    again = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if re.sub(escaped, lambda c: f"\\u{ord(c[0]):04x}", again) != text or not fits(value, shape):
        raise ValueError("the program writes other lines")
    return value


def verify(name, own):
    parts = lines(name)
    head = read(next(parts).decode(), HEAD)
    founding = read(head["founding"], FOUNDING, "[<>&\u2028\u2029]")
    seed, key = bytes.fromhex(founding["seed"]), base64.urlsafe_b64decode(head["key"] + "=")
    if (head["format"], len(seed), seed.hex(), len(key), base64.urlsafe_b64encode(key).decode()) != (
            "weltentor public 2", 16, founding["seed"], 32, head["key"] + "="):
        raise ValueError("another format, seed or key")
    y = int.from_bytes(key, "little") % 2**255
    if y >= 2**255 - 19 or y.to_bytes(32, "little").hex() in WEAK:
        raise ValueError("one signature fits all receipts")
    tables = [sha256(t) for t in head["tables"]]
    if tables != sorted(set(tables)):
        raise ValueError("its tables stand twice or unsorted")
    check(founding["tables"] in tables, "the numbers of the founding were changed")
    announced = founding.get("announced")
    if announced is not None:  # the host could not choose the seed, if this mark was announced before the value was known
        mixed = f"weltentor announced 1\nmaster {announced['master']}\nvalue {announced['value']}\n"
        check(seed.hex() == sha256(mixed)[:32], "the seed is not made from the announced value")
        check(re.fullmatch("(?=.{1,200}$)[!-~]+( [!-~]+)*", announced["value"]), "the announced value can be read as another")
        say(f"the dice come from this announced value, too: {announced['value']}")
    dice = mark(f"weltentor dice 1\nseed {seed.hex()}\n")
    key_mark = mark("weltentor key 1\n", key)
    at = mark(f"weltentor founding 2\nworld {sha256(head['founding'])}\n"
              f"rulebook {head['rulebook']} {founding['rules']}\ndice {dice}\n"
              f"tables {founding['tables']}\nstate {founding['state']}\nkey {key_mark}\n")
    secret = {mark(f"weltentor master 1\nmaster {announced['master']}\n")} if announced else set()
    seals, taken_back, hash_, turn, ended = dict.fromkeys({at, dice, key_mark} | secret, 0), {}, "", 0, False
    numbers, state, realms, used = founding["tables"], founding["state"], set(), {founding["tables"]}
    try:
        for raw in parts:
            check(not ended, "something follows the end")
            ended = raw.endswith(b',"end":true}')
            line = {"leaves": [], "sheets": []} | read(raw.decode(), END if ended else TURN)
            if line["turn"] > MOST_TURNS:
                raise Much("it has more turns than any game")
            given = turn
            for gone in line.get("gone", []):
                check(gone["former"] == at and turn < gone["turn"] <= given + 1,
                      f"before turn {line['turn']}: a seal that was taken back does not follow")
                at, given = seal(gone["turn"], at, gone["hash"], gone["root"]), gone["turn"]
                taken_back[at] = given
            if not ended:
                turn += 1
                check(line["record"]["tables"] in tables, f"turn {turn}: the numbers of the rules were changed")
                joins = line.get("joins", [])
                check_begin(line, state, realms, founding["width"] * founding["height"])
                state = line["record"]["after"]
                used |= {line["record"]["tables"], *(join["tables"] for join in joins)}
                edits = [join["edit"] for join in joins if "edit" in join]
                if edits:
                    typed = "; ".join(" ".join([edit["verb"], *edit["args"]]) for edit in edits)
                    say(f"before turn {turn} the game master made changes by hand: {typed[:1000]}")
                if line["record"]["tables"] != numbers:
                    say(f"from turn {turn} on other numbers of the rules hold than before: were you told?")
                numbers = line["record"]["tables"]
                check(not any(leaf["salt"] for leaf in line["leaves"]), f"turn {turn}: it has salts")
                check_sheets(line)
                hash_ = chain(head, founding, hash_, turn, line["record"])
                at = seal(turn, at, hash_, root(seed, turn, line["leaves"]))
                seals[at] = turn
            check(line["turn"] == turn, f"turn {turn} is missing, or stands in another place")
            check(line["seal"] == at, f"turn {turn}: its seal is not over what the file has of it")
    except BROKEN as fault:
        raise Untrue(f"cut short or damaged after turn {turn} ({fault})") from fault
    check(ended, f"cut short after turn {turn}")
    check(used == set(tables), "it has numbers of the rules that no turn uses, or lacks some")
    for text in own:
        letters = "".join(text.rpartition(":")[2].split()).upper()
        of = seals.get(letters, taken_back.get(letters))
        number = re.search(r"(\d+)\s*:[^:]*$", text)
        check(of is not None and (not number or int(number[1]) == of), f"no turn of this file has your seal {text}")
        if letters in taken_back:
            say(f"your seal of turn {taken_back[letters]} is of a turn that was taken back: were you told?")
    return turn


def main(args):
    if not args:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        turns = verify(args[0], args[1:])
    except Untrue as what:
        say(f"false: {what}")
        return 1
    except (StopIteration, Much, *BROKEN) as fault:
        say(f"{args[0]} is not a file of `weltentor publish`: {fault}", sys.stderr)
        return 2
    print(f"true: {turns} turns, not played again; "
          + (f"your {len(args) - 1} seals are in it" if args[1:] else "compared with nobody's letters"))
    print("not checked: whether turns and changes by hand go by the rules, what joined realms and players were called, "
          "whether the game is over, receipts, and what reports say")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
