package report

import (
	"maps"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Facts is the realm's report as data. The page that writes the report notes each row, so what is cut off there for
// its length is missing here too. What is the same every week, and so left out of a short report, is repeated every
// week, as there is nothing new in it. Left out are the map, which is drawn from what the realm knows (Known), the
// legend, whose numbers are in the world's tables, and sums.
func (o *Season) Facts(number int) *game.Facts {
	if number == 0 || o.After.State.Realm(number) == nil {
		return nil
	}
	p := NewPage(o, number)
	p.Ask(p.t.Number, titled(p.t.Number))
	p.all()
	p.digest().Note(&p.Page)
	return p.Notes.Answer()
}

// Fought is what Facts says of battles and of the reader's armies, without what the armies saw, which is most of a
// report.
func (o *Season) Fought(number int) *game.Facts {
	if number == 0 || o.After.State.Realm(number) == nil {
		return nil
	}
	p := NewPage(o, number)
	p.Ask(p.t.Number, titled(p.t.Number))
	p.opens()
	p.findBattles()
	told := p.told
	for p.telling = 0; p.telling <= realm.Weeks+1; p.telling++ {
		told = p.eventsOf(p.telling, told)
	}
	p.armies()
	return p.Facts
}

// notes say where the rows of a page are in its facts.
type notes struct {
	p         *page
	sightings map[glimpsed]int         // of its week
	edges     map[glimpsed]realm.Edges // which of its edges were told
	armies    map[mustered]int         // in the sighting of its field
	fields    map[game.Place]int
	named     map[int]realm.Treaty // realms, with the treaty if the report says it
	bereft    map[string]bool      // fields that the reader lost this turn
}

// glimpsed is a field in a week. Several armies may report it, but it has one sighting.
type glimpsed struct {
	week int
	at   game.Place
}

// mustered is an army as it was in a week.
type mustered struct {
	week int
	spot int32
}

// Ask makes the page note what it writes.
func (p *page) Ask(turn int, title phrase.Phrase) {
	p.NewFacts(turn, title)
	p.Facts.Realm.Fallen = p.r.Fallen
	p.Notes = &notes{p, map[glimpsed]int{}, map[glimpsed]realm.Edges{}, map[mustered]int{}, map[game.Place]int{},
		map[int]realm.Treaty{p.realm: 0}, map[string]bool{}}
}

// Answer returns what the page has noted.
func (n *notes) Answer() *game.Facts {
	f := n.p.Facts
	for seen, i := range n.sightings {
		f.Weeks[seen.week].Sightings[i].Edges = n.edgesOf(seen.at, n.edges[seen])
	}
	n.others()
	for _, l := range f.Letters {
		n.name(l.From)
	}
	delete(n.named, 0) // the sender of rumours
	for _, number := range slices.Sorted(maps.Keys(n.named)) {
		r := &n.p.t.State.Realms[number]
		named := game.FactRealm{Number: number, Name: r.Name, Fallen: r.Fallen}
		if t := n.named[number]; t != 0 {
			named.Words = map[string]string{"treaty": string(rune(t))}
		}
		if number == n.p.realm {
			named.Player = f.Realm.Player
		}
		f.Realms = append(f.Realms, named)
	}
	n.p.FactStandings(Standings(n.p.o.After))
	n.p.FactsDone()
	return f
}

// name notes that the report names a realm.
func (n *notes) name(number int) {
	if _, known := n.named[number]; !known {
		n.named[number] = 0
	}
}

// Week begins a week. Every week has an entry, so a week is found by its number.
func (n *notes) Week(number int) {
	week := n.p.Facts.Week(number)
	switch {
	case number > realm.Weeks:
		n.p.FactWeekTitle(week, phrase.P("report.after"))
	case number > 0:
		n.p.FactWeekTitle(week, phrase.P("report.week", phrase.Num("n", number)))
	}
}

// event notes an event, in the words of the report, and which realm it names. See row.
func (n *notes) event(at int, code string, args []phrase.Arg) {
	what := phrase.P(code, slices.Clone(args)...)
	e := n.p.FactEvent(&n.p.told[at], what)
	if _, named := e.Args["name"]; named && e.Args["realm"].Number > 0 {
		n.name(int(e.Args["realm"].Number))
	}
	n.battle(at, what, e)
	n.weigh(what, e)
}

// row writes a sentence of a part of the report, and notes it. It notes a copy, so that the arguments need no room of
// their own if nobody asks for facts.
func (p *page) row(part, title, code string, args ...phrase.Arg) {
	p.Line("", phrase.P(code, args...))
	if p.Notes != nil {
		p.FactPart(part, title, phrase.P(code, slices.Clone(args)...))
	}
}

// sighting is the sighting of a field in the present week.
func (n *notes) sighting(at game.Place) *game.FactSighting {
	week, key := &n.p.Facts.Weeks[n.p.telling], glimpsed{n.p.telling, at}
	i, noted := n.sightings[key]
	if !noted {
		i = len(week.Sightings)
		week.Sightings = append(week.Sightings, game.FactSighting{At: n.p.Place(int64(at))})
		n.sightings[key] = i
	}
	return &week.Sightings[i]
}

// ground notes the land of a field. For a neighbour that is the one edge that the report shows. For the field itself
// (d is 0) it is all edges, and the state of the building.
func (n *notes) ground(at game.Place, d game.Direction) {
	g, s := &n.p.t.Ground[at], n.sighting(at)
	s.Terrain, s.Owner = n.p.t.Tables.Terrain[g.Terrain].Code, int(g.Owner)
	if g.Kind[0] != '-' {
		s.Building = string(g.Kind[:])
	}
	told := realm.Edges(0b111111)
	if d != 0 {
		told = realm.Edges(0).With(d)
	} else if g.State != '-' {
		s.State = string(g.State)
	}
	n.edges[glimpsed{n.p.telling, at}] |= told
}

// edgesOf writes edges as the report does: `2:SWFB 3:----`.
func (n *notes) edgesOf(at game.Place, told realm.Edges) string {
	var out []byte
	for d := game.Direction(1); d <= 6; d++ {
		if told.Has(d) {
			out = append(append(out, ' ', '0'+byte(d), ':'), n.p.t.Ground[at].Edge(d)[:]...)
		}
	}
	return strings.TrimPrefix(string(out), " ")
}

// observer notes who made the sighting of a field. How many men an observer has is not in its own line.
func (n *notes) observer(w *sight.Week, at game.Place, self int32) {
	s := n.sighting(at)
	if self < 0 {
		return // the capital
	}
	name := w.Spots[self].Name().String()
	s.By = append(s.By, name)
	n.spot(s, self, game.FactArmy{Realm: n.p.realm, Name: name})
}

// army notes an army as it looked.
func (n *notes) army(w *sight.Week, i int32, l sight.Look) {
	s := &w.Spots[i]
	shown := game.FactArmy{Realm: int(s.Realm), Name: s.Name().String(), Men: s.Men}
	switch {
	case int(s.Realm) == n.p.realm:
		shown.Men = s.Own
	case l != sight.Signed:
		shown = game.FactArmy{Unknown: true, Kind: s.Unit.String(), Men: s.Men}
	}
	n.spot(n.sighting(s.Place), i, shown)
}

// spot notes an army in a sighting, once. How many men it has may be known only later.
func (n *notes) spot(s *game.FactSighting, spot int32, a game.FactArmy) {
	key := mustered{n.p.telling, spot}
	i, noted := n.armies[key]
	if !noted {
		i = len(s.Armies)
		s.Armies = append(s.Armies, a)
		n.armies[key] = i
	}
	s.Armies[i].Men = max(s.Armies[i].Men, a.Men)
}

// others lists the armies of others as the report showed them last. Those that show their sign are as they were last
// seen. The others are as they were when the report last showed their field.
func (n *notes) others() {
	type army struct {
		realm int
		name  string
	}
	known, left := map[army]bool{}, map[string]bool{}
	weeks := n.p.Facts.Weeks
	for i := len(weeks) - 1; i >= 0; i-- {
		for _, s := range weeks[i].Sightings {
			for _, a := range s.Armies {
				is := army{a.Realm, a.Name}
				if a.Realm == n.p.realm || a.Unknown && left[s.At] || !a.Unknown && known[is] {
					continue
				}
				known[is], a.At = true, s.At
				if week := weeks[i].Week; week > 0 {
					a.Values = map[string]int64{"week": int64(week)}
				}
				n.p.Facts.Armies = append(n.p.Facts.Armies, a)
			}
		}
		for _, s := range weeks[i].Sightings {
			left[s.At] = true
		}
	}
}

// lot notes an own field, with its yearly income at full yield.
func (n *notes) lot(l *lot, f *realm.Field) {
	worth := n.p.t.Tables.TerrainOf(n.p.realm, f.Terrain).Income
	field := game.FactField{At: n.p.Place(int64(l.place)), Own: true,
		FactGround: game.FactGround{Terrain: n.p.t.Tables.Terrain[f.Terrain].Code, Owner: n.p.realm},
		Values:     map[string]int64{"yield": int64(f.Yield), "income": worth}}
	if f.Blessed > 0 {
		field.Values["blessed"] = 1
	}
	n.fields[l.place] = len(n.p.Facts.Fields)
	n.p.Facts.Fields = append(n.p.Facts.Fields, field)
}

// own is the entry of an own field, or nil if the list was cut off before it.
func (n *notes) own(at game.Place) *game.FactField {
	if i, noted := n.fields[at]; noted {
		return &n.p.Facts.Fields[i]
	}
	return nil
}

// capacity notes a building that recruits. Nobody is told how damaged a building is that is being converted.
func (n *notes) capacity(at game.Place, b *realm.Building, left int64, state phrase.Phrase) {
	f := n.own(at)
	if f == nil {
		return
	}
	f.Name, f.Building, f.Values["capacity"] = b.Name, b.Kind, left
	f.Words = map[string]string{"state": frame.Label(n.p.Term("state", state))}
	if f.State = string(sight.Mark(b)); b.Into != "" {
		f.State = ""
	}
	if b.New || b.Into != "" {
		f.Values["ready"] = int64(b.Ready)
	}
}
