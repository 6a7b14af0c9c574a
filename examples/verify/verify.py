#!/usr/bin/env python3
"""Checks the public file of a Weltentor game, as far as that needs no rules of the game.

    verify.py GAME.jsonl.gz ["PQ4K 7XZA …" ...]

The file is lines of JSON: a head, each turn, and the end. From the seed, the numbers of the rules, all orders and the
marks of reports come the seals that stood in the letters. Seals of yours may follow: the file must have them. That the
turns were played by the rules, only `weltentor verify --public` can show.

Exit code: 0 true, 1 false, 2 not such a file.
"""
import base64
import gzip
import hashlib
import hmac
import json
import re
import sys
import zlib

BROKEN = (EOFError, OSError, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError)
MOST_LINE = 8 << 20  # bytes, as the program allows


class Untrue(Exception):
    """Says what is false in the file."""


def check(is_so, what):
    if not is_so:
        raise Untrue(what)


def say(text, to=None):
    """Prints a text, without what a file could do to a terminal."""
    print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in text), file=to)


def sha256(text):
    """The sum of a text in hex, as records have it."""
    return hashlib.sha256(text.encode()).hexdigest()


def mark(text):
    """A SHA-256 as seals show it: its first 160 bits as 32 letters."""
    return base64.b32encode(hashlib.sha256(text.encode()).digest()[:20]).decode()


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


def check_sheets(line):
    """Each sheet under the seal must be there, with these orders."""
    realms = [leaf["realm"] for leaf in line["leaves"]]
    check(realms == sorted(set(realms)), f"turn {line['turn']}: a realm stands twice under the seal")
    left = {leaf["realm"]: leaf["sheet"] for leaf in line["leaves"] if leaf["sheet"]}
    for sheet in line.get("sheets", []):
        files = "".join(f"\nfile {json.dumps(f['name'], ensure_ascii=False)} {f['sum']}"
                        for f in sheet.get("files", []))
        check(sheet.get("absent") or left.pop(sheet["realm"], "") == mark(sheet["text"] + files),
              f"turn {line['turn']}, realm {sheet['realm']}: another sheet than the one under the seal")
    for realm in left:
        check(False, f"turn {line['turn']}, realm {realm}: the sheet under the seal is missing")


def lines(name):
    with gzip.open(name) as file:
        while raw := file.readline(MOST_LINE + 1):
            if len(raw) > MOST_LINE:
                raise ValueError("a line is too long")
            yield json.loads(raw)


def verify(name, own):
    parts = lines(name)
    head = next(parts)
    if head.get("format") != "weltentor public 1":
        raise ValueError("another format")
    founding = json.loads(head["founding"])
    seed = bytes.fromhex(founding["seed"])
    tables = {sha256(t) for t in head["tables"]}
    check(founding["tables"] in tables, "the numbers of the founding were changed")
    announced = founding.get("announced")
    if announced is not None:  # the host could not choose the seed, if this mark was announced before the value was known
        mixed = f"weltentor announced 1\nmaster {announced['master']}\nvalue {announced['value']}\n"
        check(seed.hex() == sha256(mixed)[:32], "the seed is not made from the announced value")
        check(re.fullmatch("(?=.{1,200}$)[!-~]+( [!-~]+)*", announced["value"]), "the announced value can be read as another")
        say(f"the dice come from this announced value, too: {announced['value']}")
    dice = mark(f"weltentor dice 1\nseed {seed.hex()}\n")
    at = mark(f"weltentor founding 1\nworld {sha256(head['founding'])}\n"
              f"rulebook {head['rulebook']} {founding['rules']}\ndice {dice}\n"
              f"tables {founding['tables']}\nstate {founding['state']}\n")
    secret = {mark(f"weltentor master 1\nmaster {announced['master']}\n")} if announced else set()
    seals, taken_back, hash_, turn, ended = dict.fromkeys({at, dice} | secret, 0), {}, "", 0, False
    try:
        for line in parts:
            check(not ended, "something follows the end")
            for gone in line.get("gone", []):
                check(gone["former"] == at and gone["turn"] > 0, f"before turn {line['turn']}: a seal that was taken back does not follow")
                at = seal(gone["turn"], at, gone["hash"], gone["root"])
                taken_back[at] = gone["turn"]
            ended = line.get("end", False)
            if not ended:
                turn += 1
                check(line["record"]["tables"] in tables, f"turn {turn}: the numbers of the rules were changed")
                line.setdefault("leaves", [])
                check_sheets(line)
                hash_ = chain(head, founding, hash_, turn, line["record"])
                at = seal(turn, at, hash_, root(seed, turn, line["leaves"]))
                seals[at] = turn
            check(line["turn"] == turn, f"turn {turn} is missing, or stands in another place")
            check(line["seal"] == at, f"turn {turn}: its seal is not over what the file has of it")
    except BROKEN as fault:
        raise Untrue(f"cut short or damaged after turn {turn} ({fault})") from fault
    check(ended, f"cut short after turn {turn}")
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
    except (StopIteration, *BROKEN) as fault:
        say(f"{args[0]} is not a file of `weltentor publish`: {fault}", sys.stderr)
        return 2
    print(f"true: {turns} turns, not played again; "
          + (f"your {len(args) - 1} seals are in it" if args[1:] else "compared with nobody's letters"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
