package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// armies writes the realm's armies: where they are, what they have, how they have fought.
func (p *page) armies() {
	if len(p.realm.Armies) == 0 {
		return
	}
	p.Title("report-armies")
	l := p.at.State.Links(p.realm.Number)
	for i, a := range p.realm.Armies {
		args := []phrase.Arg{phrase.Num("army", i+1), phrase.Num("status", a.Status),
			phrase.Num("size", p.at.Tables.Rules.ArmySize),
			phrase.Num("won", a.Record.Won), phrase.Num("drawn", a.Record.Drawn), phrase.Num("lost", a.Record.Lost)}
		row := phrase.P("own-army-off", args...)
		if !a.Off() {
			row = phrase.P("own-army", append(args, phrase.At("field", a.At), realm.TerrainArg(p.at, a.At),
				phrase.Key("link", p.link(l, a.At)),
				phrase.Key("command", "command."+p.at.Tables.Command[a.Command].Code))...)
		}
		p.army(p.realm.Number, row)
	}
}

// army writes a sentence about an army, and puts into the facts its nation, its number and where it is.
func (p *page) army(nation int, row phrase.Phrase) {
	p.Line("  ", row)
	if p.Facts == nil {
		return
	}
	told := p.Said(row).Args
	a := game.FactArmy{Realm: nation, Name: strconv.FormatInt(told["army"].Number, 10), At: told["field"].Word}
	a.Values, a.Words = p.Figures(row, "army", "field", "terrain", "realm", "name")
	p.Facts.Armies = append(p.Facts.Armies, a)
}

// link says where an army's relief would come from.
func (p *page) link(l *realm.Links, at game.Place) string {
	switch {
	case p.at.State.Fields[at].Owner != p.realm.Number:
		return "link.foreign"
	case l.Linked(at):
		return "link.city"
	case l.Group[at] == 0:
		return "link.contested"
	}
	return "link.none"
}

// fields writes the realm's fields: garrisons, income, and which are contested or cut off. Fields that are alike share
// a line.
func (p *page) fields() {
	if p.at.State.FieldsOf(p.realm.Number) == 0 {
		return
	}
	p.Title("report-fields")
	l := p.at.State.Links(p.realm.Number)
	g := gathered{page: p}
	for _, at := range p.ordered() {
		f := &p.at.State.Fields[at]
		if f.Owner != p.realm.Number {
			continue
		}
		row := p.ownField(l, at)
		p.News(p.ground(at, row))
		g.add(int(f.Terrain), at, f.Owner, row)
	}
	g.write()
}

// ownField is the sentence about an own field.
func (p *page) ownField(l *realm.Links, at game.Place) phrase.Phrase {
	f := &p.at.State.Fields[at]
	row := &p.at.Tables.Terrain[f.Terrain]
	return phrase.P("own-field", realm.TerrainArg(p.at, at), phrase.Num("garrison", f.Garrison),
		phrase.Num("most", row.Garrison), phrase.Num("income", row.Income), phrase.Key("state", p.stateOf(l, at)))
}

// gathered are sentences, each with the places to which it applies.
type gathered struct {
	page *page
	said []gathering
}

type gathering struct {
	rank   int
	text   string
	places []byte
}

// add adds a sentence about a place and its owner. Sentences of a lower rank come first.
func (g *gathered) add(rank int, at game.Place, owner int, what phrase.Phrase) {
	g.page.field(at, owner, what)
	text := string(g.page.Book.Append(nil, what, g.page.view))
	for i := range g.said {
		if g.said[i].text == text {
			g.said[i].places = g.page.view.AppendPlace(append(g.said[i].places, ", "...), int64(at))
			return
		}
	}
	g.said = append(g.said, gathering{rank, text, g.page.view.AppendPlace(nil, int64(at))})
}

// foreign adds a sentence about a field that is not the reader's, by owner and terrain.
func (g *gathered) foreign(at game.Place, what phrase.Phrase) {
	f := &g.page.at.State.Fields[at]
	g.add(f.Owner*int(tables.Terrains)+int(f.Terrain), at, f.Owner, what)
}

// field puts a sentence about a field into the facts.
func (p *page) field(at game.Place, owner int, row phrase.Phrase) {
	if p.Facts == nil {
		return
	}
	f := game.FactField{At: p.Place(int64(at)), Own: owner == p.realm.Number}
	f.Terrain, f.Owner = p.at.Tables.Terrain[p.at.State.Fields[at].Terrain].Code, owner
	f.Values, f.Words = p.Figures(row, "terrain", "realm", "name")
	p.Facts.Fields = append(p.Facts.Fields, f)
}

func (g *gathered) write() {
	slices.SortStableFunc(g.said, func(a, b gathering) int { return cmp.Compare(a.rank, b.rank) })
	for i := range g.said {
		g.page.Text("  ", g.said[i].text+": "+string(g.said[i].places))
	}
}

// stateOf says what hinders a field, if anything does.
func (p *page) stateOf(l *realm.Links, at game.Place) string {
	f := &p.at.State.Fields[at]
	switch {
	case l.Group[at] == 0:
		return "field.contested"
	case !l.Linked(at) && f.Garrison < p.at.Tables.Terrain[f.Terrain].Garrison:
		return "field.cut-filling"
	case !l.Linked(at):
		return "field.cut"
	case f.Garrison < p.at.Tables.Terrain[f.Terrain].Garrison:
		return "field.filling"
	}
	return "field.quiet"
}

// ordered lists all places as the realm counts them, from north to south and from west to east.
func (p *page) ordered() []game.Place {
	var out []game.Place
	for _, row := range p.rows() {
		for _, c := range row.cells {
			out = append(out, c.at)
		}
	}
	return out
}

