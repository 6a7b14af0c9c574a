package turn

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// income gives each field's income to its garrison. If that is full, it goes to the treasury, provided that the field
// is linked to a city. Without a city it goes to garrisons and then armies in linked fields, and what these do not
// need is lost. A contested field has no income (§4.2–§4.5).
func income(t *Turn) {
	for p := range t.State.Fields {
		if t.State.Fields[p].Owner == 0 && len(t.State.Armies(game.Place(p))) == 0 {
			fillGarrison(t, game.Place(p))
		}
	}
	for i := range t.State.Realms {
		earn(t, i+1)
	}
}

// fillGarrison puts a field's income into its garrison as far as there is room. If the garrison is full, all the
// income is left. If it is nearly full, what it cannot use is lost.
func fillGarrison(t *Turn, at game.Place) (filled, rest int64) {
	f := &t.State.Fields[at]
	row := &t.Tables.Terrain[f.Terrain]
	if f.Garrison >= row.Garrison {
		return 0, row.Income
	}
	filled = min(row.Income, row.Garrison-f.Garrison)
	f.Garrison += filled
	return filled, 0
}

// earn gives a realm its income.
func earn(t *Turn, realm int) {
	r := &t.State.Realms[realm-1]
	l := t.State.Links(realm)
	t.links = append(t.links, l)
	r.Income = 0
	var filled, contested int64
	for p := range t.State.Fields {
		at := game.Place(p)
		if t.State.Fields[p].Owner != realm {
			continue
		}
		if l.Group[p] == 0 {
			contested++
			continue
		}
		in, rest := fillGarrison(t, at)
		filled += in
		if l.Linked(at) {
			r.Income += rest
		} else {
			l.Rest[l.Group[p]] += rest
		}
	}
	filled += shareOut(t, l)
	r.Treasury += r.Income
	if r.King {
		return
	}
	t.Tell(phrase.P("income", phrase.Num("points", r.Income), phrase.Num("filled", filled),
		phrase.Num("treasury", r.Treasury)), realm)
	if contested > 0 {
		t.Tell(phrase.P("income-contested", phrase.Num("fields", contested)), realm)
	}
	var cut int64 // it reaches no city
	for _, rest := range l.Rest {
		cut += rest
	}
	if cut > 0 {
		t.Tell(phrase.P("income-cut", phrase.Num("points", cut)), realm)
	}
}

// shareOut gives what is left over at full garrisons without a link to a city to the others of their group. The one
// that lacks most comes first, of equals the southernmost, then the westernmost. What they do not need is for armies
// (§4.5).
func shareOut(t *Turn, l *realm.Links) (filled int64) {
	lacks := func(p game.Place) int64 {
		f := &t.State.Fields[p]
		return t.Tables.Terrain[f.Terrain].Garrison - f.Garrison
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
		t.State.Fields[at].Garrison += given
		*rest -= given
		filled += given
	}
	return filled
}
