package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

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
