package report

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// data puts what the whole report says into its facts.
type data struct {
	*rulekit.Notes
	a      *account
	people [2]string // what those who are no realm are, on each side of the last combat
}

// writeData notes the year.
func writeData(n *rulekit.Notes, a *account) {
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
	d.Post(a.year.Letters())
}

// welcomeData notes report 0.
func welcomeData(n *rulekit.Notes, a *account) {
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
	part := game.FactPart{Name: "orders", Title: rulekit.Label(d.Book.T("own-orders")), Titled: titled}
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
	if a.location > 0 {
		rulekit.Put(&f.Words, "location", d.Term("location", phrase.P(d.a.at.Tables.LocationKey(a.location))))
	}
	if a.haven {
		rulekit.Put(&f.Words, "haven", d.Term("haven", phrase.P("chart.haven")))
	}
	d.Facts.Fields = append(d.Facts.Fields, f)
}

// event notes an event in the realm's words, and what it tells of a combat.
func (d *data) event(told *game.Event, what phrase.Phrase) {
	e := d.Event(told, what, meanings.Of(what.Code))
	if area, named := e.Args["area"]; named && !area.Worded {
		e.At = strconv.FormatInt(area.Number, 10)
	}
	switch {
	case what.Code == "combat" || what.Code == "sea-combat":
		b := d.Battle(e)
		for i, side := range [2]string{"us", "them"} {
			b.Sides[i].Realm = int(what.Arg("realm-" + side).N)
			if ships := what.Arg("ships-" + side).S; ships != "" {
				bring(&b.Sides[i], game.FactFighter{Realm: b.Sides[i].Realm, Kind: "fleet"}, ships)
			}
			if strings.HasPrefix(what.Arg(side).S, "party.pirates") && what.Code == "combat" {
				d.people[i] = "haven"
			} else {
				d.people[i] = "natives"
			}
		}
	case fight.Protocol(what.Code) && len(d.Facts.Battles) > 0:
		d.course(&d.Facts.Battles[len(d.Facts.Battles)-1], e, what)
	}
}

// course notes a sentence of a combat's protocol.
func (d *data) course(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	i := max(slices.Index(fight.SideKeys[:], what.Arg("side").S), 0)
	side := &b.Sides[i]
	switch what.Code {
	case "roster-leader":
		bring(side, game.FactFighter{Realm: int(what.Arg("realm").N), Name: what.Arg("who").S, Kind: "leader"},
			what.Arg("units").S)
	case "roster-garrison", "roster-regiment":
		bring(side, game.FactFighter{Realm: side.Realm, Kind: strings.TrimPrefix(what.Code, "roster-")},
			what.Arg("units").S)
	case "roster", "roster-chief":
		bring(side, game.FactFighter{Kind: d.people[i]}, what.Arg("units").S)
	case "combat.factors", "sea.factors":
		if side.Strength == 0 {
			side.Strength = what.Arg("cf").N
		}
	case "combat.bonus":
		code := what.Arg("what").S
		if !slices.ContainsFunc(side.Factors, func(f game.FactFactor) bool { return f.Code == code }) {
			side.Factors = append(side.Factors, game.FactFactor{Code: code, Name: d.Book.T(code), Amount: what.Arg("bonus").N})
		}
	case "combat.lost", "combat.lost-more":
		side.After -= count(what.Arg("units").S)
	case "sea.lost":
		side.After -= count(what.Arg("ships").S)
	case "combat.first", "combat.wounded-fall", "sea.damaged-sinks":
		side.After--
	case "combat.no-refuge", "sea.no-refuge":
		side.After = 0
	case "combat.won":
		b.Won, b.Result = 1+i, e.Said
		d.Ended(b, e)
		return
	}
	if !strings.HasPrefix(what.Code, "roster") {
		b.Course = append(b.Course, e.Said)
	}
}

// bring notes who comes to a combat with how many units or ships.
func bring(side *game.FactSide, f game.FactFighter, units string) {
	f.Before = count(units)
	side.Armies = append(side.Armies, f)
	side.Before += f.Before
	side.After += f.Before
}

// count is how many units or ships are in a list: "4 INF, 1 CAV".
func count(list string) (sum int64) {
	var all toll
	all.add(list)
	for _, n := range all.of {
		sum += int64(n)
	}
	return sum
}

// accounts are the lines of a realm's money, by the event that belongs to each; arg is the event's argument with the
// amount. No event says what a building cost.
var accounts = map[string]struct{ kind, code, arg string }{
	"income": {"income", "colonies", "ducats"}, "raised": {"outlay", "units", "cost"},
	"launched": {"outlay", "ships", "cost"}, "appointed": {"outlay", "leaders", "cost"},
	"engaged": {"outlay", "medics", "cost"}, "raided": {"outlay", "pirates", "ducats"},
	"hand.ducats": {"income", "hand", "more"}, "hand.treasury": {"income", "hand", "now"},
}

// paid puts the amount of an event into the facts, if it changed the reader's treasury.
func (d *data) paid(e *game.Event) {
	a, is := accounts[e.Code]
	if !is {
		return
	}
	values, _ := d.Figures(e.Phrase)
	amount := values[a.arg]
	switch {
	case e.Code == "hand.treasury":
		if amount -= values["was"]; amount < 0 {
			a.kind = "outlay"
		}
	case a.kind == "outlay":
		amount = -amount
	}
	d.Sum(a.kind, a.code, amount)
}
