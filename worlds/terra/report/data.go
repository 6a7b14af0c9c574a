package report

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// data puts what the whole report says into its facts.
type data struct {
	*frame.Notes
	a     *account
	early []game.Said // of the course of a battle whose result follows
}

// writeData notes the mail phase.
func writeData(n *frame.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Turn(roundTitle(a.phase.Before))
	d.Refused(a.none, false)
	d.Refused(a.inPart, true)
	for _, e := range a.told {
		d.event(e)
	}
	_, list := toReport(a)
	for _, b := range list {
		d.Part("to-tell", "report-to-tell", b.against, b.line)
	}
	d.body()
	d.Post(a.phase.Letters(), a.name)
}

// welcomeData notes report 0.
func welcomeData(n *frame.Notes, a *account) {
	n.Part("welcome", "report-welcome", greeting(a)...)
	(&data{Notes: n, a: a}).body()
}

// body notes what a nation has and sees, and what everybody knows.
func (d *data) body() {
	for _, row := range ownArmyRows(d.a) {
		d.army(d.a.realm.Number, row)
	}
	l := d.a.at.State.Links(d.a.realm.Number)
	for _, at := range d.a.ordered() {
		if d.a.owns(at) {
			d.field(at, ownField(d.a, l, at))
		}
	}
	s := spot(d.a)
	for _, u := range s.order {
		d.army(u.Realm, s.armies[u])
	}
	for _, at := range d.a.ordered() {
		if row, seen := s.fields[at]; seen {
			d.field(at, row)
		}
	}
	for i := range d.a.at.State.Realms {
		d.nation(&d.a.at.State.Realms[i])
	}
	d.Standings(Standings(d.a.at))
	if row, landed := standingRow(d.a); landed {
		d.Facts.Realm.Values, d.Facts.Realm.Words = d.Figures(row)
	}
	if !d.a.at.State.Over {
		d.Part("end", "report-nations", goal(d.a.at))
	}
	d.money()
}

// army notes a sentence about an army: its nation, its number and where it is.
func (d *data) army(nation int, row phrase.Phrase) {
	told := d.Said(row).Args
	a := game.FactArmy{Realm: nation, Name: strconv.FormatInt(told["army"].Number, 10), At: told["field"].Word}
	a.Values, a.Words = d.Figures(row, "army", "field", "terrain", "realm", "name")
	d.Facts.Armies = append(d.Facts.Armies, a)
}

// field notes a sentence about a field.
func (d *data) field(at game.Place, row phrase.Phrase) {
	f, field := game.FactField{At: d.Place(int64(at)), Own: d.a.owns(at)}, &d.a.at.State.Fields[at]
	f.Terrain, f.Owner = d.a.at.Tables.Terrain[field.Terrain].Code, field.Owner
	f.Values, f.Words = d.Figures(row, "terrain", "realm", "name")
	d.Facts.Fields = append(d.Facts.Fields, f)
}

// nation notes what everybody knows about a nation.
func (d *data) nation(r *realm.Realm) {
	f := game.FactRealm{Number: r.Number, Name: r.Name}
	f.Values, f.Words = d.Figures(nationRow(d.a, r, "nation-own"), "realm", "name")
	if r.King {
		f.Words = map[string]string{"kind": d.Term("kind", phrase.P("kind."+realm.King))}
	}
	d.Facts.Realms = append(d.Facts.Realms, f)
}
