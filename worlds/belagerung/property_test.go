package belagerung

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// games are random games of two to four players, on both boards, turn by turn.
func games(t *testing.T, turns int, see func(w *World, sheet game.Sheet, out game.Outcome)) {
	t.Helper()
	for n := range int64(8) {
		seed := game.Seed{11, byte(n)}
		tables := fmt.Sprintf("[rules]\nboard = %q\nbank = %d\n", tables.Boards[n%2], 3*n)
		var who []game.Joining
		for k := range 2 + n%3 {
			who = append(who, game.Joining{Name: fmt.Sprint("Reich ", k+1), Player: "P", Lang: phrase.Langs[k%2]})
		}
		w := &World{at: gametest.Of(t, game.Founding{Seed: seed, Tables: []byte(tables)}, who...)}
		for range turns {
			if w.at.State.Over {
				break
			}
			d := seed.Throw(w.at.State.Turn, 0, "sheet")
			sheet := game.Sheet{Realm: w.at.State.Next, Turn: w.at.State.Turn,
				Text: gametest.SensibleSheet(w.at, d) + gametest.StormySheet(w.at, d)}
			out := w.Resolve([]game.Sheet{sheet}, seed, 1, nil)
			see(w, sheet, out)
			w = out.Next().(*World)
		}
	}
}

// Every treasure die is in the bank, a treasury or on a building (§5.4, §12.2), and
// whatever happens the state contradicts nothing.
func TestNothingIsLost(t *testing.T) {
	fights := 0
	games(t, max(30, conformance.Often(30, 60)), func(w *World, _ game.Sheet, out game.Outcome) {
		next := out.Next().(*World)
		for _, b := range next.Broken() {
			t.Errorf("turn %d: %s", w.at.State.Turn, b)
		}
		if was, is := gametest.Treasures(w.at.State), gametest.Treasures(next.at.State); was != is {
			t.Errorf("turn %d: %d treasure dice were %d", w.at.State.Turn, is, was)
		}
		for _, e := range out.Annals().Events() {
			if e.Code == "blow-fell" || e.Code == "blow-held" {
				fights++
			}
		}
	})
	if fights < 100 {
		t.Errorf("only %d fights: the games hardly tried anything", fights)
	}
}

// A turn without orders has its preparation and nothing else (§1.4), and touches
// nobody else's units.
func TestMissedTurnsOnlyPrepare(t *testing.T) {
	games(t, 40, func(w *World, _ game.Sheet, _ game.Outcome) {
		out := w.Resolve(nil, game.Seed{5}, 1, nil)
		for _, e := range out.Annals().Events() {
			if e.Phase != "preparation" && e.Phase != "missed" && e.Phase != "ending" {
				t.Errorf("turn %d: without orders %s happened in %s", w.at.State.Turn, e.Code, e.Phase)
			}
		}
		next := out.Next().(*World)
		for _, u := range w.at.State.Units {
			v := find(next.at.State, u)
			if u.Realm != w.at.State.Next &&
				(v == nil || v.At != u.At || !slices.Equal(v.Weak, u.Weak) || !slices.Equal(v.Symbols, u.Symbols)) {
				t.Errorf("turn %d: %s of another realm changed", w.at.State.Turn, u.Name())
			}
		}
	})
}

func find(s *realm.State, u *realm.Unit) *realm.Unit {
	if u.Settler {
		return s.Settler(u.Realm, u.Number)
	}
	return s.Unit(u.Number)
}

// What the receipt took without a word the dice do not spoil: an order that lapses
// has been doubted (§3.5), and one that was refused has been refused there (law 8).
func TestReceiptsDoubtWhatDiceSpoil(t *testing.T) {
	lapsed := 0
	games(t, max(30, conformance.Often(30, 60)), func(w *World, sheet game.Sheet, out game.Outcome) {
		checked := w.Check(sheet)
		at := func(line int64, severity orders.Severity) bool {
			return slices.ContainsFunc(checked.Problems,
				func(p orders.Problem) bool { return p.Line == int(line) && p.Severity == severity })
		}
		for _, e := range out.Annals().Events() {
			if e.Code != "lapsed" {
				continue
			}
			lapsed++
			if line := e.Args[0].N; !at(line, orders.Warning) {
				t.Errorf("turn %d: line %d lapses, the receipt did not doubt it\n%s", w.at.State.Turn, line, sheet.Text)
			}
		}
		for _, p := range out.Refused(sheet.Realm) {
			if !at(int64(p.Line), orders.Error) {
				t.Errorf("turn %d: line %d was refused, the receipt took it\n%s", w.at.State.Turn, p.Line, sheet.Text)
			}
		}
	})
	if lapsed == 0 {
		t.Error("no order ever lapsed: nothing was tried")
	}
}

// A report's lines, the board's among them, fit a page of 79 columns in both
// languages.
func TestReportsFitAPage(t *testing.T) {
	games(t, 30, func(_ *World, _ game.Sheet, out game.Outcome) {
		for _, whose := range out.Realms() {
			for _, text := range strings.Split(string(out.Report(whose, nil).Text), "\n") {
				if n := utf8.RuneCountInString(text); n > 79 && !strings.HasPrefix(text, "> ") {
					t.Errorf("%d columns: %s", n, text)
				}
			}
		}
	})
}

// Players have their turns one after the other, by number, and a round is one turn
// of each (§1.2).
func TestTurnsGoRound(t *testing.T) {
	games(t, 30, func(w *World, _ game.Sheet, out game.Outcome) {
		s, next := w.at.State, out.Next().(*World).at.State
		n := len(s.Realms)
		if want := (s.Turn-1)/n + 1; s.Round != want {
			t.Errorf("turn %d of %d players is in round %d, want %d", s.Turn, n, s.Round, want)
		}
		if want := s.Turn%n + 1; !next.Over && next.Next != want {
			t.Errorf("after turn %d of %d players comes realm %d, want %d", s.Turn, n, next.Next, want)
		}
	})
}

// §1.6, §16.1: how things stand is told to all alike, treasuries and units of all
// among it: the reports of realms 1 and 3, both in German, from the castles to the
// board.
func TestAllAreToldTheSame(t *testing.T) {
	told := 0
	games(t, 12, func(w *World, _ game.Sheet, out game.Outcome) {
		if len(out.Realms()) < 3 {
			return
		}
		standing := func(whose int) string {
			_, from, _ := strings.Cut(string(out.Report(whose, nil).Text), "\nBurgen\n")
			text, _, _ := strings.Cut(from, "\nGebaut, klein im Bau")
			return text
		}
		if text := standing(1); !strings.Contains(text, "2.S1 Reich 2") || !strings.Contains(text, "Das Brett") ||
			text != standing(3) {
			t.Errorf("turn %d is told to realm 1\n%s\nand to realm 3\n%s", w.at.State.Turn, text, standing(3))
		}
		told++
	})
	if told == 0 {
		t.Error("no reports were compared")
	}
}
