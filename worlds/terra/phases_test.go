package terra

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/turn"
)

// startedWorld is a small world with three nations and a king.
func startedWorld(t *testing.T, seed byte, tables string) *World {
	t.Helper()
	first, err := Rules().Found(game.Founding{Seed: game.Seed{seed}, Width: 10, Height: 8, Tables: []byte(tables)})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range joinings {
		if first, _, err = first.Join(j, game.Seed{seed}); err != nil {
			t.Fatal(err)
		}
	}
	return first.(*World)
}

// After every phase of every round nothing is broken, no point comes to a treasury
// or leaves it without an event that says so, armies lose strength by battles only,
// and fields change hands only where somebody takes them.
func TestPhasesKeepTheBooks(t *testing.T) {
	for seed := range byte(6) {
		w := startedWorld(t, seed, "[rules]\ncapital_distance = 4\nrounds = 10\n")
		for !w.at.State.Over {
			sheets := sensibleSheets(w, seed)
			run := turn.Begin(w.at, w.at.State.Clone(), sheets, game.Seed{seed, byte(w.at.State.Turn)})
			lists := [][]turn.Phase{turn.Planned, turn.Played, turn.Fought}
			if w.at.State.Phase == realm.InResults {
				lists = [][]turn.Phase{turn.Told, turn.Fought}
			} else if out := w.Resolve(sheets, run.Seed, 1, nil).Next().(*World); out.at.State.Phase == realm.InResults {
				lists = lists[:2]
			}
			for _, list := range lists {
				for _, p := range list {
					before, told := run.State.Clone(), run.Annals.Len()
					run.Run([]turn.Phase{p})
					keepsTheBooks(t, seed, p.Name, before, run, run.Annals.From(told))
				}
			}
			w = w.Resolve(sheets, run.Seed, 1, nil).Next().(*World)
			for _, b := range w.Broken() {
				t.Fatalf("seed %d, turn %d: %s", seed, w.at.State.Turn, b)
			}
		}
	}
}

func sensibleSheets(w *World, seed byte) []game.Sheet {
	var out []game.Sheet
	for _, r := range w.at.State.Realms {
		d := game.Seed{seed}.Throw(w.at.State.Turn, 0, "sheet", int64(r.Number))
		out = append(out, game.Sheet{Realm: r.Number, Turn: w.at.State.Turn, Text: sensible(w, r.Number, d)})
	}
	return out
}

// keepsTheBooks holds one phase's changes against what it told.
func keepsTheBooks(t *testing.T, seed byte, phase string, before *realm.State, run *turn.Turn, events []game.Event) {
	t.Helper()
	for i := range before.Realms {
		was, is := &before.Realms[i], &run.State.Realms[i]
		gained, relieved, won, lost := int64(0), int64(0), 0, 0
		for _, e := range events {
			if !e.For(i + 1) {
				continue
			}
			points := int64(0)
			for _, a := range e.Args {
				if a.Name == "points" {
					points = a.N
				}
			}
			switch e.Code {
			case "income", "foraged", "spoils":
				gained += points
			case "ransom", "ransom-short", "staked":
				gained -= points
			case "relieved":
				relieved += points
			case "field-won":
				won++
			case "field-lost":
				lost++
			}
		}
		if is.Treasury > was.Treasury+gained || is.Treasury < was.Treasury+gained-relieved || is.Treasury < 0 {
			t.Fatalf("seed %d, turn %d, %s: the treasury of %d was %d and is %d, told %d and %d of relief", seed,
				before.Turn, phase, i+1, was.Treasury, is.Treasury, gained, relieved)
		}
		if got := run.State.FieldsOf(i+1) - before.FieldsOf(i+1); got != won-lost {
			t.Fatalf("seed %d, turn %d, %s: realm %d has %d fields more, told of %d won and %d lost", seed, before.Turn,
				phase, i+1, got, won, lost)
		}
		for k := range is.Armies {
			if now, then := is.Armies[k].Status, was.Armies[k].Status; now < then && phase != "losses" || now > then &&
				phase != "relief" {
				t.Fatalf("seed %d, turn %d, %s: army %d of %d had %d, has %d", seed, before.Turn, phase, k+1, i+1, then,
					now)
			}
			if run.State.Realms[i].Armies[k].At != was.Armies[k].At && phase != "clock" && phase != "retreats" {
				t.Fatalf("seed %d, turn %d, %s: army %d of %d moved", seed, before.Turn, phase, k+1, i+1)
			}
		}
	}
}

