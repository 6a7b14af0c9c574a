package report

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// data puts what the whole report says into its facts.
type data struct {
	*rulekit.Notes
	a *account

	early    []game.Said // of a fight whose blow follows
	fighting bool        // what comes next may belong to the last fight
}

// writeData notes the turn.
func writeData(n *rulekit.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Begin(a.undone, a.turn.title())
	if a.first() {
		d.Part("chances", "game", chances(a))
	}
	for _, e := range a.told {
		d.event(e)
	}
	d.standing()
	d.Post(a.letters)
	d.Part("next", "phase.next", next(a))
}

// welcomeData notes report 0.
func welcomeData(n *rulekit.Notes, a *account) {
	n.Part("welcome", "game", greeting(a))
	if len(a.s.Realms) > 2 {
		n.Part("chances", "game", chances(a))
	}
	(&data{Notes: n, a: a}).standing()
}

// standing notes how things are.
func (d *data) standing() {
	d.board()
	for i := range d.a.s.Realms {
		d.realm(&d.a.s.Realms[i])
	}
	d.Standings(Standings(d.a.at))
	for i := range d.a.s.Realms {
		for _, u := range d.a.s.Of(i + 1) {
			d.unit(u)
		}
	}
	d.OwnFirst()
	for _, b := range d.a.s.Buildings {
		field := &d.Facts.Fields[b.At]
		for _, row := range buildingRows(d.a, b) {
			d.AddFigures(&field.Values, &field.Words, row, "building", "place", "realm")
		}
	}
	d.Part("bank", "report.bank", bankRows(d.a.at)...)
}

// board notes all hexes, as the board shows them.
func (d *data) board() {
	for i := range d.a.s.Terrain {
		ground := groundOf(d.a.at, game.Place(i))
		d.Facts.Fields = append(d.Facts.Fields, game.FactField{At: counted(d.a.s, game.Place(i)), FactGround: ground,
			Own: ground.Owner == d.a.realm})
	}
}

// counted writes a place as everybody counts it.
func counted(s *realm.State, at game.Place) string { return game.Counted(realm.Column(s.Grid, at)) }

// realm notes a realm, and the reader's treasury.
func (d *data) realm(r *realm.Realm) {
	fact := game.FactRealm{Number: r.Number, Name: r.Name, Player: r.Player, Fallen: r.Fallen}
	for _, row := range castleRows(d.a, r) {
		d.AddFigures(&fact.Values, &fact.Words, row, "realm", "name", "player")
	}
	for i, hits := range r.Walls {
		fact.Values["wall."+strconv.Itoa(i+1)] = hits
	}
	d.Facts.Realms = append(d.Facts.Realms, fact)
	if r.Number == d.a.realm {
		d.Facts.Realm = fact
		d.Money(game.FactMoney{Kind: "treasury", Code: "treasure", Amount: r.Treasure})
	}
}

// unit notes a unit, and what is on it or keeps it busy.
func (d *data) unit(u *realm.Unit) {
	for _, what := range symbols(u) {
		d.Term("symbols", what)
	}
	fact := game.FactArmy{Realm: u.Realm, Name: u.Name(), Kind: realm.CardOf(d.a.at.Tables, u).Card,
		At: counted(d.a.s, u.At)}
	fact.Values, fact.Words = d.Figures(unitRow(d.Reader, d.a, u), "unit", "realm", "place")
	for _, row := range stateRows(d.a, u) {
		if row.Code == "report.learning" {
			rulekit.Put(&fact.Words, "learning", d.Term("learning", phrase.P(u.Learning.Key())))
			continue
		}
		if d.AddFigures(&fact.Values, &fact.Words, row); row.Code != "report.weak" {
			rulekit.Put(&fact.Words, "state", strings.TrimSpace(d.Term("state", row)))
		}
	}
	d.Facts.Armies = append(d.Facts.Armies, fact)
}

// event notes an event, and what it tells of a fight.
func (d *data) event(told *game.Event) {
	what := told.Phrase
	e := d.Event(told, what, meanings.Of(what.Code))
	switch what.Code {
	case "blow-fell", "blow-held":
		b := d.Battle(e)
		b.Won = 2
		if d.blow(b, what); what.Code == "blow-fell" {
			b.Won, b.Sides[1].Armies[0].Fate = 1, "destroyed"
		}
		b.Course, d.early = append(d.early, b.Course...), nil
		d.Ended(b, e)
	case "storms", "shoots", "scatters":
		d.early = []game.Said{e.Said} // the fight follows
	case "weakened", "die-lifted", "counter-short", "counter-engine", "counter-held", "counter-fell":
		d.further(e, what)
	default:
		d.early, d.fighting = nil, false
		return
	}
	d.fighting = true
}

// further notes what follows a blow, or comes between an engine's shots and its attack.
func (d *data) further(e *game.FactEvent, what phrase.Phrase) {
	if d.early != nil {
		d.early = append(d.early, e.Said)
		return
	}
	n := len(d.Facts.Battles)
	if !d.fighting || n == 0 {
		return // a fortress strikes back at who hit its walls
	}
	b := &d.Facts.Battles[n-1]
	if b.Course = append(b.Course, e.Said); what.Code == "counter-fell" && len(b.Sides[0].Armies) == 1 {
		b.Sides[0].Armies[0].Fate = "destroyed"
		d.Ended(&game.FactBattle{Sides: b.Sides, Won: 2}, e)
	}
}

// blow notes who strikes whom, with the dice and what is added to them.
func (d *data) blow(b *game.FactBattle, what phrase.Phrase) {
	for i, who := range [2]string{"who", "whom"} {
		side := &b.Sides[i]
		side.Realm = d.a.realm
		if of := what.Arg(who + "-of"); of.Kind != phrase.Term {
			side.Realm = called(d.a.s, of.S)
		}
		side.Armies = append(side.Armies, game.FactFighter{Realm: side.Realm, Name: what.Arg(who).S})
		for _, arg := range [2][]string{{"die", "power"}, {"other", "stands", "ground", "weak"}}[i] {
			n, code := what.Arg(arg).N, "factor."+arg
			if arg == "weak" {
				n = -n
			}
			if n != 0 {
				side.Factors = append(side.Factors, game.FactFactor{Code: code, Name: d.Book.T(code), Amount: n})
			}
		}
		side.Strength = what.Arg([2]string{"sum", "total"}[i]).N
	}
}

// called is the number of the realm of a name.
func called(s *realm.State, name string) int {
	for i := range s.Realms {
		if s.Realms[i].Name == name {
			return s.Realms[i].Number
		}
	}
	return 0
}
