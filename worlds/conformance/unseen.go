package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// manyUnseen is how many changes of what a realm does not know are tried with each example.
func manyUnseen() int {
	if strconv.IntSize == 32 {
		return Often(100, 100)
	}
	return Often(150, 1000)
}

// seat is a realm in a world.
type seat struct {
	w     game.World
	realm int
}

// seats returns the living realms of an example, turn by turn.
func (tb *table) seats(turns int) (out []seat) {
	for _, w := range tb.turns(turns) {
		for _, r := range w.Realms() {
			if !r.Fallen {
				out = append(out, seat{w, r.Number})
			}
		}
	}
	return out
}

// unseen: if something changes that a realm does not know, what it knows stays the same, byte for byte. So do its
// template and its receipt, and unless its report changes too, its facts and what is public (law 6).
func unseen(tb *table, bad fail) {
	if tb.ex.Unseen == nil {
		if tb.ex.Hidden != nil || tb.ex.Apart != nil {
			bad("realms have secrets, and the example has no Unseen")
		}
		return
	}
	seats, tried, many := tb.seats(20), 0, manyUnseen()
	said := make([]*gist, len(seats))
	for i := 0; i < 3*many && tried < many; i++ {
		at := i * len(seats) / many % len(seats) // early and late ones, however few are tried
		s := seats[at]
		other := tb.ex.Unseen(s.w, s.realm, tb.dice(s.w, "unseen", int64(s.realm), int64(i)))
		if other == nil {
			continue
		}
		if said[at] == nil {
			said[at] = tb.gist(s.w, s)
		}
		tried++
		if what := tb.unseenChange(s, *said[at], other); what != "" {
			bad("turn %d, change %d: %s", s.w.Asked().Turn, i, what)
			return
		}
	}
	if tried < many {
		bad("%d changes of what realms do not know were tried, not %d", tried, many)
	}
}

// gist is what a realm knows of a world, and the answers it gets.
type gist struct {
	known    []byte
	facts    []byte
	page     string // what is public
	template string
	chart    *game.Chart
	sheet    game.Sheet
	checked  game.Checked
}

// secretFacts returns a realm's facts without what everybody is told about others but no receipt needs: the numbers of
// the standings, and the players of realms if all are told them.
func secretFacts(w game.World, realm int) []byte {
	if w.Facts(realm) == nil {
		return nil
	}
	f, all := *w.Facts(realm), w.Standings()
	if all == nil {
		return encoded(&f)
	}
	f.Standings, f.Realms = nil, slices.Clone(f.Realms)
	for i := range f.Realms {
		r := &f.Realms[i]
		if r.Number == realm {
			continue
		}
		r.Values = maps.Clone(r.Values)
		for _, c := range all.Columns {
			delete(r.Values, c)
		}
		if all.Players {
			r.Player = ""
		}
	}
	return encoded(&f)
}

func (tb *table) gist(w game.World, s seat) *gist {
	g := gist{known: w.Known(s.realm), facts: secretFacts(w, s.realm), page: page(w), template: w.Template(s.realm),
		chart: w.Chart(s.realm, phrase.Langs[0]),
		sheet: game.Sheet{Realm: s.realm, Turn: s.w.Asked().Turn, Text: tb.sensible(s.w, s.realm)}}
	// A game whose welcome does not tell the standings leaves them to the reports.
	if f := w.Facts(s.realm); f != nil && f.Standings != nil {
		g.page += fmt.Sprintf("%+v", w.Standings())
	}
	g.checked = w.Check(g.sheet)
	return &g
}

// unseenChange compares what a realm is told before and after a change, and says what is wrong.
func (tb *table) unseenChange(s seat, before gist, other game.World) string {
	if bytes.Equal(other.State(), s.w.State()) {
		return "Unseen changed nothing"
	}
	if b := other.Broken(); len(b) > 0 {
		return fmt.Sprintf("the world that Unseen gives is broken: %s", b)
	}
	after := tb.gist(other, seat{s.w, s.realm})
	switch {
	case !bytes.Equal(before.known, after.known):
		return fmt.Sprintf("realm %d knows of a change it cannot see:\n%s\n---\n%s", s.realm, around(before.known,
			after.known), around(after.known, before.known))
	case !bytes.Equal(before.facts, after.facts) && bytes.Equal(s.w.Welcome(s.realm, nil).Text, other.Welcome(s.realm, nil).Text):
		return fmt.Sprintf("the facts of realm %d tell of a change it cannot see:\n%s\n---\n%s", s.realm,
			around(before.facts, after.facts), around(after.facts, before.facts))
	case before.template != after.template:
		return fmt.Sprintf("the template of realm %d tells of a change it cannot see", s.realm)
	case !reflect.DeepEqual(before.chart, after.chart):
		return fmt.Sprintf("the chart of realm %d shows a change it cannot see", s.realm)
	case !reflect.DeepEqual(before.checked, after.checked):
		return fmt.Sprintf("the receipt of realm %d tells of a change it cannot see:\n%q\n---\n%q", s.realm,
			tb.receiptText(before.checked, phrase.En), tb.receiptText(after.checked, phrase.En))
	case before.page != after.page && bytes.Equal(s.w.Welcome(s.realm, nil).Text, other.Welcome(s.realm, nil).Text):
		return fmt.Sprintf("what is public tells realm %d of a change it cannot see:\n%s\n---\n%s", s.realm, before.page,
			after.page)
	}
	return ""
}

// around returns the place where bytes begin to differ from others, with what is before and after.
func around(these, those []byte) []byte {
	at := 0
	for at < min(len(these), len(those)) && these[at] == those[at] {
		at++
	}
	return these[max(0, at-200):min(len(these), at+200)]
}