// sightings writes what the realm sees: foreign armies, and the garrisons of foreign fields.
func (p *page) sightings() {
	p.Title("report-seen")
	before, s := len(p.Out), p.spot()
	for _, u := range s.order {
		p.News(p.marching(u, s.armies[u]))
		p.army(u.Realm, s.armies[u])
	}
	g := gathered{page: p}
	for _, at := range p.ordered() {
		if row, seen := s.fields[at]; seen {
			p.News(p.ground(at, row))
			g.foreign(at, row)
		}
	}
	g.write()
	if len(p.Out) == before {
		code := "seen-none"
		if p.realm.King {
			code = "seen-none-king"
		}
		p.Say("  ", code)
	}
}

// seenArmy is the sentence about a foreign army in sight.
func (p *page) seenArmy(u realm.Unit, at game.Place) phrase.Phrase {
	a := p.at.State.Unit(u)
	return phrase.P("seen-army", phrase.Num("army", u.Army), phrase.Num("realm", u.Realm),
		phrase.Str("name", p.at.State.Realms[u.Realm-1].Name),
		phrase.At("field", at), realm.TerrainArg(p.at, at), phrase.Num("status", a.Status), phrase.Num("won", a.Record.Won),
		phrase.Num("drawn", a.Record.Drawn), phrase.Num("lost", a.Record.Lost))
}

// seenField is the sentence about a field in sight that is not the reader's.
func (p *page) seenField(at game.Place) phrase.Phrase {
	f := &p.at.State.Fields[at]
	if f.Owner == 0 {
		return phrase.P("seen-wild", realm.TerrainArg(p.at, at), phrase.Num("garrison", f.Garrison))
	}
	return phrase.P("seen-field", realm.TerrainArg(p.at, at), phrase.Num("garrison", f.Garrison),
		phrase.Num("realm", f.Owner), phrase.Str("name", p.at.State.Realms[f.Owner-1].Name))
}

// nations writes what everybody knows about each nation: fields, treasury, income of the last round, and record. The
// reader's own line also has the greatest income that its fields can yield (§11.4).
func (p *page) nations() {
	p.Title("report-nations")
	for i := range p.at.State.Realms {
		r := &p.at.State.Realms[i]
		p.nation(r, p.nationRow(r, "nation-own"))
	}
	standings := Standings(p.at)
	p.FactStandings(standings)
	p.rankings(standings)
	p.standing()
}

// nationRow is the sentence about a nation. own is its code for the reader's.
func (p *page) nationRow(r *realm.Realm, own string) phrase.Phrase {
	code := "nation"
	switch {
	case r.King:
		code = "nation-king"
	case r.Number == p.realm.Number:
		code = own
	}
	return phrase.P(code, phrase.Num("realm", r.Number), phrase.Str("name", r.Name),
		phrase.Num("treasury", r.Treasury), phrase.Num("income", r.Income),
		phrase.Num("greatest", greatest(p.at, r.Number)), phrase.Num("fields", p.at.State.FieldsOf(r.Number)),
		phrase.Num("won", r.Record.Won), phrase.Num("drawn", r.Record.Drawn), phrase.Num("lost", r.Record.Lost))
}

// rankings writes the places of the nations with land: by fields, which decide the campaign, and by treasury.
func (p *page) rankings(standings *game.Standings) {
	const fields, treasury = 0, 1 // columns of the standings
	landed := slices.DeleteFunc(standings.Rows, func(s game.Standing) bool { return s.Numbers[fields] == 0 })
	if len(landed) == 0 {
		return
	}
	richest := game.Ranked(landed, func(a, b game.Standing) int {
		return cmp.Compare(b.Numbers[treasury], a.Numbers[treasury])
	})
	p.Say("", "ranking-fields", phrase.Str("nations", placed(landed)))
	p.Say("", "ranking-treasury", phrase.Str("nations", placed(richest)))
}

// placed lists nations with their places: "1. Bovistan, 2. Drenn, 2. Elm".
func placed(rows []game.Standing) string {
	out := make([]string, len(rows))
	for i, s := range rows {
		out[i] = strconv.Itoa(s.Place) + ". " + s.Name
	}
	return strings.Join(out, ", ")
}

// nation writes a sentence about a nation, and puts it into the facts.
func (p *page) nation(r *realm.Realm, row phrase.Phrase) {
	p.Line("  ", row)
	if p.Facts == nil {
		return
	}
	f := game.FactRealm{Number: r.Number, Name: r.Name}
	f.Values, f.Words = p.Figures(row, "realm", "name")
	if r.King {
		f.Words = map[string]string{"kind": p.Term("kind", phrase.P("kind."+realm.King))}
	}
	p.Facts.Realms = append(p.Facts.Realms, f)
}

// standing sums up what the realm has, and says what ends the campaign and when (§11.4).
func (p *page) standing() {
	s := p.at.State
	if fields := s.FieldsOf(p.realm.Number); fields > 0 {
		cities, garrisons, armies := 0, int64(0), int64(0)
		for i := range s.Fields {
			if f := &s.Fields[i]; f.Owner == p.realm.Number {
				garrisons += f.Garrison
				if f.Terrain == tables.City {
					cities++
				}
			}
		}
		for i := range p.realm.Armies {
			armies += p.realm.Armies[i].Status
		}
		own := phrase.P("standing-own", phrase.Num("fields", fields), phrase.Num("cities", cities),
			phrase.Num("garrisons", garrisons),
			phrase.Num("armies", armies), phrase.Num("treasury", p.realm.Treasury))
		p.Line("", own)
		if p.Facts != nil {
			p.Facts.Realm.Values, p.Facts.Realm.Words = p.Figures(own)
		}
	}
	if s.Over {
		return
	}
	p.Line("", goal(p.at))
	p.FactPart("end", "report-nations", goal(p.at))
}
