package terra

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// income gives each field's income to its garrison, if that is not full; else to the
// treasury where the field is linked to a city, and where it is not, to garrisons and
// then armies in fields linked with it: what they do not need is lost. A contested field has none
// (§4.2–§4.5).
func income(t *turn) {
	for p := range t.state.Fields {
		if t.state.Fields[p].Owner == 0 && len(t.state.Armies(game.Place(p))) == 0 {
			t.fill(game.Place(p))
		}
	}
	for i := range t.state.Realms {
		t.earn(i + 1)
	}
}

// fill puts a field's income into its garrison as far as it has room; the field of
// a full garrison has its income left. What a nearly full one cannot use is gone.
func (t *board) fill(at game.Place) (filled, rest int64) {
	f := &t.state.Fields[at]
	row := &t.tables.Terrain[f.Terrain]
	if f.Garrison >= row.Garrison {
		return 0, row.Income
	}
	filled = min(row.Income, row.Garrison-f.Garrison)
	f.Garrison += filled
	return filled, 0
}

// earn is a realm's income.
func (t *marches) earn(realm int) {
	r := &t.state.Realms[realm-1]
	l := t.state.Links(realm)
	t.links = append(t.links, l)
	r.Income = 0
	var filled, contested int64
	for p := range t.state.Fields {
		at := game.Place(p)
		if t.state.Fields[p].Owner != realm {
			continue
		}
		if l.Group[p] == 0 {
			contested++
			continue
		}
		in, rest := t.fill(at)
		filled += in
		if l.Linked(at) {
			r.Income += rest
		} else {
			l.Rest[l.Group[p]] += rest
		}
	}
	filled += t.share(l)
	r.Treasury += r.Income
	if r.King {
		return
	}
	t.Tell(phrase.P("income", phrase.Num("points", r.Income), phrase.Num("filled", filled),
		phrase.Num("treasury", r.Treasury)), realm)
	if contested > 0 {
		t.Tell(phrase.P("income-contested", phrase.Num("fields", contested)), realm)
	}
	if cut := cut(l); cut > 0 {
		t.Tell(phrase.P("income-cut", phrase.Num("points", cut)), realm)
	}
}

// share gives what full garrisons without a link to a city leave over to the others of
// their group: the one that lacks most first, of equals the southernmost, then the
// westernmost. What they do not need is for armies (§4.5).
func (t *board) share(l *realm.Links) (filled int64) {
	lacks := func(p game.Place) int64 {
		f := &t.state.Fields[p]
		return t.tables.Terrain[f.Terrain].Garrison - f.Garrison
	}
	var short []game.Place
	for p, group := range l.Group {
		if at := game.Place(p); l.Rest[group] > 0 && lacks(at) > 0 {
			short = append(short, at)
		}
	}
	slices.SortStableFunc(short, func(a, b game.Place) int { return cmp.Compare(lacks(b), lacks(a)) })
	for _, at := range short {
		rest := &l.Rest[l.Group[at]]
		given := min(*rest, lacks(at))
		t.state.Fields[at].Garrison += given
		*rest -= given
		filled += given
	}
	return filled
}

// cut is the income that reaches no city.
func cut(l *realm.Links) int64 {
	var n int64
	for _, rest := range l.Rest {
		n += rest
	}
	return n
}

// greatest is the income of all fields of a realm, as if all garrisons were full.
func (w *World) greatest(realm int) int64 {
	var n int64
	for i := range w.state.Fields {
		if f := &w.state.Fields[i]; f.Owner == realm {
			n += w.tables.Terrain[f.Terrain].Income
		}
	}
	return n
}

// account is which line of a nation's money an event belongs to, whose points came or went.
type account struct {
	kind, code string
	sign       int64
}

// accounts are those of the events that tell of the treasury.
var accounts = map[string]account{
	"income": {"income", "land", 1}, "foraged": {"income", "forage", 1}, "spoils": {"income", "spoils", 1},
	"ransom": {"outlay", "ransom", -1}, "ransom-short": {"outlay", "ransom", -1}, "staked": {"outlay", "stake", -1},
}

// money puts into the facts what the events tell of the treasury, and what is in it now. An army's relief is told
// alike, whether the treasury gave it or fields that reach no city; all of the treasury's is what lies between the
// treasury after the income, what came and went afterwards, and the treasury now.
func (p *page) money() {
	if p.Facts == nil {
		return
	}
	earned, expected := false, int64(0)
	for _, week := range p.Facts.Weeks {
		for _, e := range week.Events {
			a, is := accounts[e.Code]
			amount := a.sign * e.Args["points"].Number
			switch {
			case e.Code == "hand.points" || e.Code == "hand.treasury":
				a = account{"income", "hand", 1}
				if amount = e.Args["more"].Number; e.Code == "hand.treasury" {
					amount = e.Args["now"].Number - e.Args["was"].Number
				}
				if amount < 0 {
					a.kind = "outlay"
				}
			case !is:
				continue
			}
			expected += amount
			if a.code == "land" {
				earned, expected = true, e.Args["treasury"].Number
			}
			p.FactSum(a.kind, a.code, amount)
		}
	}
	if earned {
		p.FactSum("outlay", "relief", p.realm.Treasury-expected)
	}
	p.FactSum("treasury", "points", p.realm.Treasury)
}
