package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// reporter tells realms as data what it tells them in words: a World or an Outcome.
type reporter interface{ Facts(realm int) *game.Facts }

// factsOf returns the bytes of the data that a realm is told.
func factsOf(of reporter, realm int) []byte { return encoded(of.Facts(realm)) }

func encoded(f *game.Facts) []byte {
	raw, err := json.Marshal(f)
	if err != nil {
		panic(fmt.Sprintf("facts that JSON does not take: %v", err))
	}
	return raw
}

// factTurns is how many turns of an example have their facts compared with the reports.
const factTurns = 12

// factual: every game has its reports as data too, in the form of game.Facts. The data have no sentence, name or
// number that is not in the report, and no fewer events. They are the same whenever they are asked for, and after
// JSON. Asking changes nothing, and a realm that does not exist gets no data.
func factual(tb *table, bad fail) {
	for turns := range min(tb.ex.Turns, factTurns) {
		w := tb.after(turns)
		state, turn := w.State(), w.Asked().Turn
		for _, r := range w.Realms() {
			if r.Fallen {
				continue
			}
			if tb.lacks(data) {
				return
			}
			if w.Facts(r.Number) == nil {
				bad("a world does not tell as data what Welcome says")
				return
			}
			t := tb.telling(w, r, w.Welcome(r.Number, nil), bad)
			t.toldOf(w, turn-1)
		}
		strange(w, bad)
		if !bytes.Equal(w.State(), state) {
			bad("turn %d: Facts changed the world", turn)
		}
		if w.Asked().Over {
			return
		}
		sheets := tb.sheets(w)
		for i := range sheets { // so that some lines are not done, which the facts must tell too
			if d := tb.dice(w, "facts", int64(i)); d.Chance(500) {
				sheets[i].Text = mutate(sheets[i].Text, d)
			}
		}
		tb.factualTurn(w, w.Resolve(sheets, tb.turnSeed(w), 1, nil), bad)
	}
}

// factualTurn compares the facts of a turn with its reports.
func (tb *table) factualTurn(w game.World, out game.Outcome, bad fail) {
	realms, state := out.Next().Realms(), out.Next().State()
	for _, n := range out.Realms() {
		if out.Facts(n) == nil {
			bad("the outcome of a turn does not tell its reports as data")
			return
		}
		i := slices.IndexFunc(realms, func(r game.Realm) bool { return r.Number == n })
		report := out.Report(n, nil)
		t := tb.telling(out, realms[i], report, bad)
		t.toldOf(out.Next(), w.Asked().Turn)
		if t.facts.Turn != w.Asked().Turn {
			t.bad("they are of turn %d", t.facts.Turn)
		}
		t.wholly(out)
		t.sooner(out)
		if !reflect.DeepEqual(Spelled(out.Report(n, nil)), Spelled(report)) {
			t.bad("asking for them changes the report")
		}
	}
	strange(out, bad)
	if !bytes.Equal(out.Next().State(), state) {
		bad("turn %d: Facts changed the world after it", w.Asked().Turn)
	}
}

// sooner compares what is there sooner with the facts.
func (t *telling) sooner(out game.Outcome) {
	o, is := out.(game.BattleFacts)
	if !is {
		return
	}
	shown := func(f *game.Facts) string {
		var b strings.Builder
		for _, a := range f.Battles {
			fmt.Fprintln(&b, a.Week, a.At, a.Won, a.Equal, a.Result)
			for _, s := range a.Sides {
				fmt.Fprintln(&b, s.Realm, s.Before, s.After)
				for _, fighter := range s.Armies {
					fighter.ID = ""
					fmt.Fprintln(&b, fighter)
				}
			}
		}
		for _, a := range f.Armies {
			if a.Realm == t.reader.Number {
				fmt.Fprintln(&b, a.Name, a.At, a.Men)
			}
		}
		return b.String()
	}
	if want, got := shown(t.facts), shown(o.Fought(t.reader.Number)); got != want {
		t.bad("the battles and armies that are there sooner are\n%s\nnot\n%s", got, want)
	}
}

// telling is what a realm is told, as data and as a report.
type telling struct {
	rb     game.Rulebook
	facts  *game.Facts
	raw    []byte
	report string // as tight returns it
	digits map[string]bool
	reader game.Realm
	bad    fail
	// names of numbers that are computed from others in the report
	reckoned []string
	fights   []string
	ids      map[string]string // of armies to whose they are, and the other way round, in the reader's language
}

// telling asks for the facts, twice.
func (tb *table) telling(of reporter, reader game.Realm, report game.Report, bad fail) *telling {
	t := &telling{rb: tb.rb, facts: of.Facts(reader.Number), report: tight(string(report.Text)), reader: reader,
		digits: numbersIn(string(report.Text)), reckoned: tb.ex.Reckoned, fights: tb.ex.Fights, ids: tb.idsIn(reader.Lang)}
	t.raw = encoded(t.facts)
	t.bad = func(format string, args ...any) {
		bad("turn %d: the facts of realm %d: %s", t.facts.Turn, reader.Number, fmt.Sprintf(format, args...))
	}
	if again := factsOf(of, reader.Number); !bytes.Equal(t.raw, again) {
		t.bad("asked for again, they are others:\n%s\n---\n%s", around(t.raw, again), around(again, t.raw))
	}
	return t
}

// idsIn are the IDs of armies that facts in a language have named so far.
func (tb *table) idsIn(lang phrase.Lang) map[string]string {
	if tb.ids == nil {
		tb.ids = map[phrase.Lang]map[string]string{phrase.De: {}, phrase.En: {}}
	}
	return tb.ids[lang]
}

// tight returns a text without white space, since reports are wrapped, and without the marks of quotations.
func tight(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '>' {
			return -1
		}
		return r
	}, text)
}

// strange asks for realms that do not exist.
func strange(of reporter, bad fail) {
	w, is := of.(game.World)
	if !is {
		w = of.(game.Outcome).Next()
	}
	for _, n := range []int{-1, 0, len(w.Realms()) + 1} {
		if f := of.Facts(n); f != nil {
			bad("realm %d is not there and is told %s", n, encoded(f))
		}
	}
}
