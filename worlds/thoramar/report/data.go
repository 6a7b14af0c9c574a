package report

import (
	"maps"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// data puts what a whole report says into its facts, but no more rows than it had room for. What is the same every
// week, and so left out of a short report, is repeated every week, as there is nothing new in it. Left out are the map,
// which is drawn from what the realm knows (Known), the legend, whose numbers are in the world's tables, and sums.
type data struct {
	*rulekit.Notes
	a     *account
	wrote *written // nil: there was room for all

	// where rows are in the facts
	seen   map[glimpsed]int         // the sighting of a field, in its week
	edges  map[glimpsed]realm.Edges // which of its edges were told
	armed  map[mustered]int         // an army, in the sighting of its field
	fields map[game.Place]int
	named  map[int]realm.Treaty // realms, with the treaty if the report says it
	bereft map[string]bool      // fields that the reader lost this turn
}

// newData is a writer of facts; wrote nil: there was room for all.
func newData(n *rulekit.Notes, a *account, wrote *written) *data {
	n.Facts.Realm.Fallen = a.r.Fallen
	return &data{n, a, wrote, map[glimpsed]int{}, map[glimpsed]realm.Edges{}, map[mustered]int{}, map[game.Place]int{},
		map[int]realm.Treaty{a.realm: 0}, map[string]bool{}}
}

// write notes the turn.
func (d *data) write() {
	d.Refused(d.a.season.Refused(d.a.realm)[:d.wrote.refused], false)
	next := d.events(0, 0)
	for n := 1; n <= realm.Weeks; n++ {
		next = d.events(n, next)
		d.sightings(n, n)
	}
	d.events(closing, next)
	d.ownLand()
	d.yields()
	d.treaties()
	d.capacities()
	d.money()
	d.armies()
	d.atlas()
	if d.a.t.Info[d.a.realm] {
		d.strengths()
	}
	d.Post(d.a.t.Letters[:d.wrote.letters])
}

// week begins a week. Every week has an entry, so a week is found by its number.
func (d *data) week(number int) {
	week := d.Facts.Week(number)
	switch {
	case number > realm.Weeks:
		d.WeekTitle(week, phrase.P("report.after"))
	case number > 0:
		d.WeekTitle(week, phrase.P("report.week", phrase.Num("n", number)))
	}
}

// events notes the events of one week, from the next one on, and returns the next of a later week.
func (d *data) events(week, next int) int {
	d.week(week)
	for n := 0; next < len(d.a.told) && d.a.told[next].Week <= week; next++ {
		if n++; d.wrote != nil && n > d.wrote.events[week] {
			continue
		}
		if what, silent := eventRow(d.Book, d.a, next); !silent {
			d.event(next, what)
		}
	}
	return next
}

// event notes an event, and which realm it names.
func (d *data) event(at int, what phrase.Phrase) {
	e := d.Event(&d.a.told[at], what, meanings[what.Code])
	if _, named := e.Args["name"]; named && e.Args["realm"].Number > 0 {
		d.name(int(e.Args["realm"].Number))
	}
	d.battle(at, what, e)
	d.weigh(what, e)
}

// name notes that the report names a realm.
func (d *data) name(number int) {
	if _, known := d.named[number]; !known {
		d.named[number] = 0
	}
}

// done returns what was noted.
func (d *data) done() *game.Facts {
	f := &d.Facts
	for seen, i := range d.seen {
		f.Weeks[seen.week].Sightings[i].Edges = d.edgesOf(seen.at, d.edges[seen])
	}
	d.others()
	for _, l := range f.Letters {
		d.name(l.From)
	}
	delete(d.named, 0) // the sender of rumours
	for _, number := range slices.Sorted(maps.Keys(d.named)) {
		r := &d.a.t.State.Realms[number]
		named := game.FactRealm{Number: number, Name: r.Name, Fallen: r.Fallen}
		if t := d.named[number]; t != 0 {
			named.Words = map[string]string{"treaty": string(rune(t))}
		}
		if number == d.a.realm {
			named.Player = f.Realm.Player
		}
		f.Realms = append(f.Realms, named)
	}
	d.Standings(Standings(d.a.season.After))
	return d.Done()
}

// yields notes the own fields, with their yearly income at full yield.
func (d *data) yields() {
	n := 0
	for i := range d.a.lots {
		l := &d.a.lots[i]
		if !l.owned {
			continue
		}
		if n++; n > d.wrote.yields {
			return
		}
		f := &d.a.t.State.Fields[l.place]
		field := game.FactField{At: d.Place(int64(l.place)), Own: true,
			FactGround: game.FactGround{Terrain: d.a.t.Tables.Terrain[f.Terrain].Code, Owner: d.a.realm},
			Values: map[string]int64{"yield": int64(f.Yield),
				"income": d.a.t.Tables.TerrainOf(d.a.realm, f.Terrain).Income}}
		if f.Blessed > 0 {
			field.Values["blessed"] = 1
		}
		d.fields[l.place] = len(d.Facts.Fields)
		d.Facts.Fields = append(d.Facts.Fields, field)
	}
}

// own is the entry of an own field, or nil if the list was cut off before it.
func (d *data) own(at game.Place) *game.FactField {
	if i, noted := d.fields[at]; noted {
		return &d.Facts.Fields[i]
	}
	return nil
}

// treaties notes the treaties in force.
func (d *data) treaties() {
	for _, t := range d.a.r.Treaties {
		d.Part("treaties", "report.treaties", treatyRow(d.a, t))
		d.named[t.Realm] = t.Treaty
	}
}

// capacities notes the buildings that recruit. Nobody is told how damaged a building is that is being converted.
func (d *data) capacities() {
	n := 0
	for i := range d.a.lots {
		at, b := d.a.lots[i].place, d.a.recruiting(&d.a.lots[i])
		if b == nil {
			continue
		}
		if n++; n > d.wrote.capacities {
			return
		}
		f := d.own(at)
		if f == nil {
			continue
		}
		f.Name, f.Building = b.Name, b.Kind
		f.Values["capacity"] = turn.CapacityLeft(d.a.t.Turn, &d.a.t.State.Fields[at])
		f.Words = map[string]string{"state": rulekit.Label(d.Term("state", stateRow(b)))}
		if f.State = string(sight.Mark(b)); b.Into != "" {
			f.State = ""
		}
		if b.New || b.Into != "" {
			f.Values["ready"] = int64(b.Ready)
		}
	}
}

// money notes the money of this turn, the treasury, and the player's account where there are fees.
func (d *data) money() {
	for _, s := range sumsOf(d.a.t.Income[d.a.realm]) {
		d.amount("income", s.name, s.gold, phrase.P("income."+s.name))
	}
	for _, s := range sumsOf(d.a.t.Outlay[d.a.realm]) {
		d.amount("outlay", s.name, -s.gold, phrase.P("outlay."+s.name))
	}
	d.amount("treasury", "gold", d.a.r.Gold, phrase.P("report.treasury"))
	if rows := accountRows(d.Book, d.a); len(rows) > 0 {
		d.amount("account", d.a.t.Tables.Rules.Currency, d.a.r.Account, phrase.P("report.account"))
		d.Part("account", "report.account", rows...)
	}
}

// amount notes an amount of money.
func (d *data) amount(kind, code string, amount int64, text phrase.Phrase) {
	d.Facts.Money = append(d.Facts.Money, game.FactMoney{Kind: kind, Code: code, Amount: amount,
		Text: rulekit.Label(d.Term("money."+kind, text))})
}

// armies notes the army table.
func (d *data) armies() {
	for a := range sight.Muster(d.a.t.State.Armies[d.a.realm]) {
		d.army(a)
	}
}

// army notes a line of the army table.
func (d *data) army(a *realm.Army) {
	special := specialRows(nil, d.a, a)
	army := game.FactArmy{Realm: d.a.realm, Name: a.Name.String(), At: d.Place(int64(a.At)), Men: a.Men,
		Values: map[string]int64{"movement": int64(a.Points), "experience": int64(a.KK)}}
	if a.Fit >= 0 {
		rulekit.Put(&army.Words, "fit", d.a.t.Tables.Terrain[a.Fit].Code)
	}
	var said []string
	for _, what := range special {
		said = append(said, d.Term("special", what))
		switch what.Code {
		case "report.aboard":
			rulekit.Put(&army.Words, "aboard", what.Arg("army").S)
		case "report.member":
			rulekit.Put(&army.Words, "member", what.Arg("army").S)
		case "report.demon-of":
			rulekit.Put(&army.Words, "master", what.Arg("army").S)
		case "report.trade":
			rulekit.Put(&army.Words, "start", d.Place(what.Arg("field").N))
			army.Values["gain"] = what.Arg("gold").N
		case "formation-mixed":
			army.Values["mixed"] = what.Arg("percent").N
		}
	}
	if len(said) > 0 {
		rulekit.Put(&army.Words, "special", strings.Join(said, ", "))
	}
	d.Facts.Armies = append(d.Facts.Armies, army)
}

// atlas notes the own buildings that the map draws.
func (d *data) atlas() {
	if !d.a.r.Settings.Map {
		return
	}
	for i := range d.a.lots {
		if l := &d.a.lots[i]; l.owned {
			own, b := d.own(l.place), d.a.t.State.Fields[l.place].Building
			if own != nil && b != nil {
				own.Building = b.Kind
			}
		}
	}
}

// strengths notes the fighting strength of each kind of army, and the numbers of the realm's own.
func (d *data) strengths() {
	for _, s := range d.a.strengths() {
		rulekit.Put(&d.Facts.Realm.Values, "strength."+s.unit, s.percent)
	}
	d.Part(strengthPart, strengthTitle, sparedRow(d.a))
	d.Part(strengthPart, strengthTitle, ownRows(d.Book, d.a)...)
}
