package report

import (
	"cmp"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// lot is an own field as its realm counts it.
type lot struct {
	x, y  int
	place game.Place
	held  bool // owned from week 1 to week 13
	owned bool // owned after the turn
}

// lots lists the fields a realm owned during the turn or owns after it: y
// falling, then x rising (decision 12).
func (p *page) lots() []lot {
	held, owned := p.o.held[p.realm], p.o.land[p.realm]
	out := p.lot[:0]
	for _, at := range held {
		_, keeps := slices.BinarySearch(owned, at)
		out = append(out, lot{place: at, held: true, owned: keeps})
	}
	for _, at := range owned {
		if _, before := slices.BinarySearch(held, at); !before {
			out = append(out, lot{place: at, owned: true})
		}
	}
	for i := range out {
		out[i].x, out[i].y = p.view.Grid.Relative(p.view.Origin, out[i].place)
	}
	slices.SortFunc(out, func(a, b lot) int { return cmp.Or(b.y-a.y, a.x-b.x) })
	return out
}

// ownLand lists the own fields that have armies in them when the turn is over. Foreign armies that only passed have
// the week in which they were last seen there. Own land sees itself, but a field taken in this turn saw nothing for
// its new owner before the end.
func (p *page) ownLand() {
	none := len(p.Out)
	for i := range p.lot {
		if p.Over(len(p.Out)) {
			break
		}
		p.visitors(&p.lot[i])
	}
	if len(p.Out) > none {
		p.Out = append(p.Out, '\n')
	}
}

// glimpse is an army that has its line or, with realm −1, how an army without a sign looked. One line is enough for
// two that look alike.
type glimpse struct {
	realm int16
	id    int16
	unit  tables.Unit
	men   int64 // 0 for an army
}

// listed reports whether the army already has its line in the field, whatever it looked like there, and notes that it
// has one now.
func (p *page) listed(s *sight.Spot, how sight.Look) bool {
	army, alike := glimpse{realm: s.Realm, id: s.ID, unit: s.Unit}, glimpse{realm: -1, unit: s.Unit, men: s.Men}
	if p.listing[army] || how == sight.Unsigned && p.listing[alike] {
		return true
	}
	p.listing[army] = true
	if how == sight.Unsigned {
		p.listing[alike] = true
	}
	return false
}

// visitors writes one field, or nothing if nobody was seen there.
func (p *page) visitors(l *lot) {
	clear(p.listing)
	final, last := &p.t.Closing, realm.Weeks
	blind := !l.owned && !p.standsIn(final, l.place)
	if blind { // lost, with nobody left there: as week 13 showed it
		final, last = &p.t.Weeks[realm.Weeks-1], realm.Weeks-1
	}
	p.telling = last + 1
	from, to := final.At(l.place)
	for i := from; i < to; i++ {
		s := &final.Spots[i]
		if how := final.Looks(p.realm, i); how != sight.Unseen && !(blind && int(s.Realm) == p.realm) {
			if p.Over(len(p.Out)) {
				return
			}
			if len(p.listing) == 0 {
				p.fieldTitle(l)
			}
			p.Out = p.appendArmy(p.Out, final, i, how)
			p.listed(s, how)
		}
	}
	if !l.held {
		return
	}
	p.passed = p.passed[:0]
	for n := last; n >= 1; n-- {
		w := &p.t.Weeks[n-1]
		from, to := w.At(l.place)
		for i := to - 1; i >= from; i-- {
			s := &w.Spots[i]
			how := w.Looks(p.realm, i)
			if int(s.Realm) == p.realm || how == sight.Unseen {
				continue
			}
			first := len(p.listing) == 0
			if p.listed(s, how) {
				continue
			}
			if first {
				p.fieldTitle(l)
			}
			p.passed = append(p.passed, passer{i, how, n})
		}
	}
	for _, v := range slices.Backward(p.passed) {
		if p.Over(len(p.Out)) {
			return
		}
		p.telling = v.week
		p.Out = p.appendArmy(p.Out, &p.t.Weeks[v.week-1], v.spot, v.look)
		p.Out = append(p.Out[:len(p.Out)-1], " W"...)
		p.Out = append(p.Out, realm.TwoDigits(v.week)...)
		p.Out = append(p.Out, '\n')
	}
}

// passer is an army that was on own land in a week and is no longer there.
type passer struct {
	spot int32 // in that week
	look sight.Look
	week int
}

// fieldTitle writes `Feld   1/  1:` before the first army of a field, or `Feld   1/  1 (verloren):` if the field was
// lost this turn.
func (p *page) fieldTitle(l *lot) {
	p.put("report.field")
	p.Out = frame.AppendCoords(p.Out, l.x, l.y)
	if !l.owned {
		p.put("report.lost")
		if p.Notes != nil {
			p.Facts.Fields = append(p.Facts.Fields, game.FactField{At: p.Place(int64(l.place)),
				Words: map[string]string{"lost": frame.Label(p.Term("lost", phrase.P("report.lost")))}})
		}
	}
	p.Out = append(p.Out, ":\n"...)
}

// yields writes the cells of all own fields.
func (p *page) yields() {
	if p.cells(p.lot) > 0 {
		p.Blank()
	}
}

// cells writes four cells a line, `[  3/  1 tla 100%]`, and returns how many. If one of them is blessed,
// `[  3/  1 tla 100%^]`, the others leave room for its sign, so that cells are aligned.
func (p *page) cells(lots []lot) (n int) {
	plain := "] "
	if slices.ContainsFunc(lots, func(l lot) bool { return l.owned && p.t.State.Fields[l.place].Blessed > 0 }) {
		plain = "]  "
	}
	for i := range lots {
		l := &lots[i]
		if !l.owned {
			continue
		}
		if p.Over(len(p.Out)) {
			break
		}
		f := &p.t.State.Fields[l.place]
		if p.Notes != nil {
			p.Notes.lot(l, f)
		}
		p.Out = fmt.Appendf(p.Out, "[%3d/%3d %s %3d%%", l.x, l.y, p.t.Tables.Terrain[f.Terrain].Code, f.Yield)
		if f.Blessed > 0 {
			p.Out = append(p.Out, "^] "...)
		} else {
			p.Out = append(p.Out, plain...)
		}
		if n++; n%4 == 0 {
			p.Out = append(frame.TrimBlanks(p.Out), '\n')
		}
	}
	if n%4 != 0 {
		p.Out = append(frame.TrimBlanks(p.Out), '\n')
	}
	return n
}

// statistics writes a line for each terrain, if wanted, then the sum: the yearly income of the land at full yield,
// without buildings and blessings.
func (p *page) statistics(terrains bool) {
	counts := make([]int64, len(p.t.Tables.Terrain))
	var fields, gold int64
	for _, at := range p.o.land[p.realm] {
		counts[p.t.State.Fields[at].Terrain]++
	}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		worth := n * p.t.Tables.TerrainOf(p.realm, uint8(i)).Income
		if terrains {
			p.worth("report.fields-of", n, p.Book.T(p.t.Tables.Terrain[i].Key()), worth)
		}
		fields, gold = fields+n, gold+worth
	}
	p.worth("report.fields-all", fields, "", gold)
	p.Out = append(p.Out, '\n')
}

// worth writes `36 Felder Tiefland                     108000 GS jeden Herbst`. The gold ends at column 45, as in the
// manual.
func (p *page) worth(code string, n int64, terrain string, gold int64) {
	start := len(p.Out)
	p.put(code, phrase.Str("fields", string(frame.AppendRight(nil, n, 2))), phrase.Num("n", n),
		phrase.Str("terrain", terrain))
	p.Out = frame.FillTo(p.Out, start, 38)
	p.Out = frame.AppendRight(p.Out, gold, 7)
	p.put("report.each-autumn")
	p.Out = append(p.Out, '\n')
}
