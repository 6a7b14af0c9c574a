package report

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// brief writes the short report: what happened, grouped by whom it was with, then what a player orders from, then what
// is new of what was seen. Rows are those of the full report, each under its observer's own row.
func (p *page) brief() {
	p.Shown.Under(p.form())
	p.whole = p.Shown.Empty()
	p.Within(headMost, func() { p.head(nil) })
	p.findBattles()
	p.findSighted()
	p.Within(afterMost, p.grouped)
	p.Within(afterMost+headMost, p.voided)
	p.Within(tablesMost, p.newYields)
	p.section("report.treaties", p.treaties)
	p.section("report.capacities", func() { p.Within(mapMost-1<<20, p.capacities) })
	p.money()
	p.armies()
	p.comings()
	p.Within(mapMost, p.newSightings)
	p.Within(reportMost, func() { p.section("report.messages", p.letters) })
	if p.t.Info[p.realm] {
		p.strengths()
	}
	p.Within(reportMost, p.atlas)
	p.closes()
	p.Say("", "report.end")
}

// form says how the player wants reports: if it changes, all is told anew.
func (p *page) form() string {
	if !p.r.Settings.Short {
		return "full"
	}
	return string(p.Book.Lang) + " short"
}

// earlyTurns is how long a short report explains what a player knows after that.
const earlyTurns = 3

// section writes a part under its heading, without a blank line between them. A part in which nothing is has none.
func (p *page) section(heading string, write func()) {
	start := len(p.Out)
	p.Say("", heading)
	empty := len(p.Out)
	if write(); len(p.Out) == empty {
		p.Out = p.Out[:start]
	}
}

// voided quotes the lines that were not done.
func (p *page) voided() {
	refused := p.o.Refused(p.realm)
	if len(refused) == 0 {
		return
	}
	p.Say("", "short.refused")
	p.Refused("", refused, p.o.Written(p.realm), false)
	p.Blank()
}

// newYields writes the yields that are new or have changed, which fields are gone, and the rest in one sentence. The
// table of terrains comes in autumn, and in the first turns.
func (p *page) newYields() {
	var fresh []lot
	var below []phrase.Phrase
	owned, alike := 0, true
	for _, l := range p.lot {
		if !l.owned {
			continue
		}
		f := &p.t.State.Fields[l.place]
		alike = alike && f.Yield == tables.FullYield
		if owned++; p.News(p.yield(&l)) {
			fresh = append(fresh, l)
		} else if f.Yield != tables.FullYield {
			below = append(below, phrase.P("short.below", phrase.At("field", l.place), phrase.Num("percent", f.Yield)))
		}
	}
	p.Say("", "report.yields")
	p.cells(fresh)
	var said []phrase.Phrase
	var gone []phrase.Phrase // fields that the realm owned before the turn
	for _, at := range p.o.before[p.realm] {
		if int(p.t.State.Fields[at].Owner) != p.realm {
			gone = append(gone, phrase.P("short.field", phrase.At("field", at)))
		}
	}
	if len(gone) > 0 {
		said = append(said, phrase.P("short.gone", phrase.Num("n", len(gone)), phrase.Str("fields", p.joined(gone, ", "))),
			phrase.P("short.also"))
	}
	switch {
	case len(below) > 0:
		said = append(said, phrase.P("short.yields-below", phrase.Str("fields", p.joined(below, ", "))))
	case len(fresh) < owned && alike && owned > 1:
		said = append(said, phrase.P("short.yields-alike", phrase.Num("n", owned)))
	case len(fresh) < owned:
		said = append(said, phrase.P("short.yields-full", phrase.Num("n", owned-len(fresh))))
	}
	if len(said) > 0 {
		p.Line("", said...)
	}
	p.worths(realm.Season(p.t.Number) == "autumn" || p.whole || p.t.Number <= earlyTurns)
}

// yield is the fact of what an own field yields.
func (p *page) yield(l *lot) game.Fact {
	f := &p.t.State.Fields[l.place]
	value := strconv.Itoa(int(f.Yield))
	if f.Blessed > 0 {
		value += "^"
	}
	return game.Fact{Subject: p.Place(int64(l.place)), Attribute: "yield", Value: value}
}

// worths writes the yearly income of the land, with that before the turn if it has changed, and by terrain if wanted.
func (p *page) worths(whole bool) {
	p.Say("", "report.statistics")
	p.statistics(whole)
	now, before := p.landWorth(p.o.land[p.realm]), p.landWorth(p.o.before[p.realm])
	if now != before {
		p.Out = p.Out[:len(p.Out)-2] // the line end and the blank line
		p.Out = append(p.Out, ' ')
		p.put("short.before", phrase.Str("gold", strconv.FormatInt(before, 10))) // as in the table
		p.Out = append(p.Out, "\n\n"...)
	}
}

// landWorth is the yearly income of fields at full yield.
func (p *page) landWorth(fields []game.Place) (gold int64) {
	for _, at := range fields {
		gold += p.t.Tables.TerrainOf(p.realm, p.t.State.Fields[at].Terrain).Income
	}
	return gold
}

// comings says which own armies are gone since the turn before, with the men that they had, and which are new.
func (p *page) comings() {
	was, is := p.o.was.Armies[p.realm], p.t.State.Armies[p.realm]
	gone, come := p.missing(was, is, "short.army-gone"), p.missing(is, was, "short.army-new")
	args := []phrase.Arg{phrase.Str("gone", p.joined(gone, ", ")), phrase.Str("come", p.joined(come, ", "))}
	switch {
	case len(gone)+len(come) == 0:
		return
	case len(come) == 0:
		p.Say("", "short.armies-gone", args...)
	case len(gone) == 0:
		p.Say("", "short.armies-new", args...)
	default:
		p.Say("", "short.armies", args...)
	}
	p.Blank()
}

// missing says which armies of a list are not in another.
func (p *page) missing(list, other []*realm.Army, code string) (out []phrase.Phrase) {
	for _, a := range sight.AppendMuster(nil, list) {
		if !slices.ContainsFunc(other, func(b *realm.Army) bool { return b.Name == a.Name }) {
			out = append(out, phrase.P(code, phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men)))
		}
	}
	return out
}

// joined puts sentences together.
func (p *page) joined(list []phrase.Phrase, between string) string {
	var out []byte
	for i, what := range list {
		if i > 0 {
			out = append(out, between...)
		}
		out = p.Book.Append(out, what, p.Places)
	}
	return string(out)
}
