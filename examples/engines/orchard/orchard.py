#!/usr/bin/env python3
"""Orchard: a game of five years for a few growers. It reads and writes files in the folder in which it is run.

orchard.py found    begins a game: orchard.json
orchard.py check N  reads orders-N and grower-N.json, writes checked
orchard.py turn     takes join and all orders-N, writes orchard.json, and for each grower report-N, grower-N.json, template-N
"""
import json
import os
import random
import sys

YEARS = 5
HARVEST = {"apple": (0, 4), "pear": (1, 2)}  # fruit of a tree, at least and at most


def load(name, default):
    return json.load(open(name)) if os.path.exists(name) else default


def lines(name):
    return open(name, encoding="utf-8").read().splitlines() if os.path.exists(name) else []


def order(line):
    """An order as its words and numbers, None for an empty line, or a complaint."""
    words = line.split(";")[0].split()
    form = {"plant": 2, "press": 2, "give": 3}.get(words[0].lower()) if words else None
    if not words:
        return None
    if form != len(words) or not all(w.isascii() and w.isdigit() for w in words[1:]):
        return "orders are plant N, press N, give N GROWER"
    return [words[0].lower()] + [int(w) for w in words[1:]]


def check(number):
    fruit, out = load(f"grower-{number}.json", {}).get("fruit", 0), open("checked", "w", encoding="utf-8")
    for line in lines(f"orders-{number}"):
        print(line, file=out)
        done = order(line)
        if isinstance(done, str):
            print("!!", done, file=out)
        elif done:
            costs = done[1] * (2 if done[0] == "plant" else 1)
            if costs > fruit:
                print(f"!! this takes {costs} fruit, and {fruit} will be left: it is done as far as they last", file=out)
            fruit = max(fruit - costs, 0)


def turn():
    game = load("orchard.json", None)
    random.seed(f"{open('seed').read()} {game['year']}")
    growers, told = game["growers"], {n: [] for n in game["growers"]}
    for number in sorted(growers, key=int):
        own = growers[number]
        for line in lines(f"orders-{number}"):
            done = order(line)
            if isinstance(done, str):
                told[number].append(f"Not done: {line[:20]} ({done}).")
            if not isinstance(done, list):
                continue
            many = min(done[1], own["fruit"] // (2 if done[0] == "plant" else 1))
            to = str(done[2]) if done[0] == "give" else None
            if to is not None and to not in growers:
                told[number].append(f"Not done: {line[:20]} (there is no such grower).")
                continue
            own["fruit"] -= many * (2 if done[0] == "plant" else 1)
            if done[0] == "give":
                growers[to]["fruit"] += many
                told[to].append(f"{own['name']} ({number}) gives you {many} fruit.")
            else:
                own["trees" if done[0] == "plant" else "cider"] += many
            told[number].append(f"Done: {done[0]} {many}" + (f" {to}." if to else "."))
    weather = random.random()
    for number, own in growers.items():
        least, most = HARVEST[own["kind"]]
        picked = own["trees"] * (least + round(weather * (most - least)))
        own["fruit"] += picked
        told[number].append(f"You pick {picked} fruit.")
    for line in lines("join"):
        number, kind, name = line.split(" ", 2)
        growers[number] = {"name": name, "kind": kind, "trees": 10, "fruit": 20, "cider": 0}
        told[number] = ["You get an orchard."]
    game["year"] += 1
    for number, own in growers.items():
        report = [f"{own['name']} ({number}), year {game['year']}", "", *told[number], "",
                  f"You have {own['trees']} {own['kind']} trees, {own['fruit']} fruit and {own['cider']} cider."]
        print(*report, sep="\n", file=open(f"report-{number}", "w", encoding="utf-8"))
        print(f"; {own['fruit']} fruit\npress 0", file=open(f"template-{number}", "w", encoding="utf-8"))
        json.dump(own, open(f"grower-{number}.json", "w"), sort_keys=True)
    print(f"Year {game['year']}", file=open("title", "w"))
    print(*sorted(f"{g['cider']} cider: {g['name']} ({n})" for n, g in growers.items()), sep="\n", file=open("cellar.txt", "w", encoding="utf-8"))
    if game["year"] > YEARS:
        best = max(g["cider"] for g in growers.values())
        print(*(n for n in growers if growers[n]["cider"] == best), file=open("winners", "w"))
    json.dump(game, open("orchard.json", "w"), sort_keys=True)
    open("join", "w").close()


if sys.argv[1] == "found":
    json.dump({"year": 0, "growers": {}}, open("orchard.json", "w"))
    open("join", "w").close()
    open("seed", "w").close()
elif sys.argv[1] == "check":
    check(sys.argv[2])
else:
    turn()