// Who plays has as many battles at the table as anybody can give him: after the
// pairings no two who play and could have one more are left over.
func TestNobodyIsLeftOver(t *testing.T) {
	for seed := range byte(12) {
		w := startedWorld(t, seed, "[rules]\ncapital_distance = 4\nrounds = 6\n")
		for !w.at.State.Over {
			w = w.Resolve(sensibleSheets(w, seed), game.Seed{seed}, 1, nil).Next().(*World)
			if w.at.State.Phase != realm.InResults {
				continue
			}
			taken := make([]int, len(w.at.State.Realms)+1)
			for i := range w.at.State.Battles {
				if b := &w.at.State.Battles[i]; b.Round == w.at.State.Round && b.Table {
					taken[b.Sides[realm.Attacker].Player]++
					taken[b.Sides[realm.Defender].Player]++
				}
			}
			idle := 0
			for i := range w.at.State.Realms {
				if w.at.State.Realms[i].Plays && taken[i+1] < w.at.Tables.Rules.Table {
					idle++
				}
				if !w.at.State.Realms[i].Plays && taken[i+1] > 0 {
					t.Errorf("seed %d, round %d: realm %d does not play and has a battle", seed, w.at.State.Round, i+1)
				}
			}
			if idle > 1 {
				t.Errorf("seed %d, round %d: %d players have room for a battle with each other", seed, w.at.State.Round,
					idle)
			}
		}
	}
}

// §2.8: a list is kept for the whole campaign and goes out with every pairing; the
// battle of the first round ends in a draw, for nobody tells it.
func TestListsAreKept(t *testing.T) {
	c := newCase(t, "-- tables --\n[rules]\ntable = 1\n-- world --\nfield 2/2 pasture 2 1000\nfield 4/4 pasture 1 "+
		"1000\narmy 1 1 2/2 3000\n")
	var w game.World = c.world
	for round := range 3 {
		var sheets []game.Sheet
		for r := 1; r <= 2; r++ {
			sheets = append(sheets, game.Sheet{Realm: r, Turn: w.Asked().Turn, Text: "$S\nSpielt ja\n"})
		}
		if round == 0 {
			sheets[0].Files = []game.File{{Name: "Armee1.pdf", Type: "application/pdf", Sum: "abc"}}
		}
		out := w.Resolve(sheets, game.Seed{1}, 1, nil)
		if files := out.Report(2, nil).Files; len(files) != 1 || files[0].Sum != "abc" || len(out.Report(1, nil).Files) > 0 ||
			len(out.Report(3, nil).Files) > 0 {
			t.Errorf("round %d: the list goes out as %v, %v and %v", round+1, out.Report(1, nil).Files, files,
				out.Report(3, nil).Files)
		}
		w = out.Next().Resolve(nil, game.Seed{2}, 1, nil).Next()
	}
}

// §11.1: a pairing is told to those it concerns, and to nobody else.
func TestPairingsOfOthersStayHidden(t *testing.T) {
	c := newCase(t, "-- tables --\n[rules]\ntable = 1\n-- world --\nfield 2/2 pasture 2 1000\nfield 4/4 pasture 1 "+
		"1000\narmy 1 1 2/2 3000\n")
	out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$S\nSpielt ja\n"},
		{Realm: 2, Turn: 1, Text: "$S\nSpielt ja\n"}}, game.Seed{1}, 1, nil)
	of := realm.AppendBattle(nil, out.Next().(*World).at.State.Battles[0].Number)
	for nation, told := range map[int]bool{1: true, 2: true, 3: false} {
		if bytes.Contains(out.Report(nation, nil).Text, append(of, ": "...)) != told {
			t.Errorf("realm %d is told of the pairing: %t", nation, !told)
		}
	}
}

// `$S` about letters: without a map, zipped, in English, in another character set.
func TestSettingsOfLetters(t *testing.T) {
	c := newCase(t, "-- world --\nfield 2/2 pasture 1 1000\n")
	out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$S\nKarte nein\nZip ja\nSprache en\nComputer PC\n"}},
		game.Seed{1}, 1, nil)
	if r := out.Next().Realms()[0]; !r.Zip || r.Lang != "en" || r.Computer != game.PC {
		t.Errorf("%+v", r)
	}
	if text := string(out.Report(1, nil).Text); strings.Contains(text, "\nMap\n") || !strings.Contains(text, "Your fields") {
		t.Errorf("with a map, or not in English:\n%s", text)
	}
	back := out.Next().Resolve([]game.Sheet{{Realm: 1, Turn: 2, Text: "$S\nMap yes\nArchive no\n"}}, game.Seed{1}, 1, nil)
	if r := back.Next().Realms()[0]; r.Zip || !strings.Contains(string(back.Report(1, nil).Text), "\nMap\n") {
		t.Errorf("%+v, or no map", r)
	}
}

