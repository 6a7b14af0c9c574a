package report

import (
	"maps"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/tables"
)

// data puts what the whole report says into its facts.
type data struct {
	*frame.Notes
	a      *account
	people [2]string // what those who are no realm are, on each side of the last combat
}

// writeData notes the year.
func writeData(n *frame.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Begin(a.undone, titleOf(a.year.Before))
	for _, e := range a.told {
		d.event(e, a.said(e))
		d.paid(e)
	}
	d.standing()
	for _, s := range spots(a) {
		d.corps(s.corps, s.row)
	}
	d.nations()
	if !a.realm.NoMap {
		d.chart()
	}
	d.Post(a.year.Letters(), a.called)
}

// welcomeData notes report 0.
func welcomeData(n *frame.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Part("welcome", "report-welcome", greeting(a)...)
	d.standing()
	d.nations()
	d.chart()
}

// standing notes what the realm has: treasury, leaders, fleets, colonies, and its standing orders.
func (d *data) standing() {
	d.Facts.Realm.Values, d.Facts.Realm.Words = d.Figures(moneyRow(d.a))
	d.Sum("treasury", "ducats", d.a.realm.Ducats)
	for _, h := range holdings(d.a) {
		if h.area {
			d.field(h.at, h.row)
		} else {
			d.corps(h.corps, h.row)
		}
	}
	all := commanders(d.Book, d.a)
	if len(all) == 0 {
		return
	}
	titled := d.Said(phrase.P("own-orders"))
	part := game.FactPart{Name: "orders", Title: frame.Label(d.Book.T("own-orders")), Titled: titled}
	for _, c := range all {
		part.Said = append(part.Said, game.Said{Code: "own-orders", Text: c.line(c.all())})
	}
	d.Facts.Parts = append(d.Facts.Parts, part)
}

// field notes a sentence about one of the reader's areas.
func (d *data) field(at int, row phrase.Phrase) {
	f := publicOf(d.a, at).field(d.a, at)
	f.Values, f.Words = d.Figures(row, "area", "units")
	d.Facts.Fields = append(d.Facts.Fields, f)
}

// corps notes a corps, with the other figures of its sentence.
func (d *data) corps(s corps, row phrase.Phrase) {
	a := game.FactArmy{Realm: s.realm, Kind: s.kind, At: strconv.Itoa(s.at), Men: int64(s.troops.Count())}
	a.Values, a.Words = d.Figures(row, "area", "realm", "units", "ships", s.name)
	if s.name != "" {
		if named := row.Arg(s.name); named.Kind == phrase.Term {
			a.Name = d.Term("name", phrase.P(named.S))
		} else {
			a.Name = named.S
		}
	}
	for k, n := range s.troops {
		if n > 0 {
			a.Parts = append(a.Parts, game.FactArmy{Realm: s.realm, Name: tables.Kind(k).Code(), Men: int64(n)})
		}
	}
	for c, n := range s.ships {
		if n > 0 {
			a.Parts = append(a.Parts, game.FactArmy{Realm: s.realm, Name: tables.Class(c).Code(),
				Values: map[string]int64{"ships": int64(n)}})
		}
	}
	d.Facts.Armies = append(d.Facts.Armies, a)
}

// nations notes what everybody knows about all realms, and their relations.
func (d *data) nations() {
	for i, r := range d.a.at.State.Realms {
		f := game.FactRealm{Number: i + 1, Name: r.Name}
		f.Values, f.Words = d.Figures(nationRow(d.a, i, nil), "realm", "name")
		if row, said := wishes(d.a, i+1); said {
			_, wished := d.Figures(row)
			maps.Copy(f.Words, wished)
		}
		d.Facts.Realms = append(d.Facts.Realms, f)
	}
	d.Part("relations", "report-nations", relations(d.a)...)
	d.Notes.Standings(Standings(d.a.at))
}

// chart notes the map, strip by strip, and the homes.
func (d *data) chart() {
	s := d.a.at.State
	for from := 0; from < s.Width; from += mapColumns {
		for row := range s.Height {
			for col := from; col < min(s.Width, from+mapColumns); col++ {
				at := row*s.Width + col + 1
				d.mapped(publicOf(d.a, at), at)
			}
		}
	}
	for i := range s.Realms {
		d.mapped(public{owner: i + 1, home: true}, s.Realms[i].Home)
	}
}

// field is an area as the map shows it.
func (a public) field(of *account, at int) game.FactField {
	f := game.FactField{At: strconv.Itoa(at), Own: a.owner == of.realm.Number}
	f.Owner = a.owner
	switch {
	case a.home:
		f.Terrain = "home"
	case a.sea:
		f.Terrain = "sea"
	default:
		f.Terrain = "land"
	}
	if a.fort > 0 {
		f.Building = of.at.Tables.Fortification[a.fort-1].Code
	}
	return f
}

// mapped notes an area of the map, unless it is the reader's: that one is in the facts already.
func (d *data) mapped(a public, at int) {
	if a.owner == d.a.realm.Number {
		return
	}
	f := a.field(d.a, at)
	if a.level > 0 {
		f.Values = map[string]int64{"level": int64(a.level)}
	}
	words := map[string]string{}
	if a.location > 0 {
		words["location"] = d.Term("location", phrase.P(d.a.at.Tables.LocationKey(a.location)))
	}
	if a.haven {
		words["haven"] = d.Term("haven", phrase.P("chart.haven"))
	}
	if len(words) > 0 {
		f.Words = words
	}
	d.Facts.Fields = append(d.Facts.Fields, f)
}
