package belagerung

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
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
		found, err := Rules().Found(game.Founding{Seed: seed, Tables: []byte(tables)})
		if err != nil {
			t.Fatal(err)
		}
		w := found.(*World)
		for k := range 2 + n%3 {
			next, _, err := w.Join(game.Joining{Name: fmt.Sprint("Reich ", k+1), Player: "P", Lang: phrase.Langs[k%2]},
				seed)
			if err != nil {
				t.Fatal(err)
			}
			w = next.(*World)
		}
		for range turns {
			if w.at.State.Over {
				break
			}
			d := seed.Throw(w.at.State.Turn, 0, "sheet")
			sheet := game.Sheet{Realm: w.at.State.Next, Turn: w.at.State.Turn,
				Text: sensibleSheet(w, d) + stormySheet(w, d)}
			out := w.Resolve([]game.Sheet{sheet}, seed, 1, nil)
			see(w, sheet, out)
			w = out.Next().(*World)
		}
	}
}

// stormySheet sends everybody at the nearest enemies: without it random orders
// seldom find one.
func stormySheet(w *World, d *game.Dice) string {
	s := w.at.State
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("$A")
	for _, u := range s.Of(s.Next) {
		if foe := nearest(s, u); foe != nil && d.Chance(700) {
			for dir := game.Direction(1); dir <= 6; dir++ {
				if q := s.Grid.Step(u.At, dir); q != game.Nowhere &&
					s.Grid.Distance(q, foe.At) < s.Grid.Distance(u.At, foe.At) {
					line("%s %d", u.Name(), dir)
				}
			}
		}
	}
	line("$K")
	for _, u := range s.Of(s.Next) {
		if foe := nearest(s, u); foe != nil && !u.Settler {
			x, y := realm.Column(s.Grid, foe.At)
			aim := []string{"", "", " Gebaeude", " schwaechen " + foe.Name()}[d.N(4)]
			line("%s > %d/%d%s", u.Name(), x, y, aim)
		}
	}
	return b.String()
}

// nearest is the enemy nearest to a unit.
func nearest(s *realm.State, u *realm.Unit) *realm.Unit {
	var foe *realm.Unit
	for _, v := range s.Units {
		if v.Realm != u.Realm && (foe == nil || s.Grid.Distance(u.At, v.At) < s.Grid.Distance(u.At, foe.At)) {
			foe = v
		}
	}
	return foe
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
		if was, is := treasures(w.at.State), treasures(next.at.State); was != is {
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