// §11.1: a king who never had a capital is told how the attacker counts the field of his
// battle: Nordland's capital is 2/2, so 3/2 is 1/0 to it. A king who once had one counts
// from there, and needs no other name.
func TestAKingLearnsWhatTheFieldIsCalled(t *testing.T) {
	for _, never := range []bool{true, false} {
		c := newCase(t, "-- tables --\n[rules]\ntable = 1\n-- world --\nfield 2/2 pasture 1 1000\narmy 1 1 3/2 3000\n")
		s := c.world.at.State
		s.Realms[0].Capital = c.place("2/2")
		if never {
			s.Realms[2].Capital = game.Nowhere
		}
		out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$S\nSpielt ja\n"},
			{Realm: 3, Turn: 1, Text: "$S\nSpielt ja\n"}}, game.Seed{1}, 1, nil)
		for realm, want := range []bool{0: false, 2: never} {
			if told := bytes.Contains(out.Report(realm+1, nil).Text,
				[]byte("Nordland (1) nennt das Feld 1/0.")); told != want {
				t.Errorf("never had a capital %t: realm %d is told what Nordland calls the field: %t", never, realm+1,
					told)
			}
		}
	}
}

// The title tells the last round as far as it is known: of 12 rounds, of as many as are
// played where the tables were given fewer, and this one where the game master says so.
func TestTitleTellsTheLastRound(t *testing.T) {
	for want, c := range map[string]struct {
		rounds int
		last   bool
	}{"Round 3 of 12: orders": {12, false}, "Round 3 of 3: orders": {1, false},
		"Round 3 of 3: orders, last": {12, true}} {
		w := newCase(t, fmt.Sprintf("-- tables --\n[rules]\nrounds = %d\n-- world --\nround 3\n", c.rounds)).world
		w.at.State.LastRound = c.last
		if got := w.Title(phrase.En); got != strings.TrimSuffix(want, ", last") {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// In the phase of results the order file to fill in names each battle and the opponent.
func TestTemplateNamesTheOpponent(t *testing.T) {
	text := newCase(t, tableOfThree).world.Template(1)
	for _, want := range []string{"; Gegen Suedland: G1 ", "; Gegen Westmark: G2 "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// §11.4: what the fields of a nation could bring would tell of each one it wins in the
// fog; so nobody but itself reads it. Nordland's one pasture brings 200 at most.
func TestIncomeOfFieldsIsOnesOwn(t *testing.T) {
	c := newCase(t, "-- tables --\n[[terrain]]\ncode = \"pasture\"\nincome = 200\n-- world --\nfield 0/0 pasture 1 "+
		"1000\nfield 7/4 pasture 2 1000\n")
	for realm, want := range map[int]bool{1: true, 2: false, 3: false} {
		text := c.world.Welcome(realm, nil).Text
		line := bytes.ReplaceAll(regexp.MustCompile(`(?m)^ *1 Nordland: .*\n.*$`).Find(text), []byte("\n   "), nil)
		if told := bytes.Contains(line, []byte("aus allen Feldern höchstens 200")); told != want || len(line) == 0 {
			t.Errorf("realm %d reads %q", realm, line)
		}
	}
}

// What others have told of their own battles is told to nobody else: whether they agree,
// differ or have told nothing changes neither what the sheets tell a realm beside its
// own nor its report. Their records, which all know, are the same: a draw each time.
func TestResultsOfOthersStayHidden(t *testing.T) {
	c := newCase(t, `-- world --
phase results
battle 1 table - mercenaries led 1 vs mercenaries led 2
battle 1 table - mercenaries led 2 vs mercenaries led 3
`)
	var first []game.Crossing
	var report []byte
	for i, third := range []string{"G2 100 300 0 0\n", "G2 300 100 0 0\n", ""} {
		sheets := []game.Sheet{{Realm: 1, Turn: 1, Text: "$T\nG1 100 200 0 0\n"},
			{Realm: 2, Turn: 1, Text: "$T\nG1 200 100 0 0\nG2 300 100 0 0\n"}, {Realm: 3, Turn: 1, Text: "$T\n" +
				third}}
		mine := slices.DeleteFunc(c.world.Compare(sheets), func(x game.Crossing) bool { return x.Realm != 1 })
		out := c.world.Resolve(sheets, game.Seed{4}, 1, nil).Report(1, nil).Text
		if i == 0 {
			first, report = mine, out
			if len(mine) != 1 || mine[0].About != 1 || mine[0].Accord != game.Settled {
				t.Errorf("realm 1 is told %+v of its battle", mine)
			}
		}
		if !reflect.DeepEqual(mine, first) {
			t.Errorf("%q: realm 1 is told %+v, and was %+v", third, mine, first)
		}
		if !bytes.Equal(out, report) {
			t.Errorf("%q: the report of realm 1 is another:\n%s\n--- was\n%s", third, out, report)
		}
	}
}
